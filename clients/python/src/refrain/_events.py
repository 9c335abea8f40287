"""Live events: a stream of server-sent events that reconnects."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, AsyncGenerator, Callable, Generator, List, Optional, Type, Union

from . import types
from ._endpoint import Request
from ._json import from_json
from .errors import RateLimited, Unavailable, UnreadableResponse

# Waits before a reconnection in seconds: until the server names another one, and at most.
RECONNECT_SECONDS = 2.0
RECONNECT_SECONDS_MAX = 30.0
# Maximum length of a message that is not complete yet, in bytes. The server's messages are far shorter.
PENDING_BYTES_MAX = 4 << 20


@dataclass(frozen=True)
class Open:
    """The stream is connected to this node, for the first time or again."""

    node: str


@dataclass(frozen=True)
class Missed:
    """Events are lost. Read the ledger to learn what happened."""

    count: Optional[int] = None
    """Maximum number of lost events. None if it is unknown."""


@dataclass(frozen=True)
class OtherMessage:
    """A message of a newer server."""

    name: str
    data: str


StreamItem = Union[types.Event, Open, Missed, OtherMessage]
"""What a stream of events contains."""


@dataclass
class Message:
    """A message of an event stream."""

    name: str = ""
    data: Optional[str] = None
    id: Optional[str] = None
    retry_seconds: Optional[float] = None


class Parser:
    """Splits the bytes of an event stream into messages, however the network cut them."""

    def __init__(self) -> None:
        self.pending = b""
        self.message = Message()

    def push(self, chunk: bytes) -> List[Message]:
        """Adds bytes, and returns the messages that are complete now."""
        *lines, self.pending = (self.pending + chunk).split(b"\n")
        if len(self.pending) > PENDING_BYTES_MAX:
            self.pending = b""
        found = [self.line(line.decode("utf-8", "replace").rstrip("\r")) for line in lines]
        return [message for message in found if message]

    def line(self, line: str) -> Optional[Message]:
        """Reads a line. An empty one ends the message."""
        if not line:
            message, self.message = self.message, Message()
            return message if message.data is not None else None
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "event":
            self.message.name = value
        elif name == "id":
            self.message.id = value
        elif name == "retry" and value.isdecimal():
            self.message.retry_seconds = int(value) / 1000
        elif name == "data":
            self.message.data = value if self.message.data is None else f"{self.message.data}\n{value}"
        return None


class Position:
    """Where a stream is, and how long it waits before it connects again."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.has_connected = False
        self.failures = 0
        self.reconnect_seconds = RECONNECT_SECONDS

    def wait(self) -> float:
        wait = min(self.reconnect_seconds * 2**self.failures, RECONNECT_SECONDS_MAX)
        return float(wait * (0.5 + random.random() / 2))

    def failed(self) -> None:
        self.failures = min(self.failures + 1, 16)

    def item(self, message: Message) -> StreamItem:
        """Returns the content of a message, and remembers where the stream is."""
        self.failures = 0
        if message.retry_seconds is not None:
            self.reconnect_seconds = message.retry_seconds
        if message.id is not None:
            self.request = replace(self.request, headers={**self.request.headers, "Last-Event-ID": message.id})
        data = message.data or ""
        try:
            value = json.loads(data)
            if message.name == "open":
                return Open(str(value["node"]))
            if message.name == "missed":
                return Missed(value.get("count"))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UnreadableResponse(f"event {message.name}: {error}", status=200) from error
        try:
            return from_json(types.Event, value)
        except ValueError:
            return OtherMessage(message.name, data)


class EventStream:
    """A stream of events.

    When the connection is lost, the stream connects again and continues after the last event, as far as the server
    still has what came since: otherwise, a `Missed` comes first. The stream raises an error if the server refuses it,
    for example because the key was revoked.

    >>> with client.stream_events(schedule="digest") as events:
    ...     for event in events:
    ...         print(event)
    """

    def __init__(self, request: Request, open_stream: Callable[[Request], Any]) -> None:
        self._open_stream = open_stream
        self._position = Position(request)
        self._items = self._receive()
        self._first: List[StreamItem] = []

    def __enter__(self) -> "EventStream":
        # The first message says that the stream is connected: all events from now on are in it.
        self._first.append(next(self._items))
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __iter__(self) -> "EventStream":
        return self

    def __next__(self) -> StreamItem:
        return self._first.pop() if self._first else next(self._items)

    def close(self) -> None:
        """Ends the stream."""
        self._items.close()

    def _receive(self) -> Generator[StreamItem, None, None]:
        position = self._position
        while True:
            try:
                with self._open_stream(position.request) as chunks:
                    position.has_connected = True
                    parser = Parser()
                    for chunk in chunks:
                        for message in parser.push(chunk):
                            yield position.item(message)
            except (Unavailable, RateLimited):
                if not position.has_connected:
                    raise
                position.failed()
            time.sleep(position.wait())


class AsyncEventStream:
    """A stream of events, which reconnects like `EventStream`.

    >>> async with client.stream_events(schedule="digest") as events:
    ...     async for event in events:
    ...         print(event)
    """

    def __init__(self, request: Request, open_stream: Callable[[Request], Any]) -> None:
        self._open_stream = open_stream
        self._position = Position(request)
        self._items = self._receive()
        self._first: List[StreamItem] = []

    async def __aenter__(self) -> "AsyncEventStream":
        self._first.append(await self._items.__anext__())
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    def __aiter__(self) -> "AsyncEventStream":
        return self

    async def __anext__(self) -> StreamItem:
        return self._first.pop() if self._first else await self._items.__anext__()

    async def close(self) -> None:
        """Ends the stream."""
        await self._items.aclose()

    async def _receive(self) -> AsyncGenerator[StreamItem, None]:
        position = self._position
        while True:
            try:
                async with self._open_stream(position.request) as chunks:
                    position.has_connected = True
                    parser = Parser()
                    async for chunk in chunks:
                        for message in parser.push(chunk):
                            yield position.item(message)
            except (Unavailable, RateLimited):
                if not position.has_connected:
                    raise
                position.failed()
            await asyncio.sleep(position.wait())
