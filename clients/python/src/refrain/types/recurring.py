# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `recurring`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

from .policies import OverlapPolicy
from .previews import Warning

@dataclass
class ActionTemplate:
    """Action that is dispatched at each execution."""

    provider: str
    """Name of the provider that delivers the action."""

    action_type: str
    """Type of the action, for dispatch rules and receivers."""

    payload: Any
    """JSON object for the provider."""

    metadata: Dict[str, str]
    """Metadata of every dispatched action."""

    dedup_key: Optional[str] = None
    """Deduplication key: actions with the same key are sent once."""

    target: Optional[str] = None
    """Address in the provider's own terms. Null if there is none."""


@dataclass
class CreateRecurringResult:
    """The created recurring action."""

    recurring_id: str
    """Recurring action ID."""

    cron_expr: str
    """Cron expression."""

    timezone: str
    """IANA time zone."""

    enabled: bool
    """Whether the recurring action is active."""

    next_execution: Optional[datetime.datetime] = None
    """Time of the first execution. Null if the recurring action is not active."""

    warnings: Optional[List[Warning]] = None
    """Warnings about settings that are probably not intended. Omitted if there are none."""


@dataclass
class RecurringAction:
    """A recurring action."""

    id: str
    """Recurring action ID."""

    namespace: str
    """Namespace of the tenant."""

    tenant: str
    """Tenant that owns the recurring action."""

    cron_expr: str
    """Cron expression."""

    timezone: str
    """IANA time zone."""

    enabled: bool
    """Whether the recurring action is active."""

    status: str
    """Status: `active`, `paused`, `completed` (the end or the maximum number of executions is
    reached), `canceled`, or `disabled` (the definition cannot be used).
    """

    action_template: ActionTemplate
    """Action that is dispatched at each execution."""

    created_at: datetime.datetime
    """Time of creation."""

    updated_at: datetime.datetime
    """Time of the last update."""

    overlap_policy: OverlapPolicy
    """Policy for an execution that is due while an earlier one is still running."""

    execution_count: int
    """Number of executions that succeeded."""

    labels: Dict[str, str]
    """Labels, for selecting recurring actions."""

    description: Optional[str] = None
    """Description for people."""

    ends_at: Optional[datetime.datetime] = None
    """End: no execution at or after this time. Null if there is none."""

    last_executed_at: Optional[datetime.datetime] = None
    """Start time of the last execution. Null if there was none. Skipped occurrences do not
    count.
    """

    last_execution_id: Optional[int] = None
    """Occurrence ID of the last execution."""

    max_executions: Optional[int] = None
    """Maximum number of executions. Null if there is no limit."""

    next_execution_at: Optional[datetime.datetime] = None
    """Time of the next execution. Null if the recurring action is not active."""

    warnings: Optional[List[Warning]] = None
    """Warnings about settings that are probably not intended. Only in responses to an update.
    Omitted if there are none.
    """


@dataclass
class RecurringBackfillResult:
    """Result of a backfill."""

    recurring_id: str
    """Recurring action ID."""

    created: int
    """Number of executions that were created."""

    reopened: int
    """Number of skipped executions that run now."""

    unchanged: int
    """Number of existing executions that stay as they are."""

    truncated: bool
    """Whether the range has more executions than `limit`."""

    executions: List[RecurringExecution]
    """Executions of the range in order of time. New ones are `planned`; the history shows their
    outcome.
    """


@dataclass
class RecurringExecution:
    """One execution."""

    id: int
    """Occurrence ID."""

    scheduled_at: datetime.datetime
    """Scheduled time."""

    outcome: str
    """Outcome: `planned`, `running`, `succeeded`, `skipped` or `failed`."""

    attempts: int
    """Number of attempts."""

    ended_at: Optional[datetime.datetime] = None
    """End time. Null while the execution is planned or running."""

    error: Optional[str] = None
    """Error message."""

    executed_at: Optional[datetime.datetime] = None
    """Start time of the last attempt. Null if the execution never started."""

    reason: Optional[str] = None
    """Reason, if the execution was skipped or failed."""


@dataclass
class RecurringHistory:
    """The latest executions of a recurring action."""

    history: List[RecurringExecution]
    """Executions, latest first."""


@dataclass
class RecurringList:
    """A page of recurring actions."""

    recurring_actions: List[RecurringSummary]
    """Recurring actions, in order of ID."""

    count: int
    """Number of recurring actions on this page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Absent on the last page."""

    total: Optional[int] = None
    """Number of recurring actions on all pages. Null if it was not requested."""

    total_is_exact: Optional[bool] = None
    """False if there are more than `total`, because counting stopped after 10,000 schedules."""


@dataclass
class RecurringState:
    """State of a recurring action after it was paused or resumed."""

    id: str
    """Recurring action ID."""

    enabled: bool
    """Whether the recurring action is active."""

    next_execution_at: Optional[datetime.datetime] = None
    """Time of the next execution. Null if the recurring action is not active."""


@dataclass
class RecurringSummary:
    """A recurring action in a list."""

    id: str
    """Recurring action ID."""

    cron_expr: str
    """Cron expression."""

    timezone: str
    """IANA time zone."""

    enabled: bool
    """Whether the recurring action is active."""

    status: str
    """Status: `active`, `paused`, `completed`, `canceled` or `disabled`."""

    provider: str
    """Name of the provider that delivers the action."""

    action_type: str
    """Type of the action, for dispatch rules and receivers."""

    execution_count: int
    """Number of executions that succeeded."""

    created_at: datetime.datetime
    """Time of creation."""

    labels: Dict[str, str]
    """Labels, for selecting recurring actions."""

    description: Optional[str] = None
    """Description for people."""

    last_executed_at: Optional[datetime.datetime] = None
    """Start time of the last execution. Null if there was none."""

    next_execution_at: Optional[datetime.datetime] = None
    """Time of the next execution. Null if the recurring action is not active."""
