# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `recurrence`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, ClassVar, Dict, List, Literal, Optional, Tuple, Union

from .._json import OneOrMany

CronDialect = Union[
    Literal["unix", "quartz", "cronos", "robfig", "croniter", "croner", "temporal"],
    str,
]
"""The cron dialect an expression is written in."""


DayMatch = Union[Literal["or", "and"], str]
"""How day of month and day of week combine when both are restricted."""


FiscalPattern = Union[Literal["monthly", "4-4-5"], str]
"""Division of a fiscal year into twelve periods."""


Frequency = Union[Literal["daily", "weekly", "monthly", "quarterly", "yearly"], str]
"""Length of a calendar period."""


IntervalUnit = Union[
    Literal["seconds", "minutes", "hours", "days", "weeks", "months", "years"],
    str,
]
"""Unit of an `every` interval."""


MonthOverflow = Union[Literal["clamp", "skip", "next"], str]
"""What happens to a day that the month does not have, such as the 31st in a month of 30 days."""


@dataclass
class PeriodAnchorFiscal:
    """A fiscal year."""

    KEY: ClassVar[str] = "fiscal"

    fiscal: FiscalYear
    """A fiscal year."""


@dataclass
class PeriodAnchorCustom:
    """An explicit list of periods."""

    KEY: ClassVar[str] = "custom"

    custom: CustomPeriods
    """An explicit list of periods."""


PeriodAnchor = Union[
    PeriodAnchorFiscal,
    PeriodAnchorCustom,
    Literal["calendar"],
    Dict[str, Any],
    str,
]
"""Calendar that defines the periods of a `calendar` recurrence."""


PeriodPoint = Union[Literal["period_start", "period_end"], str]
"""Position of an occurrence in its period."""


@dataclass
class CronRecurrence:
    """A cron expression, with optional overrides of its dialect."""

    TAG: ClassVar[Tuple[str, str]] = ("kind", "cron")

    expression: str
    """Five, six or seven fields, a macro such as `@daily`, or `@every 90s`."""

    day_match: Optional[DayMatch] = None
    """Whether day of month and day of week must both match. Default: as in the dialect."""

    dialect: Optional[CronDialect] = None
    """Cron dialect that the expression follows. Default: `unix`."""

    seconds: Optional[SecondsField] = None
    """Position of the seconds field. Default: as in the dialect."""

    weekdays: Optional[WeekdayNumbers] = None
    """Numbering of weekdays. Default: as in the dialect."""


@dataclass
class EveryRecurrence:
    """Every n units, anchored at the start, with optional refinements."""

    TAG: ClassVar[Tuple[str, str]] = ("kind", "every")

    every: int
    """Number of units between two occurrences. Zero is allowed only together with a list of
    hours, days or months.
    """

    unit: IntervalUnit
    """Unit of the interval."""

    at: Optional[OneOrMany[str]] = None
    """Times of day, for days and longer units. Default: midnight. An empty list means the
    anchor's time of day.
    """

    in_months: Optional[OneOrMany[int]] = None
    """Months with an occurrence, 1 to 12."""

    month_overflow: Optional[MonthOverflow] = None
    """What happens to a day that the month does not have."""

    on_days: Optional[OneOrMany[Weekday]] = None
    """Weekdays with an occurrence, for days and weeks."""

    on_first: Optional[Weekday] = None
    """First such weekday of the month."""

    on_hours: Optional[OneOrMany[int]] = None
    """Hours of the day with an occurrence, for hours."""

    on_last: Optional[Weekday] = None
    """Last such weekday of the month."""

    on_minute: Optional[int] = None
    """Minute of the hour, for hours."""

    on_month_days: Optional[OneOrMany[int]] = None
    """Days of the month, for months and years. -1 is the last day."""

    on_nth: Optional[OneOrMany[NthWeekday]] = None
    """N-th such weekdays of the month."""

    on_second: Optional[int] = None
    """Second of the minute, for minutes and hours."""


