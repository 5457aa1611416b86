"""That a run was seen before more deals were added, and what is paid for that, in words."""

from arkadia_sim.plots.style import percent
from arkadia_sim.report.wording.numbers import listed
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.stats.looking import error_rate


def looked_text(manifest: Manifest, name: str = "this run") -> str:
    """At what sizes a run stood finished before it had all its deals, and what that costs; "" where it never did."""
    if not manifest.stood:
        return ""
    sizes = listed(f"{games:,}" for games in manifest.stood)
    at_all = sum(error_rate(earlier) for earlier in range(len(manifest.stood) + 1))
    return (
        f"More deals were added to {name} after it stood finished with {sizes} games. Looking early is paid for: each "
        "further look may be mistaken half as often as the one before, this one with a chance of "
        f"{percent(manifest.alpha)} for each kind of mistake, so that intervals hold with {percent(manifest.level)}. "
        f"That any look is mistaken has a chance of {percent(at_all)} at most, if the numbers of deals were not chosen "
        "by what was seen."
    )
