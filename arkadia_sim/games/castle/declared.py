"""What the game declares: outcomes, ends, trajectories, caveats, and how its bots are tested."""

from arkadia_sim.core.engine import BotTrials, Variant
from arkadia_sim.core.game import End, Trajectory
from arkadia_sim.core.language import hidden_of
from arkadia_sim.core.options import NUMBERS_ALLOWED, ComponentOption
from arkadia_sim.core.outcome import points_outcomes
from arkadia_sim.games.castle.language import CHANCE, END_LABELS

OUTCOMES = points_outcomes("points", smoothing=5.0)

ENDS: tuple[End, ...] = (
    End("finished", True, "a player had the twelfth main part (C9.1)", label=END_LABELS["finished"]),
    End("limit", True, "the game was broken off after turn_limit turns (C9.4)", label=END_LABELS["limit"]),
)

BOARD, DECK = "board", "deck"
COMPONENT_OPTIONS = (
    ComponentOption(
        name=BOARD,
        kind="numbers",
        allowed=NUMBERS_ALLOWED,
        meaning="the drawn board of this number (C13), or for each deal one of these boards",
    ),
    ComponentOption(
        name=DECK,
        kind="numbers",
        allowed=NUMBERS_ALLOWED,
        meaning="the order of the cards of this number (C3.2), or for each deal one of these orders",
    ),
)

TRAJECTORIES = (Trajectory(name="freedom", series={"decisions": "real_decisions"}),)
"""Decisions of a turn with two candidates or more."""

CAVEATS: tuple[str, ...] = (
    "This is a reconstruction: the personal boards of the published game are lost, and the boards here are guesses.",
    "Nothing that is measured here says how the published game is balanced.",
    "Where the rulebook is silent, some rulings are guesses. RULES.md marks them, and options offer other readings.",
)
ONE_BOARD_CAVEAT = "All games were on one guessed board. Conclusions need boards=drawn: another board for each deal."

_MANY_TOKENS = {"tokens": 12, "residents_per_die": 5, "sun": 0, "cloud": 9, "monk_flag": 7, "shepherdess_cloud": 3}
_FEW_FACES = ["gold", "food", "stone", "?", "?", "residents"]

VARIANTS = (
    Variant(2, {"version": "architect"}),
    Variant(3, {"boards": "drawn"}),
    Variant(4, {"version": "architect", "boards": "drawn", "build": "every_turn", "others_pass": True}),
    Variant(2, {"build": "every_turn", "waste": "useful", "turn_limit": 60, "ties": "parts"}),
    Variant(3, {"version": "architect", "cash": "at_once", "joker_powers": False, "finish": "finish_turn"}),
    Variant(2, {"version": "architect", "last_building": "parts", "guest_room": "floors", "cloud_limit": 1}),
    Variant(4, {"version": "architect", "die": _FEW_FACES, **_MANY_TOKENS}),
    Variant(3, {"tokens": 3, "turn_limit": 40}),
)
"""All numbers of players, each option both ways, and small and large numbers."""

BOT_TRIALS = BotTrials(
    variants=VARIANTS,
    fields_that_count=lambda decision, phase: ("pick",),
    unknown=lambda game: hidden_of(CHANCE),
)
