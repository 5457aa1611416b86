"""Games played step by step, compared with the engine's."""

from collections.abc import Sequence

from arkadia_sim.core.registry import find_game
from arkadia_sim.core.table import PlayedInSteps
from arkadia_sim.testing.game_rows import Played, plain, plays


def equal_the_engine(name: str, bots: Sequence[str], games: int) -> None:
    """Check that bots that decide step by step make the records that the engine makes, over all table sizes."""
    game = find_game(name)
    assert isinstance(game, PlayedInSteps)
    for players in game.player_counts:
        played: list[Played] = []
        assert plays(game, game.setting(players, {}, {}), bots, -(-games // len(game.player_counts)), played) == []
        batch, result = played[0].batch, played[0].result
        assert len(result.records) == len(batch.deals)
        for deal, lineup, record in zip(batch.deals.tolist(), batch.lineups, result.records, strict=True):
            table = game.table(batch.setting, deal, [batch.bots[number] for number in lineup])
            while table.bot_to_act is not None:
                table.ask_bot()
            assert plain(table.record()) == plain(record), f"deal {deal} is another game step by step"
