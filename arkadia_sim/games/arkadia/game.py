"""Arkadia as the toolkit sees it: what it declares, how its bots are tested, and how settings are checked."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from arkadia_sim.compiled.engine import BotTrials, Change, Engine, Variant
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core.game import End, Setting, Trajectory
from arkadia_sim.core.outcome import WIN_SHARE, Outcome, lead_outcome
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.bots_api.cues import CONSTRAINTS, CUES
from arkadia_sim.games.arkadia.bots_api.look_ahead import PARTS, RUN_OUT
from arkadia_sim.games.arkadia.bots_api.plain import KIT
from arkadia_sim.games.arkadia.box import BOARD, CAMPS, FAMILIES, OPTIONS, OUTLINES, SHIPPED, Components
from arkadia_sim.games.arkadia.gifts import AWAITED, GIFTS
from arkadia_sim.games.arkadia.language import Language
from arkadia_sim.games.arkadia.metrics import TABLES
from arkadia_sim.games.arkadia.play import DEFAULTS, handed_by_hand
from arkadia_sim.games.arkadia.records import FORMAT, FORMAT_OF_SEATS
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.options import RULES_VERSION, RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, open_first_turn, prepare
from arkadia_sim.games.arkadia.steps import cards_of, hidden_places

OUTCOMES: tuple[Outcome, ...] = (
    WIN_SHARE,
    lead_outcome("gold_lead", "gold", smoothing=8.0),
    Outcome(column="gold", label="gold", unit="gold", amount="gold", tolerance=None, ranks=True),
)

ENDS: tuple[End, ...] = (
    End("castle", True, "floor 2 of the castle was built (R9.1)", label="the castle finished"),
    End("stalemate", False, "nobody could do anything any more (R9.3)", label="a stalemate"),
)

TRAJECTORIES = (Trajectory(name="values", series={name: f"value_{name}" for name in FAMILIES}),)
"""The value of a seal of each family."""

OPEN = (
    "All players always know the seals, workers and gold behind all screens: a perfect memory, which people at a table "
    "may not have."
)
HIDDEN = "Nobody remembers what is behind other screens: players know only their own seals, workers and gold."

VARIANTS = (
    Variant(4),
    Variant(3, {"holdings": "hidden", "flip_tiles": True, "final_round": "others_only"}),
    Variant(2, {"setup": "first_game", "holdings": "hidden"}),
    Variant(4, {"setup": "first_game", "final_round": "others_only", "seal_supply": "unlimited"}),
    Variant(2, {}, {"outlines": "square"}),
    Variant(4, {"holdings": "hidden", "workers_at_castle": False, "seals_per_family": 5}),
    Variant(3, {"hand_size": 8, "face_up": 8, "banners": 5, "workers_per_banner": 1, "start_workers": 6}),
    Variant(2, {"hand_size": 1, "face_up": 1, "banners": 0, "neutral_workers": 0, "floor_pieces": [3, 3, 0]}),
    Variant(3, {"setup": "first_game", "start_workers": 0, "banners": 1, "workers_per_banner": 11}),
    Variant(4, {"start_workers": [0, 3, 1, 2], "start_gold": [0, 5, 0, 40]}),
)
"""All numbers of players, both set-ups, each option both ways, and small and large numbers."""


def fields_that_count(decision: Any, phase: int) -> tuple[str, ...]:
    if phase == state.MUST:
        if decision["kind"] == state.BUILD:
            return ("kind", "card", "orientation", "anchor")
        return ("kind", "building", "own", "neutral") if decision["kind"] == state.WORKERS else ("kind",)
    if phase == state.BANNER:
        return ("use_banner", "sold") if decision["use_banner"] else ("use_banner",)
    return {state.DRAW: ("draw",), state.CASTLE: ("family", "castle_square")}[phase]


def unknown(game: Any) -> list[tuple[str, Change]]:
    """What a seat cannot know: cards it has not seen, and the others' holdings if they are hidden."""
    ways: list[tuple[str, Change]] = [("cards that it cannot see are dealt again (R10.3)", _deal_again)]
    if game["table"]["rules"]["hidden"]:
        ways.append(("the hidden holdings of others change (R10.2)", _change_holdings))
    return ways


def _deal_again(game: Any, seat: int, chance: np.random.Generator) -> None:
    places = [(holder, place) for holder, place in hidden_places(game) if holder != seat]
    cards = chance.permutation([int(cards_of(game, holder)[place]) for holder, place in places])
    for (holder, place), card in zip(places, cards):
        cards_of(game, holder)[place] = card
    if game["table"]["seat"] != seat and game["table"]["phase"] == state.MUST:
        open_first_turn(game)


