# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `controls`."""

from __future__ import annotations

from typing import Optional

from . import endpoints
from .. import types
from .._core import Core
from .._json import Duration, Version, body
from .._listing import Listing


class ControlsOperations(Core):
    """Operations of the group `controls`."""

    def list_alerts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.AlertList, types.StoredAlert]:
        """Lists alerts.

        In order of name. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(endpoints.LIST_ALERTS, query={"limit": limit, "cursor": cursor})

    def get_alert(
        self,
        name: str,
        *,
        if_none_match: Optional[Version] = None,
    ) -> types.StoredAlert:
        """Gets an alert.

        Returns the alert with its version: the alarms and schedules that it watches, and the action
        that it sends.

        Requires `viewer`.

        Args:
            name: Name of the alert.
            if_none_match: The version that the caller has. If it is current, `NotModified` is
                raised.
        """
        return self._call(endpoints.GET_ALERT, path=(name,), if_none_match=if_none_match)

    def put_alert(
        self,
        name: str,
        alert: types.Alert,
        *,
        allow_unknown_provider: Optional[bool] = None,
        if_match: Optional[Version] = None,
        create_only: bool = False,
    ) -> types.StoredAlert:
        """Creates or replaces an alert.

        The request is rejected if the alert's action could not be sent. Default limit: one message
        in 15 minutes for the same alarm of the same schedule; maximum: 30 days. `failing_after` is
        1 by default. An alert names at most 1,000 schedules and 1,000 labels, and a tenant has at
        most 100 alerts. With `If-Match`, the alert is replaced only if its version matches; with
        `If-None-Match: *`, it is only created. Otherwise the request returns 412.

        Requires `editor`. Also requires `command` if the request can start a program.

        Args:
            name: Name of the alert.
            alert: The body of the request.
            allow_unknown_provider: Whether to save the document although no live node has its
                provider. Default: false.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
            create_only: Create only: anything under this name is a `Conflict`.
        """
        return self._call(
            endpoints.PUT_ALERT,
            path=(name,),
            query={"allow_unknown_provider": allow_unknown_provider},
            body=alert,
            if_match=if_match,
            create_only=create_only,
        )

    def delete_alert(self, name: str, *, if_match: Optional[Version] = None) -> None:
        """Deletes an alert.

        Notifications that are already being sent are still delivered.

        Requires `editor`.

        Args:
            name: Name of the alert.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return self._call(endpoints.DELETE_ALERT, path=(name,), if_match=if_match)

    def get_circuit_breaker(
        self,
        provider: str,
        *,
        receiver: Optional[str] = None,
    ) -> types.CircuitBreaker:
        """Gets a circuit breaker.

        A breaker that has never been used is closed.

        Requires `viewer`.

        Args:
            provider: Name of the provider.
            receiver: Receiver in the provider's own terms, such as a host. Omit it if the
                provider has only one receiver.
        """
        return self._call(
            endpoints.GET_CIRCUIT_BREAKER,
            query={"provider": provider, "receiver": receiver},
        )

    def reset_circuit_breaker(
        self,
        provider: str,
        *,
        note: Optional[str] = None,
        receiver: Optional[str] = None,
    ) -> types.CircuitBreaker:
        """Closes a circuit breaker.

        Closes the breaker, whether it opened by itself or was tripped.

        Requires `operator`.

        Args:
            provider: Name of the provider.
            note: Reason for the change.
            receiver: Receiver in the provider's own terms, such as a host. Omit it if the
                provider has only one receiver.
        """
        return self._call(
            endpoints.RESET_CIRCUIT_BREAKER,
            body=body({"provider": provider}, {"note": note, "receiver": receiver}),
        )

    def trip_circuit_breaker(
        self,
        provider: str,
        *,
        note: Optional[str] = None,
        receiver: Optional[str] = None,
    ) -> types.CircuitBreaker:
        """Opens a circuit breaker.

        The breaker stays open until it is reset. Actions for its receiver wait. Tripping an open
        breaker again changes nothing.

        Requires `operator`.

        Args:
            provider: Name of the provider.
            note: Reason for the change.
            receiver: Receiver in the provider's own terms, such as a host. Omit it if the
                provider has only one receiver.
        """
        return self._call(
            endpoints.TRIP_CIRCUIT_BREAKER,
            body=body({"provider": provider}, {"note": note, "receiver": receiver}),
        )

    def dispatch_action(
        self,
        action: types.Action,
        *,
        dry_run: Optional[bool] = None,
        note: Optional[str] = None,
        timeout: Optional[Duration] = None,
        idempotency_key: Optional[str] = None,
    ) -> types.DispatchResult:
        """Sends a single action.

        The action goes through the same steps as an occurrence, is tried once, and is not recorded
        in the ledger. The response is 200 and contains the outcome even if the action was not
        delivered.

        For a day after an action was sent, a request with the same `Idempotency-Key` is not sent
        again; its outcome is `skipped` with the reason `deduplicated`. Timeout: 30 seconds by
        default, at most 50 seconds. With `dry_run` (default: false), nothing is sent.

        Requires `fire`. Also requires `command` if the request can start a program.

        Args:
            action: Action to send, with its provider.
            dry_run: Whether to return only the verdicts: nothing is sent, counted or marked.
                Default: false.
            note: Reason for the dispatch.
            timeout: Timeout of the provider. Default: 30 seconds. Maximum: 50 seconds.
            idempotency_key: Repeating a request with the same key has no further effect.
                Default: generated.
        """
        return self._call(
            endpoints.DISPATCH_ACTION,
            body=body({"action": action}, {"dry_run": dry_run, "note": note, "timeout": timeout}),
            idempotency_key=idempotency_key,
        )

    def list_dispatch_rules(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.DispatchRuleList, types.StoredDispatchRule]:
        """Lists dispatch rules.

        In order of name. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(endpoints.LIST_DISPATCH_RULES, query={"limit": limit, "cursor": cursor})

    def test_dispatch_rules(
        self,
        *,
        action: Optional[types.Action] = None,
        schedule: Optional[str] = None,
    ) -> types.DispatchReport:
        """Tests the dispatch rules.

        Returns what every dispatch step would do if the action were sent now: guard, holds and
        quotas, dispatch rules, deduplication, throttle and circuit breaker. Nothing is sent,
        counted or marked.

        Requires `viewer`.

        Args:
            action: Action to test, without a schedule.
            schedule: Schedule ID: tests the next occurrence of this schedule.
        """
        return self._call(
            endpoints.TEST_DISPATCH_RULES,
            body=body({}, {"action": action, "schedule": schedule}),
        )

    def get_dispatch_rule(
        self,
        name: str,
        *,
        if_none_match: Optional[Version] = None,
    ) -> types.StoredDispatchRule:
        """Gets a dispatch rule.

        Returns the dispatch rule with its version: the condition, the times at which it is active,
        and its effect.

        Requires `viewer`.

        Args:
            name: Name of the dispatch rule.
            if_none_match: The version that the caller has. If it is current, `NotModified` is
                raised.
        """
        return self._call(endpoints.GET_DISPATCH_RULE, path=(name,), if_none_match=if_none_match)

    def put_dispatch_rule(
        self,
        name: str,
        rule: types.DispatchRule,
        *,
        allow_unknown_provider: Optional[bool] = None,
        if_match: Optional[Version] = None,
        create_only: bool = False,
    ) -> types.StoredDispatchRule:
        """Creates or replaces a dispatch rule.

        The rule applies to all actions from now on, on other nodes within a second. By default, a
        rule is enabled, always active, in the time zone `UTC`, and `open` if its condition cannot
        be evaluated. A rule has at most 100 active intervals and 1,024 bytes of description. With
        `If-Match`, the rule is replaced only if its version matches; with `If-None-Match: *`, it is
        only created. Otherwise the request returns 412.

        Requires `editor`. Also requires `command` if the request can start a program.

        Args:
            name: Name of the dispatch rule.
            rule: The body of the request.
            allow_unknown_provider: Whether to save the document although no live node has its
                provider. Default: false.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
            create_only: Create only: anything under this name is a `Conflict`.
        """
        return self._call(
            endpoints.PUT_DISPATCH_RULE,
            path=(name,),
            query={"allow_unknown_provider": allow_unknown_provider},
            body=rule,
            if_match=if_match,
            create_only=create_only,
        )

    def delete_dispatch_rule(self, name: str, *, if_match: Optional[Version] = None) -> None:
        """Deletes a dispatch rule.

        The rule no longer applies from now on, on other nodes within a second.

        Requires `editor`.

        Args:
            name: Name of the dispatch rule.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return self._call(endpoints.DELETE_DISPATCH_RULE, path=(name,), if_match=if_match)

    def list_holds(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.HoldList, types.StoredHold]:
        """Lists holds.

        In order of name. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(endpoints.LIST_HOLDS, query={"limit": limit, "cursor": cursor})

    def get_hold(self, name: str, *, if_none_match: Optional[Version] = None) -> types.StoredHold:
        """Gets a hold.

        Returns the hold with its version: its range, its reason, and the schedules that it covers.

        Requires `viewer`.

        Args:
            name: Name of the hold.
            if_none_match: The version that the caller has. If it is current, `NotModified` is
                raised.
        """
        return self._call(endpoints.GET_HOLD, path=(name,), if_none_match=if_none_match)

    def put_hold(
        self,
        name: str,
        hold: types.Hold,
        *,
        if_match: Optional[Version] = None,
        create_only: bool = False,
    ) -> types.StoredHold:
        """Creates or replaces a hold.

        Occurrences that the hold covers are settled as `skipped(hold)` instead of starting. Running
        occurrences continue. By default, a hold has no start and no end and covers all schedules of
        the tenant. It names at most 1,000 schedules and 1,000 labels; its note has at most 1,024
        bytes. With `If-Match`, the hold is replaced only if its version matches; with
        `If-None-Match: *`, it is only created. Otherwise the request returns 412.

        Requires `editor`.

        Args:
            name: Name of the hold.
            hold: The body of the request.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
            create_only: Create only: anything under this name is a `Conflict`.
        """
        return self._call(
            endpoints.PUT_HOLD,
            path=(name,),
            body=hold,
            if_match=if_match,
            create_only=create_only,
        )

    def delete_hold(self, name: str, *, if_match: Optional[Version] = None) -> None:
        """Deletes a hold.

        Occurrences that the hold skipped stay skipped unless they are reprocessed.

        Requires `editor`.

        Args:
            name: Name of the hold.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return self._call(endpoints.DELETE_HOLD, path=(name,), if_match=if_match)

    def list_quotas(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.QuotaList, types.StoredQuota]:
        """Lists quotas.

        In order of name. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(endpoints.LIST_QUOTAS, query={"limit": limit, "cursor": cursor})

    def get_quota(
        self,
        name: str,
        *,
        if_none_match: Optional[Version] = None,
    ) -> types.StoredQuota:
        """Gets a quota.

        Returns the quota with its version: the maximum number of runs, and the length of the
        window.

        Requires `viewer`.

        Args:
            name: Name of the quota.
            if_none_match: The version that the caller has. If it is current, `NotModified` is
                raised.
        """
        return self._call(endpoints.GET_QUOTA, path=(name,), if_none_match=if_none_match)

    def put_quota(
        self,
        name: str,
        quota: types.Quota,
        *,
        if_match: Optional[Version] = None,
        create_only: bool = False,
    ) -> types.StoredQuota:
        """Creates or replaces a quota.

        Occurrences beyond the quota are settled as `skipped(quota)`. Occurrences that already
        started in the current window count. The limit is at least 1, and the window is 1 second to
        366 days; neither has a default. With `If-Match`, the quota is replaced only if its version
        matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.

        Requires `editor`.

        Args:
            name: Name of the quota.
            quota: The body of the request.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
            create_only: Create only: anything under this name is a `Conflict`.
        """
        return self._call(
            endpoints.PUT_QUOTA,
            path=(name,),
            body=quota,
            if_match=if_match,
            create_only=create_only,
        )

    def delete_quota(self, name: str, *, if_match: Optional[Version] = None) -> None:
        """Deletes a quota.

        Occurrences that the quota skipped stay skipped unless they are reprocessed.

        Requires `editor`.

        Args:
            name: Name of the quota.
            if_match: Change only this version: a revision, or an entity tag. Any other is a
                `Conflict`.
        """
        return self._call(endpoints.DELETE_QUOTA, path=(name,), if_match=if_match)
