#!/usr/bin/env python3
"""A server that knows only the OpenAPI document: it checks each request and answers with a sample.

The tests of the Python client use it as a library. Other tests start it as a program: it prints its URL, and ends with
its standard input. Then `GET /_mock/operations` lists the operations, and `POST /_mock/expect` sets the next one and
returns the values to send and to expect.
"""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, Optional
from urllib.parse import parse_qsl, quote

from document import NEW_FIELD, Document, Operation, Style, styles

PREFIX = "/prefix"
KEY, TENANT, REQUEST_KEY, VERSION = "rfn_key", "production/acme", "key", '"3"'


class Mock:
    """The server, and the operation that it expects."""

    def __init__(self) -> None:
        self.document = Document()
        self.operation: Optional[Operation] = None
        self.problem: Optional[str] = None
        handler = type("BoundHandler", (Handler,), {"mock": self})
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()

    def expect(self, operation: str, style: Style) -> Dict[str, Any]:
        """Expects a request of an operation, and returns its parts and the response."""
        self.document = Document(style, self.document.root)
        self.operation = self.document.operation(operation)
        self.problem = "no request has arrived"
        status, media_type, response = self.document.response(self.operation)
        return {
            "path": self.document.parameters(self.operation, "path"),
            "query": self.document.parameters(self.operation, "query"),
            "body": self.document.body(self.operation),
            "key": REQUEST_KEY,
            "version": 3,
            "status": status,
            "is_stream": media_type == "text/event-stream",
            "response": response,
        }


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    mock: Mock
    protocol_version = "HTTP/1.1"
    # Head and body are two writes. Without this, the second one waits for an acknowledgement of the first.
    disable_nagle_algorithm = True

    def log_message(self, *_: Any) -> None:
        """Logs nothing."""

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path.startswith("/_mock/"):
            self.send(200, "application/json", json.dumps(self.control(body)))
            return
        self.mock.problem = self.check(body)
        if self.mock.problem:
            self.send(418, "text/plain", self.mock.problem)
            return
        assert self.mock.operation
        status, media_type, sample = self.mock.document.response(self.mock.operation)
        content = json.dumps(self.mock.document.newer(sample), ensure_ascii=False)
        if sample is None:
            content = ""
        elif media_type == "text/event-stream":
            content = f"data: {content}\n\n"
        elif isinstance(sample, str) and "json" not in media_type:
            content = sample
        self.send(status, media_type, content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

    def control(self, body: bytes) -> Any:
        if self.path == "/_mock/expect":
            asked = json.loads(body)
            return self.mock.expect(asked["operation"], Style(**asked["style"]))
        if self.path != "/_mock/operations":
            raise ValueError(f"unknown path {self.path}")
        operations = [
            {
                "id": one.id,
                "path": [part["name"] for part in one.parameters("path")],
                "query": [part["name"] for part in one.parameters("query") if part["required"]],
                "hasBody": bool(one.contents()),
                "takesKey": one.takes_key,
                "isConditional": one.is_conditional,
            }
            for one in self.mock.document.operations()
        ]
        # JavaScript has no larger integers.
        return {"operations": operations, "styles": [asdict(one) for one in styles(2**53 - 1)], "newField": NEW_FIELD}

    def send(self, status: int, media_type: str, content: str) -> None:
        data = content.encode()
        self.send_response(status)
        head = {"Content-Type": media_type, "ETag": '"7"', "X-Request-Id": "request"}
        if status != 204:
            head["Content-Length"] = str(len(data))
        for name, value in head.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def check(self, body: bytes) -> Optional[str]:
        """Returns what is wrong with a request."""
        operation, document = self.mock.operation, self.mock.document
        if not operation:
            return "no request is expected"
        path, _, query = self.path.partition("?")
        expected = operation.path
        for name, value in document.parameters(operation, "path").items():
            expected = expected.replace("{" + name + "}", quote(str(value), safe=""))
        pairs = {name: plain(value) for name, value in document.parameters(operation, "query").items()}
        checks = [
            ("method", self.command, operation.method),
            ("path", path, PREFIX + expected),
            ("query", dict(parse_qsl(query, keep_blank_values=True)), pairs),
            ("key", self.headers["Authorization"], f"Bearer {KEY}"),
            ("tenant", self.headers["X-Refrain-Tenant"], TENANT),
        ]
        if operation.takes_key:
            checks.append(("idempotency key", self.headers["Idempotency-Key"], REQUEST_KEY))
        if operation.is_conditional:
            checks.append(("if-match", self.headers["If-Match"], VERSION))
        checks += self.body_checks(operation, document, body)
        wrong = [f"{part}: expected {wanted!r}, found {found!r}" for part, found, wanted in checks if found != wanted]
        return "; ".join(wrong) or None

    def body_checks(self, operation: Operation, document: Document, body: bytes) -> Any:
        media_type = self.headers["Content-Type"]
        sample = document.body(operation)
        if sample is None or (not body and not sample and not operation.needs_body):
            return [("media type", media_type, None), ("body", body, b"")]
        is_declared = media_type in operation.contents()
        found = json.loads(body) if operation.json_schema() is not None and body else body.decode()
        return [("declared media type", is_declared, True), ("body", found, sample)]


def plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    server = Mock()
    print(server.url, flush=True)
    sys.stdin.read()
