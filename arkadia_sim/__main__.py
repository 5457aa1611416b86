"""The command ``arkadia-sim``, also called as ``python -m arkadia_sim``."""

import sys


def main() -> None:
    """Run the command line. Ctrl-C may come before all that it needs is loaded."""
    try:
        from arkadia_sim.cli.app import main

        main()
    except KeyboardInterrupt:
        sys.stderr.write("arkadia-sim: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
