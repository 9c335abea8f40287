# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `controls`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Dict, List, Optional

from .ledger import RunTarget
from .policies import Action, Scope
from .previews import Warning

@dataclass
class Alert:
    """Alert: the alarms and schedules to watch, and the action to send."""

    on: List[str]
    """Names of the alarms to send."""

    action: Action
    """Action to send. Placeholders such as `{{alarm.message}}` in the strings of its payload are
    replaced with details of the alarm.
    """

    failing_after: Optional[int] = None
    """Number of consecutive failures from which the alarm `failing` is sent. Default: 1."""

    labels: Optional[Dict[str, str]] = None
    """Labels of the schedules to watch. A schedule must have all of them."""

    limit: Optional[datetime.timedelta] = None
    """Minimum time between two alerts about the same alarm of the same schedule. Default: 15
    minutes. Maximum: 30 days.
    """

    schedules: Optional[List[str]] = None
    """IDs of the schedules to watch. Default: all schedules."""


@dataclass
class AlertList:
    """A page of a list."""

    items: List[StoredAlert]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class CircuitBreaker:
    """State of a circuit breaker."""

    provider: str
    """Name of the provider."""

    receiver: str
    """Receiver in the provider's own terms. Empty if the provider has only one receiver."""

    is_provider_available: bool
    """Whether this node has the provider. Other nodes may have others."""

    state: str
    """State: `closed`, `failing`, `open`, `half_open` or `tripped`."""

    is_closed: bool
    """Whether actions for the receiver are sent."""

    failures: Optional[int] = None
    """Number of consecutive failures, while the breaker is `failing`."""

    note: Optional[str] = None
    """Reason given when the breaker was tripped."""

    successes: Optional[int] = None
    """Number of consecutive deliveries, while the breaker is `half_open`."""

    until: Optional[datetime.datetime] = None
    """While the breaker is `open`: when the next probe may be sent. While it is `half_open`:
    when the current probe times out.
    """


@dataclass
class DispatchOutcome:
    """Outcome of a dispatch. Only `delivered` counts as success."""

    kind: str
    """Kind: `delivered`, `skipped`, `retryable`, `rejected` or `delayed`."""

    message: Optional[str] = None
    """Message for people."""

    reason: Optional[str] = None
    """Reason code as in the ledger, unless the action was delivered."""

    retry_after_seconds: Optional[int] = None
    """Time that the receiver asked to wait before a retry, in seconds."""

    target: Optional[RunTarget] = None
    """Object that the receiver created."""

    until: Optional[datetime.datetime] = None
    """Earliest time of the next try, if the action is delayed."""


@dataclass
class DispatchReport:
    """Verdicts of the dispatch steps, and the outcome."""

    provider: str
    """Provider that sent the action, or would have sent it."""

    steps: List[DispatchStep]
    """Steps in order, up to the one that stopped the dispatch."""

    outcome: Optional[DispatchOutcome] = None
    """Outcome of the dispatch. Null for a dry run that no step stopped."""


@dataclass
class DispatchResult:
    """Result of a dispatch."""

    key: str
    """Name of the dispatch: the request's `Idempotency-Key`, or a generated one. Receivers get
    the same idempotency key for the same name.
    """

    dry_run: bool
    """Whether the request was a dry run: nothing was sent."""

    report: DispatchReport
    """Verdicts of the steps, and the outcome."""


@dataclass
class DispatchStep:
    """Verdict of one step."""

    step: str
    """Name of the step: `guard`, `controls` (holds and quotas), `rules`, `dedup`, `throttle`,
    `breaker` or `provider`.
    """

    decision: str
    """Decision: `pass`, `changed` or `stop`."""

    detail: Optional[str] = None
    """Explanation of the decision."""


@dataclass
class Hold:
    """Stop order for a selection of schedules: a legal hold, an inactive engagement, a
    maintenance window.
    """

    code: str
    """Reason as a short code."""

    from_: Optional[datetime.datetime] = None
    """Start of the hold (inclusive), compared with nominal time. Default: no start."""

    note: Optional[str] = None
    """Reason in words."""

    selects: Optional[HoldSelector] = None
    """Selection of schedules that the hold covers. Default: all schedules of the tenant."""

    until: Optional[datetime.datetime] = None
    """End of the hold (exclusive), compared with nominal time. Default: no end."""


@dataclass
class HoldList:
    """A page of a list."""

    items: List[StoredHold]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class HoldSelector:
    """Selection of the schedules that a hold covers. A schedule must match every given
    criterion.
    """

    labels: Optional[Dict[str, str]] = None
    """Labels. The schedule must have all of them. Default: none."""

    schedules: Optional[List[str]] = None
    """Schedule IDs. The schedule must be one of them. Default: all."""

    scope: Optional[Scope] = None
    """Object that the schedule belongs to. Default: any."""


@dataclass
class Quota:
    """Quota: maximum number of occurrences that start per window. A window begins with the first
    occurrence that starts after the previous window ended.
    """

    limit: int
    """Maximum number of occurrences that start in one window."""

    window: datetime.timedelta
    """Length of the window."""


@dataclass
class QuotaList:
    """A page of a list."""

    items: List[StoredQuota]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class StoredAlert:
    """A document with its name and version."""

    name: str
    """Name of the document."""

    version: int
    """Version, which increases with every write. A name that is deleted and used again continues
    the count.
    """

    updated_at: datetime.datetime
    """Time of the last change."""

    definition: Optional[Alert] = None
    """Alert: the alarms and schedules to watch, and the action to send."""

    problem: Optional[str] = None
    """Reason why the definition cannot be read."""

    warnings: Optional[List[Warning]] = None
    """Warnings about settings that are probably not intended. Only in responses to a save.
    Omitted if there are none.
    """


@dataclass
class StoredHold:
    """A document with its name and version."""

    name: str
    """Name of the document."""

    version: int
    """Version, which increases with every write. A name that is deleted and used again continues
    the count.
    """

    updated_at: datetime.datetime
    """Time of the last change."""

    definition: Optional[Hold] = None
    """Stop order for a selection of schedules: a legal hold, an inactive engagement, a
    maintenance window.
    """

    problem: Optional[str] = None
    """Reason why the definition cannot be read."""

    warnings: Optional[List[Warning]] = None
    """Warnings about settings that are probably not intended. Only in responses to a save.
    Omitted if there are none.
    """


@dataclass
class StoredQuota:
    """A document with its name and version."""

    name: str
    """Name of the document."""

    version: int
    """Version, which increases with every write. A name that is deleted and used again continues
    the count.
    """

    updated_at: datetime.datetime
    """Time of the last change."""

    definition: Optional[Quota] = None
    """Quota: maximum number of occurrences that start per window. A window begins with the first
    occurrence that starts after the previous window ended.
    """

    problem: Optional[str] = None
    """Reason why the definition cannot be read."""

    warnings: Optional[List[Warning]] = None
    """Warnings about settings that are probably not intended. Only in responses to a save.
    Omitted if there are none.
    """
