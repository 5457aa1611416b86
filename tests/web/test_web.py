"""The pages: games by forms, what is refused, and that nothing is lost."""

import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import numpy as np
import pytest

from arkadia_sim.core.registry import GAMES
from arkadia_sim.core.table import Table
from arkadia_sim.web.app import BODY_MOST, application
from tests.support import high_card
from tests.support.command import call
from tests.support.processes import PATIENCE
from tests.support.web_client import Answer, Client, served

NAMES = (*GAMES, high_card.NAME)


class Never(Executor):
    """A thinker that never comes to an end."""

    def __init__(self) -> None:
        self.jobs: list[Future[Any]] = []

    def submit(self, *arguments: Any, **named: Any) -> "Future[Any]":
        self.jobs.append(Future())
        return self.jobs[-1]


@contextmanager
def client(folder: Path, executor: Executor | None = None, names: tuple[str, ...] = NAMES) -> Iterator[Client]:
    """A server with this folder of games."""
    with served(lambda host: application(folder, executor or ThreadPoolExecutor(1), names, (host,))) as made:
        yield made


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Client]:
    with client(tmp_path) as made:
        yield made


def begun(web: Client, game: str, *bots: str, seed: int = 3, **fields: str) -> str:
    """The address of a new game."""
    seats = {f"seat{place}": bot for place, bot in enumerate(bots)}
    answer = web.post("/games", {"game": game, **seats, "seed": str(seed), **fields})
    assert answer.status == 303, answer.text
    return str(answer.headers["location"])


