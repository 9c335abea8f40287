# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `definitions`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional

from .._json import Duration
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
from .timing import ScheduleSpec

@dataclass
class NewSchedule:
    """A schedule to create."""

    action: Action
    """Action to send."""

    allow_unknown_provider: Optional[bool] = None
    """Whether to accept a provider that no live node has. Default: false. Not stored."""

    catch_up: Optional[CatchUp] = None
    """Policy for missed occurrences."""

    cron: Optional[str] = None
    """Cron expression: five fields, six with seconds first, or a macro such as `@daily`."""

    delivery: Optional[Delivery] = None
    """Delivery guarantee after a crash between sending and recording."""

    description: Optional[str] = None
    """Description for people."""

    discriminators: Optional[List[str]] = None
    """Names of several targets per period, each with its own occurrence. Default: one unnamed
    target.
    """

    enabled: Optional[bool] = None
    """Whether the schedule runs. False creates it paused, or pauses it together with the change;
    true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
    """

    history: Optional[HistoryLevel] = None
    """History level: how much of each attempt is stored. Default: the level of the tenant, else
    of the node.
    """

    id: Optional[str] = None
    """Schedule ID, unique in the tenant. Default: generated."""

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

    retry: Optional[RetryPolicy] = None
    """Policy for retries of failed attempts."""

    scope: Optional[Scope] = None
    """Object that the schedule belongs to. Holds select by it."""

    spec: Optional[ScheduleSpec] = None
    """Recurrence, time zone and bounds: when the schedule runs."""

    start_deadline: Optional[Duration] = None
    """Maximum start delay of a run. Default: no limit of its own; the catch-up window still
    applies.
    """

    timeout: Optional[Duration] = None
    """Timeout of one attempt. Default: the timeout of the provider, if it has one."""

    timezone: Optional[str] = None
    """IANA time zone of the recurrence. Default: the server's time zone."""

    when: Optional[str] = None
    """Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A
    text with two readings is rejected with both. The text may name the time zone.
    """


@dataclass
class ScheduleDefinition:
    """Definition of a schedule, as its owner writes it."""

    action: Action
    """Action to send."""

    allow_unknown_provider: Optional[bool] = None
    """Whether to accept a provider that no live node has. Default: false. Not stored."""

    catch_up: Optional[CatchUp] = None
    """Policy for missed occurrences."""

    cron: Optional[str] = None
    """Cron expression: five fields, six with seconds first, or a macro such as `@daily`."""

    delivery: Optional[Delivery] = None
    """Delivery guarantee after a crash between sending and recording."""

    description: Optional[str] = None
    """Description for people."""

    discriminators: Optional[List[str]] = None
    """Names of several targets per period, each with its own occurrence. Default: one unnamed
    target.
    """

    enabled: Optional[bool] = None
    """Whether the schedule runs. False creates it paused, or pauses it together with the change;
    true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
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

    retry: Optional[RetryPolicy] = None
    """Policy for retries of failed attempts."""

    scope: Optional[Scope] = None
    """Object that the schedule belongs to. Holds select by it."""

    spec: Optional[ScheduleSpec] = None
    """Recurrence, time zone and bounds: when the schedule runs."""

    start_deadline: Optional[Duration] = None
    """Maximum start delay of a run. Default: no limit of its own; the catch-up window still
    applies.
    """

    timeout: Optional[Duration] = None
    """Timeout of one attempt. Default: the timeout of the provider, if it has one."""

    timezone: Optional[str] = None
    """IANA time zone of the recurrence. Default: the server's time zone."""

    when: Optional[str] = None
    """Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A
    text with two readings is rejected with both. The text may name the time zone.
    """


@dataclass
class StoredDefinition:
    """Definition of a schedule, as its owner wrote it."""

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

    start_deadline: Optional[Duration] = None
    """Maximum start delay of a run. Default: no limit of its own; the catch-up window still
    applies.
    """

    timeout: Optional[Duration] = None
    """Timeout of one attempt. Default: the timeout of the provider, if it has one."""
