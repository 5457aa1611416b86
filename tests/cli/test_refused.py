"""What commands cannot use: a message on stderr, exit code 2, nothing on stdout, nothing written."""

import re
import shlex
from pathlib import Path

import pytest

from arkadia_sim import api
from tests.support import odd_game, stairs, stalls, toy_game
from tests.support.command import call
from tests.support.paths import ARKADIA, ROOT

STAIRS = {
    "balance --players 2": "name an option with --knob, one of gift",
    "balance --knob gft": "unknown option that takes a number for each seat 'gft'; did you mean 'gift'?",
    "balance --knob step": "unknown option that takes a number for each seat 'step' (allowed: gift)",
    "compare calm loud --amog calm": "No such option: --amog (Possible options: --among",
    "compare calm --against step=1 --measure margn": "unknown measure 'margn'; did you mean 'margin'?",
    "compare calm --against step=1 --measure share": "try seat_advantage",
    "compare calm --against step=1 --measure margin --players 1": "players with margin: 1 is not",
    "compare calm --against step=1 --rules step=1": "compared with themselves: step=1 and step=1 are the same",
    "compare calm loud --against step=1 --players 3": "bots = ['calm', 'loud'] is not allowed",
    "compare calm loud --measure margin": "--measure belongs to --against",
    "compare calm --rules step=0 --measure margin": "compared with themselves: step=0 and the game's own rules",
    "compare calm": "arkadia-sim compare calm OTHER, or arkadia-sim compare calm --rules OPTION=VALUE --against ",
    "compare calm --rules step=1 gift=2": "'gift=2' is not a bot: write --rules gift=2",
    "compare calm --rules step=1,gift=2 --against step=0": "one KEY=VALUE each: --rules step=1 --rules gift=2",
    "play calm gift=2 calm": "'gift=2' is not a bot: write --rules gift=2",
    "compare calm loud calm": "compare takes two bots, or two sets of rules: arkadia-sim ladder calm loud calm",
    "compare calm --against step=1 --among calm": "--among belongs to a comparison of two bots",
    "compare calm --against step=x": "rule step: 'x' is not allowed",
    "seats calm --players 1": "players[1] = 1 is not allowed (should be greater than or equal to 2)",
    "seats calm --tolerance shar=1": "unknown outcome 'shar'; did you mean 'share'?",
    "sweep calm": "knob: 'calm' is not allowed (allowed: an option with values",
    "sweep step=3": "knob step: '3' is not allowed (allowed: two values or more, each once)",
    "sweep step=1..2 step=1..2": "OPTION=VALUES, each option once",
    "sweep step=1..2 rounds=1..2 stuck=1..2": "one or two: three make no picture",
    "sweep gift=1,2,3/4,5,6 --players 2": "fewer than two settings can be played",
    "sweep step=0..999": "knob: 'step=0..999' is not allowed (allowed: whole numbers from low to high",
    "sweep step=0..30 rounds=1..20": "settings: 620 is not allowed (allowed: at most 400)",
    "sweep step=0..1 --rules step=3": "rule step: '3' is not allowed (allowed: one of the values that are swept",
}
TOY = {
    "check nothing.jsonl": "cannot be read",
    "compare lukky plain": "unknown bot 'lukky'; did you mean 'lucky'?",
    "compare plain plain": "plain cannot be compared with itself",
    f"compare lucky plain --seed {2**64}": "seed = ",
    "dose baker --parameter haet=1,2": "did you mean 'heat'?",
    "dose baker --parameter heat=1": "2 to 40 values",
    "dose baker --parameter heat=1,2 --reference 5": "one of the `values`",
    "dose baker --parameter heat=1,2 --behaviour sixen": "did you mean 'sixes'?",
    "ladder plain": "bots = ['plain'] is not allowed",
    "ladder plain lucky plain": "is not allowed (allowed: each bot once)",
    "ladder plain lucky --slow plain": "--slow: 'plain' is not allowed (allowed: BOT=DEALS, each once)",
    "tune baker --among plain --out x.toml --save x.toml": "itself is kept there",
    "play plain lukky": "unknown bot 'lukky'; did you mean 'lucky'?",
    "play plain": "number of bots (one per seat): 1 is not allowed",
    "play plain plain --rules bonos=1": "unknown rule 'bonos'; did you mean 'bonus'?",
    "play plain plain --record no/where.jsonl": "record file",
}
JUDGE = "judge learner --teacher sage --players 2,3 --games 4000 --save judge.npz"
LEARN = "learn learner --teacher sage --among apples --players 2,3 --rounds 1 --deals 50 --out here"
STALLS = {
    JUDGE.replace("learner", "sage"): "bot sage offers no lessons",
    JUDGE.replace("learner", "trainee"): "bot trainee does not describe positions",
    JUDGE.replace("sage", "sagge"): "did you mean 'sage'",
    JUDGE.replace("2,3", "1"): "players: 1 is not allowed (allowed: 2, 3)",
    JUDGE.replace("judge.npz", "judge.toml"): "a file whose name ends with .npz",
    LEARN.replace("2,3", "two"): "--players: 'two' is not allowed (allowed: table sizes such as 2,3,4)",
    LEARN.replace("--among apples", ""): "Missing option '--among'",
    LEARN.replace("--out here", "--out x.toml --save x.toml"): "itself is kept there",
    f"{LEARN} --save expert.txt": "letters, digits, - and _, then .toml",
}
RECORD = shlex.quote(str(ARKADIA / "data" / "records" / "ordinary.jsonl"))
ANY = {
    "dance": "No such command 'dance'",
    f"check {shlex.quote(str(ROOT / 'README.md'))} --game chess": "unknown game 'chess'",
    "new-bot my-bot": "name: 'my-bot' is not allowed (allowed: a Python name of letters",
    "new-bot greedy": "name: 'greedy' is not allowed (allowed: a name that is not taken",
    "new-bot here": "here.py exists already",
    "new-bot nova --from expert": "expert is a table of numbers in expert.toml",
    "new-bot nova --from caual": "did you mean 'casual'",
    f"new-bot nova --game {odd_game.NAME}": "Odd has no bot to start from",
    f"replay {RECORD} -o x.gif": "a name that ends in .html, .svg or .png",
    f"replay {RECORD} -o x.svg --turn 999": "0, before the first turn, to ",
    f"replay {RECORD} -o x.html --turn 2": "--turn belongs to a picture",
    "report nowhere": "holds no run",
    "run nothing.toml": "cannot be read",
    "run tent_camp": "did you mean 'tent_camps'?",
    f"watch {RECORD} --rules hand_size=5": "leave --rules out",
    "watch greedy": "number of bots (one per seat)",
}
REFUSED = [
    *((words, ("--game", stairs.NAME), told) for words, told in STAIRS.items()),
    *((words, ("--game", toy_game.NAME), told) for words, told in TOY.items()),
    *((words, ("--game", stalls.NAME), told) for words, told in STALLS.items()),
    *((words, (), told) for words, told in ANY.items()),
]


@pytest.mark.parametrize(("words", "game", "told"), REFUSED, ids=[words for words, _, _ in REFUSED])
def test_what_cannot_be_used_is_told_with_exit_code_2(words: str, game: tuple[str, ...], told: str) -> None:
    Path("here.py").write_text("mine")
    result = call(*shlex.split(words), *game, code=2)
    assert told in re.sub(r"[\s│]+", " ", result.stderr)
    assert result.stdout == ""
    assert sorted(map(str, Path().iterdir())) == ["here.py"]


def test_functions_refuse_keywords_that_they_do_not_know() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'sede'; did you mean 'seed'?"):
        api.compare("lucky", "plain", sede=3, game=toy_game.NAME)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'rules'"):
        api.tune("baker", ["plain"], rules={"bonus": 1}, game=toy_game.NAME)  # type: ignore[call-arg]
