"""A browser, driven through a pipe by the protocol that Chromium offers to its developer tools."""

import json
import os
import shutil
import subprocess
import time
from itertools import count
from pathlib import Path
from typing import Any

from tests.support.processes import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PROGRAM = next((found for name in NAMES if (found := shutil.which(name))), None)
"""The browser of this machine, or None."""

HOW_TO_GET_ONE = "no Chromium was found: install it from the system's packages, such as apt install chromium"

IS_LEFT_OUT = PROGRAM is None and not os.environ.get("ARKADIA_SIM_NEEDS_BROWSER")
"""Whether tests with a browser are skipped. Where one is needed, they fail without it."""

_COMMANDS, _ANSWERS = 3, 4  # the file descriptors at which Chromium reads and writes


class Browser:
    """A browser window of this size, with a profile of its own in a folder."""

    def __init__(self, width: int, height: int, profile: Path) -> None:
        assert PROGRAM is not None, HOW_TO_GET_ONE
        commands, self._commands = os.pipe()
        self._answers, answers = os.pipe()
        words = [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
        # a shell puts the pipes where they are looked for
        shell = f'exec "$@" {_COMMANDS}<&{commands} {_ANSWERS}>&{answers}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "bash", *words, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(commands, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(commands)
        os.close(answers)
        self._numbers, self._read, self._session = count(1), b"", ""
        page = next(
            targetInfo for targetInfo in self.call("Target.getTargets")["targetInfos"] if targetInfo["type"] == "page"
        )
        self._session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self.call("Page.enable")
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)

    def call(self, method: str, **parameters: Any) -> Any:
        """The answer to a command."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._read:
            part = os.read(self._answers, 1 << 16)
            assert part, "the browser has ended"
            self._read += part
        first, _, self._read = self._read.partition(b"\0")
        answer: dict[str, Any] = json.loads(first)
        return answer

    def js(self, code: str) -> Any:
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=code, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def wait(self, code: str, seconds: float = PATIENCE) -> None:
        """Wait until an expression in the page is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.js(code):
                    return
            except AssertionError:
                pass  # between two pages
            time.sleep(0.02)
        raise AssertionError(f"never true: {code}")

    def open(self, url: str) -> None:
        """Go to a page."""
        self.call("Page.navigate", url=url)
        self.wait(f"document.readyState == 'complete' && location.href.startsWith({url!r})")

    def reload(self) -> None:
        """Load the page again."""
        self.js("window.before = 1")
        self.call("Page.reload")
        self.wait("window.before !== 1 && document.readyState == 'complete'")

    def click(self, x: float, y: float) -> None:
        """Click at a place of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a place of the window."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, name: str) -> None:
        """Press a key by its name, such as ``f`` or ``ArrowDown``."""
        text = {"text": name} if len(name) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    def press_enter(self) -> None:
        """Press Enter."""
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
        self.call("Input.dispatchKeyEvent", type="keyDown", text="\r", **key)
        self.call("Input.dispatchKeyEvent", type="keyUp", **key)

    def close(self) -> None:
        """End the browser."""
        os.close(self._commands)
        os.close(self._answers)
        self._process.terminate()
        self._process.wait(PATIENCE)
