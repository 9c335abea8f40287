"""An operation of the API, and a request for it."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any, Dict, Generic, List, Mapping, Optional, Tuple, TypeVar
from urllib.parse import quote

from ._json import Version, query_text, reader, to_json
from .errors import InvalidRequest, UnreadableResponse

T = TypeVar("T")
P = TypeVar("P")

# Minimum timeout of operations that wait by design. The server takes at most 60 seconds for them.
SLOW_SECONDS = 65.0


@dataclass(frozen=True)
class Endpoint(Generic[T]):
    """An operation of the API: a method and a path."""

    id: str
    method: str
    path: str
    result: Any
    media_type: str = ""
    is_text: bool = False
    is_repeatable: bool = False
    """Whether a repeated request has the effect of one."""
    takes_key: bool = False
    """Whether the operation takes an idempotency key."""
    is_slow: bool = False
    """Whether the operation waits by design."""

    def read(self, response: "Response") -> T:
        """Returns the value of a response."""
        if self.result is None:
            return None  # type: ignore[return-value]  # The result type is None.
        try:
            value: T = reader(self.result)(response.text if self.is_text else response.json())
            return value
        except (ValueError, TypeError) as error:
            raise UnreadableResponse(
                f"{self.id}: the response cannot be read: {error}",
                status=response.status,
                request_id=response.request_id,
            ) from error


@dataclass(frozen=True)
class ListEndpoint(Endpoint[P], Generic[P, T]):
    """An operation that returns one page of a list."""

    items: str = "items"
    """Field of a page with its items."""

    def items_of(self, page: P) -> List[T]:
        items: List[T] = getattr(page, self.items)
        return items


@dataclass
class Request:
    """A request, before it is sent."""

    method: str
    path: str
    query: Dict[str, str] = field(default_factory=dict)
    headers: Dict[str, str] = field(default_factory=dict)
    content: Optional[bytes] = None
    is_repeatable: bool = False
    is_slow: bool = False

    def timeout(self, seconds: float) -> float:
        return max(seconds, SLOW_SECONDS) if self.is_slow else seconds

    @property
    def is_safe_to_repeat(self) -> bool:
        return self.is_repeatable or "Idempotency-Key" in self.headers


@dataclass(frozen=True)
class Response:
    """A successful response."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.content.decode("utf-8")

    def json(self) -> Any:
        """Returns the body as JSON, with fields that this client does not know."""
        return json.loads(self.content)

    @property
    def etag(self) -> Optional[str]:
        """Version of the value, for `if_match`."""
        return self.headers.get("etag")

    @property
    def request_id(self) -> Optional[str]:
        """ID of the request in the logs and the audit log of the server."""
        return self.headers.get("x-request-id")


def build(
    endpoint: Endpoint[Any],
    *,
    path: Tuple[Any, ...] = (),
    query: Optional[Mapping[str, Any]] = None,
    body: Any = None,
    if_match: Optional[Version] = None,
    if_none_match: Optional[Version] = None,
    create_only: bool = False,
    idempotency_key: Optional[str] = None,
    last_event_id: Optional[str] = None,
) -> Request:
    """Builds the request for an operation."""
    request = Request(endpoint.method, expand(endpoint.path, path), query_of(query or {}), is_slow=endpoint.is_slow)
    # If the response to the first attempt is lost, the second one would be a conflict with the first.
    request.is_repeatable = endpoint.is_repeatable and if_match is None and not create_only
    headers = {
        "If-Match": None if if_match is None else tag(if_match),
        "If-None-Match": "*" if create_only else None if if_none_match is None else tag(if_none_match),
        "Idempotency-Key": idempotency_key or (secrets.token_hex(16) if endpoint.takes_key else None),
        "Last-Event-ID": last_event_id,
    }
    request.headers = {name: checked(name, value) for name, value in headers.items() if value is not None}
    if body is not None:
        request.headers["Content-Type"] = endpoint.media_type
        request.content = (
            body if isinstance(body, str) and "json" not in endpoint.media_type else dumps(body)
        ).encode()
    return request


def query_of(query: Mapping[str, Any]) -> Dict[str, str]:
    return {name: query_text(value) for name, value in query.items() if value is not None}


def dumps(value: Any) -> str:
    try:
        return json.dumps(to_json(value), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidRequest(f"the body is not JSON: {error}") from error


def expand(template: str, arguments: Tuple[Any, ...]) -> str:
    """Replaces the parameters of a path such as `/v1/schedules/{id}`, in order."""
    parts = template.replace("}", "{").split("{")
    values = iter(arguments)
    return "".join(segment(query_text(next(values))) if index % 2 else part for index, part in enumerate(parts))


def segment(text: str) -> str:
    """Returns a segment of a path. Every character with a meaning in URLs is escaped."""
    if not text:
        raise InvalidRequest("expected a name in the path, found an empty text")
    # Clients and proxies resolve these two segments, so the name would be lost.
    return text.replace(".", "%2E") if text in (".", "..") else quote(text, safe="")


def tag(version: Version) -> str:
    return f'"{version}"' if isinstance(version, int) else version


def checked(name: str, value: str) -> str:
    if not value.isprintable() or not value.isascii():
        raise InvalidRequest(f"header {name} cannot have the value {value!r}: expected printable ASCII characters")
    return value
