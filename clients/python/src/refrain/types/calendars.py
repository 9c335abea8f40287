# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `calendars`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import List, Optional

from .._json import OneOrMany
from .previews import Warning
from .recurrence import Weekday

@dataclass
class Calendar:
    """Days off: weekdays that are always off, and single dates."""

    dates: Optional[List[datetime.date]] = None
    """Dates that are off."""

    weekend: Optional[OneOrMany[Weekday]] = None
    """Weekdays that are off every week."""


@dataclass
class CalendarImportResult:
    """Result of an import."""

    calendar: StoredCalendar
    """The calendar after the import."""

    events: int
    """Number of events that added dates."""

    skipped: int
    """Number of events that were skipped."""

    named: List[SkippedEvent]
    """The skipped events, at most 100."""


@dataclass
class CalendarList:
    """A page of a list."""

    items: List[StoredCalendar]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class SkippedEvent:
    """An event that added no dates."""

    line: int
    """Line in which the event starts."""

    reason: str
    """Reason: `not_whole_days`, `canceled` or `no_start`."""

    summary: Optional[str] = None
    """Summary of the event."""


@dataclass
class StoredCalendar:
    """A document with its name and version."""

    name: str
    """Name of the document."""

    version: int
    """Version, which increases with every write. A name that is deleted and used again continues
    the count.
    """

    updated_at: datetime.datetime
    """Time of the last change."""

    definition: Optional[Calendar] = None
    """Days off: weekdays that are always off, and single dates."""

    problem: Optional[str] = None
    """Reason why the definition cannot be read."""

    warnings: Optional[List[Warning]] = None
    """Warnings about settings that are probably not intended. Only in responses to a save.
    Omitted if there are none.
    """
