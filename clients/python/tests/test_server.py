"""The client against a real server: `refrain serve` on SQLite."""

from __future__ import annotations

import asyncio
import datetime
from datetime import timedelta
from pathlib import Path

import pytest
from processes import Server

import refrain
from refrain import (
    AsyncRefrain,
    Conflict,
    Forbidden,
    InvalidRequest,
    NotFound,
    NotModified,
    Open,
    RateLimited,
    Schedule,
    Unauthorized,
    Unavailable,
    types,
)

UTC = datetime.timezone.utc


def yearly(id: str) -> Schedule:
    """Returns a schedule that is never due by itself, and that writes a log record."""
    return Schedule.cron("0 0 1 1 *", timezone="UTC").log({"to": "team"}).id(id)


def test_a_schedule_is_created_with_everything_that_was_set(server: Server) -> None:
    client = server.client()
    digest = yearly("created").description("the digest").labels(team="billing").overlap("buffer_one").timeout("1h 30m")
    created = client.create_schedule(digest.retry(3, initial=90))
    assert created.upcoming and created.upcoming[0].isoformat()[4:] == "-01-01T00:00:00+00:00"
    stored = client.get_schedule("created")
    assert (
        stored.timeout == timedelta(minutes=90)
        and stored.overlap == "buffer_one"
        and stored.labels == {"team": "billing"}
    )
    assert stored.retry and stored.retry.initial == timedelta(seconds=90)
    assert stored.spec and isinstance(stored.spec.recurrence, types.CronRecurrence)
    assert stored.spec.recurrence.expression == "0 0 1 1 *"


def test_every_way_to_build_a_schedule_is_accepted(server: Server) -> None:
    client = server.client()
    start = datetime.datetime(2030, 1, 1, tzinfo=UTC)
    builders = {
        "every": Schedule.every(2, "weeks", timezone="Europe/Paris").on("monday").at("09:00", "17:00").starting(start),
        "month": Schedule.every(1, "months").on_month_days(-1).at("02:30").max_runs(3).ending(start.replace(year=2031)),
        "when": Schedule.when("every weekday at 9:00", timezone="America/New_York").paused(),
        "once": Schedule.once(start).at_most_once(),
        "rrule": Schedule.rrule("FREQ=WEEKLY;BYDAY=MO").jitter("50%").catch_up("all", window="2h"),
        "first": Schedule.cron("@daily", timezone="UTC")
        .first_run(types.FirstRunAfter(timedelta(hours=1)))
        .jitter(timedelta(minutes=5)),
    }
    for name, builder in builders.items():
        saved = client.put_schedule(name, builder.queue("nobody", priority="low", max_attempts=2))
        assert saved.status == ("paused" if name == "when" else "active")
        assert client.preview_schedule(builder.log()).next
    every = client.get_schedule("every").spec
    assert every and every.starts_at == start and every.timezone == "Europe/Paris"


def test_lists_are_read_page_by_page(server: Server) -> None:
    client = server.client()
    for number in range(5):
        client.create_schedule(yearly(f"page{number}"))
    page = client.list_schedules(id_prefix="page", limit=2).page()
    assert (len(page.items), bool(page.next_cursor)) == (2, True)
    expected = [f"page{number}" for number in range(5)]
    assert [schedule.id for schedule in client.list_schedules(id_prefix="page", limit=2)] == expected
    assert len(list(client.list_schedules(id_prefix="page", limit=2).pages())) == 3

    async def read() -> list[str]:
        async with AsyncRefrain(server.url) as own:
            listing = own.list_schedules(id_prefix="page", limit=2)
            assert len((await listing).items) == 2 and len(await listing.all()) == 5
            return [schedule.id async for schedule in listing]

    assert asyncio.run(read()) == expected


def test_an_edit_of_another_version_is_a_conflict(server: Server) -> None:
    client = server.client()
    created = client.create_schedule(yearly("edited"))
    with pytest.raises(NotModified):
        client.get_schedule("edited", if_none_match=created.revision)
    edited = client.update_schedule("edited", description="new", if_match=created.revision)
    assert (edited.revision, edited.description) == (2, "new")
    with pytest.raises(Conflict) as conflict:
        client.update_schedule("edited", description="newer", if_match=created.revision)
    assert conflict.value.status == 412
    with pytest.raises(Conflict) as exists:
        client.create_schedule(yearly("edited"))
    assert exists.value.code == "exists"
    with pytest.raises(Conflict):
        client.put_schedule("edited", yearly("edited"), create_only=True)
    cleared = client.update_schedule("edited", timezone="Europe/Paris", history=None)
    assert cleared.spec and cleared.spec.timezone == "Europe/Paris"
    client.delete_schedule("edited")
    with pytest.raises(NotFound):
        client.get_schedule("edited")


