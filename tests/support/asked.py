"""What is asked of a search, as keywords."""

from typing import Any


def asked(of: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The same with other values."""
    return of | changes
