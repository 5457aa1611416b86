"""The web server: one socket of this machine, and processes in which bots think."""

import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Timer
from typing import Any

import uvicorn

from arkadia_sim.errors import UsageError
from arkadia_sim.web.app import application
from arkadia_sim.web.games import warm_up
from arkadia_sim.web.thinkers import Thinkers

ADDRESS = "127.0.0.1"
THINKERS = 2
"""Processes in which bots think."""


def run(folder: Path, games: Sequence[str], port: int, browse: bool, say: Callable[[str], Any]) -> None:
    """Serve until interrupted.

    Args:
        folder: Where games are kept.
        games: The games that can be played, by name.
        port: The port; 0 for any free one.
        browse: Whether to open a browser.
        say: Tells the address.

    Raises:
        UsageError: The port is taken.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((ADDRESS, port))
        listening.listen()  # whoever comes before the server runs has to wait
    except OSError as error:
        raise UsageError(f"port {port} cannot be used ({error.strerror}): name another one with --port") from None
    port = listening.getsockname()[1]
    address = f"http://{ADDRESS}:{port}/"
    executor = Thinkers(THINKERS)
    for game in games:
        executor.submit(warm_up, game)
    hosts = (f"{ADDRESS}:{port}", f"localhost:{port}")
    app = application(folder, executor, tuple(games), hosts)
    say(f"play at {address} (Ctrl-C stops the server; games are kept in {folder})")
    if browse:
        Timer(1.0, webbrowser.open, [address]).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again when it has stopped
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    try:
        server.run(sockets=[listening])
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
