"""Play in a browser: a small web server for this machine alone. Needs the extra ``web``."""
