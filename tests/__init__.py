"""Tests. Many run side by side, so that each has one core: threads and processes beyond it cost time and gain none."""

import os

os.environ.update(LOKY_MAX_CPU_COUNT="1", POLARS_MAX_THREADS="1", OPENBLAS_NUM_THREADS="1")
