"""What stays the same for all games of a table."""

from typing import Any

from pydantic import Field

from arkadia_sim.core.stored import Stored


class Setting(Stored):
    """Everything about a table of players that stays the same for all games of a section: the variant played.

    ``rules`` are the game's options by name (all of :meth:`Game.rule_options`, with defaults filled in) and
    ``components`` its replaceable pieces (a board, cards …) as plain data; both can be written to JSON and read back,
    so that a manifest alone reproduces the games.
    """

    players: int = Field(ge=1)
    rules: dict[str, Any] = Field(description="every option in force")
    components: dict[str, Any] = Field(description="the pieces in full, as plain data")
