# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `ledger`."""

from __future__ import annotations

import datetime
from typing import Any, Optional, Sequence

from . import endpoints
from .. import types
from .._core import Core
from .._json import Duration, body
from .._listing import Listing


class LedgerOperations(Core):
    """Operations of the group `ledger`."""

    def list_dead_letters(
        self,
        *,
        kind: Optional[types.DeadLetterKind] = None,
        schedule: Optional[str] = None,
        queue: Optional[str] = None,
        discarded: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.DeadLetterList, types.DeadLetter]:
        """Lists dead letters.

        Failed occurrences that were not discarded, or dead work items, newest first. Page size: 50
        by default, at most 500.

        Requires `viewer`.

        Args:
            kind: Kind: `occurrence` or `work_item`. Default: `occurrence`.
            schedule: Schedule ID. Only for occurrences.
            queue: Queue name. Only for work items.
            discarded: Whether to list discarded occurrences instead of dead letters. Only for
                occurrences. Default: false.
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(
            endpoints.LIST_DEAD_LETTERS,
            query={"kind": kind, "schedule": schedule, "queue": queue, "discarded": discarded, "limit": limit, "cursor": cursor},
        )

    def discard_dead_letters(
        self,
        kind: types.DeadLetterKind,
        *,
        ids: Optional[Sequence[int]] = None,
        limit: Optional[int] = None,
        note: Optional[str] = None,
        queue: Optional[str] = None,
        schedule: Optional[str] = None,
    ) -> types.DiscardResult:
        """Discards dead letters.

        Discards the given IDs, or the newest dead letters that match. An occurrence stays failed
        with its history until retention removes it, and can be reprocessed. A work item is deleted.
        At most 500 per request.

        Requires `operator`.

        Args:
            kind: Kind of the dead letters.
            ids: IDs, at most 500. Cannot be combined with `schedule` or `queue`.
            limit: Maximum number of dead letters. Default: 500. Maximum: 500.
            note: Reason for the change.
            queue: Queue name. Only for work items.
            schedule: Schedule ID. Only for occurrences.
        """
        return self._call(
            endpoints.DISCARD_DEAD_LETTERS,
            body=body({"kind": kind}, {"ids": ids, "limit": limit, "note": note, "queue": queue, "schedule": schedule}),
        )

    def replay_dead_letters(
        self,
        kind: types.DeadLetterKind,
        *,
        ids: Optional[Sequence[int]] = None,
        limit: Optional[int] = None,
        note: Optional[str] = None,
        queue: Optional[str] = None,
        schedule: Optional[str] = None,
    ) -> types.ReplayResult:
        """Replays dead letters.

        Replays the given IDs, or the newest dead letters that match. Each one starts over with all
        its attempts and keeps its idempotency key. At most 500 per request.

        Requires `operator`.

        Args:
            kind: Kind of the dead letters.
            ids: IDs, at most 500. Cannot be combined with `schedule` or `queue`.
            limit: Maximum number of dead letters. Default: 500. Maximum: 500.
            note: Reason for the change.
            queue: Queue name. Only for work items.
            schedule: Schedule ID. Only for occurrences.
        """
        return self._call(
            endpoints.REPLAY_DEAD_LETTERS,
            body=body({"kind": kind}, {"ids": ids, "limit": limit, "note": note, "queue": queue, "schedule": schedule}),
        )

    def generate_occurrences(
        self,
        as_of: datetime.datetime,
        *,
        lookahead: Optional[Duration] = None,
        lookback: Optional[Duration] = None,
    ) -> types.GenerateResult:
        """Plans occurrences around a time.

        Creates every missing occurrence of all active schedules in the range. Existing occurrences
        stay as they are, so the request may be repeated. Each side of the range is at most 400 days
        long and has at most 10,000 occurrences per schedule; the server may be configured with a
        lower limit.

        With an `as_of` in the future, what is due until then is planned and not missed. A schedule
        that cannot be planned does not stop the others; the response is then its error.

        Requires `operator`. Also requires `backfill` for past occurrences.

        Args:
            as_of: Reference time.
            lookahead: Length of the range after `as_of`. Default: 0. Maximum: 400 days.
            lookback: Length of the range before `as_of`. Default: 0. Maximum: 400 days.
        """
        return self._call(
            endpoints.GENERATE_OCCURRENCES,
            body=body({"as_of": as_of}, {"lookahead": lookahead, "lookback": lookback}),
        )

    def list_occurrences(
        self,
        *,
        schedule: Optional[str] = None,
        state: Optional[str] = None,
        reason: Optional[str] = None,
        from_: Optional[datetime.datetime] = None,
        until: Optional[datetime.datetime] = None,
        label: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.OccurrenceList, types.Occurrence]:
        """Lists occurrences.

        Newest first, including planned occurrences. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            schedule: Schedule ID. Includes occurrences of deleted schedules with the same ID.
            state: Comma-separated states, such as `failed,skipped`. Default: all states.
            reason: Comma-separated reasons, such as `overlap,missed`. Default: all reasons.
            from_: Start of the range, inclusive, by nominal time.
            until: End of the range, exclusive, by nominal time.
            label: Label of the schedule, such as `team:billing`.
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(
            endpoints.LIST_OCCURRENCES,
            query={"schedule": schedule, "state": state, "reason": reason, "from": from_, "until": until, "label": label, "limit": limit, "cursor": cursor},
        )

    def get_occurrence(self, id: int) -> types.OccurrenceDetail:
        """Gets an occurrence.

        Includes all attempts.

        Requires `viewer`.

        Args:
            id: Occurrence ID.
        """
        return self._call(endpoints.GET_OCCURRENCE, path=(id,))

    def cancel_occurrence(self, id: int, *, note: Optional[str] = None) -> types.Occurrence:
        """Cancels an occurrence.

        A planned occurrence is skipped. If the occurrence is running, its worker is asked to stop.

        Requires `operator`.

        Args:
            id: Occurrence ID.
            note: Reason for the change, for the audit log.
        """
        return self._call(
            endpoints.CANCEL_OCCURRENCE,
            path=(id,),
            body=body({}, {"note": note}) or None,
        )

    def reprocess_occurrence(
        self,
        id: int,
        *,
        note: Optional[str] = None,
        payload: Any = None,
    ) -> types.Occurrence:
        """Reprocesses an occurrence.

        Plans a completed occurrence again with all its attempts, and with another payload if one is
        given. The occurrence keeps its period and its idempotency key. If the occurrence has not
        completed, the request returns 409.

        Requires `operator`. Also requires `fire` for some requests. Also requires `command` if the
        request can start a program.

        Args:
            id: Occurrence ID.
            note: Reason for the change, for the audit log.
            payload: Payload of this occurrence alone, for every attempt from now on. It
                requires `fire`, and also `command` for a provider that starts programs. Default:
                the occurrence keeps its payload.
        """
        return self._call(
            endpoints.REPROCESS_OCCURRENCE,
            path=(id,),
            body=body({}, {"note": note, "payload": payload}) or None,
        )

    def skip_occurrence(self, id: int, *, note: Optional[str] = None) -> types.Occurrence:
        """Skips an occurrence.

        A planned occurrence is settled as skipped and will not run.

        Requires `operator`.

        Args:
            id: Occurrence ID.
            note: Reason for the change, for the audit log.
        """
        return self._call(
            endpoints.SKIP_OCCURRENCE,
            path=(id,),
            body=body({}, {"note": note}) or None,
        )
