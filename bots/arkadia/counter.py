"""counter: adds up everybody's gold after a move, and subtracts what the next player could gain in reply.

This player counts. It adds up the gold that a move brings everybody, now and soon, and takes its own less that of an
average opponent. Then it subtracts what others could take by finishing a building with one or two gaps.
"""

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Draw, Introduce, Piece, View

WORKER, NEUTRAL = 3.0, 1.5  # gold for a worker at hand: it should bring a seal later, but not for certain
PIECE = 3.0  # gold for a castle piece: it shows one family more, and covers another
BANNER = 4.0  # gold for a banner kept
REPLY = 0.25  # chance that somebody finishes a building with one or two gaps left before the next own turn
AVERAGE_VALUE = 2.4  # of a seal at the end: ten castle squares for four families, a few of them bare
BESIDE = 1.0  # gold for each own worker beside a new building


def must(view: View) -> Build | Introduce:
    """Make the move that counts best after the reply."""
    options, others = view.options(), view.players - 1
    lead = options.gold - (options.others_now + options.others_coming) / others
    reply = REPLY * (options.seals_open + options.others_soon / others)
    price = (options.last_round == 0) * (WORKER * options.workers_down - NEUTRAL * options.neutrals_won)
    return view.best(lead + PIECE * options.finished + BESIDE * options.own_beside - reply - price)


def draw(view: View) -> Draw:
    """Take the card whose seal is worth most, and small buildings first; or try the stack."""
    options = view.options()
    return view.best(options.price + 0.1 * options.own_seals - 0.1 * options.squares + AVERAGE_VALUE * options.stack)


def castle(view: View) -> Piece:
    """Place the piece that counts best: what it changes at seals in hand, and at those that workers are to earn."""
    options = view.options()
    others = options.others_gain + options.others_workers / 2
    return view.best(options.own_gain + options.own_workers / 2 - others / (view.players - 1))


def banner(view: View) -> Banner:
    """Use a banner if the workers and the sale count for more than keeping it."""
    options = view.options()
    left = options.pieces_left / 20  # how much of the game is still to come
    later = options.sold * AVERAGE_VALUE * (left > 0)
    workers = 2 * WORKER * (options.workers <= 1)
    return view.best(options.sale_gold - later + (left > 0) * options.used * (workers - BANNER))


counter = Bot(
    name="counter",
    plan="Makes the move with the greatest lead in gold, less what others could do best in reply.",
    source="the rulebook's payouts and a look at the replies",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    heeds=HEEDABLE,
)
