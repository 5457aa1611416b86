"""The command that plays a run again."""

from pathlib import Path
from shlex import quote

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.options import option_text
from arkadia_sim.plan import TRACE
from arkadia_sim.results.manifest import Manifest


def run_command(manifest: Manifest, folder: Path | str, out: Path | str | None = None) -> str:
    """The command that plays a run: again in its own folder, which finishes what is missing, or into ``out``."""
    target = folder if out is None else out
    if manifest.kind == "experiment":
        return f"arkadia-sim run {quote(str(Path(folder) / 'experiment.toml'))} --out {quote(str(target))}"
    section = manifest.sections[0]
    bots = " ".join(quote(manifest.bots[index].spec) for index in section.lineups[0].bots)
    options = section.setting.rules.items()
    rules = "".join(f" --rules {quote(f'{name}={option_text(value)}')}" for name, value in options)
    pieces = "".join(f" --components {quote(f'{name}={value}')}" for name, value in manifest.chosen.items())
    kept = "" if manifest.trace == TRACE else f" --trace {manifest.trace}"
    if manifest.record:
        kept += f" --record {quote(_record_file(target))}"
    game = "" if manifest.game == DEFAULT_GAME else f" --game {quote(manifest.game)}"
    return (
        f"arkadia-sim play {bots} --games {section.games} --seed {manifest.seed}{rules}{pieces}{kept}{game} "
        f"--out {quote(str(target))}"
    )


def _record_file(folder: Path | str) -> str:
    """A file for records beside a folder, which need not exist yet."""
    path = Path(folder)
    return str(path.parent / f"{path.name or 'games'}.jsonl")
