"""The bot ``novice``: the base player with the rulebook's seven hints as switches, all of them off.

``casual``, ``master`` and the bots of ``hints.toml`` are the same player with other parameters. Nine parameters are the
hints (H4 can be read in three ways); a player with the value of ``novice`` ignores that hint. All other parameters say
how well the player judges the board.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api import kit
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import Parameter, decision, inlined, limits, outlook, state

from . import _player as player

HINTS = (
    Parameter("greed", 0.0, 0.0, 20.0, "H1: gold for a neutral worker from a covered camp; 0 ignores camps"),
    Parameter("trigger", 0.0, 0.0, 3.0, "H2: weight of the seals on buildings; 0 ignores them"),
    Parameter("hold", 0.0, 0.0, 5.0, "H3: gold taken off a build left open, per gold of its family above the average"),
    Parameter("refill", 0.0, 0.0, 9.0, "H4, early: uses a banner with fewer own workers at hand; 0 never for workers"),
    Parameter("moment", 0.0, 0.0, 1.0, "H4, moment: from 0.5 on sells by current values, else all seals as average"),
    Parameter("sale", 20.0, 0.0, 200.0, "H4, often: gold that makes a sale worth a banner, a third if for workers"),
    Parameter("watch", 0.0, 0.0, 1.0, "H5: 1 counts workers at hand and payouts to come for less near the end"),
    Parameter("others", 0.0, 0.0, 5.0, "H6: weight of the others' seals when placing castle pieces; 0 ignores them"),
    Parameter("reach", 0.0, 0.0, 1.0, "H7: from 0.5 on counts all buildings that a worker touches, else only the best"),
)
WEIGHTS = (
    Parameter("deny", 0.6, 0.0, 3.0, "weight of a seal for another player, against one for itself"),
    Parameter("duel", 0.6, 0.0, 3.0, "the same with two players"),
    Parameter("future", 0.7, 0.0, 1.5, "weight of an expected seal with one vacant neighbour left"),
    Parameter("decay", 0.85, 0.2, 1.0, "by what factor that falls with each further vacant neighbour"),
    Parameter("exposure", 0.4, 0.0, 3.0, "how much a seal counts as given away with one vacant neighbour left"),
    Parameter("cover", 0.7, 0.0, 1.0, "by what factor that falls with each further vacant neighbour"),
    Parameter("unable", 0.5, 0.0, 1.0, "how exposed a seal is to players with too few workers to take it"),
    Parameter("own_cost", 2.5, 0.0, 20.0, "gold that an own worker at hand is worth"),
    Parameter("last_cost", 0.0, 0.0, 20.0, "further gold for the last own worker at hand"),
    Parameter("neutral_cost", 0.8, 0.0, 20.0, "gold that a neutral worker at hand is worth"),
    Parameter("build", 0.0, -10.0, 20.0, "gold for a build as such"),
    Parameter("trust_early", 0.5, 0.0, 1.0, "at the start: 1 prices seals at their current value, 0 at the average"),
    Parameter("trust_late", 0.5, 0.0, 1.0, "the same at the end"),
    Parameter("piece", 0.8, 0.0, 10.0, "gold that the right to place a castle piece is worth"),
    Parameter("swing", 0.0, 0.0, 1.0, "share of the next piece's best effect, on top of that"),
    Parameter("open", 0.0, 0.0, 2.0, "weight of expected seals from open buildings when placing pieces"),
    Parameter("sell_at", 4.0, 0.0, 10.0, "sells the families worth at least this"),
    Parameter("ease", 0.0, 0.0, 1.0, "by what share `sale` has fallen at the end"),
    Parameter("fade", 0.3, 0.05, 1.0, "how long before the end, as a share of the game, workers begin to lose worth"),
    Parameter("draw_price", 1.0, 0.0, 3.0, "weight of the family's price in drawing a card"),
    Parameter("draw_squares", 0.0, -3.0, 3.0, "gold for each square of a card's building in drawing it"),
    Parameter("draw_stack", 0.0, -20.0, 20.0, "score of the stack in drawing"),
)
_ADVICE = {
    "greed": ("Value tent camps more", "Value tent camps less"),
    "trigger": ("Value the seals on buildings more", "Value the seals on buildings less"),
    "hold": ("Hold the dearest family back more", "Hold the dearest family back less"),
    "refill": ("Use banners earlier, with more workers still at hand", "Use banners later, with fewer workers at hand"),
    "sale": ("Wait for larger sales", "Do not wait for large sales"),
    "watch": ("Watch for the end more", "Watch for the end less"),
    "others": ("Count the others' seals more at the castle", "Count the others' seals less at the castle"),
    "deny": ("Grudge the others their seals more", "Grudge the others their seals less"),
    "future": ("Expect more from unfinished buildings", "Expect less from unfinished buildings"),
    "exposure": ("Fear more to leave seals to others", "Fear less to leave seals to others"),
    "own_cost": ("Spend own workers with more care", "Spend own workers more freely"),
    "last_cost": ("Keep your last worker longer", "Spend your last worker more freely"),
    "neutral_cost": ("Spend neutral workers with more care", "Spend neutral workers more freely"),
    "build": ("Build more often", "Put workers down more often"),
    "piece": ("Finish more buildings for a castle piece", "Finish fewer buildings for a castle piece"),
    "sell_at": ("Sell only at a higher price", "Sell at a lower price, too"),
    "draw_price": ("Draw cards of dear families more", "Draw cards of dear families less"),
    "draw_squares": ("Draw larger buildings", "Draw smaller buildings"),
    "draw_stack": ("Draw from the stack more", "Draw from the stack less"),
}
"""What a player does differently with a higher and with a lower value."""
PARAMETERS = tuple(
    Parameter(one.name, one.default, one.low, one.high, one.meaning, one.whole, *_ADVICE.get(one.name, ("", "")))
    for one in HINTS + WEIGHTS
)
AT = kit.places_of(PARAMETERS)

ALONG = 1 / 3
"""The share of ``sale`` that is enough if the banner is used for workers anyway."""


@inlined
def _note_tables(table: Any, holdings: Any, mind: Any, hope: Any) -> None:
    p, scratch = mind["parameters"], mind["scratch"]
    deny = p[AT.duel] if table["players"] == 2 else p[AT.deny] / (table["players"] - 1)
    scratch[player.MINE] = 1.0
    scratch[player.THEIRS] = deny
    scratch[player.SEAL] = -p[AT.trigger]
    expected, exposed = p[AT.future] * hope, p[AT.trigger] * p[AT.exposure]
    for r in range(1, player.REACH_MAX + 1):
        scratch[player.MINE + r] = expected
        scratch[player.THEIRS + r] = deny * expected
        scratch[player.SEAL + r] = exposed * (
            p[AT.unable] + (1.0 - p[AT.unable]) * player.share_able(table, holdings, r)
        )
        expected *= p[AT.decay]
        exposed *= p[AT.cover]


@inlined
def note_judgement(table: Any, holdings: Any, mind: Any) -> None:
    """Look at the board and fill in all that the base player scores a must by."""
    p, scratch = mind["parameters"], mind["scratch"]
    outlook.look(table, mind)
    player.note_prices(table, mind, p[AT.trust_early], p[AT.trust_late])
    left = min(1.0, (1.0 - player.progress_of(table)) / p[AT.fade]) if player.has_another_turn(table) else 0.0
    hope = 1.0 - p[AT.watch] * (1.0 - left)
    _note_tables(table, holdings, mind, hope)
    player.share_tables(scratch, p[AT.piece])
    if p[AT.swing] != 0.0:
        player.note_gains(table, holdings, mind, p[AT.others], p[AT.open])
        scratch[player.BASE] += p[AT.swing] * player.best_swing(table, mind)
    scratch[player.OWN_COST] = p[AT.own_cost] * hope
    scratch[player.LAST_COST] = p[AT.last_cost] * hope
    scratch[player.NEUTRAL_COST] = p[AT.neutral_cost] * hope
    scratch[player.CAMP] = p[AT.greed] * hope
    player.note_held(table, mind, p[AT.hold])
    scratch[player.BUILD] = p[AT.build]
    scratch[player.NARROW] = 1.0 if p[AT.reach] < 0.5 else 0.0


@decision
def must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The build or worker placement with the highest score."""
    note_judgement(table, holdings, mind)
    player.best_must(table, holdings, hand, mind, choice)


