# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `work`."""

from __future__ import annotations

import datetime
from typing import Any, Optional

from . import endpoints
from .. import types
from .._core import Core
from .._json import Duration, body
from .._listing import Listing


class WorkOperations(Core):
    """Operations of the group `work`."""

    def list_work_items(
        self,
        *,
        queue: Optional[str] = None,
        state: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> Listing[types.WorkItemList, types.WorkItem]:
        """Lists work items.

        Newest first. Page size: 50 by default, at most 500.

        Requires `viewer`.

        Args:
            queue: Queue name. Default: all queues.
            state: Comma-separated states, such as `queued,running`. Default: all states.
            limit: Page size. Default: 50. Maximum: 500.
            cursor: Cursor: the `next_cursor` of the previous page.
        """
        return self._list(
            endpoints.LIST_WORK_ITEMS,
            query={"queue": queue, "state": state, "limit": limit, "cursor": cursor},
        )

    def enqueue_work_item(
        self,
        queue: str,
        payload: Any,
        *,
        key: Optional[str] = None,
        priority: Optional[types.Priority] = None,
        ready_at: Optional[datetime.datetime] = None,
        idempotency_key: Optional[str] = None,
    ) -> types.EnqueueResult:
        """Enqueues a work item.

        A repeated key refers to the same work item, for as long as that item is stored. By default,
        the key is the request's `Idempotency-Key` or a generated one, the priority is `normal`, and
        the work item can be claimed at once. Like `POST /v1/dispatch`, the operation sends without
        waiting for a schedule.

        Requires `fire`.

        Args:
            queue: Queue name. A queue is created with its first work item.
            payload: Payload for the worker.
            key: Identity of the work item in the queue. Default: the request's
                `Idempotency-Key`, or a generated key.
            priority: Priority. Default: `normal`.
            ready_at: Earliest time of the first claim. Default: now.
            idempotency_key: Repeating a request with the same key has no further effect.
                Default: generated.
        """
        return self._call(
            endpoints.ENQUEUE_WORK_ITEM,
            body=body({"queue": queue, "payload": payload}, {"key": key, "priority": priority, "ready_at": ready_at}),
            idempotency_key=idempotency_key,
        )

    def claim_work_items(
        self,
        queue: str,
        *,
        lease: Optional[Duration] = None,
        limit: Optional[int] = None,
        wait: Optional[Duration] = None,
        worker: Optional[str] = None,
    ) -> types.ClaimResult:
        """Claims work items.

        Claims work items from a queue, highest priority first. Each claim counts as an attempt.
        With `wait`, the response is sent as soon as there is work, or when the time is over. Limit:
        1 by default, at most 100. Lease: 30 seconds by default, at most 24 hours. Wait: 0 by
        default, at most 30 seconds.

        Requires `operator`.

        Args:
            queue: Queue name.
            lease: Length of the lease. Default: 30 seconds. Maximum: 24 hours.
            limit: Maximum number of work items. Default: 1. Maximum: 100.
            wait: Time to wait for work. Default: 0. Maximum: 30 seconds.
            worker: Name of the worker, for people.
        """
        return self._call(
            endpoints.CLAIM_WORK_ITEMS,
            body=body({"queue": queue}, {"lease": lease, "limit": limit, "wait": wait, "worker": worker}),
        )

    def get_work_item(self, id: int) -> types.WorkItem:
        """Gets a work item.

        Returns the work item with its payload, state, attempts and lease, and its result or error
        once it completed.

        Requires `viewer`.

        Args:
            id: Work item ID.
        """
        return self._call(endpoints.GET_WORK_ITEM, path=(id,))

    def complete_work_item(self, id: int, fence: int, *, result: Any = None) -> types.WorkItem:
        """Completes a work item.

        A repeated request changes nothing. If the lease has been lost, the request returns 409
        (`lease_lost`).

        Requires `operator`.

        Args:
            id: Work item ID.
            fence: Fencing token of the claim.
            result: Result, stored with the work item.
        """
        return self._call(
            endpoints.COMPLETE_WORK_ITEM,
            path=(id,),
            body=body({"fence": fence}, {"result": result}),
        )

    def extend_work_item(
        self,
        id: int,
        fence: int,
        *,
        lease: Optional[Duration] = None,
    ) -> types.WorkItem:
        """Extends a work item's lease.

        The lease lasts from now on: 30 seconds by default, at most 24 hours. If the lease has been
        lost, the request returns 409 (`lease_lost`).

        Requires `operator`.

        Args:
            id: Work item ID.
            fence: Fencing token of the claim.
            lease: Length of the lease from now on. Default: 30 seconds. Maximum: 24 hours.
        """
        return self._call(
            endpoints.EXTEND_WORK_ITEM,
            path=(id,),
            body=body({"fence": fence}, {"lease": lease}),
        )

    def fail_work_item(
        self,
        id: int,
        fence: int,
        error: str,
        *,
        retry: Optional[bool] = None,
    ) -> types.WorkItem:
        """Fails a work item.

        While attempts are left, the work item is queued again after 2, 4, 8, … seconds. Otherwise,
        or with `retry: false` (default: true), it becomes a dead letter. If the lease has been
        lost, the request returns 409 (`lease_lost`).

        Requires `operator`.

        Args:
            id: Work item ID.
            fence: Fencing token of the claim.
            error: Error message.
            retry: Whether to retry. Default: true. If false, or if no attempts are left, the
                work item becomes a dead letter.
        """
        return self._call(
            endpoints.FAIL_WORK_ITEM,
            path=(id,),
            body=body({"fence": fence, "error": error}, {"retry": retry}),
        )
