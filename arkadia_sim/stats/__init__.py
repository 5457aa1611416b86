"""How sure a result is: intervals over deals, paired differences, verdicts. Knows no game and reads no file."""
