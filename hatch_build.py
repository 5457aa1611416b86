"""Put the top-level folders bots/ and experiments/ into the wheel as arkadia_sim/shipped/…

An editable install needs no copies: arkadia_sim.shipped finds the folders of the checkout.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ShippedFolders(BuildHookInterface[Any]):
    """Adds the shipped folders to an ordinary wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds; ``version`` is "standard" or "editable"."""
        if version == "standard":
            for folder in ("bots", "experiments"):
                build_data["force_include"][folder] = f"arkadia_sim/shipped/{folder}"
