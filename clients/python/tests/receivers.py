"""HTTP servers that a test controls."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Tuple


@dataclass
class Arrival:
    """A request that arrived. Names of headers are in lower case."""

    line: str
    headers: Dict[str, str]
    body: bytes


Answer = Tuple[int, Dict[str, str], str]


class Receiver:
    """A server that answers each request with what a function returns."""

    def __init__(self, answer: Callable[[Arrival], Answer]) -> None:
        self.arrivals: "queue.Queue[Arrival]" = queue.Queue()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *_: Any) -> None:
                """Logs nothing."""

            def receive(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                arrival = Arrival(f"{self.command} {self.path}", headers, body)
                status, head, text = answer(arrival)
                receiver.arrivals.put(arrival)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(text.encode())), **head}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text.encode())

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = receive  # noqa: N815

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def __enter__(self) -> "Receiver":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.shutdown()
        self.http.server_close()

    def arrived(self) -> List[Arrival]:
        """Returns the requests that arrived since the last call."""
        found = []
        while not self.arrivals.empty():
            found.append(self.arrivals.get())
        return found


def script(*answers: Answer) -> Receiver:
    """Returns a server that gives these answers in order, and repeats the last one."""
    left = list(answers)
    return Receiver(lambda _: left.pop(0) if len(left) > 1 else left[0])
