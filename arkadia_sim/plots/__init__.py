"""Pictures: functions that make the small table behind a figure, and functions that draw it."""

import logging

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it warns at length where the home folder cannot be written
