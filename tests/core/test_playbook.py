"""Rules of thumb: written, read, and told as sentences."""

import pytest

from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.cues import Cue
from arkadia_sim.core.playbook import parse_rule, read_rules, sentence, sentences
from arkadia_sim.errors import BadValue, UnknownName

CUES = find_bot("rules").bot.cues
CUES_OF_MEDINA = find_bot("rules", "medina").bot.cues


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("must: most camps", "Cover as many tent camps as you can."),
        ("must: -1 per workers_down", "Count minus 1 point for each own worker put down."),
        ("must: at least 4 gold_now", "Choose, if you can, at least 4 gold paid to you now."),
        ("must: least building", "Put workers down."),
        ("must: +2 per out_of_workers", "Count 2 points if you put your last own worker down."),
        ("banner: most used when workers <= 0", "With no own workers at hand, use a banner."),
        ("banner: at least 3 lowest_price", "Sell only seals worth 3 gold or more."),
        ("banner: most used when turn <= 2", "In your first 2 turns, use a banner."),
    ],
)
def test_a_rule_is_written_and_told(text: str, told: str) -> None:
    rule = parse_rule(text, CUES)
    assert str(rule) == text
    assert sentence(rule, CUES) == told


def test_a_playbook_is_told_decision_by_decision_what_to_keep_and_then_the_points() -> None:
    texts = ("must: +1 per gold_now", "banner: most used", "must: -2 per workers_down", "castle: +3 per own_gain")
    assert sentences(read_rules(texts, CUES), CUES) == [
        "Score each possible move, and take the highest: +1 for each gold paid to you now; −2 for each own worker put "
        "down.",
        "Choose the most gold that your seals gain.",
        "Use a banner.",
    ]


@pytest.mark.parametrize(("cues", "flag"), [(CUES, "banner: most used"), (CUES_OF_MEDINA, "tea: most rest")])
def test_every_cue_makes_sentences_without_loose_ends(cues: tuple[Cue, ...], flag: str) -> None:
    for cue in cues:
        if cue.decision == "situation":
            texts = [f"{flag} when {cue.name} {way} 1" for way in ("<=", ">=")]
        else:
            texts = [f"{cue.decision}: {kind} {cue.name}" for kind in ("most", "least", "at least 1", "+1 per")]
        for text in texts:
            told = sentence(parse_rule(text, cues), cues)
            assert told.endswith(".")
            assert not set("{}|_#") & set(told)
            assert "  " not in told


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("must: most cmps", UnknownName, "did you mean 'camps'"),
        ("must: most camps when turns <= 2", UnknownName, "did you mean 'turn'"),
        ("must most camps", BadValue, "most CUE"),
        ("must: +6 per camps", BadValue, "-5 to 5"),
    ],
)
def test_what_is_no_rule_is_refused_and_more_than_there_is_room_for(
    text: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        parse_rule(text, CUES)
    with pytest.raises(BadValue, match="at most 32"):
        read_rules(("must: most camps",) * 33, CUES)
