"""Builds schedules: a recurrence, an action, and the policies."""

from __future__ import annotations

import dataclasses
import datetime
from typing import Any, Dict, Mapping, Optional, Sequence, Type, TypeVar, Union

from . import types
from ._json import Duration, format_duration, parse_duration
from .errors import InvalidRequest

T = TypeVar("T")


class Schedule:
    """A schedule to create: when it runs, what it sends, and its policies. Every method returns a new builder.

    >>> digest = (
    ...     Schedule.cron("0 9 * * MON-FRI", timezone="Europe/Paris")
    ...     .webhook("https://example.org/hooks/digest", {"report": "weekly"})
    ...     .id("digest")
    ...     .retry(max_attempts=5)
    ... )
    """

    def __init__(
        self,
        fields: Mapping[str, Any],
        recurrence: Optional[types.Recurrence] = None,
        spec: Optional[Mapping[str, Any]] = None,
    ) -> None:
        self._fields = dict(fields)
        self._recurrence = recurrence
        self._spec = dict(spec or {})

    def __repr__(self) -> str:
        return f"Schedule({self._fields!r}, {self._recurrence!r}, {self._spec!r})"

    # --- When ------------------------------------------------------------------------------------------------

    @classmethod
    def cron(cls, expression: str, *, timezone: Optional[str] = None) -> "Schedule":
        """Runs by a cron expression: five fields, six with seconds first, or a macro such as `@daily`.

        Args:
            expression: Cron expression.
            timezone: IANA time zone. Default: the server's time zone.
        """
        return cls({"cron": expression, "timezone": timezone})

    @classmethod
    def when(cls, text: str, *, timezone: Optional[str] = None) -> "Schedule":
        """Runs by plain English, such as `every weekday at 9:00`.

        Args:
            text: Recurrence in plain English.
            timezone: IANA time zone. Default: the server's time zone.
        """
        return cls({"when": text, "timezone": timezone})

    @classmethod
    def every(cls, count: int, unit: types.IntervalUnit, *, timezone: str = "UTC") -> "Schedule":
        """Runs at intervals, such as `every(15, "minutes")`.

        Args:
            count: Number of units.
            unit: `seconds`, `minutes`, `hours`, `days`, `weeks`, `months` or `years`.
            timezone: IANA time zone.
        """
        return cls.of(types.EveryRecurrence(count, unit), timezone=timezone)

    @classmethod
    def once(cls, at: datetime.datetime, *, timezone: str = "UTC") -> "Schedule":
        """Runs one time only."""
        return cls.of(types.OnceRecurrence(at), timezone=timezone)

    @classmethod
    def rrule(cls, text: str, *, timezone: str = "UTC") -> "Schedule":
        """Runs by a rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`."""
        return cls.of(types.RruleRecurrence(text), timezone=timezone)

    @classmethod
    def of(cls, recurrence: types.Recurrence, *, timezone: str) -> "Schedule":
        """Runs by any recurrence."""
        return cls({}, recurrence, {"timezone": timezone})

    def at(self, *times: str) -> "Schedule":
        """Sets the times of day of an interval of days or longer, such as `at("09:00", "17:00")`."""
        return self._refine(at=list(times))

    def on(self, *days: types.Weekday) -> "Schedule":
        """Sets the weekdays of an interval, such as `on("monday", "friday")`."""
        return self._refine(on_days=list(days))

    def on_month_days(self, *days: int) -> "Schedule":
        """Sets the days of the month of an interval. Negative days count from the end of the month."""
        return self._refine(on_month_days=list(days))

    def _refine(self, **fields: Any) -> "Schedule":
        if not isinstance(self._recurrence, types.EveryRecurrence):
            raise InvalidRequest(f"{', '.join(fields)} refines only an interval: begin with Schedule.every")
        return Schedule(self._fields, dataclasses.replace(self._recurrence, **fields), self._spec)

    def starting(self, at: datetime.datetime) -> "Schedule":
        """Sets the start, inclusive. Intervals are counted from here."""
        return self._bound(starts_at=at)

    def ending(self, at: datetime.datetime) -> "Schedule":
        """Sets the end, exclusive."""
        return self._bound(ends_at=at)

    def max_runs(self, count: int) -> "Schedule":
        """Sets the maximum number of occurrences that may start."""
        return self._bound(max_runs=count)

    def jitter(self, window: Duration, *, mode: Optional[types.JitterMode] = None) -> "Schedule":
        """Delays each occurrence by up to a length of time, or a part of the time to the next one such as `50%`."""
        text = format_duration(window) if isinstance(window, datetime.timedelta) else window
        return self._bound(jitter=types.Jitter(text, mode))

    def first_run(self, first: types.FirstRun) -> "Schedule":
        """Adds an occurrence before the regular ones: `"now"`, or a `FirstRunAfter` or `FirstRunAt`."""
        return self._bound(first_run=first)

    def calendars(self, *names: Union[str, types.CalendarReference]) -> "Schedule":
        """Excludes the days off of calendars, or moves occurrences to business days."""
        references = [types.CalendarReference(name) if isinstance(name, str) else name for name in names]
        return self._bound(calendars=references)

    def _bound(self, **fields: Any) -> "Schedule":
        return Schedule(self._fields, self._recurrence, {**self._spec, **fields})

    # --- What ------------------------------------------------------------------------------------------------

    def webhook(
        self,
        url: str,
        payload: Any = None,
        *,
        method: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        sign_with: Optional[Union[str, Sequence[str]]] = None,
        kind: Optional[str] = None,
    ) -> "Schedule":
        """Sends an HTTP request.

        Args:
            url: URL of the receiver.
            payload: Payload, sent with its context as JSON.
            method: HTTP method. Default: `POST`.
            headers: Further headers. Values may contain placeholders such as `{{secret.token}}`.
            sign_with: Names of the secrets on the server that sign the request.
            kind: Kind of the action, for receivers and dispatch rules.
        """
        names = [sign_with] if isinstance(sign_with, str) else sign_with
        metadata = {"webhook.method": method, "webhook.sign_with": ",".join(names) if names else None}
        metadata.update({f"webhook.header.{name}": value for name, value in (headers or {}).items()})
        return self.send("webhook", url, payload, kind=kind, metadata=_given(metadata))

    def queue(
        self,
        name: str,
        payload: Any = None,
        *,
        priority: Optional[types.Priority] = None,
        max_attempts: Optional[int] = None,
        kind: Optional[str] = None,
    ) -> "Schedule":
        """Enqueues a work item, for `Refrain.consume`."""
        attempts = None if max_attempts is None else str(max_attempts)
        metadata = _given({"queue.priority": priority, "queue.max_attempts": attempts})
        return self.send("queue", name, payload, kind=kind, metadata=metadata)

    def log(self, payload: Any = None) -> "Schedule":
        """Writes a log record on the server, to try a schedule."""
        return self.send("log", None, payload)

    def send(
        self,
        provider: str,
        target: Optional[str] = None,
        payload: Any = None,
        *,
        kind: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
    ) -> "Schedule":
        """Sends an action with any provider."""
        action = types.Action(
            provider, kind=kind, metadata=dict(metadata) if metadata else None, payload=payload, target=target
        )
        return self.set(action=action)

    # --- How -------------------------------------------------------------------------------------------------

    def id(self, id: str) -> "Schedule":
        """Sets the schedule ID. Default: generated."""
        return self.set(id=id)

    def description(self, text: str) -> "Schedule":
        """Sets the description for people."""
        return self.set(description=text)

    def labels(self, **labels: str) -> "Schedule":
        """Adds labels to select the schedule by."""
        return self.set(labels={**self._fields.get("labels", {}), **labels})

    def retry(
        self,
        max_attempts: Optional[int] = None,
        *,
        initial: Optional[Duration] = None,
        factor: Optional[float] = None,
        max_interval: Optional[Duration] = None,
        max_elapsed: Optional[Duration] = None,
    ) -> "Schedule":
        """Sets the policy for retries of failed attempts."""
        return self.set(
            retry=types.RetryPolicy(factor, _length(initial), max_attempts, _length(max_elapsed), _length(max_interval))
        )

    def catch_up(
        self, policy: types.CatchUpPolicy, *, window: Optional[Duration] = None, limit: Optional[int] = None
    ) -> "Schedule":
        """Sets which missed occurrences run late: `latest`, `skip`, `earliest` or `all`."""
        return self.set(catch_up=types.CatchUp(limit, policy, _length(window)))

    def overlap(self, policy: types.OverlapPolicy) -> "Schedule":
        """Sets the policy for runs that overlap: `skip`, `buffer_one`, `buffer_all`, `cancel_other` or `allow_all`."""
        return self.set(overlap=policy)

    def timeout(self, timeout: Duration) -> "Schedule":
        """Sets the timeout of one attempt."""
        return self.set(timeout=timeout)

    def at_most_once(self) -> "Schedule":
        """Never sends an occurrence twice, even if that means that a crash loses it."""
        return self.set(delivery="at_most_once")

    def paused(self) -> "Schedule":
        """Creates the schedule paused."""
        return self.set(enabled=False)

    def set(self, **fields: Any) -> "Schedule":
        """Sets further fields of `types.NewSchedule`."""
        known = {field.name for field in dataclasses.fields(types.NewSchedule)}
        unknown = ", ".join(sorted(fields.keys() - known))
        if unknown:
            raise InvalidRequest(f"expected fields of a schedule, found {unknown}")
        return Schedule({**self._fields, **fields}, self._recurrence, self._spec)

    # --- The result ------------------------------------------------------------------------------------------

    def build(self) -> types.NewSchedule:
        """Returns the schedule to create."""
        return self.for_type(types.NewSchedule)

    def for_type(self, kind: Type[T]) -> T:
        """Returns the fields that a type of the API has, such as `types.ScheduleDefinition`."""
        if "action" not in self._fields:
            raise InvalidRequest("expected an action: call webhook, queue, log or send")
        fields: Dict[str, Any] = {**self._fields}
        if self._spec:
            timezone = self._spec.get("timezone") or fields.pop("timezone", None)
            spec = {**self._spec, "recurrence": self._full_recurrence(fields), "timezone": timezone}
            if not timezone:
                raise InvalidRequest(f"expected a time zone together with {', '.join(self._spec)}")
            fields["spec"] = types.ScheduleSpec(**spec)
        known = {field.name for field in dataclasses.fields(kind)}  # type: ignore[arg-type]  # It is a dataclass.
        return kind(**{name: value for name, value in fields.items() if name in known and value is not None})

    def _full_recurrence(self, fields: Dict[str, Any]) -> types.Recurrence:
        """Returns the recurrence in the full form, which has no place for plain English."""
        if self._recurrence is not None:
            return self._recurrence
        if "cron" not in fields:
            raise InvalidRequest(
                f"{', '.join(self._spec)} cannot be combined with plain English: use another recurrence"
            )
        return types.CronRecurrence(fields.pop("cron"))


def _given(values: Mapping[str, Optional[str]]) -> Dict[str, str]:
    return {name: value for name, value in values.items() if value is not None}


def _length(value: Optional[Duration]) -> Optional[datetime.timedelta]:
    return parse_duration(value) if isinstance(value, (str, int)) else value