def test_a_manual_run_is_waited_for_and_explained(server: Server) -> None:
    client = server.client()
    client.create_schedule(yearly("fired"))
    run = client.fire_schedule("fired", note="a test", idempotency_key="first")
    again = client.fire_schedule("fired", note="a test", idempotency_key="first")
    assert (again.occurrence, again.existing) == (run.occurrence, True)
    ended = client.wait_for_occurrence(run.occurrence, timeout=60)
    assert (ended.state, ended.trigger, len(ended.attempts)) == ("succeeded", "manual", 1)
    assert [occurrence.id for occurrence in client.list_schedule_runs("fired")] == [run.occurrence]
    why = client.explain_schedule("fired", datetime.datetime(2099, 1, 1, tzinfo=UTC))
    assert why.evaluation and why.evaluation.matches
    first, second = client.list_next_occurrences("fired", count=2).next
    assert first < second


def test_events_of_a_run_are_streamed(server: Server) -> None:
    client = server.client()
    client.create_schedule(yearly("streamed"))
    with client.stream_events(schedule="streamed", kind="completed") as events:
        opened = next(events)
        assert isinstance(opened, Open) and opened.node
        run = client.fire_schedule("streamed")
        event = next(events)
    assert isinstance(event, types.Event) and (event.kind, event.occurrence_id) == ("completed", run.occurrence)
    assert event.occurrence and event.occurrence.state == "succeeded"
    with pytest.raises(InvalidRequest) as refused:
        next(client.stream_events(kind="nonsense"))
    assert refused.value.path == "kind"


def test_the_async_client_runs_and_streams(server: Server) -> None:
    async def run() -> None:
        async with AsyncRefrain(server.url) as client:
            await client.create_schedule(yearly("async"))
            async with client.stream_events(schedule="async", kind="completed") as events:
                fired = await client.fire_schedule("async")
                found = [event async for event in first_two(events)]
            assert isinstance(found[1], types.Event) and found[1].occurrence_id == fired.occurrence
            assert (await client.wait_for_occurrence(fired.occurrence)).state == "succeeded"
            assert await client.server_version() == refrain.__version__

    async def first_two(events: refrain.AsyncEventStream):  # type: ignore[no-untyped-def]
        yield await events.__anext__()
        yield await events.__anext__()

    asyncio.run(run())


def test_an_invalid_request_is_located(server: Server) -> None:
    client = server.client(request_id="test-1")
    with pytest.raises(InvalidRequest, match="column 9") as error:
        client.create_schedule(Schedule.cron("0 9 * * MUN").log())
    assert error.value.column == 9 and error.value.request_id == "test-1"
    with pytest.raises(InvalidRequest) as unknown:
        client.create_schedule(Schedule.cron("@daily").send("pigeon"))
    assert (unknown.value.code, unknown.value.path) == ("unknown_provider", "action.provider")
    assert unknown.value.hint and unknown.value.hint in str(unknown.value)
    response = client.request("GET", "/v1/schedules", query={"limit": 1})
    assert response.status == 200 and "items" in response.json() and response.request_id == "test-1"


def test_rights_and_limits_are_told_apart(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        admin = server.client(server.client().create_key("admin", reach="all").key)
        viewer = server.client(admin.create_key("viewer").key)
        with pytest.raises(Unauthorized):
            server.client().list_schedules().page()
        with pytest.raises(Forbidden):
            viewer.create_schedule(yearly("digest"))
        admin.with_options(tenant="production/acme").create_schedule(yearly("digest"))
        with pytest.raises(NotFound):
            admin.get_schedule("digest")
        server.kill()
        with pytest.raises(Unavailable):
            admin.check_liveness()


def test_a_rate_limit_says_when_to_come_back(tmp_path: Path) -> None:
    with Server(tmp_path, ["limits.requests_per_second=1", "limits.request_burst=1"]) as server:
        client = server.client(server.client().create_key("admin").key)
        with pytest.raises(RateLimited) as limited:
            while True:
                client.list_schedules().page()
        assert limited.value.retry_after and limited.value.code == "too_many_requests"
