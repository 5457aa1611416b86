"""What stays the same for all games at a table."""

from typing import Any

from pydantic import Field

from arkadia_sim.core.stored import Stored


class Setting(Stored):
    """The variant played: everything that is the same for all games of a section.

    ``rules`` holds all options of the game (:meth:`Game.rule_options`), with defaults filled in. ``components`` holds
    its replaceable pieces (a board, cards …). Both are plain data, so a manifest alone reproduces the games.
    """

    players: int = Field(ge=1)
    rules: dict[str, Any] = Field(description="all options of the rules")
    components: dict[str, Any] = Field(description="all pieces, as plain data")
