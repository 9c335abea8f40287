# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `insight`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, List, Literal, Optional, Union

from .ledger import Occurrence

EventKind = Union[
    Literal["planned", "finished", "gap", "started", "dispatched", "completed", "retried", "logged", "alarm"],
    str,
]
"""Kind of an event."""


Fold = Union[Literal["hour", "day"], str]
"""Length of a time slot."""


@dataclass
class AuditEntry:
    """An audit log entry."""

    seq: int
    """Position in the tenant's hash chain, counted from 1."""

    at: datetime.datetime
    """Time of the change."""

    actor: str
    """Person, key or program that made the change."""

    action: str
    """Action that was performed."""

    object: str
    """Object that was changed."""

    detail: Any
    """Details of the action."""

    previous: str
    """Hash of the previous entry."""

    hash: str
    """Hash of this entry."""

    reason: Optional[str] = None
    """Reason given by the caller."""

    request_id: Optional[str] = None
    """ID of the request."""


@dataclass
class AuditEntryList:
    """A page of a list."""

    items: List[AuditEntry]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class AuditVerification:
    """Result of verifying the tenant's hash chain."""

    is_intact: bool
    """Whether every entry follows its predecessor."""

    broken_at: Optional[int] = None
    """Position of the first entry that does not follow its predecessor or is missing."""

    entries: Optional[int] = None
    """Number of entries. Null if an entry is broken."""

    tip: Optional[str] = None
    """Hash of the last entry. Null if an entry is broken. Store it elsewhere to detect a
    truncated log.
    """


@dataclass
class BoundedCount:
    """A count that may have stopped at a limit."""

    count: int
    """The count, a lower bound if `is_cut` is true."""

    is_cut: bool
    """Whether there are more."""


@dataclass
class BusyMinute:
    """A minute of the week."""

    weekday: str
    """Day of the week."""

    time: str
    """Time of day."""

    occurrences: int
    """Number of occurrences."""


@dataclass
class Event:
    """An event."""

    kind: EventKind
    """Kind of the event."""

    at: datetime.datetime
    """Time of the event."""

    attempt: Optional[int] = None
    """Number of the attempt."""

    count: Optional[int] = None
    """Number of planned occurrences, or of occurrences collapsed into a gap."""

    detail: Optional[str] = None
    """Kind of alarm, or outcome of a dispatch."""

    message: Optional[str] = None
    """Error message, alarm text or log record."""

    occurrence: Optional[Occurrence] = None
    """The occurrence at that time, for `started`, `completed` and `retried`."""

    occurrence_id: Optional[int] = None
    """Occurrence ID."""

    retry_at: Optional[datetime.datetime] = None
    """Time of the next attempt."""

    schedule: Optional[str] = None
    """Schedule ID. Null if the event is not about a schedule."""


@dataclass
class FreeSlot:
    """A quiet minute of the day."""

    time: str
    """Time of day."""

    occurrences: int
    """Number of occurrences at this time, over all days."""

    cron: str
    """Cron expression for a daily schedule at this time."""


@dataclass
class Heatmap:
    """Load of a tenant's schedules by hour of the week."""

    from_: datetime.datetime
    """Start of the window, inclusive."""

    until: datetime.datetime
    """End of the window, exclusive."""

    timezone: str
    """Time zone of the hours."""

    schedules: int
    """Number of active schedules that were counted."""

    occurrences: int
    """Number of occurrences that were counted."""

    is_cut: bool
    """Whether a limit stopped the count. All numbers are then too low."""

    hours: List[HourLoad]
    """Occurrences by hour of the week, starting on Monday at 00:00: 168 entries."""

    busiest: List[BusyMinute]
    """Busiest minutes of the week, busiest first."""

    free_slots: List[FreeSlot]
    """Quiet minutes of the day for new schedules, quietest first, away from the quarters of the
    hour.
    """


@dataclass
class HistorySchedule:
    """A schedule and its occurrences."""

    schedule: str
    """Schedule ID."""

    spans: List[HistorySpan]
    """Occurrences in order. Those of a crowded time slot are merged into one span."""


@dataclass
class HistorySlot:
    """An hour or a day."""

    at: datetime.datetime
    """Start of the time slot."""

    counts: StateCounts
    """Number of occurrences by state."""


@dataclass
class HistorySpan:
    """An occurrence, or the occurrences of a crowded time slot."""

    from_: datetime.datetime
    """Nominal time of the first occurrence."""

    until: datetime.datetime
    """Nominal time of the last occurrence. Equal to `from` for a single occurrence."""

    counts: StateCounts
    """Number of occurrences by state."""


@dataclass
class HourLoad:
    """An hour of the week."""

    weekday: str
    """Day of the week."""

    hour: int
    """Hour of the day, from 0. Maximum: 23."""

    occurrences: int
    """Number of occurrences."""


