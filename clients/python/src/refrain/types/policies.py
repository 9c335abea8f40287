# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `policies`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, Dict, Literal, Optional, Union

CatchUpPolicy = Union[Literal["latest", "skip", "earliest", "all"], str]
"""Policy that decides which missed occurrences are caught up."""


Delivery = Union[Literal["at_least_once", "at_most_once"], str]
"""Delivery guarantee: what happens after a crash between sending and recording the result."""


HistoryLevel = Union[Literal["none", "errors", "minimal", "full"], str]
"""Level of detail that is stored for an attempt, in addition to its times, outcome and reason."""


OverlapPolicy = Union[
    Literal["skip", "buffer_one", "buffer_all", "cancel_other", "allow_all"],
    str,
]
"""Policy for an occurrence that is due while an earlier one of its schedule is still open.

A run that waits for its next attempt counts as running.
"""


Priority = Union[Literal["high", "normal", "low"], str]
"""Priority among a tenant's due occurrences."""


@dataclass
class Action:
    """Message to send, and the provider that sends it."""

    provider: str
    """Name of the provider that sends the action."""

    dedup_for: Optional[datetime.timedelta] = None
    """Time for which the deduplication key is remembered, unless a dispatch rule sets another.
    Default: 1 day.
    """

    dedup_key: Optional[str] = None
    """Deduplication key, a template. While a key is remembered, further actions with the same
    expanded key are dropped as duplicates.
    """

    kind: Optional[str] = None
    """Kind of the action. Dispatch rules and receivers can tell actions apart by it."""

    metadata: Optional[Dict[str, str]] = None
    """Additional metadata for the provider."""

    payload: Any = None
    """Payload to send."""

    target: Optional[str] = None
    """Address to send to, in the provider's own terms: a URL, a queue, a handler."""


@dataclass
class CatchUp:
    """Policy for occurrences that were not planned in time."""

    limit: Optional[int] = None
    """Maximum number of missed occurrences to run. Default: 100. Maximum: 10,000."""

    policy: Optional[CatchUpPolicy] = None
    """Which missed occurrences run late. Default: `latest`."""

    window: Optional[datetime.timedelta] = None
    """Maximum delay at which a missed occurrence still runs. Default: one period or 24 hours,
    whichever is shorter. With the policy `skip`, a window of less than a minute limits how
    late an occurrence that was not planned in time counts as on time. Default: a minute.
    """


@dataclass
class RetryPolicy:
    """Policy for retries of failed attempts."""

    factor: Optional[float] = None
    """Factor by which each delay is multiplied to get the next. Default: 2."""

    initial: Optional[datetime.timedelta] = None
    """Delay before the second attempt. Default: 10 seconds."""

    max_attempts: Optional[int] = None
    """Maximum number of attempts, including the first. Default: 5."""

    max_elapsed: Optional[datetime.timedelta] = None
    """Maximum time from the first attempt to the last. Default: 24 hours."""

    max_interval: Optional[datetime.timedelta] = None
    """Maximum delay between two attempts. Default: 1 hour."""


@dataclass
class Scope:
    """Object that a schedule belongs to: a template node, an engagement, a customer."""

    type: str
    """Type of the object."""

    id: str
    """ID of the object."""
