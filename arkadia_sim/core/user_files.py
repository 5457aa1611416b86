"""Files named by users: whatever the name or content, they get a result or a message."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arkadia_sim.errors import UsageError


def is_file(path: Path) -> bool:
    """Whether the file exists; False for impossible names, such as one that is too long."""
    return _asked(path.is_file)


def is_folder(path: Path) -> bool:
    """The same for a folder."""
    return _asked(path.is_dir)


def exists(path: Path) -> bool:
    """The same for anything of that name."""
    return _asked(path.exists)


def _asked(test: Callable[[], bool]) -> bool:
    try:
        return test()
    except (OSError, ValueError):
        return False


def read_toml(file: Path, what: str) -> tuple[dict[str, Any], str]:
    """Read a TOML file: its content and its text."""
    try:
        text = file.read_text(encoding="utf-8-sig")  # some editors write a byte order mark
    except OSError as error:
        raise UsageError(f"{what} {file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{what} {file} is not a text file in UTF-8") from None
    except ValueError:
        raise UsageError(f"{what} {str(file)!r} cannot be read: not a valid file name") from None
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{what} {file} is not TOML: {error}") from None
    except RecursionError:
        raise UsageError(f"{what} {file} cannot be read: its nesting is too deep") from None
    except ValueError:  # Python limits the length of whole numbers
        raise UsageError(f"{what} {file}: a number has too many digits") from None
