"""``python -m arkadia_sim`` is the command ``arkadia-sim``."""

from arkadia_sim.cli.app import main

if __name__ == "__main__":
    main()
