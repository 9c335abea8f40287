# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `schedules`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional, Union

from .policies import (
    Action,
    CatchUp,
    Delivery,
    HistoryLevel,
    OverlapPolicy,
    Priority,
    RetryPolicy,
    Scope,
)
from .previews import OccurrenceDiff, Warning
from .timing import ScheduleSpec

ApplyOutcome = Union[
    Literal["created", "updated", "unchanged", "deleted", "refused", "pending"],
    str,
]
"""What was done with a document, or would be done."""


BulkAction = Union[Literal["pause", "resume", "cancel"], str]
"""Action on each schedule."""


DocumentType = Union[
    Literal["schedule", "calendar", "dispatch_rule", "hold", "quota", "alert"],
    str,
]
"""Kind of a document."""


ResumeMode = Union[Literal["now", "catch_up"], str]
"""What happens to the occurrences that were due during a pause."""


@dataclass
class ApplyDocument:
    """A schedule or control as its owner wants it to be, or one to delete. Besides the fields
    here, it has those of the definition: for a schedule those of `PUT /v1/schedules/{id}`,
    for a calendar those of `PUT /v1/calendars/{name}`, and so on. Read-only fields of
    responses are ignored with a warning.
    """

    delete: Optional[bool] = None
    """Whether to delete the document. Default: false."""

    id: Optional[str] = None
    """Schedule ID. Required for a schedule."""

    if_revision: Optional[int] = None
    """Revision or version that the document must have. 0 if it must not exist. Default: any."""

    kind: Optional[DocumentType] = None
    """Kind of the document. Default: `schedule`."""

    name: Optional[str] = None
    """Name of the document. Required for all kinds except schedules."""


@dataclass
class ApplyItem:
    """Result for one document."""

    kind: str
    """Kind of the document."""

    name: str
    """Schedule ID, or name of the document."""

    result: ApplyOutcome
    """What was done, or would be done."""

    warnings: List[Warning]
    """Warnings about settings that are probably not intended."""

    after: Any = None
    """Fields of the new definition that differ. Null if the document is unchanged or deleted."""

    before: Any = None
    """Fields of the stored definition that differ. Null if the document is new or unchanged."""

    occurrences: Optional[OccurrenceDiff] = None
    """Occurrences that a dry run finds added, removed and moved. Null if none is, and unless the
    document is an existing schedule. At most 100 of each are listed.
    """

    problem: Optional[ApplyProblem] = None
    """Reason why the document was refused."""

    revision: Optional[int] = None
    """Revision after the change; in a dry run the present one, which the change can name as
    `if_revision`. 0 if the document does not exist. Null if it was refused.
    """

    sentence: Optional[str] = None
    """Description of a schedule's recurrence."""

    status: Optional[StatusChange] = None
    """Change of a schedule's status. Null if it stays the same."""


@dataclass
class ApplyProblem:
    """Reason why a document was refused, as in a problem document."""

    code: str
    """Stable code for programs."""

    detail: str
    """Explanation of the error, with the value that caused it."""

    column: Optional[int] = None
    """Position in the invalid text, counted in characters from 1."""

    hint: Optional[str] = None
    """Suggested remedy."""

    path: Optional[str] = None
    """Location in the document, as a path such as `action.provider`."""


@dataclass
class ApplyResult:
    """Result of applying documents."""

    done: bool
    """Whether the changes were made. False for a dry run."""

    changed: int
    """Number of documents that were created, updated or deleted, or would be."""

    refused: int
    """Number of documents that were refused."""

    items: List[ApplyItem]
    """Result for each document, in the order of the request."""


@dataclass
class BulkItemResult:
    """Result for one schedule."""

    id: str
    """Schedule ID."""

    code: Optional[str] = None
    """Error code, as in problem documents, if the change was refused."""

    detail: Optional[str] = None
    """Explanation of the error."""

    revision: Optional[int] = None
    """Revision after the change. Null if the change was refused."""

    status: Optional[str] = None
    """Status after the change. Null if the schedule does not exist."""


@dataclass
class BulkResult:
    """Result of a bulk change."""

    done: bool
    """Whether the changes were made. False for a dry run."""

    matched: int
    """Number of schedules found by this request."""

    changed: int
    """Number of schedules that were changed."""

    refused: int
    """Number of schedules that could not be changed."""

    items: List[BulkItemResult]
    """Result for each schedule, in order of ID."""

    next_cursor: Optional[str] = None
    """Cursor of the next request. Null if there are no more schedules."""


@dataclass
class RecentRun:
    """Summary of a completed occurrence."""

    id: int
    """Occurrence ID."""

    state: str
    """State: `succeeded`, `skipped` or `failed`."""

    due_at: datetime.datetime
    """Due time."""

    ended_at: Optional[datetime.datetime] = None
    """Time at which the occurrence completed."""

    reason: Optional[str] = None
    """Reason code, if the occurrence was skipped or failed."""

    started_at: Optional[datetime.datetime] = None
    """Start time of the last attempt. Null if no attempt started."""


