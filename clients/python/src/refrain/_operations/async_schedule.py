# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `schedule`."""

from __future__ import annotations

import datetime
from typing import Any, Optional

from . import endpoints
from .. import types
from .._core import AsyncCore
from .._json import Version, body
from .._listing import AsyncListing
from .._schedule import Schedule


class AsyncScheduleOperations(AsyncCore):
    """Operations of the group `schedule`."""

    async def backfill_schedule(
        self,
        id: str,
        from_: datetime.datetime,
        to: datetime.datetime,
        *,
        concurrency: Optional[int] = None,
        confirm: Optional[str] = None,
        limit: Optional[int] = None,
        note: Optional[str] = None,
        overlap: Optional[types.OverlapPolicy] = None,
        reprocess: Optional[types.ReprocessMode] = None,
    ) -> types.BackfillResult:
        """Backfills a schedule.

        A backfill takes two requests. Without `confirm`, the response is a preview with a token
        that is valid for 10 minutes. The same request with the token in `confirm` starts the
        backfill. If the token was used, has expired or belongs to another request, or if the
        schedule has changed since, the request returns 409 (`not_confirmed`).

        An occurrence that is already in the ledger is not created again, even if an edit has since
        changed its period key. The occurrences run one after the other in nominal order; live
        occurrences go first. At most 10,000 occurrences per request, counting existing ones and
        every discriminator.

        Requires `backfill`.

        Args:
            id: Schedule ID.
            from_: Start of the range, inclusive, by nominal time.
            to: End of the range, inclusive. Must not be in the future.
            concurrency: Maximum number of occurrences of the backfill that run at once, per
                discriminator. More than 1 requires overlap `allow_all`. Default: 1. Maximum: 1,000.
            confirm: Token of the preview. Without a token, nothing is changed.
            limit: Maximum number of occurrences, counting existing ones. Default: 10,000.
                Maximum: 10,000. The server may be configured with a lower limit, which is then also
                the default. A period is taken with all its discriminators or not at all.
            note: Reason for the backfill.
            overlap: Overlap policy. `buffer_all`: one occurrence at a time, and not alongside
                other runs of its discriminator. `allow_all`: alongside other runs. Other values are
                rejected, because they would skip occurrences of the backfill itself. Default:
                `buffer_all`, or `allow_all` if that is the schedule's own policy.
            reprocess: Existing occurrences to run again. Default: `none`.
        """
        return await self._call(
            endpoints.BACKFILL_SCHEDULE,
            path=(id,),
            body=body({"from": from_, "to": to}, {"concurrency": concurrency, "confirm": confirm, "limit": limit, "note": note, "overlap": overlap, "reprocess": reprocess}),
        )

    async def get_schedule_calendar_file(
        self,
        id: str,
        *,
        count: Optional[int] = None,
        if_none_match: Optional[Version] = None,
    ) -> str:
        """Gets upcoming occurrences as an iCalendar file.

        Returns one event per occurrence, in UTC, so that every calendar application shows the same
        times. The file has no events while the schedule is paused or after it has ended. An
        occurrence keeps its UID in every version of the file. Default: 50 occurrences. Maximum:
        500.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            count: Number of occurrences. Default: 50. Maximum: 500.
            if_none_match: The version that the caller has. If it is current, `NotModified` is
                raised.
        """
        return await self._call(
            endpoints.GET_SCHEDULE_CALENDAR_FILE,
            path=(id,),
            query={"count": count},
            if_none_match=if_none_match,
        )

    async def cancel_schedule(
        self,
        id: str,
        *,
        note: Optional[str] = None,
        if_match: Optional[Version] = None,
    ) -> types.Schedule:
        """Cancels a schedule.

        Stops the schedule permanently. Planned occurrences are skipped, and running ones are asked
        to stop. The history is kept. With `If-Match`, the schedule is canceled only if its revision
        matches; otherwise the request returns 412.

        Requires `operator`.

        Args:
            id: Schedule ID.
            note: Reason for the cancellation.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return await self._call(
            endpoints.CANCEL_SCHEDULE,
            path=(id,),
            body=body({}, {"note": note}) or None,
            if_match=if_match,
        )

    async def count_schedule_runs_by_day(
        self,
        id: str,
        *,
        from_: Optional[datetime.datetime] = None,
        until: Optional[datetime.datetime] = None,
        zone: Optional[str] = None,
    ) -> types.DailyCounts:
        """Counts the occurrences of a schedule by day.

        By nominal time. Occurrences are read from the newest on, at most 20,000 and for at most 3
        seconds; beyond that, `counted_since` is the time from which the counts are complete.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            from_: Start of the range, inclusive, by nominal time. Default: 371 days before
                `until`. Maximum: 400 days before `until`.
            until: End of the range, exclusive. Default: now.
            zone: Time zone of the days. Default: the schedule's time zone.
        """
        return await self._call(
            endpoints.COUNT_SCHEDULE_RUNS_BY_DAY,
            path=(id,),
            query={"from": from_, "until": until, "zone": zone},
        )

    async def fire_schedule(
        self,
        id: str,
        *,
        correlation_id: Optional[str] = None,
        discriminator: Optional[str] = None,
        note: Optional[str] = None,
        payload: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> types.FireResult:
        """Runs a schedule now.

        Starts one manual run, in addition to the schedule and without changing it. This also works
        while the schedule is paused. A repeated request with the same `Idempotency-Key` returns the
        same occurrence. If it names another payload than the first one, it returns 409
        (`idempotency_key_reused`).

        Requires `fire`. Also requires `command` if the request can start a program.

        Args:
            id: Schedule ID.
            correlation_id: Correlation ID of the occurrence. Default: the request ID.
            discriminator: Discriminator of the occurrence. Default: the schedule's first one.
            note: Reason for the run.
            payload: Payload of this run alone, for every attempt. It replaces the payload of
                the schedule. Default: the payload of the schedule. A payload for a provider that
                starts programs requires `command`.
            idempotency_key: Repeating a request with the same key has no further effect.
                Default: generated.
        """
        return await self._call(
            endpoints.FIRE_SCHEDULE,
            path=(id,),
            body=body({}, {"correlation_id": correlation_id, "discriminator": discriminator, "note": note, "payload": payload}) or None,
            idempotency_key=idempotency_key,
        )

    def list_schedule_gaps(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncListing[types.OccurrenceGapList, types.OccurrenceGap]:
        """Lists the gaps of a schedule.

        Newest first. Many missed occurrences are recorded as one gap instead of one occurrence
        each. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(
            endpoints.LIST_SCHEDULE_GAPS,
            path=(id,),
            query={"limit": limit, "cursor": cursor},
        )

    async def list_next_occurrences(
        self,
        id: str,
        *,
        count: Optional[int] = None,
    ) -> types.NextOccurrences:
        """Lists the next occurrences of a schedule.

        Returns 10 times by default, at most 1,000.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            count: Number of occurrences. Default: 10. Maximum: 1,000.
        """
        return await self._call(
            endpoints.LIST_NEXT_OCCURRENCES,
            path=(id,),
            query={"count": count},
        )

    async def pause_schedule(
        self,
        id: str,
        *,
        note: Optional[str] = None,
        until: Optional[datetime.datetime] = None,
        if_match: Optional[Version] = None,
    ) -> types.Schedule:
        """Pauses a schedule.

        The schedule stays paused until it is resumed, or until `until`. Occurrences due during the
        pause are skipped. Pausing a paused schedule changes the note and the end of the pause. With
        `If-Match`, the schedule is paused only if its revision matches; otherwise the request
        returns 412.

        Requires `operator`.

        Args:
            id: Schedule ID.
            note: Reason for the pause.
            until: Time at which the pause ends by itself. Default: none.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return await self._call(
            endpoints.PAUSE_SCHEDULE,
            path=(id,),
            body=body({}, {"note": note, "until": until}) or None,
            if_match=if_match,
        )

    async def resume_schedule(
        self,
        id: str,
        *,
        from_: Optional[types.ResumeMode] = None,
        note: Optional[str] = None,
        if_match: Optional[Version] = None,
    ) -> types.Schedule:
        """Resumes a schedule.

        Resuming an active schedule changes nothing. With `If-Match`, the schedule is resumed only
        if its revision matches; otherwise the request returns 412.

        Requires `operator`.

        Args:
            id: Schedule ID.
            from_: What happens to the occurrences that were due during the pause. Default:
                `now`.
            note: Reason for resuming.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return await self._call(
            endpoints.RESUME_SCHEDULE,
            path=(id,),
            body=body({}, {"from": from_, "note": note}) or None,
            if_match=if_match,
        )

    def list_schedule_revisions(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncListing[types.RevisionList, types.Revision]:
        """Lists the revisions of a schedule.

        Newest first. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(
            endpoints.LIST_SCHEDULE_REVISIONS,
            path=(id,),
            query={"limit": limit, "cursor": cursor},
        )

    async def get_schedule_revision(self, id: str, revision: int) -> types.Revision:
        """Gets a revision of a schedule.

        Includes the definition in effect at that revision, even if an earlier change introduced it.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            revision: Revision number.
        """
        return await self._call(endpoints.GET_SCHEDULE_REVISION, path=(id, revision,))

    async def rollback_schedule(
        self,
        id: str,
        revision: int,
        *,
        if_match: Optional[Version] = None,
    ) -> types.Schedule:
        """Rolls back a schedule to a revision.

        Saves the definition of that revision as a new revision, like any other edit. A paused
        schedule stays paused. If the stored definition cannot be read, the request returns 409
        (`damaged`). With `If-Match`, the schedule is changed only if its revision matches;
        otherwise the request returns 412.

        Requires `editor`. Also requires `command` if the request can start a program.

        Args:
            id: Schedule ID.
            revision: Revision number.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return await self._call(
            endpoints.ROLLBACK_SCHEDULE,
            path=(id, revision,),
            if_match=if_match,
        )

    def list_schedule_runs(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncListing[types.OccurrenceList, types.Occurrence]:
        """Lists the runs of a schedule.

        Lists the occurrences of the schedule, newest first, including planned ones. Page size: 50
        by default, at most 500.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(
            endpoints.LIST_SCHEDULE_RUNS,
            path=(id,),
            query={"limit": limit, "cursor": cursor},
        )

    async def explain_schedule(self, id: str, at: datetime.datetime) -> types.Explanation:
        """Explains a schedule at a time.

        Explains why the schedule did or did not run at a given time, from the recurrence in effect
        then and from the ledger. Only callers with the permission `audit` see who requested an
        occurrence.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            at: Time to explain.
        """
        return await self._call(endpoints.EXPLAIN_SCHEDULE, path=(id,), query={"at": at})
