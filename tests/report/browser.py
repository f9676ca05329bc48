# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium spoken to over its DevTools pipe: enough to open a page, ask it questions, picture and print it."""
import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe")
PATIENCE_S = 180  # a loaded machine is slow, not wrong


class Browser:
    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if program is None:
            raise SystemExit("browser test: there is no chromium on the PATH (apt-get install chromium)")
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        from_us, self._out = os.pipe()
        self._in, to_us = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (from_us, to_us)]

        def connect():  # Chromium reads commands from descriptor 3 and answers on 4
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self._process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"], preexec_fn=connect, pass_fds=(3, 4),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (from_us, to_us, *ends):
            os.close(end)
        self._received = b""
        self._number = 0
        self._session = None
        self.events = []

    def __enter__(self):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        os.close(self._out)
        os.close(self._in)
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._profile.cleanup()

    def ask(self, method: str, **parameters) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def _receive(self) -> dict:
        end = time.monotonic() + PATIENCE_S
        while b"\0" not in self._received:
            if not select.select([self._in], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError(f"Chromium said nothing for {PATIENCE_S} s")
            block = os.read(self._in, 1 << 20)
            if not block:
                raise RuntimeError("Chromium ended")
            self._received += block
        line, _, self._received = self._received.partition(b"\0")
        message = json.loads(line)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, page: pathlib.Path) -> None:
        self.events.clear()
        self.ask("Page.navigate", url=page.as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._receive()

    def value_of(self, expression: str):
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def resize(self, width: int, height: int) -> None:
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, file: pathlib.Path) -> None:
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(shot["data"]))

    def print(self, file: pathlib.Path) -> None:
        printed = self.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
        file.write_bytes(base64.b64decode(printed["data"]))
