"""A client for Refrain, a scheduler for recurring work.

`Refrain` and `AsyncRefrain` call the HTTP API of a server. `Schedule` builds schedules. `Webhook` verifies webhooks.
The types of requests and responses are in `refrain.types`.
"""

from . import types, webhooks
from ._async_client import AsyncRefrain
from ._async_consumer import AsyncConsumer, AsyncItem
from ._client import Refrain
from ._consumer import Consumer, Item
from ._endpoint import Response
from ._events import AsyncEventStream, EventStream, Missed, Open, OtherMessage, StreamItem
from ._json import UNSET, Duration, Unset, Version, from_json, to_json
from ._listing import AsyncListing, Listing
from ._retries import Retries
from ._schedule import Schedule
from ._settings import VERSION as __version__
from ._work import LeaseLost, Reject
from .errors import (
    Conflict,
    Forbidden,
    InvalidRequest,
    NotFound,
    NotModified,
    RateLimited,
    RefrainError,
    TimedOut,
    Unauthorized,
    Unavailable,
    UnreadableResponse,
)
from .webhooks import Delivery, MemoryStore, Store, Webhook, WebhookError

__all__ = [
    "UNSET",
    "AsyncConsumer",
    "AsyncEventStream",
    "AsyncItem",
    "AsyncListing",
    "AsyncRefrain",
    "Conflict",
    "Consumer",
    "Delivery",
    "Duration",
    "EventStream",
    "Forbidden",
    "InvalidRequest",
    "Item",
    "LeaseLost",
    "Listing",
    "MemoryStore",
    "Missed",
    "NotFound",
    "NotModified",
    "Open",
    "OtherMessage",
    "RateLimited",
    "Refrain",
    "RefrainError",
    "Reject",
    "Response",
    "Retries",
    "Schedule",
    "Store",
    "StreamItem",
    "TimedOut",
    "Unauthorized",
    "Unavailable",
    "UnreadableResponse",
    "Unset",
    "Version",
    "Webhook",
    "WebhookError",
    "__version__",
    "from_json",
    "to_json",
    "types",
    "webhooks",
]
