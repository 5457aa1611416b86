"""A web server in a thread of the test, and what a browser asks of it."""

import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlencode

import uvicorn

from tests.support.processes import PATIENCE


class Answer(NamedTuple):
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    text: str


class Client(NamedTuple):
    """Asks a server on this machine; follows no redirects."""

    host: str

    def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """The answer to a request with this path, as it stands."""
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        try:
            connection.request(
                method, path, body, {"Content-Type": "application/x-www-form-urlencoded", **(headers or {})}
            )
            answer = connection.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, told, answer.read().decode("utf-8"))
        finally:
            connection.close()

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """The answer to a look at a page."""
        return self.ask("GET", path, headers=headers)

    def post(
        self, path: str, fields: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The answer to a form."""
        return self.ask("POST", path, urlencode(fields or {}).encode(), headers)


@contextmanager
def served(app_for: Callable[[str], Any]) -> Iterator[Client]:
    """Serve the application that is made for a host, while the block runs."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{listening.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(app_for(host), log_level="critical", ws="none", lifespan="off"))
        listening.listen()
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield Client(host)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