def shown(web: Client, url: str) -> str:
    """The page, once no bot is thinking any more; a browser asks again, too."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = web.get(url)
        assert answer.status == 200, answer.text
        if 'http-equiv="refresh" content="1"' not in answer.text:
            return answer.text
        assert time.monotonic() < end, answer.text
        time.sleep(0.1)


def shown_until(web: Client, url: str, words: str) -> str:
    """The page once it says so."""
    end = time.monotonic() + PATIENCE
    while words not in (page := shown(web, url)):
        assert time.monotonic() < end, page
        time.sleep(0.2)
    return page


def picks(page: str) -> tuple[str, list[str]]:
    """Where the game is, and all actions that the page offers, but for those that first take a step back."""
    (at,) = set(re.findall(r'name="at" value="(\d+)"', page))
    return at, re.findall(r'(?<!hidden" )(?<!name="back" value="\d"><button )name="action" value="([\d,]+)"', page)


def picked(web: Client, url: str, action: str | None = None) -> str:
    """The address after an action: the first that is offered, if none is named."""
    at, actions = picks(shown(web, url))
    answer = web.post(f"{url.partition('?')[0]}/act", {"at": at, "action": action or actions[0]})
    assert answer.status == 303, answer.text
    return str(answer.headers["location"])


def ended(web: Client, url: str, place: int = 0) -> str:
    """The address of the game once it is over, with this one of the actions picked each time."""
    while "The game is over" not in (page := shown(web, url)):
        url = picked(web, url, picks(page)[1][place])
    return url


def again_at(url: str) -> str:
    return f"{url.partition('?')[0]}/again"


def test_a_whole_game_is_played_by_forms_kept_analysed_and_tried_again(web: Client, tmp_path: Path) -> None:
    begin = begun(web, high_card.NAME, "person", "careful")
    assert web.get(f"{begin}/analysis").status == 409
    url = ended(web, begin)
    assert "draws" in shown(web, url) and "score" in shown(web, url)
    assert call("check", str(tmp_path / "games.jsonl"), "--game", high_card.NAME).stdout.endswith(
        "1 game, all by the rules\n"
    )
    assert "Twenty-one: a person, careful</a> (finished)" in shown(web, "/")
    with client(tmp_path, Never()) as slow:  # an analysis that takes long does not hold up the page
        page = shown(slow, f"{begin}/analysis")
        assert "being analysed" in page and 'http-equiv="refresh"' in page
    address = f"{begin}/analysis"
    assert address in shown(web, url)
    page = shown_until(web, address, '<script type="application/json" id="game">')
    assert "script-src 'unsafe-inline'" in web.get(address).headers["content-security-policy"]
    assert "'self' 'unsafe-inline'; script-src 'self'" in web.get(url).headers["content-security-policy"]
    assert "The game is over" in shown(web, url) and len(list(tmp_path.glob("*.html"))) == 1
    assert f'action="{again_at(url)}"' in page
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for turn in ("", "0", "99", "x", "-1"):
        assert web.post(again_at(url), {"turn": turn}).status == 400
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    answer = web.post(again_at(url), {"turn": "1"})
    assert answer.status == 303 and "Your turn" in shown(web, answer.headers["location"])
    ended(web, answer.headers["location"], -1)
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_the_page_of_a_finished_game_begins_with_luck_and_mistakes(web: Client) -> None:
    url = begun(web, "castle", "person", "casual")
    page = shown(web, url)
    assert web.post(f"{url}/give-up", {"at": picks(page)[0]}).status == 303
    page = shown(web, url)
    assert "what was luck, and what were mistakes?" in page
    page = shown_until(web, f"{url}/analysis", '<script type="application/json" id="game">')
    data = re.search(r'id="game">(.*?)</script>', page)
    assert data is not None
    found = json.loads(data[1])
    assert [sentence.partition(" (")[0] for sentence in found["answer"]] == ["Seat 1", "Seat 2"]
    assert found["review"][-1]["title"].startswith("Luck, in points") and len(found["review"][-1]["rows"]) > 5


def test_bots_that_think_long_do_not_hold_up_the_page(tmp_path: Path) -> None:
    with client(tmp_path, Never()) as web:
        url = begun(web, high_card.NAME, "careful", "person")
        page = web.get(url).text
        assert "seat 1 (careful) is thinking" in page and 'http-equiv="refresh"' in page
        answer = web.post(f"{url}/act", {"at": "0", "action": "0"})
        assert answer.status == 409 and "it is not your turn" in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_a_real_table_is_entered_taken_back_and_kept_as_a_record(
    web: Client, tmp_path: Path, game: str
) -> None:
    answer = web.post("/games", {"game": game, "enter": "2"})
    url, chance = answer.headers["location"], np.random.default_rng(4)
    page = shown(web, url)
    assert "What was it: " in page and ">Hint<" not in page and ">Undo<" not in page
    url = picked(web, url, picks(page)[1][1])
    assert web.post(f"{url.partition('?')[0]}/hint").status == 409
    back = web.post(f"{url.partition('?')[0]}/undo", {"at": "1"})
    assert picks(shown(web, back.headers["location"])) == picks(page)
    for _ in range(12):
        url = picked(web, url)
    number = url.partition("?")[0].rpartition("/")[2]
    table = Table.resume(json.loads((tmp_path / f"{number}.json").read_text(encoding="utf-8")))
    while table.seat_to_act is not None:
        table.apply(int(chance.choice(table.legal_actions())))
    last = table.actions[-1]
    table.undo()
    (tmp_path / f"{number}.json").write_text(json.dumps(table.saved()), encoding="utf-8")
    assert "The game is over" in shown(web, picked(web, url, str(last)))
    assert call("check", str(tmp_path / "games.jsonl"), "--game", game).stdout.endswith("1 game, all by the rules\n")
    again = web.post(again_at(url), {"turn": "2"})
    assert again.status == 303 and "Play on from here" in shown(web, again.headers["location"])
    assert "(entered) (finished)" in shown(web, "/")


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_set_up_put_right_and_played_on_with_hints(
    web: Client, tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arkadia_sim.core.table.ANALYST", "greedy")
    url = web.post("/games", {"game": game, "enter": "2", "set_up": "yes"}).headers["location"]
    while "Put right" not in (page := shown(web, url)):
        url = picked(web, url)
    assert "Set up the position" in page and " moves</button>" in page
    own = url.partition("?")[0]
    at, chosen = picks(page)[0], re.findall(r'<option value="(\d+)">1</option>', page)[:2]
    body = urlencode([("at", at), ("action", ""), *(("action", action) for action in chosen)])
    assert web.ask("POST", f"{own}/act", body.encode()).status == 303
    table = resumed(tmp_path, own)
    assert [correction.value for correction in table.corrections()].count(1) >= 2 and len(table.actions) == int(at) + 2
    seats = {f"seat{seat}": "person" if seat == table.seat_to_act else "greedy" for seat in range(2)}
    for wrong in ({"seat0": "person"}, {**seats, "seat1": "nobody"}, {}):
        assert web.post(f"{own}/go-on", {"at": str(int(at) + 2), **wrong}).status == 400, wrong
    assert web.post(f"{own}/go-on", {"at": at, **seats}).status == 409
    assert web.post(f"{own}/go-on", {"at": str(int(at) + 2), **seats}).status == 303
    while "What was it" in shown(web, own) or "Set up the position" in shown(web, own):
        picked(web, own)
    assert web.post(f"{own}/go-on", {"at": str(len(resumed(tmp_path, own).actions)), **seats}).status == 400
    hints = web.post(f"{own}/hint").text
    assert hints.count("The best moves by") == 2 and '<ol class="hints">' in hints
    table = resumed(tmp_path, own)
    while table.seat_to_act is not None:
        table.apply(table.legal_actions()[0]) if table.bot_to_act is None else table.ask_bot()
    while table.bot_to_act is not None or not table.can_undo:
        table = Table.resume({**table.saved(), "actions": table.actions[:-1]})
    last = table.actions[-1]
    table.undo()
    (tmp_path / f"{own.rpartition('/')[2]}.json").write_text(json.dumps(table.saved()), encoding="utf-8")
    picked(web, own, str(last))
    assert "(position)" in shown(web, "/")


def resumed(folder: Path, url: str) -> Table:
    """The table of a game that is kept."""
    return Table.resume(json.loads((folder / f"{url.rpartition('/')[2]}.json").read_text(encoding="utf-8")))


BOUND = "----a"


def sent(web: Client, written: bytes, line: str = "", bound: str = BOUND) -> Answer:
    """The answer to a form with a file."""
    part = f'--{BOUND}\r\nContent-Disposition: form-data; name="%s"\r\n\r\n'
    body = (part % 'file"; filename="games.jsonl').encode() + written + b"\r\n"
    body += (part % "line").encode() + f"{line}\r\n--{BOUND}--\r\n".encode()
    return web.ask("POST", "/records", body, {"Content-Type": f"multipart/form-data; boundary={bound}"})


def test_a_recorded_game_is_read_from_a_file_and_analysed(tmp_path: Path) -> None:
    call(
        "play", "careful", "bold", "--games", "4", "--record", str(tmp_path / "played.jsonl"), "--game", high_card.NAME
    )
    records = (tmp_path / "played.jsonl").read_bytes()
    with client(tmp_path / "games", names=(high_card.NAME,)) as web:
        url = sent(web, records, "3").headers["location"]
        assert web.get(url).headers["location"] == f"{url}/analysis"
        page = shown_until(web, f"{url}/analysis", 'id="game"')
        assert "careful" in page and "/again" not in page
        for way in ("act", "undo", "hint", "go-on", "again"):
            assert web.post(f"{url}/{way}", {"at": "0", "action": "0", "turn": "1"}).status == 400, way
        assert "(from a file) (finished)" in shown(web, "/")


def test_a_new_server_goes_on_where_the_old_one_was_killed(web: Client, tmp_path: Path) -> None:
    url = picked(web, begun(web, "medina", "person", "random"))
    page = shown(web, url)
    with client(tmp_path) as again:
        assert shown(again, url) == page
        picked(again, url)


def test_people_pass_the_screen_on_and_a_turn_of_several_players_says_once_who_did_what(web: Client) -> None:
    url = begun(web, high_card.NAME, "person", "person")
    page = shown(web, url)
    assert "I am seat 1" in page and "Your turn" not in page
    own = f"{url}?seat=0"
    while "Your turn" in shown(web, own):
        own = picked(web, own)
    assert "I am seat 2" in shown(web, own)
    url = begun(web, "castle", "person", "random")
    for _ in range(10):
        url = picked(web, url)
    page = shown(web, url)
    assert "</strong> puts a token" in page and "</strong> seat " not in page
    assert "seat 1 (you)</strong>" in page and "seat 2 (random)</strong>" in page


def test_an_old_page_and_a_broken_rule_are_refused(web: Client, tmp_path: Path) -> None:
    url = begun(web, high_card.NAME, "person", "careful")
    at, actions = picks(shown(web, url))
    picked(web, url)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    stale = web.post(f"{url}/act", {"at": at, "action": actions[0]})
    assert stale.status == 409 and "moved on" in stale.text
    now = json.loads(before[f"{url.rpartition('/')[2]}.json"])["actions"]
    for action in ("", "x", "-1", "7777", "1,", "9" * 400):
        answer = web.post(f"{url}/act", {"at": str(len(now)), "action": action})
        assert answer.status in (400, 409), action
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_only_this_machine_and_its_own_pages_are_answered(web: Client) -> None:
    for headers in ({"host": "evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert web.get("/", headers=headers).status == 403
    for origin in ("http://evil.example", "null", "http://127.0.0.1:9000"):
        assert web.post("/games", headers={"origin": origin}).status == 403
    assert web.post("/games", headers={"origin": f"http://{web.host}"}).status == 400
    assert "default-src 'none'" in web.get("/").headers["content-security-policy"]


FORM = re.compile(
    r'name="at" value="\d+">(?:<input type="hidden" name="back" value="(\d+)">)?<button name="action" value="([^"]+)"'
)
"""A choice on a page: how many steps it takes the place of, and its actions."""


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_speaks_the_words_of_players_and_forgets_no_turn(web: Client, tmp_path: Path, game: str) -> None:
    url, chance = begun(web, game, "person", "casual"), np.random.default_rng(6)
    for _ in range(30):
        page = shown(web, url)
        if "The game is over" in page:
            break
        text = re.sub(r"<[^>]*>", " ", page.partition("<h1>")[2].partition("Rules in short")[0])
        assert not re.search(r"[a-z]_[a-z]|[#.]{2}|\w/\w|\bmust\b|\bintroduce", text), text
        own = url.partition("?")[0]
        back, action = chance.choice(FORM.findall(page))
        sent = {"at": str(len(resumed(tmp_path, own).actions)), "back": back or "0", "action": action}
        before = (tmp_path / f"{own.rpartition('/')[2]}.json").read_bytes()
        assert web.get(f"{own}/foreseen?{urlencode(sent)}").status == 200
        assert (tmp_path / f"{own.rpartition('/')[2]}.json").read_bytes() == before
        answer = web.post(f"{own}/act", sent)
        assert answer.status == 303, answer.text
        url = answer.headers["location"]
    turns = len(resumed(tmp_path, url.partition("?")[0]).told())
    assert turns > 1
    for turn in range(turns + 1):
        assert f"Turn {turn} of {turns}" in shown(web, f"{url}&turn={turn}") or turn == 0
    assert web.get(f"{url}&turn={turns + 1}").status == 400


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_reads_fits_the_game(game: str) -> None:
    table = Table.start(game, 2)
    words, kinds = table.game.seat_words, {kind.name for kind in table.space.kinds}
    assert {level["bot"] for level in words["levels"]} <= set(table.game.bot_names())
    wins = [level["casual_wins"] for level in words["levels"]]
    assert wins == sorted(wins, reverse=True) and wins[1] == 50 and len(words["card"]["points"]) >= 6
    for key in ("confirm", "through", "series", "kinds"):
        assert {*words.get(key, ())} <= kinds, key
    assert table.decision in words["questions"] and table.scene(0).counts[1] and table.scene(0).trays


def test_what_completes_a_building_says_whom_it_pays() -> None:
    table, chance, said = Table.start("arkadia", 2, seed=3), np.random.default_rng(2), ""
    while "completes" not in said:
        places = table.placements()
        brought = [table.foreseen(place.actions) for place in places]
        said = next((words for words in map("; ".join, brought) if "completes" in words), "")
        assert all("draws" not in words and "takes" not in words for words in map("; ".join, brought))
        if not said:
            table.apply(int(chance.choice(table.legal_actions())))
    assert re.search(r"completes the \w+ [a-z ]+ on [A-P0-9 ]+: (seat \d \d seals?|pays nobody)", said)


def test_who_resigns_sees_the_end_from_the_same_seat(web: Client, tmp_path: Path) -> None:
    url = begun(web, "castle", "casual", "person")
    at, _ = picks(shown(web, url))
    assert web.post(f"{url}/give-up", {"at": "0"}).status == 409
    assert web.post(f"{url}/give-up", {"at": at}).status == 303
    page = shown(web, url)
    assert "The game is over" in page and re.search(r"you are .*seat 2", page)
    assert web.post(f"{url}/give-up", {"at": str(len(resumed(tmp_path, url).actions))}).status == 409


WAYS = ("act", "foreseen", "give-up", "undo", "hint", "again", "go-on", "analysis", "secret")
PARTS = ("games", "records", "static", "..", "%2e%2e", "secret.json", "0" * 16, "a" * 300, "\N{SNOWMAN}",
         "%00", "play.js")  # fmt: skip
FIELDS: Mapping[str, Sequence[str]] = {
    "game": (*NAMES, "chess", ""),
    "enter": ("2", "9", "-1", "x"),
    "set_up": ("yes",),
    "seat0": ("person", "random", "nobody", "my_bot.py:my_bot"),
    "seat1": ("person", "random", "random:temperature=hot", "%"),
    "seed": ("7", "-7", "9" * 30),
    "rules": ("nonsense", "a=b", "version=architect"),
    "at": ("0", "1", "5", "60", "x"),
    "back": ("0", "1", "9", "x"),
    "action": ("0", "1", "3", "40", "0,1,2", "9" * 400, "-1", ""),
    "turn": ("1", "2", "99", "x"),
    "line": ("1", "0", "x"),
}
BODIES = (b"\xff\xfe", b"a" * (BODY_MOST + 1), b"&&&===", b"at=%zz", b"&" * 2_000, b"--x\r\n\r\n\r\n--x--")


def any_request(chance: np.random.Generator, folder: Path, games: Sequence[str]) -> tuple[str, str, bytes, str]:
    """A request at random: method, path, body and the kind of the body. Often it is a good one, or nearly."""

    def one(things: Sequence[Any]) -> Any:
        return things[int(chance.integers(len(things)))]

    game = one(games)
    fields = {name: one(values) for name, values in FIELDS.items() if chance.random() < 0.6}
    if chance.random() < 0.6:
        path = f"{game}/{one(WAYS)}"
        table = resumed(folder, game)
        if chance.random() < 0.7 and table.seat_to_act is not None:
            fields |= {"at": str(len(table.actions)), "action": str(one(table.legal_actions()))}
    else:
        path = "/" + "/".join(one((*PARTS, *WAYS)) for _ in range(int(chance.integers(4))))
    body = urlencode(fields).encode() if chance.random() < 0.9 else one(BODIES)
    kind = "multipart/form-data; boundary=x" if chance.random() < 0.1 else "application/x-www-form-urlencoded"
    return one(("GET", *["POST"] * 9, "PUT", "DELETE", "HEAD")), quote(path, safe="/%"), body, kind


@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("requests", [300, pytest.param(2_000, marks=pytest.mark.slow)])
def test_requests_of_any_kind_are_answered_with_a_sentence_and_lose_nothing(
    tmp_path: Path, requests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arkadia_sim.core.table.ANALYST", "greedy")
    (tmp_path / "secret.json").write_text('"outside"', encoding="utf-8")
    folder, chance, statuses = tmp_path / "games", np.random.default_rng(5), Counter[int]()
    with client(folder) as web:
        finished = ended(web, begun(web, high_card.NAME, "person", "careful"))
        games = [finished.partition("?")[0], begun(web, high_card.NAME, "person", "careful")]
        games += [begun(web, game, "person", "person") for game in GAMES]
        games += [
            web.post("/games", {"game": game, "enter": "2", **more}).headers["location"]
            for game in GAMES
            for more in ({}, {"set_up": "yes"})
        ]
        kept = begun(web, "medina", "person", "random").rpartition("/")[2]
        before = (folder / f"{kept}.json").read_bytes()
        records = (folder / "games.jsonl").read_bytes()
        for _ in range(requests):
            method, path, body, kind = any_request(chance, folder, games)
            evil = {"Origin": "http://evil.example"} if chance.random() < 0.05 else {}
            answer = web.ask(method, path, body, {"Content-Type": kind, **evil})
            statuses[answer.status] += 1
            assert answer.status < 500, (method, path, body[:200])
            assert "Traceback" not in answer.text and "outside" not in answer.text, (method, path, body[:200])
            assert answer.status < 400 or method == "HEAD" or '<p class="warning">' in answer.text, (method, path)
        assert {path.name for path in tmp_path.iterdir()} == {"games", "secret.json"}
        assert (folder / f"{kept}.json").read_bytes() == before
        assert (folder / "games.jsonl").read_bytes().startswith(records)
        for url in games:
            assert (
                resumed(folder, url).seat_to_act is not None or url == games[0] or "The game is over" in shown(web, url)
            )
    assert {200, 303, 400, 403, 404, 405, 409, 413} <= statuses.keys(), statuses


def test_the_command_names_what_is_missing_or_taken(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "--folder" in call("serve", "--no-browser", "--folder", str(tmp_path / "file"), code=2).output
    assert "unknown game" in call("serve", "--no-browser", "--game", "chess", code=2).output
