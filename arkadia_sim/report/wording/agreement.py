"""How far two plays with different seeds agree, in words."""

from collections.abc import Sequence
from math import isfinite

from arkadia_sim.analysis.agreement import FAR, Agreed, Agreement, Flip, Played, Scores, differing, other_bots
from arkadia_sim.plots.style import NO_VERDICT, number, signed
from arkadia_sim.report.wording.numbers import capital, in_words, listed, none_or_words
from arkadia_sim.report.wording.places import where


def agreement_sentence(scores: Scores, verdicts: int, flips: Sequence[bool], ends: tuple[str, str]) -> str:
    """The comparison in plain words. ``flips`` says of each verdict that differs whether it turns round, from the one
    of two ``ends`` to the other."""
    text = (
        f"Of {scores.known:,} estimates, {none_or_words(scores.far)} {'lies' if scores.far == 1 else 'lie'} more than "
        f"{number(FAR, 0)} standard errors apart; by chance alone about {number(scores.expected)} would (many rest on "
        "the same games, so the number swings). "
    )
    apart = scores.surely_apart
    text += (
        f"{capital(in_words(apart))} of them cannot be put down to chance. "
        if apart
        else "All of that can be put down to chance. "
    )
    if not flips:
        return f"{text}Of {verdicts:,} verdicts every one is the same."
    turned = sum(flips)
    return (
        f"{text}Of {verdicts:,} verdicts {in_words(len(flips))} {'is' if len(flips) == 1 else 'are'} not the same; "
        f"{none_or_words(turned)} {'turn' if turned > 1 else 'turns'} from “{ends[0]}” to “{ends[1]}” or back."
    )


def effects_sentence(found: Agreement) -> str:
    """The comparison of what changes of play are worth, in plain words."""
    return agreement_sentence(found.scores, len(found.rows), [one.turned for one in found.flips], ("helps", "hurts"))


def seeds_of(found: Agreement) -> list[tuple[str, int, int]]:
    """The title of each part, and its seeds here and there."""
    return [(part.title, part.results.manifest.seed, other.results.manifest.seed) for part, other in found.pairs]


def seeds_sentence(seeds: Sequence[tuple[str, int, int]]) -> str:
    """With which seeds, part by part."""
    if len({(here, there) for _, here, there in seeds}) == 1:
        return f"Played here with seed {seeds[0][1]} and there with {seeds[0][2]}."
    each = listed(f"“{title}” {here} and {there}" for title, here, there in seeds)
    return f"Played here with one seed and there with the other: {each}."


def remarks(found: Agreement) -> list[str]:
    """What else was not the same in both plays, and what was not compared."""
    texts = []
    for one, other in found.pairs:
        texts += play_remarks(f"“{one.title}”" if len(found.pairs) > 1 else "It", one.results, other.results)
    if found.once:
        texts.append(f"Not compared: {listed(f'“{title}”' for title in found.once)}.")
    return texts


def play_remarks(it: str, one: Played, other: Played) -> list[str]:
    """What else was not the same in two plays of a part, which is called ``it``."""
    texts = []
    if one.experiment.deals != other.experiment.deals:
        texts.append(f"{it} was not played with the same number of deals.")
    changed = differing(one.manifest.versions, other.manifest.versions)
    if changed:
        texts.append(f"{it} was not played with the same versions: {listed(changed)}.")
    bots = other_bots(one, other)
    if bots:
        texts.append(f"{it} was not played with the same sources: {listed(bots)} or the game have changed.")
    return texts


def flip_text(found: Agreement, flip: Flip) -> str:
    """One verdict that is not the same."""
    here, there = (NO_VERDICT if one is None else str(one) for one in (flip.here, flip.there))
    what = f"{flip.effect.change.title}, {where(flip.effect)}, {flip.outcome.label}: {here} here, {there} there."
    return f"“{flip.part.title}”: {what}" if len(found.pairs) > 1 else what


def score_text(row: Agreed) -> str:
    """How far apart two estimates lie, in standard errors."""
    return signed(row.score, 2) if isfinite(row.score) else "unknown"
