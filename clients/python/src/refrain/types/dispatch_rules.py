# Generated from console/openapi.json by `make clients`. Do not edit.

"""Types of the group `dispatch_rules`."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, ClassVar, Dict, List, Literal, Optional, Tuple, Union

from .previews import Warning
from .recurrence import Weekday

@dataclass
class AllowDispatchRuleAction:
    """Lets the occurrence pass. No further rules are evaluated."""

    TAG: ClassVar[Tuple[str, str]] = ("action", "allow")


@dataclass
class DenyDispatchRuleAction:
    """Rejects the occurrence permanently. It is settled as `failed(rejected)`."""

    TAG: ClassVar[Tuple[str, str]] = ("action", "deny")

    reason: str
    """Reason, shown with the occurrence."""


@dataclass
class SuppressDispatchRuleAction:
    """Drops the occurrence. It is settled as `skipped(suppressed)`."""

    TAG: ClassVar[Tuple[str, str]] = ("action", "suppress")

    reason: str
    """Reason, shown with the occurrence."""


@dataclass
class DedupDispatchRuleAction:
    """Drops the occurrence if the same key passed recently. Requires a `dedup_key` in the
    action.
    """

    TAG: ClassVar[Tuple[str, str]] = ("action", "dedup")

    ttl: datetime.timedelta
    """Time for which a key is remembered."""


@dataclass
class RerouteDispatchRuleAction:
    """Sends the action through another provider."""

    TAG: ClassVar[Tuple[str, str]] = ("action", "reroute")

    provider: str
    """Name of the provider."""


@dataclass
class ThrottleDispatchRuleAction:
    """Limits the number of occurrences per time window."""

    TAG: ClassVar[Tuple[str, str]] = ("action", "throttle")

    limit: int
    """Maximum number of occurrences per window."""

    window: datetime.timedelta
    """Length of the window."""

    beyond: Optional[OverLimitPolicy] = None
    """What happens to occurrences beyond the limit. Default: `skip`."""

    key: Optional[str] = None
    """What is counted together. Default: `tenant`."""


@dataclass
class ModifyDispatchRuleAction:
    """Changes the payload."""

    TAG: ClassVar[Tuple[str, str]] = ("action", "modify")

    patch: Any
    """JSON merge patch (RFC 7396)."""


@dataclass
class DelayDispatchRuleAction:
    """Delays the action until this long after its due time. After that, the rule has no effect."""

    TAG: ClassVar[Tuple[str, str]] = ("action", "delay")

    by: datetime.timedelta
    """Length of the delay."""


DispatchRuleAction = Union[
    AllowDispatchRuleAction,
    DenyDispatchRuleAction,
    SuppressDispatchRuleAction,
    DedupDispatchRuleAction,
    RerouteDispatchRuleAction,
    ThrottleDispatchRuleAction,
    ModifyDispatchRuleAction,
    DelayDispatchRuleAction,
    Dict[str, Any],
]
"""Action of a dispatch rule. A `dict` is one of a newer server."""


OverLimitPolicy = Union[Literal["skip", "wait"], str]
"""What happens to occurrences beyond a limit."""


RuleErrorPolicy = Union[Literal["open", "closed"], str]
"""What happens when the condition of a rule cannot be evaluated, for example because it uses a
missing member.
"""


@dataclass
class ActiveHours:
    """A part of some days, in the rule's time zone."""

    days: Optional[List[Weekday]] = None
    """Days of the week. Default: every day. A night that begins on one of these days belongs to
    that day as a whole.
    """

    from_: Optional[str] = None
    """Start time. Default: midnight."""

    to: Optional[str] = None
    """End time (exclusive). Default: midnight. An end before `from` is on the next day."""


@dataclass
class DispatchRule:
    """A condition on actions, and the action to take when it is true."""

    priority: int
    """Order of evaluation. Rules with a smaller number are evaluated first."""

    condition: str
    """Condition as a CEL expression."""

    then: DispatchRuleAction
    """Action to take when the condition is true."""

    active: Optional[List[ActiveHours]] = None
    """Times at which the rule is active. Default: always."""

    description: Optional[str] = None
    """Description for people."""

    enabled: Optional[bool] = None
    """Whether the rule is enabled. Default: true."""

    on_error: Optional[RuleErrorPolicy] = None
    """What happens when the condition cannot be evaluated. Default: `open`."""

    timezone: Optional[str] = None
    """Time zone for days and hours (IANA name). Default: `UTC`."""

    without_command: Optional[bool] = None
    """Whether the rule was last saved without the permission `command`. If such a rule modifies
    an action whose provider starts programs, the action is not sent and fails. Set by the
    server; ignored in requests.
    """


@dataclass
class DispatchRuleList:
    """A page of a list."""

    items: List[StoredDispatchRule]
    """Items of the page."""

    next_cursor: Optional[str] = None
    """Cursor of the next page. Null on the last page."""


@dataclass
class StoredDispatchRule:
    """A document with its name and version."""

    name: str
    """Name of the document."""

    version: int
    """Version, which increases with every write. A name that is deleted and used again continues
    the count.
    """

    updated_at: datetime.datetime
    """Time of the last change."""

    definition: Optional[DispatchRule] = None
    """A condition on actions, and the action to take when it is true."""

    problem: Optional[str] = None
    """Reason why the definition cannot be read."""

    warnings: Optional[List[Warning]] = None
    """Warnings about settings that are probably not intended. Only in responses to a save.
    Omitted if there are none.
    """