@dataclass
class CalendarRecurrence:
    """Calendar, fiscal or custom periods with one or more occurrences in each."""

    TAG: ClassVar[Tuple[str, str]] = ("kind", "calendar")

    anchor: Optional[PeriodAnchor] = None
    """Calendar that defines the periods."""

    at: Optional[PeriodPoint] = None
    """Whether the occurrence is at the start or at the end of its period."""

    by_day: Optional[OneOrMany[str]] = None
    """Weekdays within the period, such as `MO`. Months and longer periods also accept `2TU` or
    `-1FR`.
    """

    by_month_day: Optional[OneOrMany[int]] = None
    """Days of the month. -1 is the last day."""

    frequency: Optional[Frequency] = None
    """Length of a period. Absent for custom periods."""

    interval: Optional[int] = None
    """Interval in periods, counted from the period that contains the start. Default: 1."""

    lead: Optional[str] = None
    """Time by which the occurrence precedes that point."""

    time_of_day: Optional[str] = None
    """Time of day of the occurrence. Default: midnight."""


@dataclass
class RruleRecurrence:
    """RFC 5545 lines."""

    TAG: ClassVar[Tuple[str, str]] = ("kind", "rrule")

    text: str
    """`DTSTART`, `RRULE`, `RDATE`, `EXRULE` and `EXDATE` lines. A bare list of rule parts is
    read as an `RRULE`.
    """


@dataclass
class OnceRecurrence:
    """A single instant."""

    TAG: ClassVar[Tuple[str, str]] = ("kind", "once")

    at: datetime.datetime
    """Instant of the occurrence."""


@dataclass
class AfterCompletionRecurrence:
    """A fixed delay between runs."""

    TAG: ClassVar[Tuple[str, str]] = ("kind", "after_completion")

    delay: datetime.timedelta
    """Time from the completion of one run to the start of the next."""


@dataclass
class AnyRecurrence:
    """Several recurrences combined into one."""

    TAG: ClassVar[Tuple[str, str]] = ("kind", "any")

    of: List[Recurrence]
    """Recurrences to combine."""


@dataclass
class AllRecurrence:
    """Several recurrences combined into one."""

    TAG: ClassVar[Tuple[str, str]] = ("kind", "all")

    of: List[Recurrence]
    """Recurrences to combine."""


Recurrence = Union[
    CronRecurrence,
    EveryRecurrence,
    CalendarRecurrence,
    RruleRecurrence,
    OnceRecurrence,
    AfterCompletionRecurrence,
    AnyRecurrence,
    AllRecurrence,
    Dict[str, Any],
]
"""The recurrence of a schedule: when it runs. A `dict` is one of a newer server."""


SecondsField = Union[Literal["none", "first", "last"], str]
"""Position of the seconds field."""


Weekday = Union[
    Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    str,
]
"""A day of the week. JSON accepts the English name or its first two or three letters, in any
case.
"""


WeekdayNumbers = Union[Literal["sunday_zero", "sunday_one"], str]
"""Numbering of weekdays."""


@dataclass
class CustomPeriod:
    """One explicit period."""

    key: str
    """Period key, unique in the list."""

    starts_on: datetime.date
    """First day of the period."""

    ends_on: datetime.date
    """Day after the last day of the period."""

    label: Optional[str] = None
    """Name of the period for people to read. Default: the key."""


@dataclass
class CustomPeriods:
    """Periods from an explicit list instead of a calendar."""

    periods: List[CustomPeriod]
    """Periods in order, without overlaps."""


@dataclass
class FiscalYear:
    """A fiscal year and its division into periods."""

    start_month: int
    """Month in which the year starts, 1 to 12. A year that does not start in January is named
    after the year it ends in.
    """

    pattern: Optional[FiscalPattern] = None
    """Division of the year into periods."""


@dataclass
class NthWeekday:
    """The n-th weekday of a month. A negative number counts from the end of the month."""

    n: int
    """Number of the weekday in the month: 1 to 5, or -1 to -5."""

    day: Weekday
    """Day of the week."""
