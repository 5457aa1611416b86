"""Files that a user named: whatever the name is and whatever is in them, there is an answer or a message."""

import tomllib
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from arkadia_sim.errors import UsageError

TOML_MOST = 10_000_000
"""Bytes of a file that somebody wrote; a longer one is something else."""


def is_file(path: Path) -> bool:
    """Whether there is such a file; there is none with a name that no file can have, such as one that is too long."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """The same for a folder."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_toml(file: Path, what: str) -> tuple[dict[str, Any], str]:
    """What a file says, and its text; UsageError, which calls it ``what``, for one that cannot be read."""
    try:
        found = file.stat()
        if not S_ISREG(found.st_mode) and not S_ISDIR(found.st_mode):
            raise UsageError(f"{what} {file} is no file, but a device or the like")
        if found.st_size > TOML_MOST:
            raise UsageError(f"{what} {file} is too long to be one ({found.st_size:,} bytes)")
        text = file.read_text(encoding="utf-8-sig")  # editors may put a mark before a text
    except OSError as error:
        raise UsageError(f"{what} {file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{what} {file} is not a text file in UTF-8") from None
    except ValueError:
        raise UsageError(f"{what} {str(file)!r} cannot be read: no file can be called so") from None
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{what} {file} is not TOML: {error}") from None
    except RecursionError:
        raise UsageError(f"{what} {file} is nested too deeply") from None
    except ValueError:  # Python's own limit for whole numbers
        raise UsageError(f"{what} {file}: a number has too many digits") from None