def _change_holdings(game: Any, seat: int, chance: np.random.Generator) -> None:
    holdings = game["holdings"]
    for other in range(state.SEATS_MAX):
        if other != seat:
            holdings["gold"][other] = chance.integers(0, 300)
            holdings["seals"][other] = chance.integers(0, 31, state.FAMILIES)
            holdings["workers"][other] = chance.integers(0, 12)
            holdings["neutrals"][other] = chance.integers(0, 25)


def _bound(mind: Any, chance: np.random.Generator) -> None:
    mind["n_candidates"] = chance.integers(0, len(mind["candidates"]))
    mind["outlook"]["n"] = chance.integers(0, len(mind["outlook"]["vacant"]))


ENGINE = Engine(
    decisions=state.DECISIONS, defaults=DEFAULTS, parts=PARTS, run_out=RUN_OUT, handed_by_hand=handed_by_hand, logs=4,
    constraints=CONSTRAINTS, cues=CUES,
)  # fmt: skip


class Arkadia(CompiledGame):
    """The game; see :class:`arkadia_sim.core.game.Game` for what each part promises."""

    name = "arkadia"
    title = "Arkadia"
    rules_version = RULES_VERSION
    rule_set = RuleSet
    outcomes = OUTCOMES
    ends = ENDS
    trajectories = TRAJECTORIES
    pieces = OPTIONS
    tables = TABLES.with_decisions(
        lambda log, seat: (
            (log["seat"] == seat)
            * ((log["kind"] != state.PASS) + log["n_pieces"] + (log["draw"] != state.NO_DRAW) + log["used_banner"])
        ),
        state.SEATS_MAX,
    )
    default_bot = "greedy"
    gifts = GIFTS
    awaited = AWAITED
    engine = ENGINE
    language = Language
    kit = KIT
    bot_trials = BotTrials(variants=VARIANTS, fields_that_count=fields_that_count, unknown=unknown, bound=_bound)
    record_format = FORMAT

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        """The checked and completed setting; ``components`` are chosen, or the whole box as a setting holds it."""
        checked = RuleSet.from_mapping(rules)
        RuleSet.check_players(players)
        is_box = {"shapes", "cards"} <= set(components)
        box = Components.from_json(components) if is_box else Components.chosen(components)
        setting = Setting(players=players, rules=checked.as_setting(), components=box.as_json())
        self.prepared(setting)
        return setting

    def prepare(self, setting: Setting) -> Prepared:
        rules = RuleSet.from_mapping(setting.rules)
        return prepare(Components.from_json(setting.components), rules, setting.players)

    def caveats(self, setting: Setting) -> list[str]:
        """What is not known of the pieces, or is not as in the box; data/SOURCES.md tells it all."""
        pieces = Components.from_json(setting.components)
        if "camps" in pieces.drawn:
            sentences = [
                "We do not know where the tent camps are on the printed board. Each deal draws its own board with "
                f"{CAMPS} camps and none in the middle, all such boards equally likely. So intervals also cover the "
                "choice of the board, and results are averages over such boards."
            ]
        elif pieces.board == BOARD:
            sentences = ["The board is a reconstruction: the number of tent camps is known, their places are not."]
        else:
            camps = sum(row.count("T") for row in pieces.board)
            sentences = [f"The board is not the shipped one; it has {camps} tent camps."]
        if "outlines" in pieces.drawn:
            sentences.append(
                "We do not know which form of building has which outline either. Each deal draws one of "
                f"{len(OUTLINES)} choices, and the intervals cover this too."
            )
        elif pieces.outlines == SHIPPED:
            sentences.append("Which form of building has which outline is a reconstruction too.")
        else:
            sentences.append("The outlines of the buildings are not the shipped ones.")
        sentences.append(OPEN if setting.rules["holdings"] == "open" else HIDDEN)
        return sentences

    def check_entering(self, prepared: Prepared) -> None:
        if len(prepared.setup) > 1 or prepared.setup[0]["n_camps"]:
            raise UsageError("a game with pieces that are drawn cannot be entered")

    def head(self, setting: Setting) -> dict[str, Any]:
        """Format, players and rules. Version 1 has no gold at the start, and all seats start alike."""
        played = RuleSet.from_mapping(setting.rules)
        form = FORMAT if played.plain else FORMAT_OF_SEATS
        return {"format": form, "players": setting.players, "rules": played.as_record()}

    def scores(self, result: Mapping[str, Any]) -> list[float]:
        return [float(gold) for gold in result["gold"]]


GAME = Arkadia()
