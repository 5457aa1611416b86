"""The page of a study whose parts have different designs, and the index over all studies of a folder."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from arkadia_sim.report.cards import Card, Mixed, Results, answers_of, card, title_of
from arkadia_sim.report.templating import markup_of, template_environment
from arkadia_sim.report.wording.numbers import listed

PAGE = "report.html"


def study_page(study: Mixed, folder: Path) -> str:
    """A card for each part with all its answers; each part's own page lies in its folder."""
    parts = study.parts.items()
    cards = [card(found, folder / name, folder, f"{name}/{PAGE}", whole=True) for name, found in parts]
    aside = "Each part has a page of its own: all numbers, how it was done, and how to play it again."
    return _rendered(study.title, study.question, cards, aside)


def index_page(found: Mapping[str, Results | Mixed], folder: Path, left_out: Sequence[str] = ()) -> str:
    """A card for each study or run in a folder, by the name of its folder there; a study's parts answer for it. Folders
    that are ``left_out``, because they are not finished, are named."""
    cards = [
        _of_study(one, folder / name, folder) if isinstance(one, Mixed) else _of_run(one, folder / name, folder)
        for name, one in found.items()
    ]
    unfinished = f" Not finished, and left out: {listed(left_out)}." if left_out else ""
    aside = f"Each title leads to the whole page.{unfinished}"
    return _rendered("The studies", "What was asked, and what came out.", cards, aside)


def _of_run(found: Results, place: Path, folder: Path) -> Card:
    return card(found, place, folder, f"{place.name}/{PAGE}", whole=False)


def _of_study(study: Mixed, place: Path, folder: Path) -> Card:
    """The card of a study of several designs: what each of its parts says first, and the picture of the first."""
    link = f"{place.name}/{PAGE}"
    name, found = next(iter(study.parts.items()))
    first = card(found, place / name, folder, link, whole=False)
    told = tuple(f"{title_of(one)[0]}: {answers_of(one, place / part)[0]}" for part, one in study.parts.items())
    return Card(place.name, study.title, study.question, told[0], told, first.pictures, link)


def _rendered(title: str, question: str, cards: list[Card], aside: str) -> str:
    environment = template_environment()
    return environment.get_template("cards.html.j2").render(
        css=markup_of("style.css"), title=title, question=question, cards=cards, aside=aside
    )
