"""The command line: one file per command, and nothing heavy imported before a command needs it."""
