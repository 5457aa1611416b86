"""Numbers and table sizes, as users write them on the command line."""


def table_sizes(texts: list[str] | None) -> list[int] | None:
    """Table sizes from ``2,3,4``, or given one by one; None where none are given."""
    if texts is None:
        return None
    return [whole_number("--players", one) for text in texts for one in text.split(",")]


def whole_number(option: str, text: str) -> int:
    """A whole number; ``option`` is the option that it was given to, for messages."""
    from arkadia_sim.errors import BadValue

    try:
        return int(text)
    except ValueError:
        raise BadValue(option, text, "whole numbers") from None


def names_of(texts: list[str] | None) -> list[str] | None:
    """Names from ``this,that``, or given one by one; None where none are given."""
    return None if texts is None else [one.strip() for text in texts for one in text.split(",") if one.strip()]


def tolerances_of(texts: list[str]) -> dict[str, float]:
    """What is too small to matter, by name, from texts such as ``score=0.5``."""
    from arkadia_sim.errors import BadValue

    found: dict[str, float] = {}
    for text in texts:
        name, _, value = (part.strip() for part in text.partition("="))
        try:
            found[name] = float(value)
        except ValueError:
            raise BadValue("--tolerance", text, "NAME=NUMBER") from None
    return found
