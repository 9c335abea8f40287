"""What the consumers of a work queue share: the decisions about one work item, and how signals stop them."""

from __future__ import annotations

import logging
import os
import socket
import traceback
from typing import Any, Mapping, Optional

from . import types
from ._json import Duration, parse_duration
from .errors import Conflict, InvalidRequest, NotFound, RateLimited, RefrainError, Unavailable

logger = logging.getLogger("refrain")

# Maximum length of the error that is stored with a failed work item.
ERROR_CHARACTERS_MAX = 2000
# Waits in seconds after a request that failed for a moment: the first one, and the maximum.
RETRY_SECONDS = 1.0
RETRY_SECONDS_MAX = 30.0
# Maximum number of attempts to settle a work item, which take about a minute.
SETTLE_ATTEMPTS_MAX = 7
# A lease is extended after this part of it, so that two extensions may fail before it expires.
EXTEND_AFTER = 1 / 3


class Reject(Exception):
    """Raised by a handler for a work item that no retry can help: the item becomes a dead letter."""


class LeaseLost(Exception):
    """The lease of the work item has expired, and another worker may have claimed the item."""


class ItemState:
    """A claimed work item, and whether it is settled."""

    def __init__(self, item: types.WorkItem) -> None:
        self.item = item
        self.result: Any = None
        """Result to store with the work item when its block ends."""
        self.is_settled = False
        """Whether the work item was completed or failed."""
        self.is_lost = False
        """Whether the lease is lost: another worker may process the work item now."""

    @property
    def id(self) -> int:
        """Work item ID."""
        return self.item.id

    @property
    def key(self) -> str:
        """Identity of the work item in its queue, the same for every attempt."""
        return self.item.key

    @property
    def payload(self) -> Any:
        """Payload for the worker."""
        return self.envelope.get("payload", self.item.payload)

    @property
    def envelope(self) -> Mapping[str, Any]:
        """The payload, and what is known about the occurrence that enqueued the work item."""
        return self.item.payload if isinstance(self.item.payload, dict) else {}

    @property
    def schedule(self) -> Optional[str]:
        """ID of the schedule that enqueued the work item. None if a program did."""
        return self.envelope.get("schedule_id")

    @property
    def attempt(self) -> int:
        """Number of this attempt, counted from 1."""
        return self.item.attempt

    @property
    def is_open(self) -> bool:
        return not self.is_settled and not self.is_lost

    def check_open(self) -> None:
        if self.is_lost:
            raise LeaseLost(f"the lease of work item {self.id} is lost")
        if self.is_settled:
            raise InvalidRequest(f"work item {self.id} is already completed or failed")

    def settlement_lost(self, error: Exception) -> None:
        """Notes that the work item cannot be settled, since its lease is lost."""
        self.is_lost = True
        logger.warning("work item %s was not settled, since its lease is lost: %s", self.id, error)

    def settlement_failed(self, failures: int, error: RefrainError) -> float:
        """Returns the wait before the next attempt to settle. Finally, the item is left to the next worker."""
        if failures >= SETTLE_ATTEMPTS_MAX:
            self.settlement_lost(error)
            return 0.0
        logger.warning("work item %s was not settled yet: %s", self.id, error)
        return max(backoff(failures), error.retry_after or 0.0)

    def extension_failed(self, error: RefrainError) -> None:
        """Notes that a lease could not be extended. It is tried again unless the lease is lost."""
        if isinstance(error, (Conflict, NotFound)) and not self.is_settled:
            self.is_lost = True
        logger.warning("the lease of work item %s was not extended: %s", self.id, error)


def worker_name() -> str:
    """Returns the default name of a worker, for people."""
    return f"{socket.gethostname()}-{os.getpid()}"


def lease_seconds(lease: Duration) -> float:
    length = parse_duration(lease) if isinstance(lease, (str, int)) else lease
    if length.total_seconds() < 1:
        raise InvalidRequest(f"expected a lease of at least one second, found {lease}")
    return length.total_seconds()


def backoff(failures: int) -> float:
    """Returns the wait after a number of failures."""
    return min(RETRY_SECONDS * (1 << min(failures - 1, 10)), RETRY_SECONDS_MAX)


def claim_wait(failures: int, error: RefrainError) -> Optional[float]:
    """Returns the wait before the next claim, or None if the error is final."""
    if not isinstance(error, (Unavailable, RateLimited)):
        return None
    wait = backoff(failures + 1)
    logger.warning("no work could be claimed, next attempt in %s seconds: %s", wait, error)
    return max(wait, error.retry_after or 0.0)


def describe(error: BaseException) -> str:
    """Returns an exception as the error of a work item."""
    text = "".join(traceback.format_exception_only(type(error), error)).strip()
    return text[:ERROR_CHARACTERS_MAX]
