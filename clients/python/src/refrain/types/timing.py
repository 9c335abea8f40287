# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `timing`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, ClassVar, Dict, List, Literal, Optional, Union

from .recurrence import Recurrence

DayOffPolicy = Union[Literal["exclude", "previous", "next", "modified_following", "nearest"], str]
"""What happens to an occurrence on a day off."""


DstClass = Union[Literal["auto", "fixed", "interval"], str]
"""Whether a recurrence names times of day, which follow `gap` and `fold`, or an interval, which
follows elapsed time.
"""


DstFoldPolicy = Union[Literal["first", "last", "both"], str]
"""What happens to a local time that occurs twice (in a fold)."""


DstGapPolicy = Union[Literal["next_valid", "skip", "same_offset"], str]
"""What happens to a local time that does not exist (in a gap)."""


@dataclass
class FirstRunNow:
    """First run at the start."""

    KEY: ClassVar[str] = "now"

    now: bool
    """Responses use this form for `now`."""

    min_spacing: Optional[datetime.timedelta] = None
    """Minimum time between the first run and the next occurrence. Default: none. Maximum:
    35,999,999,999 seconds.
    """


@dataclass
class FirstRunAfter:
    """First run after a delay."""

    KEY: ClassVar[str] = "after"

    after: datetime.timedelta
    """Delay of the first run after the start. Maximum: 35,999,999,999 seconds."""

    min_spacing: Optional[datetime.timedelta] = None
    """Minimum time between the first run and the next occurrence. Default: none. Maximum:
    35,999,999,999 seconds.
    """


@dataclass
class FirstRunAt:
    """First run at an instant."""

    KEY: ClassVar[str] = "at"

    at: datetime.datetime
    """Instant of the first run."""

    min_spacing: Optional[datetime.timedelta] = None
    """Minimum time between the first run and the next occurrence. Default: none. Maximum:
    35,999,999,999 seconds.
    """


FirstRun = Union[FirstRunNow, FirstRunAfter, FirstRunAt, Literal["now"], Dict[str, Any], str]
"""First run of a schedule."""


JitterMode = Union[Literal["fixed", "spread"], str]
"""Whether all occurrences share one delay or each has its own."""


JitterWindow = Union[str, int]
"""Maximum delay of jitter: a duration, or a part of the time to the next occurrence such as
`50%`.
"""


@dataclass
class CalendarReference:
    """Reference to a named calendar, with its effect on this schedule."""

    name: str
    """Name of the calendar, as a key of the calendars passed to `compile`."""

    on_day_off: Optional[DayOffPolicy] = None
    """What happens to an occurrence on one of the calendar's days off."""


@dataclass
class DstPolicy:
    """Policy for wall-clock times at an offset change. An absent field follows the recurrence
    kind and the cron dialect.
    """

    class_: Optional[DstClass] = None
    """Whether the recurrence names times of day or an interval."""

    fold: Optional[DstFoldPolicy] = None
    """Policy for a local time that occurs twice (in a fold)."""

    gap: Optional[DstGapPolicy] = None
    """Policy for a local time that does not exist (in a gap)."""


@dataclass
class Jitter:
    """Deterministic delay, derived from a hash of the schedule and the occurrence."""

    window: JitterWindow
    """Maximum delay."""

    mode: Optional[JitterMode] = None
    """Whether all occurrences share one delay or each has its own."""


@dataclass
class ScheduleSpec:
    """Everything that decides when a schedule runs, as stored and as sent over the wire."""

    recurrence: Recurrence
    """Recurrence that says when the schedule runs."""

    timezone: str
    """IANA name of the time zone whose wall clock the recurrence follows, or a fixed offset such
    as `+05:30`.
    """

    calendars: Optional[List[CalendarReference]] = None
    """Named calendars that exclude days or roll occurrences to business days."""

    dst: Optional[DstPolicy] = None
    """Policy for local times that an offset change skips or repeats."""

    ends_at: Optional[datetime.datetime] = None
    """End, exclusive: every occurrence is earlier."""

    first_run: Optional[FirstRun] = None
    """Extra occurrence before the regular ones."""

    jitter: Optional[Jitter] = None
    """Deterministic delay that spreads load."""

    max_runs: Optional[int] = None
    """Maximum number of occurrences that may start. Default: no limit."""

    starts_at: Optional[datetime.datetime] = None
    """Start, inclusive: no occurrence is earlier. Intervals are counted from here."""
