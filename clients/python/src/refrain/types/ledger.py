# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `ledger`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, List, Literal, Optional, Union

from .policies import Priority

DeadLetterKind = Union[Literal["occurrence", "work_item"], str]
"""Kind of a dead letter."""


@dataclass
class Attempt:
    """One try of an occurrence."""

    number: int
    """Number of the attempt, counted from 1. The count restarts when the occurrence is
    reprocessed.
    """

    fence: int
    """Fencing token of the lease that the attempt ran under."""

    node: str
    """Node that ran the attempt."""

    outcome: str
    """Outcome: `open`, `succeeded`, `skipped`, `failed`, `retried` or `lease_lost`."""

    ended_at: Optional[datetime.datetime] = None
    """End time. Null while the attempt is running."""

    message: Optional[str] = None
    """Message, such as the error."""

    started_at: Optional[datetime.datetime] = None
    """Start time. Null if the attempt never started."""


@dataclass
class DeadLetter:
    """An occurrence or work item that failed and is not retried."""

    kind: DeadLetterKind
    """Kind of the dead letter."""

    id: int
    """ID of the occurrence or work item."""

    occurrence: Optional[Occurrence] = None
    """The occurrence, if the kind is `occurrence`."""

    work_item: Optional[WorkItem] = None
    """The work item, if the kind is `work_item`."""


@dataclass
class DeadLetterList:
    """A page of a list."""

    items: List[DeadLetter]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class DiscardResult:
    """Result of discarding dead letters."""

    discarded: List[int]
    """IDs that are discarded."""

    refused: List[int]
    """IDs that were not dead letters."""


@dataclass
class GenerateResult:
    """Result of planning a range."""

    schedules: int
    """Number of active schedules that were considered."""

    unreadable: int
    """Number of active schedules whose definition cannot be read."""

    new: int
    """Number of occurrences that were created."""

    existing: int
    """Number of occurrences before `as_of` that already existed."""


@dataclass
class Occurrence:
    """An occurrence: one instance of a schedule."""

    id: int
    """Occurrence ID."""

    schedule: str
    """Schedule ID."""

    period_key: str
    """Key of the period that the occurrence stands for."""

    discriminator: str
    """Discriminator, if the period has several occurrences. Empty otherwise."""

    nominal_at: datetime.datetime
    """Time that the recurrence yields."""

    due_at: datetime.datetime
    """Nominal time plus jitter."""

    state: str
    """State: `planned`, `running`, `succeeded`, `skipped` or `failed`."""

    trigger: str
    """Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`."""

    priority: Priority
    """Priority among the tenant's due occurrences."""

    attempt: int
    """Number of attempts so far."""

    cancel_requested: bool
    """Whether the worker has been asked to stop."""

    revision: int
    """Revision of the schedule that produced the occurrence."""

    tzdb: str
    """Version of the time zone database that produced the occurrence."""

    idempotency_key: str
    """Idempotency key, the same for every attempt."""

    has_own_payload: bool
    """Whether the occurrence has a payload of its own, which replaces the payload of the
    schedule.
    """

    created_at: datetime.datetime
    """Time at which the occurrence was created."""

    blocker: Optional[int] = None
    """ID of the occurrence that blocked this one."""

    correlation_id: Optional[str] = None
    """Correlation ID, for occurrences that were requested."""

    discarded_at: Optional[datetime.datetime] = None
    """Time at which the failed occurrence was discarded. It is then no longer a dead letter."""

    ended_at: Optional[datetime.datetime] = None
    """Time at which the occurrence completed."""

    message: Optional[str] = None
    """Message for people, such as the error."""

    node: Optional[str] = None
    """Node that holds the lease, or held it when the occurrence completed."""

    note: Optional[str] = None
    """Reason given by the caller, for occurrences that were requested."""

    period_end: Optional[datetime.datetime] = None
    """End of the period."""

    period_start: Optional[datetime.datetime] = None
    """Start of the period, if the occurrence stands for a calendar period."""

    reason: Optional[str] = None
    """Reason code, if the occurrence was skipped or failed."""

    started_at: Optional[datetime.datetime] = None
    """Start time of the last attempt."""

    target: Optional[RunTarget] = None
    """Object that the run created."""


