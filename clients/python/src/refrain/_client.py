"""The client."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType
from typing import Any, Iterator, Mapping, Optional, Type

import httpx

from . import types
from ._consumer import Consumer
from ._endpoint import Request, Response, dumps, query_of
from ._json import Duration
from ._operations import Operations
from ._retries import Retries
from ._settings import TIMEOUT_SECONDS, Settings, Verify, accepted, base_url, client_options, unanswered
from ._waits import pauses
from .errors import RefrainError, refused


class Refrain(Operations):
    """A client for the API of one server. Each operation of the API is a method.

    A client can be used by several threads. Close it, or use it as a context manager, to close its connections.

    >>> refrain = Refrain("https://refrain.example.org", "rfn_…")
    >>> refrain.create_schedule(Schedule.cron("0 9 * * MON-FRI", timezone="Europe/Paris").log())

    Args:
        url: URL of the server.
        key: API key. A server that listens only on its own machine requires none.
        tenant: Tenant of all requests, as `namespace/tenant` or `tenant`. Requires a key for all tenants.
        request_id: ID of the requests in the logs and the audit log of the server.
        timeout: Timeout of each attempt of a request in seconds. Operations that wait for work or for a receiver have
            at least 65 seconds.
        retries: How requests are retried.
        verify: TLS verification, as in httpx: True, the path of a file of root certificates, or an `ssl.SSLContext`.
        user_agent: `User-Agent` of all requests.
        http: An `httpx.Client` to use instead of one of its own.
    """

    def __init__(
        self,
        url: str,
        key: Optional[str] = None,
        *,
        tenant: Optional[str] = None,
        request_id: Optional[str] = None,
        timeout: float = TIMEOUT_SECONDS,
        retries: Optional[Retries] = None,
        verify: Verify = True,
        user_agent: Optional[str] = None,
        http: Optional[httpx.Client] = None,
    ) -> None:
        self._settings = Settings(base_url(url), key, tenant, request_id, timeout, retries or Retries())
        self._http = http or httpx.Client(**client_options(verify, user_agent))

    def __repr__(self) -> str:
        return f"Refrain({self._settings.url!r})"

    def __enter__(self) -> "Refrain":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes all connections."""
        self._http.close()

    @property
    def url(self) -> str:
        """The base URL of the server."""
        return self._settings.url

    def with_options(
        self,
        *,
        tenant: Optional[str] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[Retries] = None,
    ) -> "Refrain":
        """Returns a client with other settings, which shares the connections of this one."""
        given = {"tenant": tenant, "request_id": request_id, "timeout": timeout, "retries": retries}
        changed: Any = {name: value for name, value in given.items() if value is not None}
        client = object.__new__(Refrain)
        client._settings, client._http = replace(self._settings, **changed), self._http
        return client

    # --- What several requests do together --------------------------------------------------------------------

    def wait_for_occurrence(self, id: int, *, timeout: Optional[float] = None) -> types.OccurrenceDetail:
        """Waits until an occurrence has completed, and returns it with its attempts.

        Args:
            id: Occurrence ID.
            timeout: Maximum time to wait in seconds. Then, `TimeoutError` is raised. Default: no limit.
        """
        for pause in pauses(timeout):
            occurrence = self.get_occurrence(id)
            if occurrence.ended_at is not None:
                return occurrence
            time.sleep(pause)
        raise TimeoutError(f"occurrence {id} did not complete within {timeout} seconds")

    def consume(
        self,
        queue: str,
        *,
        lease: Duration = 30,
        wait: Duration = 5,
        worker: Optional[str] = None,
        handle_signals: bool = True,
    ) -> Consumer:
        """Returns a consumer of a work queue, which claims items and extends their leases while they are processed.

        Args:
            queue: Queue name.
            lease: Length of a lease. A lease is extended after a third of it.
            wait: Time that the server waits for work before it answers. A consumer without work stops within it.
            worker: Name of the worker, for people. Default: host name and process ID.
            handle_signals: Whether SIGINT and SIGTERM stop the consumer when the current items are complete. Only in
                the main thread.
        """
        return Consumer(self, queue, lease=lease, wait=wait, worker=worker, handle_signals=handle_signals)

    def server_version(self) -> str:
        """Returns the version of the server, from its OpenAPI document."""
        return str(self.request("GET", "/v1/openapi.json").json()["info"]["version"])

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        json: Any = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Response:
        """Calls any operation, also one that this client does not know, and returns the response with its head."""
        return self._send(raw_request(method, path, query, json, headers))

    # --- Requests --------------------------------------------------------------------------------------------

    def _send(self, request: Request) -> Response:
        attempt = 1
        while True:
            try:
                return accepted(self._http.request(**self._settings.arguments(request)))
            except httpx.HTTPError as failure:
                error: RefrainError = unanswered(failure)
                error.__cause__ = failure
            except RefrainError as refusal:
                error = refusal
            wait = self._settings.retries.wait(attempt, error, request.is_safe_to_repeat)
            if wait is None:
                raise error
            time.sleep(wait)
            attempt += 1

    @contextmanager
    def _open(self, request: Request) -> Iterator[Iterator[bytes]]:
        try:
            with self._http.stream(**self._settings.arguments(request, is_stream=True)) as response:
                if not response.is_success:
                    raise refused(response.status_code, response.headers, response.read())
                yield response.iter_bytes()
        except httpx.HTTPError as failure:
            raise unanswered(failure) from failure


def raw_request(
    method: str, path: str, query: Optional[Mapping[str, Any]], json: Any, headers: Optional[Mapping[str, str]]
) -> Request:
    """Returns a request for any operation."""
    request = Request(method.upper(), path, query_of(query or {}), dict(headers or {}))
    request.is_repeatable = request.method in ("GET", "PUT", "DELETE") and "If-Match" not in request.headers
    if json is not None:
        request.headers.setdefault("Content-Type", "application/json")
        request.content = dumps(json).encode()
    return request
