# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `previews`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Dict, List, Optional

from .._json import Duration
from .policies import (
    Action,
    CatchUp,
    Delivery,
    HistoryLevel,
    OverlapPolicy,
    Priority,
    RetryPolicy,
    Scope,
)
from .timing import ScheduleSpec

@dataclass
class DiffOccurrence:
    """One occurrence."""

    at: datetime.datetime
    """Nominal time of the occurrence."""

    period_key: str
    """Period key."""


@dataclass
class DstChange:
    """A DST change that affects a schedule."""

    at: datetime.datetime
    """Time of the change."""

    kind: str
    """Kind: `gap` if the clock is set forward, `fold` if it is set back."""

    message: str
    """Affected local times, and what happens to them."""


@dataclass
class MinGap:
    """Minimum time between two occurrences."""

    seconds: int
    """Time in seconds."""

    text: str
    """Time as text, for people."""


@dataclass
class MovedOccurrence:
    """An occurrence that moves."""

    from_: DiffOccurrence
    """The occurrence before the change."""

    to: DiffOccurrence
    """The occurrence after the change."""


@dataclass
class OccurrenceDiff:
    """Occurrences added, removed and moved, each list in order."""

    from_: datetime.datetime
    """Start of the compared window, inclusive."""

    until: datetime.datetime
    """End of the compared window, exclusive."""

    added: List[DiffOccurrence]
    """Occurrences that only the new recurrence has."""

    removed: List[DiffOccurrence]
    """Occurrences that only the old recurrence has."""

    moved: List[MovedOccurrence]
    """Occurrences that move to another instant."""

    truncated: bool
    """Whether the lists were truncated."""


@dataclass
class PendingOccurrence:
    """A planned occurrence, and what saving does to it."""

    period_key: str
    """Period key."""

    discriminator: str
    """Discriminator, if the period has several occurrences. Empty otherwise."""

    due_at: datetime.datetime
    """Current due time."""

    effect: str
    """Effect: `stays`, `moves`, or `superseded` if the occurrence would be skipped."""

    new_due_at: Optional[datetime.datetime] = None
    """New due time. Null if the occurrence would be skipped."""


@dataclass
class PreviewChange:
    """Effect of saving on a schedule."""

    against: str
    """Schedule ID."""

    pending: List[PendingOccurrence]
    """Planned occurrences that have not started, earliest first."""

    is_cut: bool
    """Whether there are more planned occurrences than are listed."""

    occurrences: Optional[OccurrenceDiff] = None
    """Occurrences that are added, removed and moved. Null if the stored recurrence is no longer
    valid.
    """


@dataclass
class PreviewOccurrence:
    """One occurrence of a recurrence."""

    at: datetime.datetime
    """Nominal time, before jitter."""

    due_at: datetime.datetime
    """Due time, including jitter."""

    local: str
    """Local time in the schedule's time zone."""

    period_key: str
    """Period key, under which the occurrence is recorded exactly once."""

    period_label: str
    """Human-readable label of the period."""

    period_start: datetime.datetime
    """Start of the period."""

    dst: Optional[str] = None
    """Effect of a DST change: `moved` if the local time does not exist, `first_pass` or
    `later_pass` if the local time occurs twice. Null on all other days.
    """

    in_zone: Optional[str] = None
    """Local time in the other requested time zone."""

    period_end: Optional[datetime.datetime] = None
    """End of the period. Null if no period follows."""


@dataclass
class PreviewRequest:
    """A schedule to preview."""

    action: Action
    """Action to send."""

    against: Optional[str] = None
    """ID of the stored schedule to compare with."""

    allow_unknown_provider: Optional[bool] = None
    """Whether to accept a provider that no live node has. Default: false. Not stored."""

    catch_up: Optional[CatchUp] = None
    """Policy for missed occurrences."""

    count: Optional[int] = None
    """Number of occurrences. Default: 10. Maximum: 100."""

    cron: Optional[str] = None
    """Cron expression: five fields, six with seconds first, or a macro such as `@daily`."""

    days: Optional[int] = None
    """Number of days to compare, of 24 hours each. Default: 30. Maximum: 366."""

    delivery: Optional[Delivery] = None
    """Delivery guarantee after a crash between sending and recording."""

    description: Optional[str] = None
    """Description for people."""

    discriminators: Optional[List[str]] = None
    """Names of several targets per period, each with its own occurrence. Default: one unnamed
    target.
    """

    enabled: Optional[bool] = None
    """Whether the schedule runs. False creates it paused, or pauses it together with the change;
    true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
    """

    from_: Optional[datetime.datetime] = None
    """Start time. Default: now."""

    history: Optional[HistoryLevel] = None
    """History level: how much of each attempt is stored. Default: the level of the tenant, else
    of the node.
    """

    id: Optional[str] = None
    """Schedule ID, unique in the tenant. Default: generated."""

    labels: Optional[Dict[str, str]] = None
    """Labels to select the schedule by."""

    max_concurrent: Optional[int] = None
    """Maximum number of concurrent runs under `allow_all`. Default: no limit."""

    overlap: Optional[OverlapPolicy] = None
    """Policy for runs that overlap."""

    pause_on_failure: Optional[int] = None
    """Number of consecutive failures after which the schedule pauses itself. Default: never."""

    priority: Optional[Priority] = None
    """Priority among the tenant's due occurrences."""

    retry: Optional[RetryPolicy] = None
    """Policy for retries of failed attempts."""

    scope: Optional[Scope] = None
    """Object that the schedule belongs to. Holds select by it."""

    spec: Optional[ScheduleSpec] = None
    """Recurrence, time zone and bounds: when the schedule runs."""

    start_deadline: Optional[Duration] = None
    """Maximum start delay of a run. Default: no limit of its own; the catch-up window still
    applies.
    """

    timeout: Optional[Duration] = None
    """Timeout of one attempt. Default: the timeout of the provider, if it has one."""

    timezone: Optional[str] = None
    """IANA time zone of the recurrence. Default: the server's time zone."""

    when: Optional[str] = None
    """Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A
    text with two readings is rejected with both. The text may name the time zone.
    """

    zone: Optional[str] = None
    """Second time zone to show times in."""


@dataclass
class SchedulePreview:
    """Preview of a definition."""

    description: str
    """Description of the recurrence in one sentence."""

    timezone: str
    """Time zone, in the spelling of the time zone database."""

    from_: datetime.datetime
    """Start time of the preview."""

    warnings: List[Warning]
    """Warnings about settings that are valid but probably not intended."""

    next: List[PreviewOccurrence]
    """Next occurrences, in order."""

    is_last: bool
    """Whether there are no occurrences after these."""

    dst_dates: List[DstChange]
    """DST changes within a year that affect the schedule."""

    after_completion: Optional[str] = None
    """Delay between the end of a run and the next one, for `after_completion` recurrences, which
    have no times of their own.
    """

    change: Optional[PreviewChange] = None
    """Effect on the schedule in `against`. Null without `against`."""

    min_gap: Optional[MinGap] = None
    """Minimum time between two occurrences. Null if there are never two."""


@dataclass
class Warning:
    """A warning about a definition. It has no effect on the definition."""

    code: str
    """Stable code of the warning."""

    message: str
    """Description of the warning for this recurrence."""

    hint: Optional[str] = None
    """Suggestion if the recurrence was not intended this way."""
