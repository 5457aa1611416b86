"""What changes, companies and outcomes are called by people, where the table of estimates has their short names."""

from collections.abc import Mapping

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.estimates import Row
from arkadia_sim.results.manifest import Manifest


class Names:
    """The names of a run or study, by part.

    Args:
        runs: The manifest of each part.
    """

    def __init__(self, runs: Mapping[str, Manifest]) -> None:
        self._titles: dict[tuple[str, str, str], str] = {}
        self._phrases: dict[tuple[str, str], str] = {}
        for part, run in runs.items():
            experiment = run.experiment or {}
            for change in experiment.get("changes", ()):
                self._titles[part, "contrast", change["name"]] = change["title"]
                self._phrases[part, change["name"]] = change["phrase"]
            for company in experiment.get("companies", ()):
                name = company.get("name", "")
                self._titles[part, "company", name] = company.get("title") or name
            for outcome in run.outcomes:
                self._titles[part, "outcome", outcome.column] = outcome.label

    def shown(self, row: Row, column: str) -> str:
        """What a text column of a row is called; the text itself where nobody calls it otherwise."""
        text = str(getattr(row, column))
        return self._titles.get((row.part, column, text), text)

    def change(self, value: object) -> str:
        """The title of the change of an estimate: "Draw two cards"."""
        return self.shown(_row(value, "change"), "contrast")

    def phrase(self, value: object) -> str:
        """The change of an estimate within a sentence: "drawing two cards"."""
        row = _row(value, "phrase")
        return self._phrases.get((row.part, row.contrast), row.contrast)

    def company(self, value: object) -> str:
        """The company of an estimate within a sentence: "among beginners"."""
        return self.shown(_row(value, "company"), "company")


def _row(value: object, filter_name: str) -> Row:
    if not isinstance(value, Row):
        raise UsageError(
            f"|{filter_name} names what one estimate is of, not {type(value).__name__} {str(value)[:40]!r}"
        )
    return value
