"""The pages and what they ask of the server.

| request | what it does |
| --- | --- |
| GET / | the games of the folder, and a form for a new one |
| POST /games | begins a game, to be played or to be entered, or a position |
| POST /records | adds a game of a file of records to the folder |
| GET /games/ID | the game as the player to act sees it |
| POST /games/ID/act, /undo, /hint | an action, the last one taken back, the best moves |
| GET /games/ID/foreseen | what an action would bring |
| POST /games/ID/give-up | lets bots play the game to its end |
| POST /games/ID/go-on | plays on what was entered so far |
| POST /games/ID/again | begins a new game that is this one up to a turn |
| GET /games/ID/analysis | a finished game turn by turn, luck and mistakes first |

Only this machine is served: another Host, or a form sent by another site, is refused.
"""

import signal
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.parse import parse_qs

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_text, option_value
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.table import PERSON, coach_of
from arkadia_sim.errors import ArkadiaSimError, BadValue, UnknownName, UsageError, message_text
from arkadia_sim.web.games import Games, MovedOn, NoGame, warm_up
from arkadia_sim.web.pages import environment, game_page
from arkadia_sim.web.thinkers import Thinkers

ADDRESS = "127.0.0.1"
THINKERS = 2
"""Processes in which bots think."""

BODY_MOST = 1 << 16
"""Bytes of a form."""

FILE_MOST = 1 << 24
"""Bytes of a form with a file."""

FIELDS_MOST = 1_000