@dataclass
class NodeActivity:
    """Activity of this node for the tenant since the node started."""

    id: str
    """Node ID."""

    planned: int
    """Occurrences that were planned."""

    started: int
    """Attempts that were started."""

    succeeded: int
    """Occurrences that succeeded."""

    skipped: int
    """Occurrences that were skipped."""

    failed: int
    """Occurrences that failed."""

    retried: int
    """Attempts that failed and were retried."""

    missed: int
    """Missed occurrences that were collapsed into gaps."""


@dataclass
class RunHistory:
    """Occurrences of all schedules in a time window."""

    from_: datetime.datetime
    """Start of the window, inclusive, by nominal time."""

    until: datetime.datetime
    """End of the window, exclusive."""

    timezone: str
    """Time zone of the time slots."""

    schedules: int
    """Number of schedules with occurrences in the window, including those that are not returned."""

    occurrences: int
    """Number of occurrences of all these schedules."""

    items: List[HistorySchedule]
    """Schedules with the latest occurrences, latest first."""

    slots: List[HistorySlot]
    """Occurrences of all schedules by hour or day. Empty time slots are omitted."""

    counted_since: Optional[datetime.datetime] = None
    """If counting stopped at its limit: only occurrences recorded since this time are counted."""


@dataclass
class ScheduleCounts:
    """Number of schedules by status."""

    active: BoundedCount
    """Active schedules."""

    paused: BoundedCount
    """Paused schedules."""

    canceled: BoundedCount
    """Canceled schedules."""

    disabled: BoundedCount
    """Schedules that an error has disabled."""

    finished: BoundedCount
    """Schedules without further occurrences."""


@dataclass
class ScheduleHealth:
    """Health of a tenant's schedules."""

    stale: List[StaleSchedule]
    """Schedules whose planning is overdue by a minute or more, most overdue first. Empty as long
    as nodes work. At most 500.
    """

    is_cut: bool
    """Whether there may be more schedules than are listed."""


@dataclass
class StaleSchedule:
    """A schedule that was not planned in time."""

    id: str
    """Schedule ID."""

    due_at: Optional[datetime.datetime] = None
    """Time at which planning was due. Null if the definition cannot be read."""

    problem: Optional[str] = None
    """Reason why the definition cannot be read."""


@dataclass
class StateCounts:
    """Number of occurrences by state."""

    planned: int
    """Occurrences that are planned."""

    running: int
    """Occurrences that are running."""

    succeeded: int
    """Occurrences that succeeded."""

    skipped: int
    """Occurrences that were skipped."""

    failed: int
    """Occurrences that failed."""


@dataclass
class Stats:
    """Statistics of a tenant."""

    at: datetime.datetime
    """Time of the count."""

    schedules: ScheduleCounts
    """Schedules by status."""

    planned: BoundedCount
    """Occurrences that wait for their due time or for a retry."""

    running: BoundedCount
    """Occurrences that are running."""

    overdue: BoundedCount
    """Occurrences that are due for a minute or more and have not started."""

    nodes: int
    """Number of live nodes."""

    node: NodeActivity
    """Activity of the node that responds."""


@dataclass
class UpcomingOccurrences:
    """Upcoming occurrences of a tenant's schedules in a time window."""

    from_: datetime.datetime
    """Start of the window, inclusive."""

    until: datetime.datetime
    """End of the window, exclusive."""

    timezone: str
    """Time zone of the time slots."""

    schedules: int
    """Number of active schedules that were examined."""

    schedules_with_occurrences: int
    """Number of schedules with occurrences in the window, including those that are not returned."""

    occurrences: int
    """Number of occurrences of all these schedules."""

    is_cut: bool
    """Whether a limit stopped the search. There are then more schedules than are counted here."""

    items: List[UpcomingSchedule]
    """Schedules with the earliest occurrences, in order of their first occurrence."""

    slots: List[UpcomingSlot]
    """Load of all schedules by hour or day. Empty time slots are omitted."""


@dataclass
class UpcomingSchedule:
    """A schedule and its upcoming occurrences."""

    schedule: str
    """Schedule ID."""

    sentence: str
    """Description of the recurrence."""

    timezone: str
    """Time zone of the schedule."""

    occurrences: int
    """Number of occurrences, a lower bound if `is_cut` is true."""

    is_cut: bool
    """Whether there are more occurrences."""

    spans: List[UpcomingSpan]
    """Occurrences in order. Those of a crowded time slot are merged into one span."""


@dataclass
class UpcomingSlot:
    """An hour or a day."""

    at: datetime.datetime
    """Start of the time slot."""

    occurrences: int
    """Number of occurrences, a lower bound if `is_cut` is true."""

    schedules: int
    """Number of schedules that the occurrences belong to."""

    is_cut: bool
    """Whether there are more occurrences."""


@dataclass
class UpcomingSpan:
    """An occurrence, or the occurrences of a crowded time slot."""

    from_: datetime.datetime
    """Time of the first occurrence."""

    until: datetime.datetime
    """Time of the last occurrence. Equal to `from` for a single occurrence."""

    occurrences: int
    """Number of occurrences, a lower bound if `is_cut` is true."""

    is_cut: bool
    """Whether there are more occurrences."""