@decision
def draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The card whose family and size promise most, or the stack."""
    p = mind["parameters"]
    player.note_prices(table, mind, p[AT.trust_early], p[AT.trust_late])
    player.best_draw(table, mind, p[AT.draw_price], p[AT.draw_squares], p[AT.draw_stack], choice)


@decision
def castle(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The piece with the best effect on the own seals, minus its effect on the others' (H6)."""
    p = mind["parameters"]
    if p[AT.open] != 0.0:
        outlook.look_at_workers(table, mind)
    player.note_gains(table, holdings, mind, p[AT.others], p[AT.open])
    player.best_piece(table, mind, choice)


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A banner for a good sale, or for workers while they can still be introduced (H4)."""
    p, seat = mind["parameters"], table["seat"]
    by_value = p[AT.moment] >= 0.5
    gold = 0.0
    for family in range(state.FAMILIES):
        value = 1.0 * table["value"][family] if by_value else player.AVERAGE_VALUE
        choice["sold"][family] = 0
        if (not by_value or value >= p[AT.sell_at]) and limits.may_sell(table, mind, family):
            choice["sold"][family] = holdings["seals"][seat, family]
            gold += value * choice["sold"][family]
    enough = p[AT.sale] * (1.0 - p[AT.ease] * player.progress_of(table))
    lacks_workers = holdings["workers"][seat] < p[AT.refill] and table["own_pool"][seat] > 0
    if p[AT.watch] >= 0.5 and not player.has_another_turn(table):
        lacks_workers = False
    if lacks_workers:
        enough *= ALONG
    sells = gold > 0.0 and gold >= enough
    if not sells:
        choice["sold"][:] = 0
    choice["use_banner"] = 1 if sells or lacks_workers else 0
    limits.keep_banner(table, holdings, mind, choice)


novice = kit.Bot(
    name="novice",
    plan="Takes the move that pays most now and soon, and has not read the rulebook's hints.",
    source="the payout arithmetic of R6 to R8; what each hint looks at is left out",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    parameters=PARAMETERS,
    tempered=frozenset({"must"}),
    candidates=kit.policy_candidates(f"{__package__}._policy", "must", {"must": "gold"}),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
