"""What practice and evolution have in common: how far they are, kept in a file, and weights as a bot is given them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.results.whole_files import write_whole

Numbers = NDArray[np.float64]
State = TypeVar("State")


def keep_state(state: Any, file: Path) -> None:
    """Replace the file at once, so that it is whole whenever the process is killed; ``state`` is a dataclass."""
    numbers: dict[str, Any] = {one.name: getattr(state, one.name) for one in fields(state)}
    write_whole(file, lambda path: np.savez(path, **numbers), file.with_suffix(".unfinished.npz"))


def kept_state(kind: type[State], file: Path, what: str, lacking: Mapping[str, float] | None = None) -> State | None:
    """The state in a file; None if there is no file, UsageError, which names ``what`` begins anew, if it is damaged.
    ``lacking`` is what is taken for numbers that files of older versions do not have."""
    if not file.exists():
        return None
    try:
        with file.open("rb") as opened, np.load(opened) as kept:
            there = {**(lacking or {}), **{name: _plain(kept[name]) for name in kept}}
            return kind(**{one.name: there[one.name] for one in fields(kind)})  # type: ignore[arg-type]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        raise damaged(file, what) from None


def _plain(value: NDArray[Any]) -> Any:
    """A number as it was before it was kept; anything longer stays an array."""
    return value if value.ndim else value.item()


def damaged(file: Path, what: str) -> UsageError:
    """The error for a file that cannot be gone on from."""
    return UsageError(f"{file} is damaged: remove it, and this {what} begins anew")


def as_weights(names: Sequence[str], values: Numbers, limits: Numbers) -> dict[str, float]:
    """Weights by name, in seven digits and within their limits: the lows and the highs."""
    short = [float(f"{value:.7g}") for value in np.clip(values, *limits)]  # which may be beyond a limit of more digits
    return dict(zip(names, np.clip(short, *limits).tolist(), strict=True))
