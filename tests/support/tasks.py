"""Tasks for worker processes, which load them: so this file imports little."""

import os
import time

from arkadia_sim.errors import UnknownName

KEPT: list[bytes] = []


def keep_much(number: int) -> int:
    """Keep much memory; return with how many threads polars writes."""
    import polars

    KEPT.append(b"x" * 4 * 10**8)
    time.sleep(1.1)  # joblib looks once a second
    return polars.thread_pool_size()


def fail(number: int) -> None:
    if number:
        os._exit(9)
    raise UnknownName("bot", "nobody", ("somebody",))
