"""A headless Chromium for a test, spoken to over its pipe by the Chrome DevTools Protocol."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 60.0
"""Seconds until a test gives up waiting for the browser."""

_FLAGS = (
    "--headless",
    "--no-sandbox",  # the only page is our own, and containers have none to give
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    "--remote-debugging-pipe",
)


def found() -> str | None:
    """The path of a Chromium, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """A page in a browser of its own. `requests` and `complaints` are what it asked the network for and logged."""

    def __init__(self, program: str, file: Path, size: tuple[int, int]) -> None:
        theirs, self._out = os.pipe()
        self._in, back = os.pipe()
        # Chromium reads commands from descriptor 3 and answers on 4.
        redirect = f'exec "$@" 3<&{theirs} 4>&{back}'
        self._process = subprocess.Popen(
            ["bash", "-c", redirect, "bash", program, *_FLAGS, f"--user-data-dir={file.parent / 'chromium'}"],
            pass_fds=(theirs, back),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(back)
        self._number = 0
        self._buffer = b""
        self._session: str | None = None
        self._url = file.as_uri()
        self._size = size
        self.requests: list[str] = []
        self.complaints: list[str] = []

    def __enter__(self) -> Self:
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")
        self.resize(self._size)
        self._call("Page.navigate", url=self._url)
        self.until(
            lambda: self.ask("document.readyState") == "complete" and bool(self.ask("!!window.location.pathname"))
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size, in pixels; a narrow one is a phone's."""
        width, height = size
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def print_as_paper(self) -> bytes:
        """The page as a PDF, as a printer would get it."""
        return base64.b64decode(self._call("Page.printToPDF")["data"])

    def ask(self, expression: str) -> Any:
        """The value of an expression of JavaScript."""
        answer = self._call("Runtime.evaluate", expression=expression, returnByValue=True, userGesture=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key, named as JavaScript names it."""
        text = {"text": key} if len(key) == 1 else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, selector: str) -> None:
        """Press the pointer in the middle of an element that is in sight."""
        box = self.ask(
            f"(e => {{ e.scrollIntoView({{block: 'nearest'}}); const b = e.getBoundingClientRect();"
            f" return [b.x + b.width / 2, b.y + b.height / 2]; }})(document.querySelector({json.dumps(selector)}))"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that the page does by itself."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "the page does not do what is waited for"
            time.sleep(0.02)

    def picture(self) -> bytes:
        """A PNG of the page."""
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method; its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            assert select.select([self._in], [], [], PATIENCE)[0], "the browser does not answer"
            chunk = os.read(self._in, 1 << 16)
            assert chunk, "the browser has ended"
            self._buffer += chunk
        one, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(one)
        return message

    def _note(self, event: dict[str, Any]) -> None:
        """Keep each message that a page should not cause."""
        given = event.get("params", {})
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(given["request"]["url"])
            case "Runtime.exceptionThrown" | "Log.entryAdded":
                self.complaints.append(json.dumps(given))
            case "Runtime.consoleAPICalled":
                self.complaints.append(json.dumps(given["args"]))
