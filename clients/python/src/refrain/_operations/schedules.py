# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `schedules`."""

from __future__ import annotations

import datetime
from typing import Any, Mapping, Optional, Sequence, Union

from . import endpoints
from .. import types
from .._core import Core
from .._json import Duration, UNSET, Unset, Version, body, patch
from .._listing import Listing
from .._schedule import Schedule


class SchedulesOperations(Core):
    """Operations of the group `schedules`."""

    def apply_documents(
        self,
        documents: Sequence[types.ApplyDocument],
        *,
        calendars: Optional[Mapping[str, Any]] = None,
        days: Optional[int] = None,
        dry_run: Optional[bool] = None,
    ) -> types.ApplyResult:
        """Applies documents.

        Creates and updates schedules, calendars, dispatch rules, holds, quotas and alerts, or
        deletes those with `"delete": true`. A document that is already as stated changes nothing,
        so the request can be repeated. Each document is changed on its own, with the caller and the
        request ID in its audit entry, and the response reports the result of each: a document that
        is refused has a `problem` and does not stop the others. With `if_revision`, a document is
        changed only if it still has that revision. A dry run changes nothing, needs the permissions
        of a preview, and reports for each changed schedule which occurrences would be added,
        removed and moved. The request begins no document after ten seconds; the rest is reported as
        `pending`.

        Requires `viewer`. Also requires `editor` for some requests. Also requires `operator` for
        some requests. Also requires `command` if the request can start a program.

        Args:
            documents: Documents, in the order in which kinds depend on each other: calendars
                before schedules. A kind and name may occur once.
            calendars: Calendars by name that are applied by another request before this one. A
                dry run uses them as if they were stored.
            days: Number of days for which a dry run compares the occurrences of changed
                schedules. Default: 30. Maximum: 366.
            dry_run: Whether to only report what would change. Default: false.
        """
        return self._call(
            endpoints.APPLY_DOCUMENTS,
            body=body({"documents": documents}, {"calendars": calendars, "days": days, "dry_run": dry_run}),
        )

    def list_schedules(
        self,
        *,
        status: Optional[str] = None,
        label: Optional[str] = None,
        id_prefix: Optional[str] = None,
        provider: Optional[str] = None,
        text: Optional[str] = None,
        total: Optional[bool] = None,
        recent: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.ScheduleList, types.Schedule]:
        """Lists schedules.

        In order of ID. Page size: 50 by default, at most 500.

        With `label`, `provider` or `text`, a page searches at most 1,000 schedules; with `status`,
        at most 4,000. A page may then have fewer items than `limit`, or none, and still have a
        `next_cursor`. Only a page without a `next_cursor` is the last.

        `total=true` counts up to 10,000 schedules, by status if `status` is given; with other
        filters, `total` is null. `recent=20` adds the latest completed runs of each schedule; in a
        very long ledger, only recent ones are found.

        Requires `viewer`.

        Args:
            status: Comma-separated statuses, such as `active,paused`. Default: all except
                deleted.
            label: Comma-separated labels, such as `team:billing,tier:1`. Schedules must have
                all of them.
            id_prefix: Prefix of the schedule ID.
            provider: Provider of the action.
            text: Text in the ID or the description, case-insensitive.
            total: Whether to count all schedules. Default: false.
            recent: Number of latest completed runs to include for each schedule. Default: none.
                Maximum: 20.
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(
            endpoints.LIST_SCHEDULES,
            query={"status": status, "label": label, "id_prefix": id_prefix, "provider": provider, "text": text, "total": total, "recent": recent, "limit": limit, "cursor": cursor},
        )

    def create_schedule(
        self,
        schedule: Union[types.NewSchedule, Schedule],
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.Schedule:
        """Creates a schedule.

        If `id` is absent, an ID is generated. A repeated request with the same `Idempotency-Key`
        returns the schedule that the first one created. If the ID is already in use, the request
        returns 409 (`exists`). The response shows the next occurrences, so that the recurrence can
        be checked.

        Requires `editor`. Also requires `command` if the request can start a program.

        Args:
            schedule: The body of the request.
            idempotency_key: Repeating a request with the same key has no further effect.
                Default: generated.
        """
        return self._call(
            endpoints.CREATE_SCHEDULE,
            body=schedule.for_type(types.NewSchedule) if isinstance(schedule, Schedule) else schedule,
            idempotency_key=idempotency_key,
        )

    def bulk_change_schedules(
        self,
        action: types.BulkAction,
        *,
        all: Optional[bool] = None,
        cursor: Optional[str] = None,
        dry_run: Optional[bool] = None,
        from_: Optional[types.ResumeMode] = None,
        limit: Optional[int] = None,
        note: Optional[str] = None,
        selector: Optional[types.ScheduleSelector] = None,
        until: Optional[datetime.datetime] = None,
    ) -> types.BulkResult:
        """Pauses, resumes or cancels many schedules.

        With `dry_run`, the response lists the schedules that would be changed. Each schedule is
        changed on its own, with the caller in its audit entry, and the response reports the result
        of each. If the response has a `next_cursor`, repeat the request with it as `cursor`. As
        with lists, a request may find few schedules and still return a cursor. At most 1,000
        schedules per request.

        Requires `operator`.

        Args:
            action: Action to perform.
            all: Whether to change all schedules of the tenant. Must be true if the selector is
                empty.
            cursor: Cursor: the `next_cursor` of the previous request.
            dry_run: Whether to only list the schedules that would be changed. Default: false.
            from_: Occurrences missed while paused, for `resume`. Default: `now`.
            limit: Maximum number of schedules. Default: 1,000. Maximum: 1,000.
            note: Reason for the change.
            selector: Schedules to change.
            until: Time at which a pause ends by itself.
        """
        return self._call(
            endpoints.BULK_CHANGE_SCHEDULES,
            body=body({"action": action}, {"all": all, "cursor": cursor, "dry_run": dry_run, "from": from_, "limit": limit, "note": note, "selector": selector, "until": until}),
        )

    def preview_schedule(
        self,
        request: Union[types.PreviewRequest, Schedule],
    ) -> types.SchedulePreview:
        """Previews a schedule.

        The body is a definition as it would be saved, with these additional fields: `against` (ID
        of a stored schedule to compare with), `from` (start time; default: now), `count` (number of
        occurrences; default: 10, maximum: 100), `days` (days to compare; default: 30, maximum: 366)
        and `zone` (second time zone to show times in). A definition that would be rejected on
        creation is rejected here, too. Nothing is written.

        Requires `viewer`. Also requires `command` if the request can start a program.

        Args:
            request: The body of the request.
        """
        return self._call(
            endpoints.PREVIEW_SCHEDULE,
            body=request.for_type(types.PreviewRequest) if isinstance(request, Schedule) else request,
        )

    def get_schedule(self, id: str, *, if_none_match: Optional[Version] = None) -> types.Schedule:
        """Gets a schedule.

        Returns the schedule with its definition, status, counters and next occurrence.

        Requires `viewer`.

        Args:
            id: Schedule ID.
            if_none_match: The version that the caller has. If it is current, `NotModified` is
                raised.
        """
        return self._call(endpoints.GET_SCHEDULE, path=(id,), if_none_match=if_none_match)

    def put_schedule(
        self,
        id: str,
        definition: Union[types.ScheduleDefinition, Schedule],
        *,
        if_match: Optional[Version] = None,
        create_only: bool = False,
    ) -> types.Schedule:
        """Creates or replaces a schedule.

        The caller chooses the ID. Saving the same definition again changes nothing. With
        `If-Match`, the schedule is replaced only if its revision matches; with `If-None-Match: *`,
        it is only created. Otherwise the request returns 412.

        Requires `editor`. Also requires `command` if the request can start a program.

        Args:
            id: Schedule ID.
            definition: The body of the request.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
            create_only: Create only: anything under this name is a `Conflict`.
        """
        return self._call(
            endpoints.PUT_SCHEDULE,
            path=(id,),
            body=definition.for_type(types.ScheduleDefinition) if isinstance(definition, Schedule) else definition,
            if_match=if_match,
            create_only=create_only,
        )

    def update_schedule(
        self,
        id: str,
        *,
        action: Union[Any, None, Unset] = UNSET,
        allow_unknown_provider: Union[bool, None, Unset] = UNSET,
        catch_up: Union[Any, None, Unset] = UNSET,
        cron: Union[str, None, Unset] = UNSET,
        delivery: Union[types.Delivery, None, Unset] = UNSET,
        description: Union[str, None, Unset] = UNSET,
        discriminators: Union[Sequence[str], None, Unset] = UNSET,
        enabled: Union[bool, None, Unset] = UNSET,
        history: Union[types.HistoryLevel, None, Unset] = UNSET,
        labels: Union[Any, None, Unset] = UNSET,
        max_concurrent: Union[int, None, Unset] = UNSET,
        overlap: Union[types.OverlapPolicy, None, Unset] = UNSET,
        pause_on_failure: Union[int, None, Unset] = UNSET,
        priority: Union[types.Priority, None, Unset] = UNSET,
        retry: Union[Any, None, Unset] = UNSET,
        scope: Union[Any, None, Unset] = UNSET,
        spec: Union[Any, None, Unset] = UNSET,
        start_deadline: Union[Duration, None, Unset] = UNSET,
        timeout: Union[Duration, None, Unset] = UNSET,
        timezone: Union[str, None, Unset] = UNSET,
        when: Union[str, None, Unset] = UNSET,
        if_match: Optional[Version] = None,
    ) -> types.Schedule:
        """Updates a schedule.

        The body is a JSON merge patch (RFC 7396): absent fields stay as they are, and null restores
        the default. A recurrence is replaced as a whole. With `If-Match`, the schedule is updated
        only if its revision matches; otherwise the request returns 412.

        Requires `editor`. Also requires `command` if the request can start a program.

        Args:
            id: Schedule ID.
            action: Action to send.
            allow_unknown_provider: Whether to accept a provider that no live node has. Default:
                false. Not stored.
            catch_up: Policy for missed occurrences.
            cron: Cron expression: five fields, six with seconds first, or a macro such as
                `@daily`.
            delivery: Delivery guarantee after a crash between sending and recording.
            description: Description for people.
            discriminators: Names of several targets per period, each with its own occurrence.
                Default: one unnamed target.
            enabled: Whether the schedule runs. False creates it paused, or pauses it together
                with the change; true resumes a paused one. Default: true for a new schedule,
                unchanged otherwise.
            history: History level: how much of each attempt is stored. Default: the level of
                the tenant, else of the node.
            labels: Labels to select the schedule by.
            max_concurrent: Maximum number of concurrent runs under `allow_all`. Default: no
                limit.
            overlap: Policy for runs that overlap.
            pause_on_failure: Number of consecutive failures after which the schedule pauses
                itself. Default: never.
            priority: Priority among the tenant's due occurrences.
            retry: Policy for retries of failed attempts.
            scope: Object that the schedule belongs to. Holds select by it.
            spec: Recurrence, time zone and bounds: when the schedule runs.
            start_deadline: Maximum start delay of a run. Default: no limit of its own; the
                catch-up window still applies.
            timeout: Timeout of one attempt. Default: the timeout of the provider, if it has
                one.
            timezone: IANA time zone of the recurrence. Default: the server's time zone.
            when: Recurrence in plain English, or in any other notation: cron, RFC 5545 or an
                instant. A text with two readings is rejected with both. The text may name the time
                zone.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return self._call(
            endpoints.UPDATE_SCHEDULE,
            path=(id,),
            body=patch({"action": action, "allow_unknown_provider": allow_unknown_provider, "catch_up": catch_up, "cron": cron, "delivery": delivery, "description": description, "discriminators": discriminators, "enabled": enabled, "history": history, "labels": labels, "max_concurrent": max_concurrent, "overlap": overlap, "pause_on_failure": pause_on_failure, "priority": priority, "retry": retry, "scope": scope, "spec": spec, "start_deadline": start_deadline, "timeout": timeout, "timezone": timezone, "when": when}),
            if_match=if_match,
        )

    def delete_schedule(self, id: str, *, if_match: Optional[Version] = None) -> None:
        """Deletes a schedule.

        Planned occurrences are skipped, and running ones are asked to stop. The history is kept
        until retention removes it. With `If-Match`, the schedule is deleted only if its revision
        matches; otherwise the request returns 412.

        Requires `editor`.

        Args:
            id: Schedule ID.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return self._call(endpoints.DELETE_SCHEDULE, path=(id,), if_match=if_match)
