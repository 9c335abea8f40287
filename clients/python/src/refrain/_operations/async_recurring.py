# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `recurring`."""

from __future__ import annotations

import datetime
from typing import Any, Mapping, Optional, Union

from . import endpoints
from .. import types
from .._core import AsyncCore
from .._json import UNSET, Unset, Version, body, patch
from .._listing import AsyncListing


class AsyncRecurringOperations(AsyncCore):
    """Operations of the group `recurring`."""

    def list_recurring_actions(
        self,
        namespace: str,
        tenant: str,
        *,
        enabled: Optional[bool] = None,
        labels: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        total: Optional[bool] = None,
    ) -> AsyncListing[types.RecurringList, types.RecurringSummary]:
        """Lists recurring actions.

        In order of ID. Schedules whose recurrence is not a cron expression are not included. Page
        size: 100 by default, at most 500.

        Requires `viewer`.

        Args:
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring actions.
            enabled: Whether to list only active (`true`) or only inactive (`false`) recurring
                actions. Default: both.
            labels: Comma-separated labels, such as `team:billing,tier:1`. Recurring actions
                must have all of them.
            limit: Page size. Default: 100. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
            total: Whether to count all recurring actions. Default: true.
        """
        return self._list(
            endpoints.LIST_RECURRING_ACTIONS,
            query={"namespace": namespace, "tenant": tenant, "enabled": enabled, "labels": labels, "limit": limit, "cursor": cursor, "total": total},
        )

    async def create_recurring_action(
        self,
        namespace: str,
        tenant: str,
        cron_expr: str,
        provider: str,
        action_type: str,
        payload: Any,
        *,
        dedup_key: Optional[str] = None,
        description: Optional[str] = None,
        enabled: Optional[bool] = None,
        ends_at: Optional[datetime.datetime] = None,
        labels: Optional[Mapping[str, str]] = None,
        max_executions: Optional[int] = None,
        metadata: Optional[Mapping[str, str]] = None,
        overlap_policy: Optional[types.OverlapPolicy] = None,
        target: Optional[str] = None,
        timezone: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> types.CreateRecurringResult:
        """Creates a recurring action.

        Recurring actions do not catch up after downtime, are not retried, and may overlap. By
        default, a recurring action is enabled, in the time zone UTC, and has neither an end nor a
        maximum number of executions.

        A repeated request with the same `Idempotency-Key` returns the recurring action that the
        first one created. If that one has changed since, the request returns 409
        (`idempotency_key_reused`).

        Requires `editor`. Also requires `command` if the request can start a program.

        Args:
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring action.
            cron_expr: Cron expression: five fields, six with seconds first, or seven with the
                year last.
            provider: Name of the provider that delivers the action.
            action_type: Type of the action, for dispatch rules and receivers.
            payload: JSON object for the provider.
            dedup_key: Deduplication key: actions with the same key are sent once. The
                placeholders `{{recurring_id}}` and `{{execution_time}}` are replaced.
            description: Description for people.
            enabled: Whether the recurring action is active. Default: true.
            ends_at: End: no execution at or after this time.
            labels: Labels, for selecting recurring actions.
            max_executions: Maximum number of executions. Default: no limit.
            metadata: Metadata of every dispatched action.
            overlap_policy: Policy for an execution that is due while an earlier one is still
                running. Default: `allow_all`.
            target: Address in the provider's own terms: a URL for `webhook`, a queue for
                `queue`. Default: the provider's default, which is the configured URL for `webhook`,
                and `action_type` for providers whose target is a name.
            timezone: IANA time zone. Default: UTC.
            idempotency_key: Repeating a request with the same key has no further effect.
                Default: generated.
        """
        return await self._call(
            endpoints.CREATE_RECURRING_ACTION,
            body=body({"namespace": namespace, "tenant": tenant, "cron_expr": cron_expr, "provider": provider, "action_type": action_type, "payload": payload}, {"dedup_key": dedup_key, "description": description, "enabled": enabled, "ends_at": ends_at, "labels": labels, "max_executions": max_executions, "metadata": metadata, "overlap_policy": overlap_policy, "target": target, "timezone": timezone}),
            idempotency_key=idempotency_key,
        )

    async def get_recurring_action(
        self,
        id: str,
        namespace: str,
        tenant: str,
    ) -> types.RecurringAction:
        """Gets a recurring action.

        Returns the recurring action with its totals and the times of its last and next executions.

        Requires `viewer`.

        Args:
            id: Recurring action ID.
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring actions.
        """
        return await self._call(
            endpoints.GET_RECURRING_ACTION,
            path=(id,),
            query={"namespace": namespace, "tenant": tenant},
        )

    async def update_recurring_action(
        self,
        id: str,
        namespace: str,
        tenant: str,
        *,
        action_type: Union[str, Unset] = UNSET,
        cron_expr: Union[str, Unset] = UNSET,
        dedup_key: Union[str, None, Unset] = UNSET,
        description: Union[str, None, Unset] = UNSET,
        enabled: Union[bool, Unset] = UNSET,
        ends_at: Union[datetime.datetime, None, Unset] = UNSET,
        labels: Union[Mapping[str, str], None, Unset] = UNSET,
        max_executions: Union[int, None, Unset] = UNSET,
        metadata: Union[Mapping[str, str], None, Unset] = UNSET,
        overlap_policy: Union[types.OverlapPolicy, Unset] = UNSET,
        payload: Union[Any, Unset] = UNSET,
        provider: Union[str, Unset] = UNSET,
        target: Union[str, None, Unset] = UNSET,
        timezone: Union[str, None, Unset] = UNSET,
        if_match: Optional[Version] = None,
    ) -> types.RecurringAction:
        """Updates a recurring action.

        Absent fields stay as they are. Null removes the value of an optional field; the time zone
        becomes UTC. Concurrent updates are merged, unless `If-Match` names the revision to change.
        `updated_at` changes even if nothing else does.

        Requires `editor`. Also requires `command` if the request can start a program.

        Args:
            id: Recurring action ID.
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring actions.
            action_type: Type of the action.
            cron_expr: Cron expression, in the cron dialect of the recurring action.
            dedup_key: Deduplication key: actions with the same key are sent once. Null: no key.
            description: Description for people. Null: none.
            enabled: Whether the recurring action is active.
            ends_at: End: no execution at or after this time. Null: no end.
            labels: Labels, for selecting recurring actions. Null: none.
            max_executions: Maximum number of executions. Null: no limit.
            metadata: Metadata of every dispatched action. Null: none.
            overlap_policy: Policy for an execution that is due while an earlier one is still
                running.
            payload: JSON object for the provider.
            provider: Name of the provider that delivers the action.
            target: Address in the provider's own terms. Null: the provider's default.
            timezone: IANA time zone. Null: UTC.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return await self._call(
            endpoints.UPDATE_RECURRING_ACTION,
            path=(id,),
            query={"namespace": namespace, "tenant": tenant},
            body=patch({"action_type": action_type, "cron_expr": cron_expr, "dedup_key": dedup_key, "description": description, "enabled": enabled, "ends_at": ends_at, "labels": labels, "max_executions": max_executions, "metadata": metadata, "overlap_policy": overlap_policy, "payload": payload, "provider": provider, "target": target, "timezone": timezone}),
            if_match=if_match,
        )

    async def delete_recurring_action(
        self,
        id: str,
        namespace: str,
        tenant: str,
        *,
        if_match: Optional[Version] = None,
    ) -> None:
        """Deletes a recurring action.

        Its history is kept until retention removes it.

        Requires `editor`.

        Args:
            id: Recurring action ID.
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring actions.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return await self._call(
            endpoints.DELETE_RECURRING_ACTION,
            path=(id,),
            query={"namespace": namespace, "tenant": tenant},
            if_match=if_match,
        )

    async def backfill_recurring_action(
        self,
        id: str,
        namespace: str,
        tenant: str,
        start: datetime.datetime,
        end: datetime.datetime,
        *,
        limit: Optional[int] = None,
    ) -> types.RecurringBackfillResult:
        """Backfills a recurring action.

        Creates the missing executions of a past range and runs them after all current work. A
        repeated request creates no duplicates. At most 500 executions per request.

        Requires `backfill`.

        Args:
            id: Recurring action ID.
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring actions.
            start: Start of the range, inclusive.
            end: End of the range, inclusive. Must not be in the future.
            limit: Maximum number of executions, from the start of the range. Default: 500.
                Maximum: 500. The server may be configured with a lower limit, which is then also
                the default.
        """
        return await self._call(
            endpoints.BACKFILL_RECURRING_ACTION,
            path=(id,),
            query={"namespace": namespace, "tenant": tenant},
            body=body({"start": start, "end": end}, {"limit": limit}),
        )

    async def get_recurring_action_history(
        self,
        id: str,
        namespace: str,
        tenant: str,
        *,
        limit: Optional[int] = None,
    ) -> types.RecurringHistory:
        """Gets the execution history of a recurring action.

        Latest executions first, with their times and outcomes.

        Requires `viewer`.

        Args:
            id: Recurring action ID.
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring actions.
            limit: Number of executions. Default: 50. Maximum: 500.
        """
        return await self._call(
            endpoints.GET_RECURRING_ACTION_HISTORY,
            path=(id,),
            query={"namespace": namespace, "tenant": tenant, "limit": limit},
        )

    async def pause_recurring_action(
        self,
        id: str,
        namespace: str,
        tenant: str,
        *,
        if_match: Optional[Version] = None,
    ) -> types.RecurringState:
        """Pauses a recurring action.

        Pausing a paused recurring action changes nothing.

        Requires `operator`.

        Args:
            id: Recurring action ID.
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring actions.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return await self._call(
            endpoints.PAUSE_RECURRING_ACTION,
            path=(id,),
            query={"namespace": namespace, "tenant": tenant},
            if_match=if_match,
        )

    async def resume_recurring_action(
        self,
        id: str,
        namespace: str,
        tenant: str,
        *,
        if_match: Optional[Version] = None,
    ) -> types.RecurringState:
        """Resumes a recurring action.

        The next execution is the first one after now; executions missed during the pause do not
        run.

        Requires `operator`.

        Args:
            id: Recurring action ID.
            namespace: Namespace of the tenant.
            tenant: Tenant that owns the recurring actions.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return await self._call(
            endpoints.RESUME_RECURRING_ACTION,
            path=(id,),
            query={"namespace": namespace, "tenant": tenant},
            if_match=if_match,
        )
