"""What practice and evolution share: their progress in a file, and weights as a bot gets them."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.results.files import write_whole

Numbers = NDArray[np.float64]
State = TypeVar("State")
_DIGEST = "digest"


def keep_state(state: Any, file: Path) -> None:
    """Store a dataclass in a file, replacing it atomically."""
    numbers: dict[str, Any] = {item.name: np.asarray(getattr(state, item.name)) for item in fields(state)}
    numbers[_DIGEST] = np.array(_digest(numbers))
    write_whole(file, lambda path: np.savez(path, **numbers), file.with_suffix(".unfinished.npz"))


def kept_state(kind: type[State], file: Path, what: str) -> State | None:
    """The state stored in a file; None without a file, UsageError if it is damaged. ``what`` names it in messages."""
    if not file.exists():
        return None
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    try:
        with np.load(BytesIO(content)) as archive:
            arrays = {name: archive[name] for name in archive}
    except MemoryError:
        raise
    except Exception:  # a library may raise anything for a damaged file
        raise damaged(file, what) from None
    whole = str(arrays.pop(_DIGEST, "")) == _digest(arrays)
    if not whole or set(arrays) != {array.name for array in fields(kind)}:  # type: ignore[arg-type]
        raise damaged(file, what)
    return kind(**{name: _plain(array) for name, array in arrays.items()})


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """A checksum of the numbers."""
    checksum = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        checksum.update(f"{name} {array.dtype.str} {array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return checksum.hexdigest()


def _plain(value: NDArray[Any]) -> Any:
    """A single number as a number; anything longer stays an array."""
    return value if value.ndim else value.item()


def damaged(file: Path, what: str) -> UsageError:
    """The error for a file that cannot be used to continue."""
    return UsageError(f"{file} is damaged: remove it, and this {what} starts over")


def as_weights(names: Sequence[str], values: Numbers, limits: Numbers) -> dict[str, float]:
    """Weights by name, with seven digits and within ``limits`` (lows and highs)."""
    short = [float(f"{value:.7g}") for value in np.clip(values, *limits)]  # rounding may cross a limit with more digits
    return dict(zip(names, np.clip(short, *limits).tolist(), strict=True))
