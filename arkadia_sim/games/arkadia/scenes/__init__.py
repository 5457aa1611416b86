"""Games for people to watch: the board drawn, turns in words, and what bots thought of their options."""
