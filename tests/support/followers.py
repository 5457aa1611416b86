"""Bots that follow rules, asked at positions of a compiled game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.registry import find_bot
from arkadia_sim.testing.bots import collect
from arkadia_sim.testing.driving import Moment


def positions(game: CompiledGame, bot: str, phase: int, decisions: int = 200) -> Iterator[tuple[Moment, Any]]:
    """Decisions of a phase from games of a bot, each with its game, as an array of one, to try things out in."""
    for _, moment in collect(game, find_bot(bot, game.name), decisions):
        if moment.phase == phase:
            games = game.engine.records.new_game()
            games[0] = moment.game
            yield moment, games


def chosen(
    game: CompiledGame, folder: Path, rules: list[str], moment: Moment, games: Any, player: str = "rules"
) -> Any:
    """What a player with these rules decides."""
    file, engine = folder / "list.toml", game.engine
    file.write_text(f'[list]\nplayer = "{player}"\nplan = "A list."\nsource = "a test"\nrules = {rules}\n')
    bot = find_bot(str(file), game.name)
    mind = engine.minds_of([bot] * int(games[0]["table"]["players"]))[moment.seat]
    mind["random"] = moment.mind["random"]
    decision = np.zeros(1, engine.records.decision)[0]
    with np.errstate(over="ignore"):
        handed = engine.handed(games[0], moment.seat)
        engine.parts.find(*handed, mind)
        (bot.bot.decisions.get(moment.decision) or engine.default(moment.decision))(*handed, mind, decision)
        assert engine.note_choice(*handed, mind, decision, games[0]["now"])
    return decision
