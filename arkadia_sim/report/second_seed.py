"""Do two plays of the same experiment agree? The estimates of one seed compared with those of another."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import Any

from arkadia_sim.core.options import Setting
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import UsageError
from arkadia_sim.questions.answers import listed
from arkadia_sim.questions.estimates import KEYS, Row, rows_of
from arkadia_sim.questions.results import Findings
from arkadia_sim.report.lookup import Names, described, in_words, z_score, z_test
from arkadia_sim.report.numbers import Fragment
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.study_folder import played_name
from arkadia_sim.stats.verdicts import holm

FAR = 2.0
"""Differences of more standard errors than this are called far."""

FEW = 5
"""How many changed verdicts are listed at once; a reader can open the rest."""

MANY = 50
"""Of more changed verdicts than this a reader sees how many are about what."""


@dataclass(frozen=True)
class Agreement:
    """How far two plays of the same agree: each estimate here and the same there, and what else was not the same.
    ``alpha`` is the smaller error rate of the two, ``names`` what people call the estimates."""

    pairs: tuple[tuple[Row, Row], ...]
    alpha: float
    remarks: tuple[str, ...]
    names: Names

    @property
    def moved(self) -> list[tuple[Row, Row]]:
        """Pairs with different verdicts, first those from higher to lower or back."""
        moved = [(here, there) for here, there in self.pairs if here.verdict != there.verdict]
        return sorted(moved, key=lambda pair: not _turned(*pair))

    @property
    def verdicts(self) -> int:
        """How many estimates have a verdict in either play."""
        return sum(here.verdict is not None or there.verdict is not None for here, there in self.pairs)

    @property
    def scores(self) -> list[float]:
        """How far apart estimates lie, in standard errors; only of estimates that have some."""
        noisy = [(here, there) for here, there in self.pairs if here.se and there.se]
        scores = [z_score(*pair) for pair in noisy if None not in (pair[0].mean, pair[1].mean)]
        return [score for score in scores if isfinite(score)]


def compare_seeds(findings: Findings, against: Findings) -> Agreement:
    """How far a run or study agrees with itself, played with another seed. Of a study, some parts are enough.
    UsageError if they have no part in common, or differ in more than the seed and the number of deals."""
    if len(findings.runs) == len(against.runs) == 1:  # single experiments belong together by whatever name
        parts = dict(zip(findings.runs, against.runs, strict=True))
    else:
        parts = {part: part for part in findings.runs if part in against.runs}
    both = f"{findings.folder} and {against.folder}"
    if not parts:
        raise UsageError(f"{both} have no part in common")
    plays = {here: (findings.runs[here], against.runs[there]) for here, there in parts.items()}
    faults = [f"{part!r}: {fault}" for part, play in plays.items() for fault in _faults(*play)]
    if faults:
        raise UsageError("\n".join(f"{both} are not the same experiment with two seeds; {fault}" for fault in faults))
    back = {there: here for here, there in parts.items()}
    ours = {_key(row, row.part): row for row in rows_of(findings.estimates) if _is_of(row, parts)}
    theirs = {_key(row, back.get(row.part, row.part)): row for row in rows_of(against.estimates) if _is_of(row, back)}
    if ours.keys() != theirs.keys():
        odd = next(row for key, row in (ours | theirs).items() if key not in ours or key not in theirs)
        raise UsageError(f"{both} do not ask the same questions; only one of them has {described(odd)}")
    alpha = min(run.alpha for play in plays.values() for run in play)
    pairs = tuple((row, theirs[key]) for key, row in ours.items())
    alone = [part for part in findings.runs if part not in parts]
    remarks = list(dict.fromkeys(text for part, play in plays.items() for text in _remarks(part, *play)))
    remarks += [f"Not played again: {listed(alone)}."] if alone else []
    return Agreement(pairs, alpha, tuple(remarks), Names(findings.runs))


def agreement_text(agreement: Agreement) -> Fragment:
    """The comparison in plain words."""
    moved = agreement.moved
    turned = sum(_turned(*pair) for pair in moved)
    p_values = [z_test(score) for score in agreement.scores]
    text = "We played everything again with a second seed. "
    if not moved:
        text += f"All {agreement.verdicts:,} verdicts stayed the same. "
    else:
        same = agreement.verdicts - len(moved)
        text += f"{same:,} of {agreement.verdicts:,} verdicts stayed the same; {len(moved):,} changed, "
        text += f"{turned or 'none'} of them from higher to lower or back. "
    if p_values:
        far = sum(p < z_test(FAR) for p in p_values)
        text += (
            f"{far or 'None'} of {len(p_values):,} estimates {'differs' if far == 1 else 'differ'} by more than two "
        )
        text += f"standard errors; by chance alone about {z_test(FAR) * len(p_values):.0f} would. "
        apart = int((holm(p_values) <= agreement.alpha).sum())
        text += f"Chance does not explain {apart:,} of these differences. " if apart else ""
    text += " ".join(agreement.remarks)
    sentence = escape(text.strip())
    items = [_moved_item(here, there, agreement.names) for here, there in moved]
    listing = f"<ul>{''.join(items[:FEW])}</ul>" if items else ""
    rest, summary = items[FEW:], "All that changed"
    if len(items) > MANY:
        subjects = Counter(agreement.names.shown(here, "contrast") or here.bot or here.kind for here, _ in moved)
        rest = [f"<li>{escape(subject)}: {count}</li>" for subject, count in subjects.most_common()]
        summary = "How many verdicts changed, by what they are about"
    if rest:
        listing += f"<details><summary>{summary}</summary><ul>{''.join(rest)}</ul></details>"
    return Fragment(sentence, f"<p>{sentence}</p>{listing}")


def _moved_item(here: Row, there: Row, names: Names) -> str:
    text = f"{in_words(here, names)}: {here.verdict or 'no verdict'}, then {there.verdict or 'no verdict'}"
    return f"<li><strong>{escape(text)}</strong></li>" if _turned(here, there) else f"<li>{escape(text)}</li>"


def _turned(here: Row, there: Row) -> bool:
    return {here.verdict, there.verdict} == {"higher", "lower"}


def _key(row: Row, part: str) -> tuple[Any, ...]:
    """What an estimate is of, under the name that its part has here, and what it is judged by."""
    return (part, row.tolerance, *(getattr(row, name) for name in KEYS if name not in ("study", "part")))


def _is_of(row: Row, parts: Mapping[str, str]) -> bool:
    """Whether an estimate is of one of these parts; a part under a circumstance is a run of its own."""
    return row.part in parts or played_name(row.part, row.setting) in parts


def _faults(here: Manifest, there: Manifest) -> list[str]:
    """Why two runs are not the same experiment with two seeds."""
    faults = []
    if here.seed == there.seed:
        faults.append(f"both were played with the same seed ({here.seed}): play one with another --seed")
    if (here.game, here.rules_version) != (there.game, there.rules_version):
        faults.append(f"{here.game} {here.rules_version} was played here, {there.game} {there.rules_version} there")
    for what in ("rules", "components"):
        names = dict.fromkeys(
            f"{name} ({section.players} players)"
            for section, other in zip(here.sections, there.sections, strict=False)
            for name in _differing(getattr(section.setting, what), getattr(other.setting, what))
            if not _drawn_again(name, section.setting, other.setting)
        )
        if names:
            faults.append(f"other {what}: {', '.join(names)}")
    if bots := _differing(*({bot.spec: True for bot in run.bots} for run in (here, there))):
        faults.append(f"other bots: {', '.join(bots)}")
    return faults


def _drawn_again(name: str, here: Setting, there: Setting) -> bool:
    """Whether as many numbers of a piece stand there, such as boards 201-400 in place of 1-200."""
    return name in here.shared and name in there.shared and len(here.numbers(name)) == len(there.numbers(name))


def _remarks(part: str, here: Manifest, there: Manifest) -> list[str]:
    """What may differ, and does."""
    settings = here.sections[0].setting, there.sections[0].setting
    texts = [
        f"The second seed had {name}s of other numbers."
        for name in _differing(settings[0].components, settings[1].components)
        if _drawn_again(name, *settings)
    ]
    deals = [[section.deals for section in run.sections] for run in (here, there)]
    if deals[0] != deals[1]:
        texts.append(f"The number of deals of {part} was not the same.")
    versions = _differing(here.versions, there.versions)
    if versions:
        texts.append(f"Versions were not the same in {part}: {listed(versions)}.")
    sources = [{bot.spec: bot.hash for bot in run.bots} for run in (here, there)]
    changed = [spec for spec in _differing(*sources) if all(spec in known for known in sources)]
    if changed:
        names = dict.fromkeys(BotSpec.parse(spec).name.rpartition("/")[2] for spec in changed)
        texts.append(f"The sources of {listed(names)} or of the game changed between the plays of {part}.")
    return texts


def _differing(here: Mapping[str, Any], there: Mapping[str, Any]) -> list[str]:
    """The names under which the two do not hold the same."""
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]
