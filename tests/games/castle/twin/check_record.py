"""The independent referee: replays a game record with the twin and checks everything the record states."""

from typing import Any

from tests.games.castle.twin.castle import GUESTS
from tests.games.castle.twin.check_board import check_board
from tests.games.castle.twin.twin import Twin
from tests.support.refereeing import as_json, need, refereeing

FIELDS = {"format", "players", "rules", "board", "deck", "first_seat", "bots", "seed", "turns", "last", "result"}
CHOICES: dict[str, tuple[Any, ...]] = {
    "version": ("apprentice", "architect"),
    "boards": ("shipped", "drawn"),
    "build": ("own_turn", "every_turn"),
    "cash": ("sequence", "at_once"),
    "waste": ("free", "useful"),
    "others_pass": (False, True),
    "joker_powers": (True, False),
    "finish": ("at_once", "finish_turn"),
    "last_building": ("all", "parts"),
    "guest_room": ("free", "floors"),
    "ties": ("shared", "parts"),
}
COUNTS = {
    "residents_per_die": 0, "sun": 0, "cloud": 0, "shepherdess_cloud": 0, "monk_flag": 0, "turn_limit": 1, "tokens": 3,
}  # fmt: skip
FACES = ("wood", "stone", "gold", "food", "residents", "?")


def check(record: Any) -> None:
    """Raise RuleError, with `turn` set, unless the record is a complete game by the rules.

    The turn is None for the set-up and the number of turns for the result. Rule "record" marks a breach of the format.
    """
    with refereeing() as progress:
        _check_head(record)
        twin = Twin(record)
        talk = twin.play()
        ask = next(talk)
        while True:
            progress.turn = max(0, len(twin.turns) - 1)
            try:
                ask = talk.send(_answer(record, twin, ask))
            except StopIteration:
                break
        progress.turn = len(twin.turns)
        _compare(record, twin)


def _check_head(record: Any) -> None:
    need(isinstance(record, dict) and set(record) == FIELDS, "record", "fields missing or unknown")
    need(record["format"] == "castle-record/1", "record", "another format")
    players, rules = record["players"], record["rules"]
    need(type(players) is int and players in (2, 3, 4), "C1.1", "players")
    need(set(rules) == {*CHOICES, *COUNTS, "cloud_limit", "die"}, "record", "rules missing or unknown")
    for name, values in CHOICES.items():
        need(any(type(rules[name]) is type(value) and rules[name] == value for value in values), "C12", name)
    for name, least in COUNTS.items():
        need(type(rules[name]) is int and rules[name] >= least, "C12", name)
    need(rules["tokens"] <= 12, "C12", "tokens")
    limit, die = rules["cloud_limit"], rules["die"]
    need(limit is None or (type(limit) is int and limit >= 0), "C12", "cloud_limit")
    need(isinstance(die, list) and len(die) == 6 and all(face in FACES for face in die), "C12", "die")
    need(type(record["first_seat"]) is int and 0 <= record["first_seat"] < players, "C3.1", "first_seat")
    need(len(record["bots"]) == players and all(isinstance(bot, str) for bot in record["bots"]), "record", "bots")
    architect = rules["version"] == "architect"
    if rules["boards"] == "drawn":
        check_board(record["board"], architect)
    cards = list(GUESTS) if architect else record["board"]["card_values"]
    need(sorted(map(repr, record["deck"])) == sorted(map(repr, cards)), "C3.2", "deck")


def _answer(record: Any, twin: Twin, ask: Any) -> Any:
    """What the record says to a question of the twin."""
    about, what, _ = ask
    if about == "dice":
        need(len(twin.turns) < len(record["turns"]), "C9.1", "the record ends before the game does")
        dice = record["turns"][len(twin.turns)]["dice"]
        need(len(dice) == 2 and dice[what] in record["rules"]["die"], "C4.1", f"dice {dice!r}")
        return dice[what]
    steps = (record["last"][len(twin.last) - 1] if twin.last else record["turns"][len(twin.turns) - 1])["steps"]
    need(len(twin.steps) < len(steps), "C12", "the steps end before the turn does")
    step = steps[len(twin.steps)]
    if about == "roll":
        need(step["kind"] == "roll" and step["pick"] in record["rules"]["die"], "C8.1", f"no roll: {step!r}")
    else:
        need(step["seat"] == about and step["kind"] == what, "C12", f"seat {about} decides about {what}")
    return step["pick"]


def _compare(record: Any, twin: Twin) -> None:
    """Turns, last buildings and result; counts of candidates only where the record has them."""
    for name, entries in (("turns", twin.turns), ("last", twin.last)):
        need(len(record[name]) == len(entries), "C9", f"{len(entries)} {name}")
        for stated, found in zip(record[name], entries, strict=True):
            need(set(stated) == set(found), "record", f"fields of {name}")
            need(as_json({**stated, "steps": 0}) == as_json({**found, "steps": 0}), "C4", f"{name}: {found!r}")
            need(len(stated["steps"]) == len(found["steps"]), "C12", f"{len(found['steps'])} steps")
            for told, step in zip(stated["steps"], found["steps"], strict=True):
                true = {key: value for key, value in step.items() if key != "of" or "of" in told}
                need(as_json(told) == as_json(true), "C12", f"step {true!r}, not {told!r}")
    need(as_json(record["result"]) == as_json(twin.result()), "C10", f"result {twin.result()!r}")
