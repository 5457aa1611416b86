"""Games for people to watch: the castles drawn, and turns in words."""
