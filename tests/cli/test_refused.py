"""What commands that ask questions cannot use: a message on stderr, exit code 2, nothing on stdout, nothing written."""

from pathlib import Path

import pytest

from tests.support import stairs, toy_game
from tests.support.command import call

STAIRS = {
    "balance": "--knob: '' is not allowed",
    "balance --knob gft": "unknown rule 'gft'; did you mean 'gift'?",
    "balance --knob step": "knob step takes no other number for one seat: rule step",
    "balance --knob gift --target margin": "--target is gone: balance evens out who wins",
    "new-experiment mine": "new-experiment is gone: copy an experiment that is like yours",
    "bench --steps": "--steps is gone: docs/how-to/train-an-agent.md",
    "picture game.jsonl": "picture is gone: replay draws pictures, too",
    "coach calm --like loud": "--like is gone: arkadia-sim mistakes BOT --judge STRONGER",
    "balance --knob gift --tolerance pips=1": "tolerance: 'pips' is not allowed (allowed: of share, in which",
    "balance --knob gift --tolerance share=-1": "tolerances.share = -1.0 is not allowed",
    "balance --knob gift --players 7": "players: 7 is not allowed (allowed: for stairs: 2, 3, 4)",
    "balance calmm --knob gift": "unknown bot 'calmm'; did you mean 'calm'?",
    "compare calm --against step=1 --measure margn": "unknown measure 'margn'; did you mean 'margin'?",
    "compare calm --against step=1 --measure share": "try seat_advantage",
    "compare calm --against step=1 --measure margin --players 1": "players with margin: 1 is not",
    "compare calm --against step=1 --rules step=1": "the rules are compared with themselves (step=1)",
    "compare calm loud --against step=1 --players 3": "bots = ['calm', 'loud'] is not allowed",
    "compare calm loud --measure margin": "--measure belongs to --against",
    "compare calm --players 2": "bots: 'calm' is not allowed (allowed: two bots to compare, or rules with --rules",
    "compare calm --against step=1 --until decided": "--among and --until belong to a comparison of two bots",
    "compare calm --against step=x": "rule step: 'x' is not allowed",
    "seats calmm": "unknown bot 'calmm'; did you mean 'calm'?",
    "seats calm --players 1": "players[1] = 1 is not allowed (should be greater than or equal to 2)",
    "seats calm --players 2,9": "players: 9 is not allowed (allowed: for stairs: 1, 2, 3, 4)",
    "seats calm --players x": "--players: 'x' is not allowed (allowed: table sizes such as 2,3,4)",
    "seats calm --tolerance share": "--tolerance: 'share' is not allowed (allowed: NAME=NUMBER)",
    "seats calm --tolerance shar=1": "unknown outcome 'shar'; did you mean 'share'?",
    "seats calm --until later": "until = 'later' is not allowed",
    "seats calm --rules stepp=1": "unknown rule 'stepp'; did you mean 'step'?",
    "sweep calm": "knob: 'calm' is not allowed (allowed: an option with values",
    "sweep stp=1..3": "unknown rule 'stp'; did you mean 'step'?",
    "sweep step=3": "knob step: '3' is not allowed (allowed: two values or more, each once)",
    "sweep step=1..x": "knob: 'step=1..x' is not allowed (allowed: whole numbers",
    "sweep step=1..2 step=1..2": "OPTION=VALUES, each option once",
    "sweep step=1..2 rounds=1..2 stuck=1..2": "one or two: three make no picture",
    "sweep gift=1,2,3/4,5,6 --players 2": "fewer than two settings can be played",
    "sweep step=0..999": "knob: 'step=0..999' is not allowed (allowed: from the lower to the higher number, 2 to 400",
    "sweep step=0..999999999999999": "2 to 400 values",
    "sweep step=5..2": "knob: 'step=5..2' is not allowed (allowed: from the lower to the higher number",
    "sweep step=0..30 rounds=1..20": "settings: 620 is not allowed (allowed: at most 400)",
    "sweep step=0..1 --rules step=3": "rule step: '3' is not allowed (allowed: one of the values that are swept",
    "sweep step=0..1 --measure ,": "--measure: ',' is not allowed (allowed: names such as this,that)",
    "sweep step=0..1 calmm": "unknown bot 'calmm'; did you mean 'calm'?",
}
TOY = {
    "compare lukky plain": "unknown bot 'lukky'; did you mean 'lucky'?",
    "compare plain plain": "plain cannot be compared with itself",
    "compare lucky plain --players 9": "players: 9 is not allowed",
    "compare lucky plain --players 2 --players 2": "players = [2, 2] is not allowed",
    "compare lucky plain --until bored": "until = 'bored' is not allowed (should be 'decided')",
    "compare lucky plain --rules bonos=1": "unknown rule 'bonos'; did you mean 'bonus'?",
    f"compare lucky plain --seed {2**64}": "seed = ",
    "dose baker --parameter haet=1,2": "did you mean 'heat'?",
    "dose baker --parameter heat=1": "2 to 40 values",
    "dose baker --parameter heat=1..x": "NAME=0,0.5,2",
    "dose baker --parameter heat=3..1": "2 to 40 values",
    "dose baker --parameter heat=1,2 --reference 5": "one of the `values`",
    "dose baker --parameter heat=1,2 --behaviour sixen": "did you mean 'sixes'?",
    "dose baker --parameter heat=1,1": "each once",
    "ladder plain": "bots = ['plain'] is not allowed",
    "ladder plain lucky plain": "is not allowed (allowed: each bot once)",
    "ladder plain lukky": "unknown bot 'lukky'; did you mean 'lucky'?",
    "ladder plain lucky --players 9": "players: 9 is not allowed (allowed: for toy: 2, 3, 4)",
    "ladder plain lucky --players 2,two": "--players: 'two' is not allowed (allowed: table sizes",
    "ladder plain lucky --players 2,2": "players = [2, 2] is not allowed",
    "ladder plain lucky --slow plain": "--slow: 'plain' is not allowed (allowed: BOT=DEALS, each once)",
    "ladder plain lucky --slow plain=few": "--slow: 'few' is not allowed",
    "ladder plain lucky --slow plan=9": "slow = {'plan': 9} is not allowed",
    "ladder plain lucky --group two=plain,lucky": "--group is gone: all bots weigh the same",
    "ladder plain lucky --rules bonos=1": "unknown rule 'bonos'; did you mean 'bonus'?",
}
REFUSED = [(words, stairs.NAME, told) for words, told in STAIRS.items()]
REFUSED += [(words, toy_game.NAME, told) for words, told in TOY.items()]


@pytest.mark.parametrize(("words", "game", "told"), REFUSED, ids=[words for words, _, _ in REFUSED])
def test_what_cannot_be_used_is_told_with_exit_code_2(tmp_path: Path, words: str, game: str, told: str) -> None:
    result = call(*words.split(), "--game", game, "--workers", "1", code=2)
    assert told in result.stderr
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []
