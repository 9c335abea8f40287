# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `calendars`."""

from __future__ import annotations

import datetime
from typing import Optional

from . import endpoints
from .. import types
from .._core import Core
from .._json import Version
from .._listing import Listing


class CalendarsOperations(Core):
    """Operations of the group `calendars`."""

    def list_calendars(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.CalendarList, types.StoredCalendar]:
        """Lists calendars.

        In order of name. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(endpoints.LIST_CALENDARS, query={"limit": limit, "cursor": cursor})

    def get_calendar(
        self,
        name: str,
        *,
        if_none_match: Optional[Version] = None,
    ) -> types.StoredCalendar:
        """Gets a calendar.

        Returns the calendar with its version: its days off and its weekend.

        Requires `viewer`.

        Args:
            name: Name of the calendar.
            if_none_match: The version that the caller has. If it is current, `NotModified` is
                raised.
        """
        return self._call(endpoints.GET_CALENDAR, path=(name,), if_none_match=if_none_match)

    def put_calendar(
        self,
        name: str,
        calendar: types.Calendar,
        *,
        if_match: Optional[Version] = None,
        create_only: bool = False,
    ) -> types.StoredCalendar:
        """Creates or replaces a calendar.

        Schedules that use the calendar are updated immediately: occurrences planned on a new day
        off are superseded, and days that are no longer off get their occurrences. With `If-Match`,
        the calendar is replaced only if its version matches; with `If-None-Match: *`, it is only
        created. Otherwise the request returns 412.

        Requires `editor`.

        Args:
            name: Name of the calendar.
            calendar: The body of the request.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
            create_only: Create only: anything under this name is a `Conflict`.
        """
        return self._call(
            endpoints.PUT_CALENDAR,
            path=(name,),
            body=calendar,
            if_match=if_match,
            create_only=create_only,
        )

    def delete_calendar(self, name: str, *, if_match: Optional[Version] = None) -> None:
        """Deletes a calendar.

        A calendar that schedules use cannot be deleted: the request returns 409 (`calendar_in_use`)
        and lists the schedules.

        Requires `editor`.

        Args:
            name: Name of the calendar.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return self._call(endpoints.DELETE_CALENDAR, path=(name,), if_match=if_match)

    def import_calendar(
        self,
        name: str,
        text: str,
        *,
        from_: Optional[datetime.date] = None,
        until: Optional[datetime.date] = None,
        if_match: Optional[Version] = None,
        create_only: bool = False,
    ) -> types.CalendarImportResult:
        """Imports a calendar from an iCalendar file.

        The days of all-day events replace the dates of the calendar; its weekend stays. Recurring
        events are expanded from `from` to `until`. Events with a time of day and canceled events
        are skipped and listed in the response. The calendar is created if it does not exist.

        With `If-Match`, the calendar is replaced only if its version matches; with
        `If-None-Match: *`, it is only created. Otherwise the request returns 412.

        Requires `editor`.

        Args:
            name: Calendar name.
            text: The body of the request.
            from_: Start date. Default: January 1 of last year.
            until: End date, exclusive. Default: 6 years after `from`. Maximum: 30 years after
                `from`.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
            create_only: Create only: anything under this name is a `Conflict`.
        """
        return self._call(
            endpoints.IMPORT_CALENDAR,
            path=(name,),
            query={"from": from_, "until": until},
            body=text,
            if_match=if_match,
            create_only=create_only,
        )
