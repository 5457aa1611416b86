"""Pictures: functions that make the small table behind a figure, and functions that draw it."""
