"""`refrain serve` as a process, on a SQLite store in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import threading
from pathlib import Path
from typing import Any, Sequence

from refrain import Refrain, Retries

# Start of the first line that the server prints.
GREETING = "refrain listens on "
# Webhooks may reach receivers on this machine.
CONFIGURATION = '[providers.webhook]\nkind = "webhook"\nallow = ["127.0.0.1"]\nallow_http = true\nany_port = true\n'
BINARY = Path(os.environ.get("REFRAIN_BINARY", Path(__file__).resolve().parents[3] / "target" / "debug" / "refrain"))


class Server:
    """A server that ends with its test."""

    def __init__(self, folder: Path, settings: Sequence[str] = ()) -> None:
        assert BINARY.is_file(), f"{BINARY} does not exist; set REFRAIN_BINARY, or run .ci/clients test"
        (folder / "refrain.toml").write_text(CONFIGURATION)
        command = [str(BINARY), "serve", "--bind", "127.0.0.1:0"]
        command += [part for setting in settings for part in ("--set", setting)]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr
        lines = iter(self.process.stderr)
        printed = []
        for line in lines:
            printed.append(line)
            if line.startswith(GREETING):
                break
        assert printed and printed[-1].startswith(GREETING), "".join(printed)
        self.url = printed[-1][len(GREETING) :].strip()
        # Read to the end, or the server would block on a full pipe.
        threading.Thread(target=lambda: [None for _ in lines], daemon=True).start()

    def client(self, key: Any = None, **options: Any) -> Refrain:
        """Returns a client that repeats no request, so that tests see every error."""
        return Refrain(self.url, key, retries=Retries(attempts_max=1), **options)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
