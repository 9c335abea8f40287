"""What the generated operations need from a client."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeVar

from ._endpoint import Endpoint, ListEndpoint, Request, Response, build
from ._events import AsyncEventStream, EventStream
from ._listing import AsyncListing, Listing

T = TypeVar("T")
P = TypeVar("P")


class Core(ABC):
    """A client that sends requests."""

    @abstractmethod
    def _send(self, request: Request) -> Response:
        """Sends a request, repeatedly if it fails for a moment."""

    @abstractmethod
    def _open(self, request: Request) -> Any:
        """Sends a request once, as a context manager of a response whose body is streamed."""

    def _call(self, endpoint: Endpoint[T], **parts: Any) -> T:
        return endpoint.read(self._send(build(endpoint, **parts)))

    def _list(self, endpoint: ListEndpoint[P, T], **parts: Any) -> Listing[P, T]:
        return Listing(endpoint, build(endpoint, **parts), self._send)

    def _stream(self, endpoint: Endpoint[Any], **parts: Any) -> EventStream:
        return EventStream(build(endpoint, **parts), self._open)


class AsyncCore(ABC):
    """A client that sends requests without blocking."""

    @abstractmethod
    async def _send(self, request: Request) -> Response:
        """Sends a request, repeatedly if it fails for a moment."""

    @abstractmethod
    def _open(self, request: Request) -> Any:
        """Sends a request once, as an async context manager of a response whose body is streamed."""

    async def _call(self, endpoint: Endpoint[T], **parts: Any) -> T:
        return endpoint.read(await self._send(build(endpoint, **parts)))

    def _list(self, endpoint: ListEndpoint[P, T], **parts: Any) -> AsyncListing[P, T]:
        return AsyncListing(endpoint, build(endpoint, **parts), self._send)

    def _stream(self, endpoint: Endpoint[Any], **parts: Any) -> AsyncEventStream:
        return AsyncEventStream(build(endpoint, **parts), self._open)
