"""How a study was done and what it rests on, told from its design and its numbers."""

from math import inf
from statistics import median

from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.effects import LEAST_CHANGE, PairedStudy
from arkadia_sim.report.factorial import FactorialStudy
from arkadia_sim.report.sentences import bootstrap_text, listed
from arkadia_sim.report.study import HintStudy
from arkadia_sim.report.tables import bootstrap_disagreement
from arkadia_sim.stats.equivalence import ALPHA
from arkadia_sim.stats.intervals import LEVEL


def method(study: HintStudy) -> list[tuple[str, str]]:
    """The page's list of what was done, a name and a text each."""
    told = []
    if study.paired or study.skill:
        told.append(
            (
                "Pairs",
                "Every deal (one shuffled set-up with its luck) is played with the change in each seat in turn and "
                "again without it in that seat, everybody else unchanged. The difference is what the change did at "
                "that table. A game that several changes of a deal have in common is played once." + _gains(study),
            )
        )
    if study.adoption:
        told.append(
            (
                "Others who follow",
                "The same deal is played with none, one and so on up to all of the players making the change, those "
                "who do side by side, in every place of the table. The next player is compared with and without it.",
            )
        )
    if study.skill:
        told.append(
            (
                "Temperature",
                "The higher the temperature, the more carelessly all players choose: at 0 always what they rate best, "
                "else at random with better choices likelier.",
            )
        )
    if study.factorial:
        told.append(
            (
                "Drawn by lot",
                "Every player of every game draws each change on or off by lot; each deal is played a second time with "
                "every switch of everybody turned over. Least squares over all players gives the worth of each change "
                "and of each pair, with errors clustered by deal. What a change is worth there is an average over all "
                "combinations of the others, among them players whom nobody would meet.",
            )
        )
    told.append(("Unit", "The deal, never the single game: the games of a deal resemble each other."))
    told += _intervals(study)
    told += _verdicts(study)
    return told


def notes(study: HintStudy) -> list[str]:
    """What the answers rest on: who played, what the game says of its pieces, and the notes of the experiments."""
    tried = [effect for run in study.paired or _paired(study) for effect in run.effects]
    fields = list(
        dict.fromkeys(
            f"{effect.field_bot}{f' ({effect.field_title})' if effect.field_title else ''}"
            for effect in tried
            if effect.field_bot
        )
    )
    who = (
        f"The answers hold for the bots named under “Who played”, among these opponents: {listed(fields)}. "
        if fields
        else "The answers hold for the bots named under “Who played”. "
    )
    told = [f"{who}Who else plays, and how well, can change them."]
    for part in study.parts:
        told += [*part.study.manifest.caveats, *part.study.experiment.get("notes", [])]
    return list(dict.fromkeys(told))


def _intervals(study: HintStudy) -> list[tuple[str, str]]:
    told = []
    fixed = [one for one in _paired(study) if not one.sequential]
    if fixed or study.factorial:
        text = f"{percent(LEVEL)}, Student's t over deals, each for itself."
        distances = [bootstrap_disagreement(one) for one in fixed]
        known = [distance for distance in distances if distance is not None]
        if fixed:
            text += f" The bootstrap over deals, as a check, {bootstrap_text(max(known) if known else None)}."
        told.append(("Intervals", text))
    early = [one for one in _paired(study) if one.sequential]
    if early:
        levels = listed(dict.fromkeys(percent(one.effects[0].win_share.effect.level) for one in early))
        told.append(
            (
                "Stopping early",
                "Questions that were answered stopped being played. The intervals are confidence sequences (empirical "
                f"Bernstein for win share, asymptotic for gold): with {levels} probability all of them hold at all "
                "looks together, so looking early costs width and not truth. Where two players hardly ever come out "
                "differently, a tenth of the error goes to a bound on how many deals differ at all (Clopper and "
                "Pearson), and that bounds the mean.",
            )
        )
    return told


def _gains(study: HintStudy) -> str:
    """How much the pairing helped, over all questions of win share."""
    gains = sorted(
        effect.win_share.gain
        for run in (*study.paired, *study.skill)
        for effect in run.effects
        if 0 < effect.win_share.gain < inf
    )
    if not gains:
        return ""
    return (
        f" One game of this design told as much about wins as {number(median(gains))} games of unpaired play do (the "
        f"median of all questions; from {number(gains[0])} to {number(gains[-1])})."
    )


def _verdicts(study: HintStudy) -> list[tuple[str, str]]:
    runs = [part.study for part in study.parts]
    margins = list(
        dict.fromkeys(
            (one.experiment["tolerances"]["win_share"], one.experiment["tolerances"]["gold_lead"]) for one in runs
        )
    )
    sizes = listed(f"±{number(share)} win-share points (±{number(gold)} gold)" for share, gold in margins)
    text = (
        "“Helps” or “hurts”: surely not zero. “Makes no difference that matters”: surely within "
        f"{sizes}, by two one-sided tests. “Not settled”, or open: neither. “Makes no difference that matters” comes "
        "before “helps” and “hurts” where both hold. An effect that is surely not zero, but not surely within those "
        "bounds, is called “helps” or “hurts” although it may still be too small to matter: the interval tells. "
        "Where the behaviour did not surely change, or changed the wrong way, there is no verdict."
    )
    told = [("Verdicts", text)]
    families = []
    for one in runs:
        name = f"“{one.experiment['title']}”" if len(runs) > 1 else "this page"
        if isinstance(one, FactorialStudy):
            families += [f"the {2 * len(one.main):,} questions of {name}", f"its {len(one.interactions):,} pairs"]
        elif not one.sequential:
            families.append(f"the {one.questions:,} questions of {name}")
    if families:
        told.append(
            (
                "Many questions",
                "For each of the two kinds of mistake (claiming a difference that is not there, claiming that "
                "there is none that matters where there is) the chance of a single one is at most "
                f"{percent(ALPHA)} (Holm) among "
                f"{listed(families)}{', each for itself' if len(families) > 1 else ''}. So a verdict can be more "
                "careful than its interval alone suggests. Behaviours are judged together in the same way, by "
                "themselves. One that changed by less than "
                f"{percent(LEAST_CHANGE)} hardly changed, and there is no verdict either.",
            )
        )
    return told


def _paired(study: HintStudy) -> list[PairedStudy]:
    return [part.study for part in study.parts if not isinstance(part.study, FactorialStudy)]
