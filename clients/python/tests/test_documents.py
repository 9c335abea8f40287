"""Runs the examples of the documents, one after another, against a real server."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest
from processes import Server
from receivers import Arrival, Receiver

import refrain
from refrain import AsyncRefrain, Refrain

FOLDER = Path(__file__).resolve().parents[1]
DOCUMENTS = {"README.md": FOLDER / "README.md", "docs/clients.md": FOLDER.parents[1] / "docs" / "clients.md"}
WAIT_SECONDS_MAX = 30


def examples(document: Path) -> List[str]:
    return re.findall(r"^```python\n(.*?)^```", document.read_text(), flags=re.DOTALL | re.MULTILINE)


def test_the_clients_have_the_version_of_the_server() -> None:
    expected = json.loads((FOLDER.parents[1] / "console" / "openapi.json").read_text())["info"]["version"]
    project = re.search(r'^version = "(.*)"$', (FOLDER / "pyproject.toml").read_text(), flags=re.MULTILINE)
    typescript = FOLDER.parent / "typescript"
    constant = re.search(r"VERSION = '(.*)'", (typescript / "src" / "client.ts").read_text())
    package = json.loads((typescript / "package.json").read_text())["version"]
    assert project and constant and {refrain.__version__, project[1], constant[1], package} == {expected}


@contextmanager
def worked(client: Refrain) -> Iterator[None]:
    """Stops the consumer of an example with a signal when it has processed all items."""

    def states() -> List[str]:
        return [item.state for item in client.list_work_items(queue="emails")]

    def stop() -> None:
        end = time.monotonic() + WAIT_SECONDS_MAX
        while time.monotonic() < end and (states().count("completed") <= before or set(states()) != {"completed"}):
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)

    before = states().count("completed")
    client.enqueue_work_item("emails", {"to": "bob@example.org"})
    watching = threading.Thread(target=stop)
    watching.start()
    yield
    watching.join()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_run(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A consumer without work stops within this time.
    for client_type in (Refrain, AsyncRefrain):
        monkeypatch.setitem(client_type.consume.__kwdefaults__ or {}, "wait", 1)
    found = examples(DOCUMENTS[name])
    assert len(found) >= 3
    with Server(tmp_path) as server, Receiver(lambda _: (200, {}, "")) as receiver:
        client = server.client()
        names: Dict[str, Any] = {"__name__": "example"}
        for example in found:
            code = example.replace("https://refrain.example.org", server.url).replace('"rfn_…"', "None")
            code = code.replace("https://example.org/hooks/digest", receiver.url)
            compiled = compile(code, name, "exec")
            if ".consume(" in code:
                with worked(client):
                    exec(compiled, names)
            else:
                exec(compiled, names)
        if "application" in names:
            check_applications(client, receiver, names)
    printed = capsys.readouterr().out
    assert "succeeded" in printed


def check_applications(client: Refrain, receiver: Receiver, names: Dict[str, Any]) -> None:
    """Sends a real webhook to the applications of the README: it is processed once."""
    receiver.arrived()
    run = client.fire_schedule("signed")
    assert client.wait_for_occurrence(run.occurrence, timeout=60).state == "succeeded"
    arrival = receiver.arrivals.get(timeout=60)
    assert call_wsgi(names["application"], arrival) == ("200 OK", b"processed")
    assert call_wsgi(names["application"], arrival) == ("200 OK", b"already processed")
    assert asyncio.run(call_asgi(names["asgi_application"], arrival)) == (200, b"already processed")
    arrival.body += b" "
    assert asyncio.run(call_asgi(names["asgi_application"], arrival))[0] == 400


def call_wsgi(application: Any, arrival: Arrival) -> Any:
    environ: Dict[str, Any] = {
        f"HTTP_{name.upper().replace('-', '_')}": value for name, value in arrival.headers.items()
    }
    environ.update({"CONTENT_LENGTH": str(len(arrival.body)), "wsgi.input": io.BytesIO(arrival.body)})
    started: List[str] = []
    body = b"".join(application(environ, lambda status, headers: started.append(status)))
    return started[0], body


async def call_asgi(application: Any, arrival: Arrival) -> Any:
    parts = [{"body": arrival.body[:10], "more_body": True}, {"body": arrival.body[10:]}]
    sent: List[Dict[str, Any]] = []

    async def receive() -> Any:
        return parts.pop(0)

    async def send(message: Dict[str, Any]) -> None:
        sent.append(message)

    scope = {"headers": [(name.encode(), value.encode()) for name, value in arrival.headers.items()]}
    await application(scope, receive, send)
    return sent[0]["status"], sent[1]["body"]
