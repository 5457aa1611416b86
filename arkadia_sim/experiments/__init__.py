"""Experiments: what their files may say, how files are read, what is told where one is wrong, and the run asked for."""
