# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `insight`."""

from __future__ import annotations

import datetime
from typing import Optional

from . import endpoints
from .. import types
from .._core import AsyncCore
from .._events import AsyncEventStream
from .._listing import AsyncListing


class AsyncInsightOperations(AsyncCore):
    """Operations of the group `insight`."""

    def list_audit_entries(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncListing[types.AuditEntryList, types.AuditEntry]:
        """Lists audit log entries.

        Newest first. Page size: 50 by default, at most 500.

        Requires `audit`.

        Args:
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(endpoints.LIST_AUDIT_ENTRIES, query={"limit": limit, "cursor": cursor})

    async def verify_audit_log(self) -> types.AuditVerification:
        """Verifies the audit log.

        Checks the tenant's hash chain from the first entry to the last.

        Requires `audit`.
        """
        return await self._call(endpoints.VERIFY_AUDIT_LOG)

    def stream_events(
        self,
        *,
        schedule: Optional[str] = None,
        kind: Optional[str] = None,
        last_event_id: Optional[str] = None,
    ) -> AsyncEventStream:
        """Streams events.

        Streams server-sent events about the tenant's schedules, from all nodes on the store. Each
        event has an ID. Events beyond 2,000 per second and node may be missing.

        The first event is `open` and names the serving node. A client that reconnects with the
        `Last-Event-ID` header gets the events it missed, as far as they are still available. If
        some are not, the event `missed` comes first. A comment is sent every 15 seconds.

        The stream ends within a second after the key is revoked, is rotated or expires, or after
        the session ends. A tenant may have 20 open streams per node; further requests return 429.

        Requires `viewer`.

        Args:
            schedule: Schedule ID. Default: all schedules.
            kind: Comma-separated event kinds, such as `completed,alarm`. Default: all kinds.
            last_event_id: Continue after the event with this ID.
        """
        return self._stream(
            endpoints.STREAM_EVENTS,
            query={"schedule": schedule, "kind": kind},
            last_event_id=last_event_id,
        )

    async def get_heatmap(
        self,
        *,
        days: Optional[int] = None,
        zone: Optional[str] = None,
    ) -> types.Heatmap:
        """Gets the load by hour of the week.

        Counts the occurrences of active schedules from their recurrences, without jitter. Considers
        at most 10,000 schedules, in order of ID, for at most 5 seconds; if there are more, `is_cut`
        is true.

        Requires `viewer`.

        Args:
            days: Number of days ahead. Default: 7. Maximum: 31.
            zone: Time zone of the hours. Default: the server's time zone.
        """
        return await self._call(endpoints.GET_HEATMAP, query={"days": days, "zone": zone})

    async def get_run_history(
        self,
        *,
        from_: Optional[datetime.datetime] = None,
        until: Optional[datetime.datetime] = None,
        fold: Optional[types.Fold] = None,
        zone: Optional[str] = None,
        state: Optional[str] = None,
        label: Optional[str] = None,
        id_prefix: Optional[str] = None,
        text: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> types.RunHistory:
        """Gets the run history.

        Counts the occurrences of all schedules in a time window. Occurrences are read from the
        newest on, at most 20,000 and for at most 3 seconds; beyond that, `counted_since` is the
        time from which the counts are complete. More than four occurrences of a schedule in an hour
        or day are merged into one span.

        Requires `viewer`.

        Args:
            from_: Start of the window, inclusive, by nominal time. Default: one day before
                `until`. Maximum: 45 days before `until`.
            until: End of the window, exclusive. Default: now.
            fold: Time slot in which more than four occurrences of a schedule are merged into
                one span. Default: `hour` for windows of up to 8 days, `day` for longer ones.
            zone: Time zone of the hours and days. Default: the server's time zone.
            state: Comma-separated states, such as `failed,skipped`. Default: all states.
            label: Label of the schedule, such as `team:billing`.
            id_prefix: Prefix of the schedule ID.
            text: Text in the schedule ID, case-insensitive.
            limit: Maximum number of schedules in the response; those with the latest
                occurrences are returned. Default: 100. Maximum: 500.
        """
        return await self._call(
            endpoints.GET_RUN_HISTORY,
            query={"from": from_, "until": until, "fold": fold, "zone": zone, "state": state, "label": label, "id_prefix": id_prefix, "text": text, "limit": limit},
        )

    async def get_schedule_health(self) -> types.ScheduleHealth:
        """Checks the health of schedules.

        Lists the schedules that no node has planned although their planning is overdue by a minute
        or more.

        Requires `viewer`.
        """
        return await self._call(endpoints.GET_SCHEDULE_HEALTH)

    async def get_statistics(self) -> types.Stats:
        """Gets statistics.

        Counts up to 10,000 schedules, 500 planned and 500 running occurrences, and the tenant's
        share of up to 1,000 overdue occurrences. If there are more, `is_cut` is true.

        Requires `viewer`.
        """
        return await self._call(endpoints.GET_STATISTICS)

    async def list_upcoming_occurrences(
        self,
        *,
        from_: Optional[datetime.datetime] = None,
        until: Optional[datetime.datetime] = None,
        fold: Optional[types.Fold] = None,
        zone: Optional[str] = None,
        label: Optional[str] = None,
        id_prefix: Optional[str] = None,
        text: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> types.UpcomingOccurrences:
        """Lists upcoming occurrences.

        Computes the occurrences of active schedules in a time window from their recurrences,
        without jitter. Considers at most 10,000 schedules, in order of ID, for at most 5 seconds,
        and returns those with the earliest occurrences.

        More than four occurrences of a schedule in an hour or day are merged into one span with
        their number. At most 60 per hour and 1,500 per day are counted; if there are more, `is_cut`
        is true. For past occurrences, use `GET /v1/occurrences`.

        Requires `viewer`.

        Args:
            from_: Start of the window. Default: now. Never earlier than now.
            until: End of the window, exclusive. Default: one day after `from`. Maximum: 45 days
                after `from`.
            fold: Time slot in which more than four occurrences of a schedule are merged into
                one span. Default: `hour` for windows of up to 8 days, `day` for longer ones.
            zone: Time zone of the hours and days. Default: the server's time zone.
            label: Comma-separated labels, such as `team:billing,tier:1`. Schedules must have
                all of them.
            id_prefix: Prefix of the schedule ID.
            text: Text in the ID or the description, case-insensitive.
            limit: Maximum number of schedules in the response; those with the earliest
                occurrences are returned. Default: 100. Maximum: 500.
        """
        return await self._call(
            endpoints.LIST_UPCOMING_OCCURRENCES,
            query={"from": from_, "until": until, "fold": fold, "zone": zone, "label": label, "id_prefix": id_prefix, "text": text, "limit": limit},
        )
