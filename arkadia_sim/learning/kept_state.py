"""What practice and evolution have in common: how far they are, kept in a file, and weights as a bot is given them."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.results.whole_files import write_whole

Numbers = NDArray[np.float64]
State = TypeVar("State")
_DIGEST = "digest"


def keep_state(state: Any, file: Path) -> None:
    """Replace the file at once, so that it is whole whenever the process is killed; ``state`` is a dataclass."""
    numbers: dict[str, Any] = {one.name: np.asarray(getattr(state, one.name)) for one in fields(state)}
    numbers[_DIGEST] = np.array(_digest(numbers))
    write_whole(file, lambda path: np.savez(path, **numbers), file.with_suffix(".unfinished.npz"))


def kept_state(kind: type[State], file: Path, what: str) -> State | None:
    """The state in a file; None if there is no file, UsageError, which names ``what`` begins anew, if it is damaged."""
    if not file.exists():
        return None
    try:
        written = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    try:
        with np.load(BytesIO(written)) as kept:
            arrays = {name: kept[name] for name in kept}
    except MemoryError:
        raise
    except Exception:  # whatever a library says to a file that is not what it was
        raise damaged(file, what) from None
    whole = str(arrays.pop(_DIGEST, "")) == _digest(arrays)
    if not whole or set(arrays) != {one.name for one in fields(kind)}:  # type: ignore[arg-type]
        raise damaged(file, what)
    return kind(**{name: _plain(one) for name, one in arrays.items()})


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Tells whether the numbers are those that were kept."""
    found = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        found.update(f"{name} {array.dtype.str} {array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


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