ACTIONS_MOST = 200
"""Actions of one decision."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}

OF_ONE_FILE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
OF_ONE_FILE += "frame-ancestors 'none'"
"""What a page may load that brings all it needs with it."""

Form = Mapping[str, str]
Page = Callable[[str, Form], Response]


def application(folder: Path, executor: Executor, games: tuple[str, ...], hosts: tuple[str, ...]) -> Starlette:
    """The web application. A request may call the server by one of the ``hosts``, such as ``localhost:8000``."""
    pages = _Pages(Games(folder, executor), games)
    routes = [
        Route("/", _endpoint(pages.start)),
        Route("/games", _endpoint(pages.begin), methods=["POST"]),
        Route("/records", _endpoint(pages.bring), methods=["POST"]),
        Route("/games/{id}", _endpoint(pages.game)),
        Route("/games/{id}/analysis", _endpoint(pages.analysis)),
        Route("/games/{id}/act", _endpoint(pages.act), methods=["POST"]),
        Route("/games/{id}/foreseen", _endpoint(pages.foreseen)),
        Route("/games/{id}/give-up", _endpoint(pages.give_up), methods=["POST"]),
        Route("/games/{id}/undo", _endpoint(pages.undo), methods=["POST"]),
        Route("/games/{id}/go-on", _endpoint(pages.go_on_with), methods=["POST"]),
        Route("/games/{id}/again", _endpoint(pages.again), methods=["POST"]),
        Route("/games/{id}/hint", _endpoint(pages.hint), methods=["POST"]),
        Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
    ]

    async def guarded(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        refused = _refusal(request, hosts)
        response = pages.fault(403, refused) if refused else await call_next(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    async def fault(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return pages.fault(error.status_code, f"{error.detail}: {request.method} {request.url.path[:100]}")

    async def told(request: Request, error: Exception) -> Response:
        assert isinstance(error, ArkadiaSimError)
        status = 404 if isinstance(error, NoGame) else 409 if not isinstance(error, UsageError) else 400
        return pages.fault(409 if isinstance(error, MovedOn) else status, message_text(error), request)

    handlers: Any = {HTTPException: fault, ArkadiaSimError: told}
    app = Starlette(routes=routes, exception_handlers=handlers, middleware=[Middleware(BaseHTTPMiddleware, guarded)])
    app.router.redirect_slashes = False
    return app


def _refusal(request: Request, hosts: tuple[str, ...]) -> str:
    """Why a request is not answered; empty if it is."""
    host, origin = request.headers.get("host", ""), request.headers.get("origin")
    if host not in hosts:
        return f"this server answers only to {' and '.join(hosts)}"
    if request.method not in ("GET", "HEAD") and origin is not None and origin != f"http://{host}":
        return "this form was sent by another site"
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return "this request was sent by another site"
    return ""


def _endpoint(page: Page) -> Callable[[Request], Awaitable[Response]]:
    """A page in a thread of its own, with the id of its game, if it has one, and the fields that were sent."""

    async def endpoint(request: Request) -> Response:
        fields = {**request.query_params, **await _form(request)}
        return await run_in_threadpool(page, str(request.path_params.get("id", "")), fields)

    return endpoint


async def _form(request: Request) -> Form:
    """The fields of a form. What a field has several times is joined by commas."""
    kind, body = request.headers.get("content-type", ""), bytearray()
    has_file = kind.startswith("multipart/form-data")
    most = FILE_MOST if has_file else BODY_MOST
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise HTTPException(413, f"A form may have {most:,} bytes")
    if has_file:
        return _fields_with_file(kind, bytes(body))
    try:
        fields = parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=FIELDS_MOST, errors="strict")
    except ValueError:
        raise HTTPException(400, "This is no form") from None
    return {name: ",".join(filter(None, values)) for name, values in fields.items()}


def _fields_with_file(kind: str, body: bytes) -> Form:
    """The fields of a form that sends a file, with each byte as a sign of its own."""
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + kind.encode("latin-1") + b"\r\n\r\n" + body)
    parts = message.iter_parts() if message.is_multipart() else ()
    named = [(part.get_param("name", header="content-disposition"), part.get_payload(decode=True)) for part in parts]
    return {str(name): value.decode("latin-1") for name, value in named if isinstance(value, bytes)}


class _Pages:
    """The pages; each gets the id of its game, if it has one, and the fields that were sent."""

    def __init__(self, games: Games, names: tuple[str, ...]) -> None:
        self._games, self._names = games, names
        self._templates = environment()

    def _page(self, template: str, status: int = 200, **values: Any) -> Response:
        return HTMLResponse(self._templates.get_template(template).render(values), status)

    def fault(self, status: int, sentence: str, request: Request | None = None) -> Response:
        """A page that says what is wrong."""
        number = "" if request is None else str(request.path_params.get("id", ""))
        return self._page("fault.html.j2", status, sentence=sentence, back=f"/games/{number}" if number else "/")

    def start(self, number: str, form: Form) -> Response:
        """The games of the folder, and a form for each game there is."""
        return self._page("start.html.j2", games=[_form_of(name) for name in self._names], kept=self._games.kept())

    def begin(self, number: str, form: Form) -> Response:
        """Begin the game that a form describes."""
        name = form.get("game", "")
        if name not in self._names:
            raise UnknownName("game", name, self._names)
        rules = _rules(form.get("rules", ""))
        if "enter" in form:
            number = self._games.enter(name, _whole("number of players", form["enter"]), rules, "set_up" in form)
            return RedirectResponse(f"/games/{number}", 303)
        bots = _seats(form, resolve_game(name))
        seed = form.get("seed", "").strip()
        if seed and not (seed.isascii() and seed.isdecimal()):
            raise BadValue("seed", seed, "a whole number, or nothing for a new deal")
        number = self._games.start(name, bots, rules, int(seed) if seed else None)
        return RedirectResponse(f"/games/{number}", 303)

    def bring(self, number: str, form: Form) -> Response:
        """Add a game of a file of records to the folder."""
        line = form.get("line", "").strip() or "1"
        only = self._names[0] if len(self._names) == 1 else None
        number = self._games.bring(form.get("file", "").encode("latin-1", "replace"), _whole("line", line), only)
        return RedirectResponse(f"/games/{number}", 303)

    def game(self, number: str, form: Form) -> Response:
        """The game as the player to act sees it."""
        if self._games.is_imported(number):
            return RedirectResponse(f"/games/{number}/analysis", 303)
        done = self._games.let_bots_play(number)
        turn = _whole("turn", form["turn"]) if "turn" in form else None
        return self._shown(number, form.get("seat"), not done, turn=turn)

    def _shown(
        self, number: str, asked: str | None, thinking: bool = False, hints: Any = None, turn: int | None = None
    ) -> Response:
        table = self._games.table(number)
        if turn is not None and turn > len(table.told()):
            raise BadValue("turn", turn, f"a turn from 0 to {len(table.told())}")
        people = [seat for seat, bot in enumerate(table.bots) if bot is None]
        acts = table.seat_to_act
        own = acts if acts is not None and acts in people else people[0] if people else self._games.given_up(number)
        if not table.entered and len(people) > 1 and acts in people and asked != str(own):
            return self._page("pass.html.j2", id=number, seat=own, seat_text=seat_text(own), title=table.game.title)
        waits = table.bot_to_act if thinking else None
        compiles = waits is not None and not table.game.is_compiled([waits])
        return self._page("game.html.j2", compiles=compiles, **game_page(table, number, own, thinking, hints, turn))

    def act(self, number: str, form: Form) -> Response:
        """Carry out what a player picked."""
        seat = self._games.acted(number, *_picked(form))
        return RedirectResponse(f"/games/{number}?seat={seat}", 303)

    def foreseen(self, number: str, form: Form) -> Response:
        """What a player's pick would bring."""
        at, actions, back = _picked(form)
        return self._page("foreseen.html.j2", words=self._games.foreseen(number, at, actions, back))

    def give_up(self, number: str, form: Form) -> Response:
        """Let bots play the game to its end."""
        self._games.resigned(number, _whole("at", form.get("at", "")))
        return RedirectResponse(f"/games/{number}", 303)

    def undo(self, number: str, form: Form) -> Response:
        """Take back what a player picked last."""
        self._games.taken_back(number, _whole("at", form.get("at", "")))
        return RedirectResponse(f"/games/{number}?seat={self._games.table(number).seat_to_act}", 303)

    def go_on_with(self, number: str, form: Form) -> Response:
        """Play on what was entered so far."""
        bots = _seats(form, self._games.table(number).game)
        self._games.go_on(number, _whole("at", form.get("at", "")), bots)
        return RedirectResponse(f"/games/{number}", 303)

    def again(self, number: str, form: Form) -> Response:
        """Begin a new game that is this one up to a turn."""
        number = self._games.again(number, _whole("turn", form.get("turn", "")))
        return RedirectResponse(f"/games/{number}", 303)

    def hint(self, number: str, form: Form) -> Response:
        """The game with the best moves by a bot."""
        hints = self._games.hints(number)
        return self._shown(number, str(self._games.table(number).seat_to_act), hints=hints)

    def analysis(self, number: str, form: Form) -> Response:
        """A finished game turn by turn, with what each decision cost."""
        page = self._games.analysis(number)
        if page is None:
            return self._page("analysing.html.j2", id=number)
        return HTMLResponse(page, headers={"Content-Security-Policy": OF_ONE_FILE})


