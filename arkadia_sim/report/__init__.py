"""From the tables of a finished run to a page that answers the question in plain words."""
