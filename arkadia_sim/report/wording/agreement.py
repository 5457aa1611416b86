"""How far two plays with different seeds agree, in words."""

from math import isfinite

from arkadia_sim.analysis.agreement import FAR, Agreed, Agreement, Flip, differing, other_bots
from arkadia_sim.plots.style import NO_VERDICT, number, signed
from arkadia_sim.report.wording.numbers import capital, in_words, listed, none_or_words
from arkadia_sim.report.wording.places import where


def agreement_sentence(found: Agreement) -> str:
    """The comparison in plain words."""
    text = (
        f"Of {found.known:,} estimates, {none_or_words(found.far)} {'lies' if found.far == 1 else 'lie'} more than "
        f"{number(FAR, 0)} standard errors apart; by chance alone about {number(found.expected)} would (many rest on "
        "the same games, so the number swings). "
    )
    apart = found.surely_apart
    text += (
        f"{capital(in_words(apart))} of them cannot be put down to chance. "
        if apart
        else "All of that can be put down to chance. "
    )
    if not found.flips:
        return f"{text}Of {len(found.rows):,} verdicts every one is the same."
    turned = sum(flip.turned for flip in found.flips)
    return (
        f"{text}Of {len(found.rows):,} verdicts {in_words(len(found.flips))} "
        f"{'is' if len(found.flips) == 1 else 'are'} not the same; {none_or_words(turned)} "
        f"{'turn' if turned > 1 else 'turns'} from “helps” to “hurts” or back."
    )


def seeds_sentence(found: Agreement) -> str:
    """With which seeds, part by part."""
    seeds = [(part.title, part.results.manifest.seed, other.results.manifest.seed) for part, other in found.pairs]
    if len(seeds) == 1:
        return f"Played here with seed {seeds[0][1]} and there with {seeds[0][2]}."
    each = listed(f"“{title}” {here} and {there}" for title, here, there in seeds)
    return f"Played here with one seed and there with the other: {each}."


def remarks(found: Agreement) -> list[str]:
    """What else was not the same in both plays, and what was not compared."""
    texts = []
    for one, other in found.pairs:
        it = f"“{one.title}”" if len(found.pairs) > 1 else "It"
        if one.experiment.deals != other.experiment.deals:
            texts.append(f"{it} was not played with the same number of deals.")
        changed = differing(one.results.manifest.versions, other.results.manifest.versions)
        if changed:
            texts.append(f"{it} was not played with the same versions: {listed(changed)}.")
        bots = other_bots(one, other)
        if bots:
            texts.append(f"{it} was not played with the same sources: {listed(bots)} or the game have changed.")
        if one.design == "factorial":
            texts.append(f"Of “{one.title}” the worth of each change is compared, not that of the pairs.")
    if found.once:
        texts.append(f"Not compared: {listed(f'“{title}”' for title in found.once)}.")
    return texts


def flip_text(found: Agreement, flip: Flip) -> str:
    """One verdict that is not the same."""
    here, there = (NO_VERDICT if one is None else str(one) for one in (flip.here, flip.there))
    what = f"{flip.effect.change.title}, {where(flip.effect)}, {flip.outcome.label}: {here} here, {there} there."
    return f"“{flip.part.title}”: {what}" if len(found.pairs) > 1 else what


def score_text(row: Agreed) -> str:
    """How far apart two estimates lie, in standard errors."""
    return signed(row.score, 2) if isfinite(row.score) else "unknown"
