"""Receives webhooks: verifies signatures, reads envelopes, and processes each delivery once.

Signatures follow Standard Webhooks: an HMAC with SHA-256 of the ID, the timestamp and the body.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import inspect
import json
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, Union

SECRET_PREFIX = "whsec_"
TOLERANCE_SECONDS = 300
# Lengths of a secret in bytes.
SECRET_BYTES_MIN = 24
SECRET_BYTES_MAX = 64

Body = Union[bytes, str]
Progress = Literal["new", "running", "completed"]


class WebhookError(Exception):
    """A request that is no authentic webhook. Answer it with 400, and do not process it."""


@dataclass(frozen=True)
class Delivery:
    """A verified webhook."""

    id: str
    """Idempotency key: the same for every attempt."""

    timestamp: int
    """Time of the attempt, in seconds since 1970."""

    body: bytes
    """The body as it was sent."""

    payload: Any = None
    """Payload of the action. None if there is no body."""

    schedule: Optional[str] = None
    """Schedule ID. None if the action was sent without the envelope."""

    occurrence: Optional[int] = None
    """Occurrence ID."""

    attempt: Optional[int] = None
    """Number of the attempt, counted from 1."""

    kind: str = ""
    """Kind of the action."""

    nominal_at: Optional[str] = None
    """Time that the recurrence yields."""

    metadata: Mapping[str, str] = field(default_factory=dict)
    """Metadata of the action. Names that begin with an underscore are set by Refrain and can be trusted."""

    envelope: Mapping[str, Any] = field(default_factory=dict)
    """The whole envelope: the payload and its context. Empty if the action was sent without it."""


class Store:
    """Remembers which deliveries were processed. Derive from this class, or use `MemoryStore`."""

    def begin(self, id: str) -> Any:
        """Returns `new` and notes that the delivery is being processed, unless it is known.

        Returns `running` while another request processes it, and `completed` if it was processed. An async receiver also
        takes an awaitable.
        """
        raise NotImplementedError

    def complete(self, id: str) -> Any:
        """Notes that the delivery was processed."""
        raise NotImplementedError

    def release(self, id: str) -> Any:
        """Forgets a delivery that could not be processed, so that the next attempt can be."""
        raise NotImplementedError


class MemoryStore(Store):
    """Remembers deliveries in memory: for one process, until it ends."""

    def __init__(self, capacity: int = 100_000) -> None:
        self._known: "OrderedDict[str, Progress]" = OrderedDict()
        self._capacity = capacity
        self._lock = threading.Lock()

    def begin(self, id: str) -> Progress:
        with self._lock:
            if id in self._known:
                return self._known[id]
            self._known[id] = "running"
            while len(self._known) > self._capacity:
                self._known.popitem(last=False)
            return "new"

    def complete(self, id: str) -> None:
        with self._lock:
            self._known[id] = "completed"

    def release(self, id: str) -> None:
        with self._lock:
            self._known.pop(id, None)


class Webhook:
    """Verifies webhooks with one secret, or with several while one is replaced.

    >>> webhook = Webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    >>> delivery = webhook.verify(body, headers)

    Args:
        secrets: Signing secret, as `whsec_` and base64, or several of them.
        tolerance: Maximum difference between the timestamp and the clock in seconds.
        store: Remembers which deliveries were processed. Default: a `MemoryStore`.
        clock: Returns the current time in seconds since 1970.
    """

    def __init__(
        self,
        secrets: Union[str, Sequence[str]],
        *,
        tolerance: float = TOLERANCE_SECONDS,
        store: Optional[Store] = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._keys = [decode_secret(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
        if not self._keys:
            raise ValueError("expected at least one secret")
        self._tolerance = tolerance
        self._store = store or MemoryStore()
        self._clock = clock

    def verify(self, body: Body, headers: Mapping[str, str]) -> Delivery:
        """Returns the delivery, or raises `WebhookError`.

        Args:
            body: Body of the request, exactly as it was received.
            headers: Headers of the request. Upper and lower case do not matter.
        """
        content = body.encode() if isinstance(body, str) else bytes(body)
        id, timestamp, signatures = head(headers)
        if abs(self._clock() - timestamp) > self._tolerance:
            raise WebhookError(f"the timestamp {timestamp} is not within {self._tolerance:g} seconds of the clock")
        expected = [sign(key, id, timestamp, content) for key in self._keys]
        # Every pair is compared, so that the time says nothing.
        matches = [hmac.compare_digest(one, given) for one in expected for given in signatures]
        if not any(matches):
            raise WebhookError("no signature matches the body and a known secret")
        return read(id, timestamp, content)

    def handle(self, body: Body, headers: Mapping[str, str], handler: Callable[[Delivery], Any]) -> Tuple[int, str]:
        """Verifies a request and processes its delivery, unless that was done before.

        Returns the status and the text to answer with. An exception of the handler is raised again: answer it with 500,
        and the server repeats the delivery.

        Args:
            body: Body of the request, exactly as it was received.
            headers: Headers of the request.
            handler: Function that processes a delivery.
        """
        try:
            delivery = self.verify(body, headers)
        except WebhookError as error:
            return 400, str(error)
        progress = self._store.begin(delivery.id)
        if progress != "new":
            return answer(progress)
        try:
            handler(delivery)
        except BaseException:
            self._store.release(delivery.id)
            raise
        self._store.complete(delivery.id)
        return 200, "processed"

    async def handle_async(
        self, body: Body, headers: Mapping[str, str], handler: Callable[[Delivery], Awaitable[Any]]
    ) -> Tuple[int, str]:
        """Like `handle`, with a coroutine. The methods of the store may be coroutines, too."""
        try:
            delivery = self.verify(body, headers)
        except WebhookError as error:
            return 400, str(error)
        progress = await settled(self._store.begin(delivery.id))
        if progress != "new":
            return answer(progress)
        try:
            await handler(delivery)
        except BaseException:
            await settled(self._store.release(delivery.id))
            raise
        await settled(self._store.complete(delivery.id))
        return 200, "processed"


async def settled(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


def answer(progress: Progress) -> Tuple[int, str]:
    """Returns the answer to a repeated delivery. One that is being processed may still fail, so it must be repeated."""
    return (200, "already processed") if progress == "completed" else (503, "being processed")


def decode_secret(secret: str) -> bytes:
    """Returns the key of a secret."""
    try:
        key = base64.b64decode(
            secret[len(SECRET_PREFIX) :] if secret.startswith(SECRET_PREFIX) else secret, validate=True
        )
    except (binascii.Error, ValueError):
        raise ValueError("expected a secret such as whsec_ and base64") from None
    if not SECRET_BYTES_MIN <= len(key) <= SECRET_BYTES_MAX:
        raise ValueError(f"expected a secret of {SECRET_BYTES_MIN} to {SECRET_BYTES_MAX} bytes, found {len(key)}")
    return key


def sign(key: bytes, id: str, timestamp: int, body: bytes) -> bytes:
    """Returns the signature of a body, in base64."""
    content = f"{id}.{timestamp}.".encode() + body
    return base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())


def head(headers: Mapping[str, str]) -> Tuple[str, int, List[bytes]]:
    """Returns the ID, the timestamp and the signatures of version 1."""
    lower = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if not lower.get(name)]
    if missing:
        raise WebhookError(f"the request has no header {', '.join(missing)}")
    timestamp = lower["webhook-timestamp"]
    if not (timestamp.isascii() and timestamp.isdecimal()):
        raise WebhookError(f"expected a timestamp in seconds, found {timestamp!r}")
    pairs = [signature.partition(",") for signature in lower["webhook-signature"].split()]
    return lower["webhook-id"], int(timestamp), [value.encode() for version, _, value in pairs if version == "v1"]


def read(id: str, timestamp: int, content: bytes) -> Delivery:
    """Returns the delivery with the fields of its envelope, if it has one."""
    try:
        value: Any = json.loads(content) if content else None
    except ValueError:
        # The receiver finds it in the body.
        value = None
    if not is_envelope(value):
        return Delivery(id, timestamp, content, value)
    envelope: Dict[str, Any] = value
    return Delivery(
        id,
        timestamp,
        content,
        envelope["payload"],
        schedule=envelope["schedule"].get("id"),
        occurrence=envelope["occurrence"].get("id"),
        attempt=envelope.get("attempt"),
        kind=envelope.get("kind", ""),
        nominal_at=envelope.get("nominal_at"),
        metadata=envelope.get("metadata", {}),
        envelope=envelope,
    )


def is_envelope(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "payload" in value
        and isinstance(value.get("schedule"), dict)
        and isinstance(value.get("occurrence"), dict)
    )
