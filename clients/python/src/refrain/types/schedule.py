# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `schedule`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, List, Literal, Optional, Union

from .ledger import OccurrenceDetail
from .policies import OverlapPolicy

ReprocessMode = Union[Literal["none", "failed", "completed"], str]
"""Existing occurrences that a backfill runs again."""


@dataclass
class BackfillResult:
    """Preview or result of a backfill."""

    done: bool
    """Whether the backfill has been started. If false, this is a preview."""

    new: int
    """Number of occurrences that are created."""

    reopened: int
    """Number of occurrences that are reopened."""

    untouched: int
    """Number of occurrences that stay as they are."""

    is_cut: bool
    """Whether the range has more occurrences than the limit."""

    overlap: OverlapPolicy
    """Overlap policy: `buffer_all` (one after the other) or `allow_all` (alongside other runs)."""

    concurrency: int
    """Maximum number of occurrences that run at once, per discriminator."""

    confirm: Optional[str] = None
    """Token that confirms the preview, for the same request, once. Null if the backfill has been
    started.
    """

    estimated_duration_seconds: Optional[float] = None
    """Estimated duration of the whole backfill at this median, in seconds. Only in a preview."""

    expires_at: Optional[datetime.datetime] = None
    """Time until which the token is valid."""

    first: Optional[datetime.datetime] = None
    """First nominal time in the range."""

    last: Optional[datetime.datetime] = None
    """Last nominal time in the range."""

    median_duration_seconds: Optional[float] = None
    """Median duration of the schedule's last successful runs, in seconds. Only in a preview."""


@dataclass
class DailyCounts:
    """Occurrences of a schedule by day."""

    from_: datetime.datetime
    """Start of the range, inclusive, by nominal time."""

    until: datetime.datetime
    """End of the range, exclusive."""

    timezone: str
    """Time zone of the days."""

    occurrences: int
    """Number of occurrences that were counted."""

    days: List[DayCounts]
    """The days with occurrences, in order."""

    counted_since: Optional[datetime.datetime] = None
    """If counting stopped at its limit: only occurrences recorded since this time are counted."""


@dataclass
class DayCounts:
    """A day with the number of its occurrences by state."""

    date: datetime.date
    """Date in the time zone."""

    failed: int
    """Occurrences that failed."""

    planned: int
    """Occurrences that are planned."""

    running: int
    """Occurrences that are running."""

    skipped: int
    """Occurrences that were skipped."""

    succeeded: int
    """Occurrences that succeeded."""


@dataclass
class Explanation:
    """Explanation of why a schedule did or did not run."""

    at: datetime.datetime
    """Time that is explained."""

    sentence: str
    """Explanation as a sentence."""

    answer: str
    """Answer code: `not_created_yet`, `not_matched`, `recorded`, `in_gap`, `stopped`,
    `not_planned_yet`, `will_be_held` (a hold will skip it) or `unexplained`.
    """

    occurrences: List[OccurrenceDetail]
    """Occurrences at that time."""

    evaluation: Optional[RecurrenceEvaluation] = None
    """Evaluation of the recurrence in effect at that time. Null if it is no longer valid."""

    gap: Optional[OccurrenceGap] = None
    """Gap that contains that time."""

    hold: Optional[str] = None
    """Hold that would skip the occurrence now, as a sentence."""

    revision: Optional[Revision] = None
    """Revision in effect at that time. Null if the schedule did not exist yet."""


@dataclass
class FireResult:
    """Result of a manual run request."""

    occurrence: int
    """Occurrence ID."""

    existing: bool
    """Whether an earlier request with the same key created the occurrence."""

    state: str
    """State of the occurrence."""


@dataclass
class NextOccurrences:
    """The next occurrences of a schedule."""

    next: List[datetime.datetime]
    """Times in order. Empty while the schedule is paused or after it has ended."""


@dataclass
class OccurrenceGap:
    """Missed occurrences that are collapsed into one record."""

    id: int
    """Gap ID."""

    from_: datetime.datetime
    """Nominal time of the first occurrence."""

    to: datetime.datetime
    """Nominal time of the last occurrence."""

    count: int
    """Number of occurrences."""

    reason: str
    """Reason why the occurrences did not run."""

    created_at: datetime.datetime
    """Time at which the gap was recorded."""


@dataclass
class OccurrenceGapList:
    """A page of a list."""

    items: List[OccurrenceGap]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class RecurrenceCheck:
    """A condition of the recurrence."""

    name: str
    """Field or bound."""

    value: str
    """Value at that time."""

    passed: bool
    """Whether the recurrence accepts the value."""


@dataclass
class RecurrenceEvaluation:
    """Evaluation of a recurrence at a time."""

    matches: bool
    """Whether the recurrence matches the time."""

    checks: List[RecurrenceCheck]
    """Checks, in order."""

    next: Optional[datetime.datetime] = None
    """Next occurrence."""

    previous: Optional[datetime.datetime] = None
    """Previous occurrence."""


@dataclass
class Revision:
    """A revision of a schedule."""

    revision: int
    """Revision number."""

    at: datetime.datetime
    """Time of the change."""

    by: str
    """Person, key or program that made the change."""

    change: str
    """Kind of change."""

    definition: Any = None
    """Definition since this revision. Null if the change did not affect it."""

    problem: Optional[str] = None
    """Reason why the definition of this revision cannot be read."""


@dataclass
class RevisionList:
    """A page of a list."""

    items: List[Revision]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""
