"""The page of a recorded game: whole in one file, names as text, and in a browser it goes from turn to turn."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.core.scene import Position, Scene
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.report.replay_page import replay_data, replay_page
from arkadia_sim.search.review import Event, Loss, Played, Review
from tests.support import high_card, toy_game
from tests.support.chromium import HOW_TO_GET_ONE, IS_LEFT_OUT, Browser
from tests.support.paths import ARKADIA

HOSTILE = "</script><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"


class Page(HTMLParser):
    """The elements of a page with their attributes, and the text of the element called ``game``."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.game = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1] == ("script", {"type": "application/json", "id": "game"}):
            self.game += data


def read(name: str) -> dict[str, Any]:
    """A recorded game of Arkadia."""
    record: dict[str, Any] = json.loads((ARKADIA / "data" / "records" / f"{name}.jsonl").read_text())
    return record


def hostile() -> dict[str, Any]:
    """A recorded game whose first bot has a dangerous name."""
    record = read("ordinary")
    return {**record, "bots": [HOSTILE, *record["bots"][1:]]}


def page(record: dict[str, Any]) -> str:
    return replay_page("A game", HOSTILE, list(GAME.positions(record, {})))


def test_a_page_is_whole_and_small() -> None:
    text = page(read("ordinary"))
    assert len(text) < 400_000
    elements = Page(text).elements
    assert not [element for element in elements if {"src", "href", "srcset", "action"} & set(element[1])]
    assert "@import" not in text and "url(" not in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    policy = next(one["content"] for _, one in elements if one.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None and "default-src 'none'" in policy


def test_names_stay_text() -> None:
    found = Page(page(hostile()))
    assert [tag for tag, _ in found.elements].count("script") == 2
    assert "img" not in [tag for tag, _ in found.elements]
    data = json.loads(found.game)
    assert any(HOSTILE in turn["heading"] for turn in data["turns"])


def test_data_draw_every_position_again() -> None:
    positions = list(GAME.positions(read("ordinary"), {}))
    data = replay_data(positions)
    assert [one["turn"] for one in data["turns"]] == [one.turn for one in positions]
    for turn, position in zip(data["turns"], positions, strict=True):
        assert turn["words"] == list(position.words)
        texts = [data["shapes"][n][4] for n in turn["shapes"] if data["shapes"][n][0] == "t"]
        board = position.scene.boards[0]
        assert {area.text for area in board.areas if area.text} <= set(texts)
        assert [data["tables"][n]["title"] for n in turn["tables"]] == [table.title for table in position.scene.tables]
    assert len({json.dumps(shape) for shape in data["shapes"]}) == len(data["shapes"])
    values = {one["name"]: one["values"] for chart in data["charts"] for one in chart["series"]}
    assert all(len(value) == len(positions) for value in values.values())
    assert [values[f"seat {seat}"][-1] for seat in (1, 2, 3)] == read("ordinary")["result"]["gold"]


def test_a_game_without_a_board_has_a_page() -> None:
    positions = list(toy_game.GAME.positions({"dice": [[1, 2, 6], [6, 1, 1]]}, {}))
    assert '"what":"dots"' in replay_page("Dice", "x", positions)
    record = {
        "format": "high_card/1", "setting": {"players": 1, "rules": {}, "components": {}}, "bots": ["bold"], "deal": 3,
        "answers": [[0, "draw", False]],
    }  # fmt: skip
    told: list[Position] = list(high_card.GAME.positions(record, {}))
    assert [one.words[0] for one in told] == ["the game begins", "draw: False"]
    assert json.loads(Page(replay_page("Cards", "x", told)).game)["size"] == [0.0, 0.0]


def test_a_review_stands_on_top() -> None:
    player = Played(0, HOSTILE, 100.0, 9.0, 4.0, 41.0, 20, 1.5, 0.5, 2.5, "“strong”")
    loss = Loss(3, 0, "a move", HOSTILE, ("2 more camps",), 7.0, 1.0, "mistake")
    event = Event(2, "a card", (9.0,), (2.0,))
    text = replay_page("A game", "x", [Position(0, None, (), Scene())], review=Review((player,), (event,), (loss,)))
    found = json.loads(Page(text).game)
    assert found["answer"][0].endswith(
        "Luck changed the chance to win by +9 points (95% CI +5 to +13), play by +41. 20 decisions, 1 mistake: 1.5 "
        "points lost for each decision (95% CI 0.5 to 2.5). Players of the level “strong” lose as much."
    )
    mistakes, luck = found["review"]
    (((_, cells),), (event_row,)) = mistakes["rows"], luck["rows"]
    assert cells[:2] == ["3", "7.0 ± 1.0"] and cells[2].startswith("Mistake by seat 1: a move. Better: ")
    assert cells[2].endswith(". It means 2 more camps.")
    assert event_row == [None, ["2", "a card", "+9.0 ± 3.9"]]
    assert json.loads(Page(page(read("ordinary"))).game)["review"] == []


@pytest.mark.skipif(IS_LEFT_OUT, reason=HOW_TO_GET_ONE)
def test_a_browser_goes_from_turn_to_turn(tmp_path: Path) -> None:
    record, file = hostile(), tmp_path / "page.html"
    file.write_text(page(record), encoding="utf-8")
    last, seen, browser = len(record["turns"]), list[int](), Browser(1_100, 900, tmp_path / "profile")
    clicks = [f"document.getElementById('{name}').click()" for name in ("on", "back", "last", "first")]
    clicks.append("s = document.getElementById('turn'); s.value = 7; s.dispatchEvent(new Event('input'))")
    try:
        browser.call("Page.navigate", url=f"{file.as_uri()}#3")
        browser.wait("location.hash == '#turn=3'")
        for act in ("", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft", *clicks):
            if "." in act:
                browser.js(act)
            elif act:
                browser.press(act)
            texts = [f"document.getElementById('{name}').textContent" for name in ("count", "heading")]
            count, heading, place, slider = browser.js(
                f"[{', '.join(texts)}, location.hash, document.getElementById('turn').value]"
            )
            turn = int(count.split()[0])
            assert (count, slider) == (f"{turn} of {last}", str(turn)) and place == f"#turn={turn}"
            assert heading.startswith(f"after turn {turn}," if turn else "before the first turn")
            seen.append(turn)
        assert seen == [3, 4, 5, 4, last, last, 0, 0, 1, 0, last, 0, 7]
        assert browser.js("document.images.length") == 0
        assert "broken" not in browser.js("document.title").replace(HOSTILE, "")
        assert HOSTILE in browser.js("[...document.querySelectorAll('#tables td')].map(one => one.textContent)")
        assert browser.js("document.querySelectorAll('#board svg > *').length") > 100
        assert browser.js("document.documentElement.scrollWidth <= innerWidth")
    finally:
        browser.close()
