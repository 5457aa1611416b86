"""Tests. Many run side by side, so that each has one core: threads and processes beyond it cost time and gain none."""

import os

import arkadia_sim  # noqa: F401  # before anything else of a bot or a game, so that it hears what that opens

os.environ.update(LOKY_MAX_CPU_COUNT="1", POLARS_MAX_THREADS="1", OPENBLAS_NUM_THREADS="1")