@dataclass
class OccurrenceDetail:
    """An occurrence with its attempts."""

    attempts: List[Attempt]
    """Attempts, oldest first."""

    attempt: int
    """Number of attempts so far."""

    cancel_requested: bool
    """Whether the worker has been asked to stop."""

    created_at: datetime.datetime
    """Time at which the occurrence was created."""

    discriminator: str
    """Discriminator, if the period has several occurrences. Empty otherwise."""

    due_at: datetime.datetime
    """Nominal time plus jitter."""

    has_own_payload: bool
    """Whether the occurrence has a payload of its own, which replaces the payload of the
    schedule.
    """

    id: int
    """Occurrence ID."""

    idempotency_key: str
    """Idempotency key, the same for every attempt."""

    nominal_at: datetime.datetime
    """Time that the recurrence yields."""

    period_key: str
    """Key of the period that the occurrence stands for."""

    priority: Priority
    """Priority among the tenant's due occurrences."""

    revision: int
    """Revision of the schedule that produced the occurrence."""

    schedule: str
    """Schedule ID."""

    state: str
    """State: `planned`, `running`, `succeeded`, `skipped` or `failed`."""

    trigger: str
    """Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`."""

    tzdb: str
    """Version of the time zone database that produced the occurrence."""

    blocker: Optional[int] = None
    """ID of the occurrence that blocked this one."""

    correlation_id: Optional[str] = None
    """Correlation ID, for occurrences that were requested."""

    discarded_at: Optional[datetime.datetime] = None
    """Time at which the failed occurrence was discarded. It is then no longer a dead letter."""

    ended_at: Optional[datetime.datetime] = None
    """Time at which the occurrence completed."""

    message: Optional[str] = None
    """Message for people, such as the error."""

    node: Optional[str] = None
    """Node that holds the lease, or held it when the occurrence completed."""

    note: Optional[str] = None
    """Reason given by the caller, for occurrences that were requested."""

    period_end: Optional[datetime.datetime] = None
    """End of the period."""

    period_start: Optional[datetime.datetime] = None
    """Start of the period, if the occurrence stands for a calendar period."""

    reason: Optional[str] = None
    """Reason code, if the occurrence was skipped or failed."""

    started_at: Optional[datetime.datetime] = None
    """Start time of the last attempt."""

    target: Optional[RunTarget] = None
    """Object that the run created."""

    payload: Any = None
    """Payload of this occurrence alone. Null if it is sent with the payload of its schedule."""


@dataclass
class OccurrenceList:
    """A page of a list."""

    items: List[Occurrence]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class ReplayResult:
    """Result of a replay."""

    replayed: List[int]
    """IDs that are replayed."""

    refused: List[int]
    """IDs that were not dead letters, or could not be replayed."""


@dataclass
class RunTarget:
    """Object that a run created, in the receiver's own terms."""

    type: str
    """Type of the object."""

    id: str
    """ID of the object."""


@dataclass
class WorkItem:
    """A unit of work in a queue."""

    id: int
    """Work item ID."""

    queue: str
    """Queue name."""

    key: str
    """Identity in the queue: two items with the same key are one."""

    payload: Any
    """Payload for the worker, and the occurrence that enqueued it."""

    priority: Priority
    """Priority."""

    state: str
    """State of the work item."""

    ready_at: datetime.datetime
    """Earliest time of the next claim."""

    attempt: int
    """Number of attempts so far."""

    max_attempts: int
    """Maximum number of attempts."""

    fence: int
    """Fencing token of the last claim. Required to extend, complete or fail the work item."""

    created_at: datetime.datetime
    """Time at which the work item was enqueued."""

    ended_at: Optional[datetime.datetime] = None
    """Time at which the work item completed or became a dead letter."""

    error: Optional[str] = None
    """Message of the last failure."""

    lease_until: Optional[datetime.datetime] = None
    """Time at which the lease expires."""

    occurrence: Optional[int] = None
    """ID of the occurrence that enqueued the work item."""

    result: Any = None
    """Result given by the worker."""

    worker: Optional[str] = None
    """Worker that holds the lease, or held it last."""
