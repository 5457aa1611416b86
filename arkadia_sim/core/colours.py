"""The colours of figures, pictures and terminals.

Those of Okabe and Ito ("Color Universal Design", 2008), which people with any form of colour blindness can tell apart.
Nothing is told by colour alone: a letter, a number, a marker or a shape always stands beside it.
"""

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
BLUE, VERMILLION, PURPLE, YELLOW = "#0072B2", "#D55E00", "#CC79A7", "#F0E442"
GREY, SILVER, PALE, INK, WHITE = "#767676", "#C4C4C4", "#EDEDED", "#222222", "#FFFFFF"

COLOURS = (
    BLACK, ORANGE, SKY, GREEN, BLUE, VERMILLION, PURPLE, YELLOW, GREY, SILVER, PALE, INK, WHITE,
)  # fmt: skip
"""All that there are."""

_SEATS = (BLUE, ORANGE, PURPLE, SKY, YELLOW, GREEN)


def seat_colour(seat: int) -> str:
    """The colour of who sits there; the first six seats have different ones."""
    return _SEATS[seat % len(_SEATS)]


def ink_on(colour: str) -> str:
    """What letters on this colour are written in, dark or light: whichever is told from it better."""
    return INK if _light(colour) > _EVEN else WHITE


def paler(colour: str) -> str:
    """A colour with much white in it, for what is out of the game."""
    parts = (round(int(colour[i : i + 2], 16) * (1 - _WHITE_IN) + 255 * _WHITE_IN) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in parts)


_WHITE_IN = 0.72


def _light(colour: str) -> float:
    """The relative luminance of a colour, 0 to 1, as the guidelines for accessible pages (WCAG 2) define it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_EVEN = ((_light(INK) + 0.05) * 1.05) ** 0.5 - 0.05
"""The luminance from which ink and white are told equally well."""
