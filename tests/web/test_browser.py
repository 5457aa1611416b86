"""Whole games in a real browser: by clicks and by keyboard, on wide and narrow windows."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from arkadia_sim.core.registry import GAMES
from arkadia_sim.web.app import application
from tests.support import high_card
from tests.support.chromium import HOW_TO_GET_ONE, IS_LEFT_OUT, Browser
from tests.support.command import call
from tests.support.paths import ROOT
from tests.support.processes import PATIENCE
from tests.support.web_client import Client, served

pytestmark = [pytest.mark.timeout(2_400), pytest.mark.skipif(IS_LEFT_OUT, reason=HOW_TO_GET_ONE)]

SPOTS = (
    "[...document.querySelectorAll('.lit:not(.off), .choice > .choices button, button[data-hand], .offer > button, "
    "[data-do=lay]:not(:disabled)')].filter(spot => spot.getBoundingClientRect().height > 0)"
)
"""What can be picked on the page."""

STATE = """document.body.innerText.includes('The game is over') ? 'over'
    : document.querySelector('meta[http-equiv=refresh]') ? 'thinking'
    : document.querySelector('a.button[autofocus]') ? 'pass' : 'pick'"""

STEPS_MOST = 2_000

AGAIN = 20.0
"""Seconds after which a click is made again."""

NEXT = "window.before !== 1 && document.readyState == 'complete'"
"""Whether the page is another than the one that was marked, and there."""

FORESEEN = "document.querySelector('#foreseen:not([hidden]) button') !== null"
"""Whether the page says what a choice brings, and waits."""


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Client]:
    with served(lambda host: application(tmp_path / "games", ThreadPoolExecutor(1), tuple(GAMES), (host,))) as made:
        yield made


def start(browser: Browser, web: Client, game: str, seats: list[str]) -> None:
    """Fill in the form of a game, and start it."""
    browser.open(f"http://{web.host}/")
    forms = "[...document.querySelectorAll('form.new')]"
    browser.wait(f"{forms}.some(form => form.elements.game.value == {game!r})")
    chosen = f"const chosen = {forms}.find(form => form.elements.game.value == {game!r})"
    sit = "; ".join(f"chosen.elements.seat{place}.value = {who!r}" for place, who in enumerate(seats))
    press = "chosen.elements.seed.value = '7'; chosen.querySelector('button').click()"
    browser.js(f"(() => {{ {chosen}; {sit}; {press}; return 1 }})()")
    browser.wait("location.pathname.startsWith('/games/')")


def pick(browser: Browser, chance: np.random.Generator, keyboard: bool) -> None:
    """Pick one of the lit squares and buttons, and wait for the next page.

    On a busy machine Chromium drops a click on a page that it has not painted yet. After a while it is made again.
    """
    browser.wait("document.readyState == 'complete'")
    place = int(chance.integers(browser.js(f"{SPOTS}.length")))
    for _ in range(int(PATIENCE / AGAIN)):
        browser.js("window.before = 1")
        if keyboard:
            browser.js(f"{SPOTS}[{place}].focus()")
            browser.press_enter()
        else:
            browser.js(f"{SPOTS}[{place}].scrollIntoView({{block: 'center'}})")
            box = f"{SPOTS}[{place}].getBoundingClientRect()"
            browser.click(*browser.js(f"[{box}.x + {box}.width / 2, {box}.y + {box}.height / 2]"))
        try:
            browser.wait(f"{NEXT} || {FORESEEN}", AGAIN)
            if browser.js(f"window.before === 1 && {FORESEEN}"):
                browser.press_enter() if keyboard else browser.js("document.querySelector('#foreseen button').click()")
            browser.wait(NEXT, AGAIN)
        except AssertionError:
            continue
        return
    raise AssertionError("no click counts")


@pytest.mark.parametrize(
    ("game", "seats", "width", "keyboard", "steps"),
    [
        ("castle", ["person", "random"], 1_200, False, 30),  # the whole of a smaller game is played below
        *(
            pytest.param(*case, STEPS_MOST, marks=pytest.mark.slow)
            for case in (
                ("castle", ["person", "random"], 1_200, False),
                ("arkadia", ["person", "random", "greedy", "random"], 1_200, False),
                ("arkadia", ["person", "random"], 400, False),
                ("castle", ["person", "random", "random", "person"], 400, False),
                ("medina", ["person", "greedy"], 1_200, False),
                ("medina", ["person", "random", "random", "person"], 400, False),
                ("medina", ["random", "person"], 1_200, True),
            )
        ),
    ],
)
def test_a_game_in_a_browser(
    web: Client, tmp_path: Path, game: str, seats: list[str], width: int, keyboard: bool, steps: int
) -> None:
    browser, chance = Browser(width, 1_000, tmp_path / "profile"), np.random.default_rng(2)
    try:
        start(browser, web, game, seats)
        for step in range(steps):
            browser.wait("document.readyState == 'complete'")
            if step == 12:
                browser.reload()
            state = browser.js(STATE)
            if state == "over":
                break
            if state == "pick":
                pick(browser, chance, keyboard)
                continue
            browser.js("window.before = 1")
            if state == "pass":
                browser.js("document.querySelector('a.button').click()")
            browser.wait("window.before !== 1")
        assert state == "over" or steps < STEPS_MOST
        browser.wait("document.readyState == 'complete'")
        assert browser.js("document.documentElement.scrollWidth") <= width
        if len(seats) > 2:  # the planner goes through the game for a minute or two
            browser.js("document.querySelector('a[href$=analysis]').click()")
            browser.wait("document.querySelectorAll('#mistakes tbody tr').length > 0", 1_200)
            assert browser.js("document.documentElement.scrollWidth") <= width
    finally:
        browser.close()
    if state == "over":
        checked = call("check", str(tmp_path / "games" / "games.jsonl"), "--game", game)
        assert checked.stdout.endswith(": 1 game, all by the rules\n")


@contextmanager
def serving(folder: Path, port: str) -> Iterator[str]:
    """The address of a server in a process of its own, which is killed at the end."""
    command = [sys.executable, "-m", "arkadia_sim", "serve", "--no-browser", "--game", high_card.NAME, "--port", port]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[2].removeprefix("http://").rstrip("/")
        finally:
            server.kill()


def test_a_game_goes_on_when_the_server_was_killed_is_analysed_at_its_end_and_so_is_one_of_a_file(
    tmp_path: Path,
) -> None:
    browser, chance = Browser(400, 1_000, tmp_path / "profile"), np.random.default_rng(2)
    records = str(tmp_path / "played.jsonl")
    call("play", "careful", "bold", "--games", "4", "--record", records, "--game", high_card.NAME)
    try:
        with serving(tmp_path, "0") as host:
            start(browser, Client(host), high_card.NAME, ["person", "careful"])
            browser.wait("document.querySelectorAll('.choice > .choices button').length > 0")
            pick(browser, chance, False)
            before = browser.js("document.body.innerText")
        with serving(tmp_path, host.partition(":")[2]) as same:
            assert same == host
            browser.reload()
            assert browser.js("document.body.innerText") == before
            while (state := browser.js(STATE)) != "over":
                if state == "pick":
                    pick(browser, chance, False)
                    continue
                browser.js("window.before = 1")
                browser.wait(NEXT)
            browser.js("document.querySelector('a[href$=analysis]').click()")
            browser.wait("document.getElementById('heading') !== null")
            browser.js("document.querySelector('#again button').click()")
            browser.wait("document.body.innerText.includes('Your turn')")
            browser.open(f"http://{host}/")
            page = browser.call("DOM.getDocument")["root"]["nodeId"]
            field = browser.call("DOM.querySelector", nodeId=page, selector="input[type=file]")["nodeId"]
            browser.call("DOM.setFileInputFiles", nodeId=field, files=[records])
            line = "document.querySelector('[name=line]')"
            browser.js(f"{line}.value = '2'; {line}.form.querySelector('button').click()")
            browser.wait("document.getElementById('heading') !== null")
            assert "careful" in browser.js("document.body.innerText")
            assert browser.js("document.documentElement.scrollWidth") <= 400
    finally:
        browser.close()


LAID = "document.querySelector('[data-told]').textContent == 'It may lie here.'"


@pytest.mark.parametrize("way", ["mouse", "keyboard", "buttons"])
def test_a_building_follows_the_pointer_turns_and_flips(web: Client, tmp_path: Path, way: str) -> None:
    browser = Browser(400 if way == "buttons" else 1_200, 1_000, tmp_path / "profile")
    cards = (
        "[...document.querySelectorAll('button[data-hand]')].filter(one => one.textContent.includes('trade centre'))"
    )
    squares = "[...document.querySelectorAll('.ghost rect')].map(one => [one.x.baseVal.value, one.y.baseVal.value])"
    try:
        start(browser, web, "arkadia", ["person", "random"])
        browser.wait(f"{cards}.length > 0")
        browser.js(f"{cards}[0].click()")
        browser.wait(f"{squares}.length == 4")
        if way == "buttons":
            seen = [browser.js(squares)]
            for _ in range(4):
                browser.js("document.querySelector('[data-do=turn]').click()")
                seen.append(browser.js(squares))
            assert len({str(sorted(one)) for one in seen}) == 4
        elif way == "mouse":
            box = browser.js(
                "(box => [box.x, box.y, box.width])(document.querySelector('figure svg').getBoundingClientRect())"
            )
            places = [(box[0] + box[2] * across / 40, box[1] + box[2] * 0.3) for across in range(5, 36)]
            for place in places:
                browser.move(*place)
                if browser.js(LAID):
                    break
        else:
            for name in ("f", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
                before = browser.js(squares)
                browser.press(name)
                assert browser.js(squares) != before or name == "f"
        assert browser.js(LAID)
        browser.js("window.before = 1")
        for _ in range(2):  # it says what this brings, and then does it
            if way == "mouse":
                browser.click(*place)
            elif way == "keyboard":
                browser.press_enter()
            else:
                browser.js("document.querySelector('[data-do=lay]').click()")
            browser.wait(f"window.before !== 1 || {FORESEEN}")
            assert browser.js(
                "window.before !== 1 || document.getElementById('foreseen').innerText.includes('trade centre')"
            )
        browser.wait(
            "window.before !== 1 && document.querySelector('aside h2').textContent == 'Your turn: Take a card'"
        )
    finally:
        browser.close()
