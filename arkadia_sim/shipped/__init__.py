"""The bots and experiments that come with the toolkit.

In a checkout they are the top-level folders ``bots/`` and ``experiments/``; in an installed wheel they lie inside this
package, so that nothing but ``arkadia_sim`` is claimed in anybody's site-packages. Either way they are found here:
``arkadia_sim.shipped.bots.GAME`` can be imported, and ``folder("experiments")`` is a path.
"""

from pathlib import Path

_HERE = Path(__file__).resolve().parent
_CHECKOUT = _HERE.parent.parent
EXAMPLES = _HERE / "examples.toml"
"""An example of each command."""

if not (_HERE / "bots").is_dir():
    __path__.append(str(_CHECKOUT))


def folder(name: str) -> Path:
    """The folder ``bots`` or ``experiments`` that was shipped."""
    for place in (_HERE, _CHECKOUT):
        if (place / name).is_dir():
            return place / name
    raise FileNotFoundError(f"the installation is incomplete: it lacks its folder {name!r}")
