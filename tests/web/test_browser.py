"""Whole games in a real browser: by clicks and by keyboard, on wide and narrow windows."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from arkadia_sim.core.registry import GAMES
from arkadia_sim.web.app import application
from arkadia_sim.web.studies import Studies
from tests.support.chromium import HOW_TO_GET_ONE, PROGRAM, Browser
from tests.support.command import call
from tests.support.web_client import Client, served

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_200), pytest.mark.skipif(PROGRAM is None, reason=HOW_TO_GET_ONE)]

SPOTS = "[...document.querySelectorAll('.lit:not(.off), aside > .choices button')]"
"""What can be picked on the page."""

STATE = """document.body.innerText.includes('The game is over') ? 'over'
    : document.body.innerText.includes('is thinking') ? 'thinking'
    : document.querySelector('a.button') ? 'pass' : 'pick'"""

STEPS_MOST = 2_000


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Client]:
    with served(
        lambda host: application(
            tmp_path / "games", ThreadPoolExecutor(1), tuple(GAMES), (host,), Studies(tmp_path / "results")
        )
    ) as made:
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
    """Pick one of the lit squares and buttons."""
    place = int(chance.integers(browser.js(f"{SPOTS}.length")))
    if keyboard:
        browser.js(f"{SPOTS}[{place}].focus()")
        browser.press_enter()
        return
    browser.js(f"{SPOTS}[{place}].scrollIntoView({{block: 'center'}})")
    box = f"{SPOTS}[{place}].getBoundingClientRect()"
    browser.click(*browser.js(f"[{box}.x + {box}.width / 2, {box}.y + {box}.height / 2]"))


@pytest.mark.parametrize(
    ("game", "seats", "width", "keyboard"),
    [
        ("arkadia", ["person", "random", "greedy", "random"], 1_200, False),
        ("arkadia", ["person", "random"], 400, False),
        ("medina", ["person", "greedy"], 1_200, False),
        ("medina", ["person", "random", "random", "person"], 400, False),
        ("medina", ["random", "person"], 1_200, True),
    ],
)
def test_a_whole_game_in_a_browser(
    web: Client, tmp_path: Path, game: str, seats: list[str], width: int, keyboard: bool
) -> None:
    browser, chance = Browser(width, 1_000, tmp_path / "profile"), np.random.default_rng(2)
    try:
        start(browser, web, game, seats)
        for step in range(STEPS_MOST):
            browser.wait("document.readyState == 'complete'")
            if step == 12:
                browser.reload()
            state = browser.js(STATE)
            if state == "over":
                break
            browser.js("window.before = 1")
            if state == "pass":
                browser.js("document.querySelector('a.button').click()")
            elif state == "pick":
                pick(browser, chance, keyboard)
            browser.wait("window.before !== 1")
        assert state == "over"
        assert browser.js("document.documentElement.scrollWidth") <= width
    finally:
        browser.close()
    checked = call("check", str(tmp_path / "games" / "games.jsonl"), "--game", game)
    assert checked.stdout.endswith(": 1 games, all by the rules\n")


LAID = "document.querySelector('[data-told]').textContent == 'It may lie here.'"


@pytest.mark.parametrize("way", ["mouse", "keyboard", "buttons"])
def test_a_building_follows_the_pointer_turns_and_flips(web: Client, tmp_path: Path, way: str) -> None:
    browser = Browser(400 if way == "buttons" else 1_200, 1_000, tmp_path / "profile")
    cards = (
        "[...document.querySelectorAll('aside > .choices button')].filter(one => one.textContent.includes('###/.#.'))"
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
        if way == "mouse":
            browser.click(*place)
        elif way == "keyboard":
            browser.press_enter()
        else:
            browser.js("document.querySelector('[data-do=lay]').click()")
        browser.wait("window.before !== 1 && document.querySelector('aside h2').textContent == 'Your choice: draw'")
    finally:
        browser.close()
