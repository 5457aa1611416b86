"""Compiled bots with one fault each, which the contract suite must find."""

from dataclasses import replace
from typing import Any

from arkadia_sim.games.arkadia.bots_api.kit import Bot, decision, state


@decision
def draw_and_steal(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Gives itself gold on the side."""
    holdings["gold"][table["seat"]] += 1
    choice["draw"] = state.FROM_STACK


@decision
def banner_by_scratch(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Counts its decisions in the scratch space."""
    mind["scratch"][7] += 1.0
    choice["use_banner"] = 1 if mind["scratch"][7] % 3.0 == 1.0 else 0


@decision
def draw_from_nowhere(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Always takes the open card at place 2, whether there is one or not."""
    choice["draw"] = 2


@decision
def draw_learning(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Adjusts its parameters as it goes."""
    mind["parameters"][0] += 1.0
    choice["draw"] = state.FROM_STACK


@decision
def banner_always(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Uses a banner, whatever it is barred from."""
    choice["use_banner"] = 1


def _bad(name: str, **decisions: Any) -> Bot:
    return Bot(name=name, plan="Breaks the contract.", source="a test", decisions=decisions)


thief = _bad("thief", draw=draw_and_steal)
scribbler = _bad("scribbler", banner=banner_by_scratch)
reacher = _bad("reacher", draw=draw_from_nowhere)
learner = _bad("learner", draw=draw_learning)
deaf = replace(_bad("deaf", banner=banner_always), heeds={"banner": "banner", "camps": "must"})
