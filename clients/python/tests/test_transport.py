"""Retries, reconnections and errors, against a server that answers as a test wants."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, List

import pytest
from receivers import Answer, Receiver, script

import refrain
from refrain import (
    AsyncRefrain,
    Conflict,
    InvalidRequest,
    Missed,
    NotFound,
    NotModified,
    Open,
    OtherMessage,
    RateLimited,
    Refrain,
    Retries,
    Schedule,
    Unauthorized,
    Unavailable,
    UnreadableResponse,
    types,
)
from refrain._retries import Retries as Policy
from refrain.errors import refused

AWAY: Answer = (503, {}, "")
ALIVE: Answer = (200, {}, '{"status": "ok"}')
FIRED: Answer = (202, {}, '{"occurrence": 7, "existing": false, "state": "planned"}')


def client_of(server: Receiver) -> Refrain:
    """Returns a client that waits only a moment before a retry."""
    return Refrain(server.url, "rfn_key", retries=Retries(initial=0.001))


def test_reads_are_repeated_until_the_server_is_back() -> None:
    with script(AWAY, (502, {}, "<html>"), ALIVE) as server:
        assert client_of(server).check_liveness().status == "ok"
        assert len(server.arrived()) == 3


def test_the_async_client_repeats_reads_too() -> None:
    async def read() -> types.Liveness:
        async with AsyncRefrain(server.url, retries=Retries(initial=0.001)) as client:
            return await client.check_liveness()

    with script(AWAY, ALIVE) as server:
        assert asyncio.run(read()).status == "ok"


def test_attempts_end_and_the_last_error_is_raised() -> None:
    with script(AWAY) as server:
        with pytest.raises(Unavailable):
            client_of(server).check_liveness()
        assert len(server.arrived()) == 4


def test_every_attempt_has_the_same_generated_idempotency_key() -> None:
    with script(AWAY, FIRED) as server:
        client = client_of(server)
        client.fire_schedule("digest")
        client.fire_schedule("digest")
        keys = [arrival.headers["idempotency-key"] for arrival in server.arrived()]
        assert keys[0] == keys[1] != keys[2] and len(keys[0]) == 32


def test_a_request_whose_repetition_would_have_an_effect_is_sent_once() -> None:
    with script(AWAY) as server:
        client = client_of(server)
        for call in (
            lambda: client.pause_schedule("digest"),
            lambda: client.update_schedule("digest", timezone="UTC"),
            lambda: client.delete_schedule("digest", if_match=1),
            lambda: client.put_schedule("digest", Schedule.cron("@daily").log(), create_only=True),
        ):
            with pytest.raises(Unavailable):
                call()
            assert len(server.arrived()) == 1
        for repeated in (
            lambda: client.delete_schedule("digest"),
            lambda: client.create_schedule(Schedule.cron("@daily").log()),
        ):
            with pytest.raises(Unavailable):
                repeated()
            assert len(server.arrived()) == 4


def test_a_rate_limit_is_waited_for_and_a_full_tenant_is_not() -> None:
    with script((429, {"Retry-After": "0"}, "{}"), FIRED) as server:
        assert client_of(server).fire_schedule("digest").occurrence == 7
    with script((429, {}, "{}")) as server:
        with pytest.raises(RateLimited):
            client_of(server).fire_schedule("digest")
        assert len(server.arrived()) == 1


def test_waits_double_up_to_their_maximum() -> None:
    policy = Policy(attempts_max=9)
    waits = [policy.backoff(attempt, 1.0) for attempt in range(1, 9)]
    assert waits == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10, 10]
    assert policy.backoff(1, 0.0) == 0.1
    limited = refused(429, {"retry-after": "2"}, b"{}")
    assert policy.wait(1, limited, False) == 2
    assert policy.wait(9, limited, False) is None
    assert policy.wait(1, refused(429, {"retry-after": "60"}, b"{}"), True) is None
    assert policy.wait(1, refused(500, {}, b"{}"), True) is None
    assert policy.wait(1, refrain.TimedOut("late"), True) is None


def test_a_response_that_is_no_problem_document_is_shown() -> None:
    with script((404, {"X-Request-Id": "r-1"}, "<h1>no such page</h1>")) as server:
        with pytest.raises(NotFound, match="404.*no such page") as missing:
            client_of(server).get_schedule("digest")
        assert (missing.value.code, missing.value.request_id) == (None, "r-1")
    with script((200, {}, '{"status": 3}')) as server:
        with pytest.raises(UnreadableResponse, match="checkLiveness.*status: expected a text, found 3"):
            client_of(server).check_liveness()
    with script((304, {}, "")) as server:
        with pytest.raises(NotModified):
            client_of(server).get_schedule("digest", if_none_match=3)
        assert server.arrived()[0].headers["if-none-match"] == '"3"'


def test_a_server_that_cannot_be_reached_is_unavailable() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with pytest.raises(Unavailable) as error:
        Refrain(url, retries=Retries(initial=0.001)).pause_schedule("digest")
    assert not error.value.was_sent and not isinstance(error.value, refrain.TimedOut)
    assert error.value.__cause__ is not None


def test_what_cannot_be_sent_is_refused_with_the_reason() -> None:
    for url, reason in (
        ("refrain.example.org", "http://"),
        ("ftp://refrain.example.org", "http://"),
        ("https://refrain.example.org/?a=1", "no user, query or fragment"),
        ("", "http://"),
    ):
        with pytest.raises(InvalidRequest, match=reason):
            Refrain(url)
    assert Refrain("http://localhost:7433/").url == "http://localhost:7433"
    with script(ALIVE) as server:
        client = client_of(server)
        with pytest.raises(InvalidRequest, match="Idempotency-Key"):
            client.fire_schedule("digest", idempotency_key="a\nb")
        with pytest.raises(InvalidRequest, match="empty"):
            client.get_schedule("")
        with pytest.raises(InvalidRequest, match="time zone"):
            import datetime

            client.explain_schedule("digest", datetime.datetime(2026, 1, 1))
        assert not server.arrived()
    assert "rfn_key" not in repr(client)


FIRST = (
    'event: open\nretry: 1\ndata: {"node": "a"}\n\n'
    'id: era-7\nevent: gap\ndata: {"kind": "gap", "at": "2026-01-01T00:00:00Z"}\n\n'
)
SECOND = 'event: missed\ndata: {"count": 3}\n\nevent: new\ndata: [1]\n\n'


def test_a_stream_continues_after_the_last_event() -> None:
    with script((200, {}, FIRST), AWAY, (200, {}, SECOND), (401, {}, "{}")) as server:
        events = client_of(server).stream_events(schedule="digest")
        items: List[Any] = []
        with pytest.raises(Unauthorized):
            for item in events:
                items.append(item)
        check_stream(items, server)


def test_an_async_stream_continues_after_the_last_event() -> None:
    async def receive() -> List[Any]:
        items: List[Any] = []
        async with AsyncRefrain(server.url) as client:
            with pytest.raises(Unauthorized):
                async for item in client.stream_events(schedule="digest"):
                    items.append(item)
        return items

    with script((200, {}, FIRST), AWAY, (200, {}, SECOND), (401, {}, "{}")) as server:
        check_stream(asyncio.run(receive()), server)


def check_stream(items: List[Any], server: Receiver) -> None:
    assert items[0] == Open("a") and items[1].kind == "gap"
    assert items[2:] == [Missed(3), OtherMessage("new", "[1]")]
    arrivals = server.arrived()
    assert [arrival.headers.get("last-event-id") for arrival in arrivals] == [None, "era-7", "era-7", "era-7"]
    assert {arrival.line for arrival in arrivals} == {"GET /v1/events?schedule=digest"}


def test_an_error_ends_the_items_of_a_list() -> None:
    with script((200, {}, '{"items": [], "next_cursor": "c/2"}'), (409, {}, "{}")) as server:
        with pytest.raises(Conflict):
            list(client_of(server).list_holds(limit=1))
        assert [arrival.line for arrival in server.arrived()] == [
            "GET /v1/holds?limit=1",
            "GET /v1/holds?limit=1&cursor=c%2F2",
        ]