def _picked(form: Form) -> tuple[int, list[int], int]:
    """Where the game was, the actions picked, and how many steps they take the place of."""
    actions = [_whole("action", text) for text in form.get("action", "").split(",")]
    if len(actions) > ACTIONS_MOST:
        raise BadValue("action", f"{len(actions)} actions", f"{ACTIONS_MOST} at most")
    return _whole("at", form.get("at", "")), actions, _whole("back", form.get("back", "0"))


def _seats(form: Form, game: Game) -> list[str | None]:
    """The bot of each seat, by the fields of a form; None for a person."""
    known = game.bot_names()
    seats = [form[f"seat{place}"] for place in range(max(game.player_counts)) if form.get(f"seat{place}")]
    return [None if seat == PERSON else _bot(seat, known) for seat in seats]


def _bot(text: str, known: Sequence[str]) -> str:
    """A bot by name; a form cannot name a file, which would be run."""
    name = BotSpec.parse(text[:500]).name
    if name not in known:
        raise UnknownName("bot", text, known)
    return text


def _rules(text: str) -> dict[str, Any]:
    """Options of the rules, written one in a line."""
    rules = {}
    for line in filter(None, (line.strip() for line in text.splitlines())):
        key, equals, value = (part.strip() for part in line.partition("="))
        if not equals:
            raise BadValue("rules", line, "lines such as option=value")
        rules[key] = option_value(value)
    return rules


def _whole(what: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise BadValue(what, text, "a whole number")
    return int(text)


def _form_of(name: str) -> dict[str, Any]:
    """What the form of a game offers."""
    game = resolve_game(name)
    return {
        "name": name,
        "title": game.title,
        "least": min(game.player_counts),
        "seats": max(game.player_counts),
        "bots": game.bot_names(),
        "opponent": coach_of(game),
        "texts": game.seat_words,
        "entered": game.can_be_entered,
        "rules": [
            (f"{option.name}={option_text(option.default)}", option.meaning, option.allowed)
            for option in game.rule_options()
        ],
    }


def run(folder: Path, games: Sequence[str], port: int, browse: bool, say: Callable[[str], Any]) -> None:
    """Serve games until interrupted, on a port, or any free one if it is 0; UsageError if it is taken."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((ADDRESS, port))
        listening.listen()  # whoever comes before the server runs has to wait
    except OSError as error:
        raise UsageError(f"port {port} cannot be used ({error.strerror}): name another one with --port") from None
    port = listening.getsockname()[1]
    address = f"http://{ADDRESS}:{port}/"
    executor = Thinkers(THINKERS)
    for game in games:
        executor.submit(warm_up, game)
        _form_of(game)  # the first page need not wait for it
    hosts = (f"{ADDRESS}:{port}", f"localhost:{port}")
    app = application(folder, executor, tuple(games), hosts)
    say(f"play at {address} (Ctrl-C stops the server; games are kept in {folder})")
    if browse:
        Timer(1.0, webbrowser.open, [address]).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again when it has stopped
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    try:
        server.run(sockets=[listening])
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
