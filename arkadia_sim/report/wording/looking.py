"""That a run was seen before more deals were added, and what is paid for that, in words."""

from arkadia_sim.plots.style import percent
from arkadia_sim.report.wording.numbers import listed
from arkadia_sim.results.manifest import Manifest


def looked_text(manifest: Manifest, name: str = "this run") -> str:
    """At what sizes a run stood finished before it had all its deals, and what that costs; "" where it never did."""
    if not manifest.stood:
        return ""
    sizes = listed(f"{games:,}" for games in manifest.stood)
    return (
        f"More deals were added to {name} after it stood finished with {sizes} games. Looking early is paid for: each "
        "further look may be mistaken half as often as the one before, this one with a chance of "
        f"{percent(manifest.alpha)}, so that intervals hold with {percent(manifest.level)}."
    )
