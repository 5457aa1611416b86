"""The coach: finds what a player should do differently, in rules that can be followed at a table."""

RULES = 8
"""How many rules a playbook has at most, unless the user says otherwise."""
CHECK_DEALS = 1000
"""On how many deals of each table size the playbooks found are checked."""
STEPS = 5
"""How many pieces of advice are looked for at most, unless the user says otherwise."""
EXPLOIT_MINUTES = 20.0
"""How long the best answer to a bot is looked for, unless the user says otherwise."""
