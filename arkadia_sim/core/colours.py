"""The colours of figures, pictures and terminals.

They are those of Okabe and Ito ("Color Universal Design", 2008), which people with any form of colour blindness can
tell apart. Colour never stands alone: a letter, number, marker or shape always goes with it.
"""

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
BLUE, VERMILLION, PURPLE, YELLOW = "#0072B2", "#D55E00", "#CC79A7", "#F0E442"
GREY, SILVER, PALE, INK, WHITE = "#767676", "#C4C4C4", "#EDEDED", "#222222", "#FFFFFF"

COLOURS = (
    BLACK, ORANGE, SKY, GREEN, BLUE, VERMILLION, PURPLE, YELLOW, GREY, SILVER, PALE, INK, WHITE,
)  # fmt: skip
"""All colours."""

_SEATS = (BLUE, ORANGE, PURPLE, SKY, YELLOW, GREEN)


def seat_colour(seat: int) -> str:
    """The colour of a seat; the first six differ."""
    return _SEATS[seat % len(_SEATS)]


def ink_on(colour: str) -> str:
    """The colour for letters on this background, dark or light, whichever has more contrast."""
    return INK if _light(colour) > _EVEN else WHITE


def paler(colour: str) -> str:
    """A colour mixed with much white, for pieces that are out of the game."""
    parts = (round(int(colour[i : i + 2], 16) * (1 - _WHITE_IN) + 255 * _WHITE_IN) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in parts)


_WHITE_IN = 0.72


def _light(colour: str) -> float:
    """The relative luminance of a colour, 0 to 1, as defined by WCAG 2."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_EVEN = ((_light(INK) + 0.05) * 1.05) ** 0.5 - 0.05
"""The luminance on which ink and white have equal contrast."""
