"""Values of fields, the schedule builder, and messages of streams."""

from __future__ import annotations

import datetime
from datetime import timedelta

import pytest

from refrain import InvalidRequest, Schedule, from_json, to_json, types
from refrain._events import Message, Parser
from refrain._json import format_duration, parse_duration, parse_instant

UTC = datetime.timezone.utc


def test_lengths_of_time_are_written_as_the_server_writes_them() -> None:
    for seconds, text in ((0, "0s"), (59, "59s"), (60, "1m"), (3_661, "1h 1m 1s"), (7_200, "2h")):
        assert format_duration(timedelta(seconds=seconds)) == text
        assert parse_duration(text) == timedelta(seconds=seconds)
    assert format_duration(timedelta(milliseconds=1)) == "1s"
    for invalid in ("", "1", "s", "1d", "-1s", "1.5h"):
        with pytest.raises(ValueError, match="length of time"):
            parse_duration(invalid)


def test_instants_are_read_with_any_fraction_and_zone() -> None:
    expected = datetime.datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    for text in ("2026-03-29T01:00:00Z", "2026-03-29T01:00:00.000Z", "2026-03-29T03:00:00+02:00"):
        assert parse_instant(text) == expected
    assert parse_instant("2026-03-29T01:00:00.123456789Z").microsecond == 123_456
    with pytest.raises(ValueError, match="instant"):
        parse_instant("2026-03-29")


def test_values_of_a_newer_server_are_preserved() -> None:
    spec = {"recurrence": {"kind": "lunar", "phase": "full"}, "timezone": "UTC", "new": 1}
    read = from_json(types.ScheduleSpec, spec)
    assert read.recurrence == {"kind": "lunar", "phase": "full"}
    assert to_json(read) == {"recurrence": {"kind": "lunar", "phase": "full"}, "timezone": "UTC"}
    known = from_json(
        types.ScheduleSpec,
        {"recurrence": {"kind": "every", "every": 2, "unit": "days", "at": "09:00"}, "timezone": "UTC"},
    )
    assert isinstance(known.recurrence, types.EveryRecurrence) and known.recurrence.at == ["09:00"]
    assert to_json(known)["recurrence"] == {"kind": "every", "every": 2, "unit": "days", "at": ["09:00"]}
    with pytest.raises(ValueError, match="recurrence: every: expected an integer, found True"):
        from_json(
            types.ScheduleSpec, {"recurrence": {"kind": "every", "every": True, "unit": "days"}, "timezone": "UTC"}
        )


def test_a_builder_writes_the_short_form_until_there_are_bounds() -> None:
    digest = Schedule.cron("0 9 * * *", timezone="Europe/Paris").webhook(
        "https://example.org", {"a": 1}, sign_with=["a", "b"]
    )
    short = to_json(digest.id("digest").labels(team="x").labels(env="y").retry(3, initial="90s").build())
    assert short == {
        "id": "digest",
        "cron": "0 9 * * *",
        "timezone": "Europe/Paris",
        "labels": {"team": "x", "env": "y"},
        "retry": {"max_attempts": 3, "initial": "1m 30s"},
        "action": {
            "provider": "webhook",
            "target": "https://example.org",
            "payload": {"a": 1},
            "metadata": {"webhook.sign_with": "a,b"},
        },
    }
    full = to_json(digest.max_runs(3).jitter(timedelta(minutes=5)).build())
    assert full["spec"] == {
        "recurrence": {"kind": "cron", "expression": "0 9 * * *"},
        "timezone": "Europe/Paris",
        "max_runs": 3,
        "jitter": {"window": "5m"},
    }
    assert "cron" not in full and "timezone" not in full
    assert to_json(digest.id("x").for_type(types.ScheduleDefinition)).keys() == {"cron", "timezone", "action"}


def test_a_builder_explains_what_is_missing() -> None:
    for build, reason in (
        (lambda: Schedule.cron("@daily").build(), "expected an action"),
        (lambda: Schedule.cron("@daily").log().max_runs(1).build(), "time zone together with max_runs"),
        (lambda: Schedule.when("daily", timezone="UTC").log().max_runs(1).build(), "plain English"),
        (lambda: Schedule.cron("@daily").at("09:00"), "begin with Schedule.every"),
        (lambda: Schedule.cron("@daily").set(colour="red"), "found colour"),
    ):
        with pytest.raises(InvalidRequest, match=reason):
            build()


STREAM = (
    'event: open\nretry: 2000\ndata: {"node":"a"}\n\n: heartbeat\n\nid: era-7\nevent: completed\n'
    'data: {"note":\ndata: "ü\u2028"}\n\ndata\r\n\r\nevent: unfinished\ndata: x\n'
).encode()


def test_a_stream_is_read_however_it_is_cut() -> None:
    for size in (1, 2, 3, 7, len(STREAM)):
        parser = Parser()
        chunks = (STREAM[start : start + size] for start in range(0, len(STREAM), size))
        assert [message for chunk in chunks for message in parser.push(chunk)] == [
            Message("open", '{"node":"a"}', retry_seconds=2),
            Message("completed", '{"note":\n"ü\u2028"}', id="era-7"),
            Message("", ""),
        ]