@dataclass
class Schedule:
    """A schedule."""

    id: str
    """Schedule ID, unique in the tenant."""

    namespace: str
    """Namespace of the tenant."""

    tenant: str
    """Tenant that owns the schedule."""

    revision: int
    """Revision, which increases with every change. Also the entity tag."""

    status: str
    """Status: `active`, `paused`, `canceled`, `disabled`, `finished` or `deleted`."""

    status_note: StatusNote
    """Reason for the status."""

    source: str
    """Source: `api`, `file` or `code`. Only this source can edit the schedule."""

    counters: ScheduleCounters
    """Counters of past runs."""

    created_at: datetime.datetime
    """Time of creation."""

    updated_at: datetime.datetime
    """Time of the last change."""

    action: Optional[Action] = None
    """Action to send."""

    catch_up: Optional[CatchUp] = None
    """Policy for missed occurrences."""

    delivery: Optional[Delivery] = None
    """Delivery guarantee after a crash between sending and recording."""

    description: Optional[str] = None
    """Description for people."""

    discriminators: Optional[List[str]] = None
    """Names of several targets per period, each with its own occurrence. Default: one unnamed
    target.
    """

    history: Optional[HistoryLevel] = None
    """History level: how much of each attempt is stored. Default: the level of the tenant, else
    of the node.
    """

    labels: Optional[Dict[str, str]] = None
    """Labels to select the schedule by."""

    max_concurrent: Optional[int] = None
    """Maximum number of concurrent runs under `allow_all`. Default: no limit."""

    overlap: Optional[OverlapPolicy] = None
    """Policy for runs that overlap."""

    pause_on_failure: Optional[int] = None
    """Number of consecutive failures after which the schedule pauses itself. Default: never."""

    priority: Optional[Priority] = None
    """Priority among the tenant's due occurrences."""

    problem: Optional[str] = None
    """Reason why the stored definition cannot be read. An edit replaces it."""

    retry: Optional[RetryPolicy] = None
    """Policy for retries of failed attempts."""

    scope: Optional[Scope] = None
    """Object that the schedule belongs to. Holds select by it."""

    spec: Optional[ScheduleSpec] = None
    """Recurrence, time zone and bounds: when the schedule runs."""

    start_deadline: Optional[datetime.timedelta] = None
    """Maximum start delay of a run. Default: no limit of its own; the catch-up window still
    applies.
    """

    timeout: Optional[datetime.timedelta] = None
    """Timeout of one attempt. Default: the timeout of the provider, if it has one."""

    next_at: Optional[datetime.datetime] = None
    """Time of the next occurrence, even if it is already planned. Null if there is none, or if
    the schedule is not active.
    """

    recent: Optional[List[RecentRun]] = None
    """Latest completed runs, oldest first. Null unless a list was requested with `recent`."""

    sentence: Optional[str] = None
    """Description of the recurrence. Null if the recurrence cannot be read."""

    upcoming: Optional[List[datetime.datetime]] = None
    """Times of the next occurrences. Omitted in lists."""

    warnings: Optional[List[Warning]] = None
    """Warnings about settings that are probably not intended. Only in responses to a save."""


@dataclass
class ScheduleCounters:
    """Counters of past runs."""

    runs: int
    """Runs that started, counted when they complete. Manual runs and backfills are not counted."""

    succeeded: int
    """Occurrences that succeeded."""

    skipped: int
    """Occurrences that were skipped."""

    failed: int
    """Occurrences that failed."""

    consecutive_failures: int
    """Consecutive failures since the last success."""

    last_ended_at: Optional[datetime.datetime] = None
    """Time at which the last occurrence completed."""

    last_error: Optional[str] = None
    """Message of the last failure."""

    last_success_at: Optional[datetime.datetime] = None
    """Time of the last success."""


@dataclass
class ScheduleList:
    """A page of a tenant's schedules."""

    items: List[Schedule]
    """Schedules of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""

    total: Optional[int] = None
    """Number of schedules on all pages. Null if it was not requested, or if counting would
    require reading every schedule.
    """

    total_is_exact: Optional[bool] = None
    """Whether `total` is exact. False if counting stopped at its limit."""


@dataclass
class ScheduleSelector:
    """Selects schedules: those that match all given fields, or those with the given IDs."""

    id_prefix: Optional[str] = None
    """Prefix of the schedule ID."""

    ids: Optional[List[str]] = None
    """Schedule IDs, in this order. Cannot be combined with other fields. An ID that does not
    exist is reported as refused.
    """

    labels: Optional[Dict[str, str]] = None
    """Labels that the schedules must have."""

    provider: Optional[str] = None
    """Provider of the action."""

    status: Optional[str] = None
    """Comma-separated statuses. Default: the statuses that the action can change: `active` for
    `pause`, `paused` for `resume`, and `active`, `paused` and `disabled` for `cancel`.
    """

    text: Optional[str] = None
    """Text in the ID or the description, case-insensitive."""


@dataclass
class StatusChange:
    """Change of a status."""

    to: str
    """Status after."""

    from_: Optional[str] = None
    """Status before. Null for a new schedule."""


@dataclass
class StatusNote:
    """Reason for a status."""

    by: str
    """Person, key or program that changed the status."""

    text: Optional[str] = None
    """The caller's note, or the error."""

    until: Optional[datetime.datetime] = None
    """Time at which a pause ends by itself."""
