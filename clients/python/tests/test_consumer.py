"""Consumers of work queues, against a real server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from typing import Any, List

import pytest
from processes import Server
from receivers import Answer, script

from refrain import AsyncRefrain, Item, LeaseLost, Refrain, Reject, Retries, Schedule, _work, from_json, types

AWAY: Answer = (503, {}, "")


def consume(client: Refrain, queue: str, **options: Any) -> Any:
    return client.consume(queue, wait=1, **options)


def state_of(client: Refrain, id: int) -> types.WorkItem:
    return client.get_work_item(id)


def test_items_are_completed_and_failed_by_their_blocks(server: Server) -> None:
    client = server.client()
    good, bad, hopeless, own = (client.enqueue_work_item("blocks", {"n": n}).id for n in range(4))
    consumer = consume(client, "blocks")
    for item in consumer:
        with item:
            if item.id == bad:
                raise ValueError("no such address")
            if item.id == hopeless:
                raise Reject("never")
            if item.id == own:
                item.complete({"sent": 1})
                consumer.stop()
            item.result = item.payload
    assert (state_of(client, good).state, state_of(client, good).result) == ("completed", {"n": 0})
    assert state_of(client, bad).state == "queued" and "ValueError: no such address" in str(state_of(client, bad).error)
    assert state_of(client, hopeless).state == "dead"
    assert state_of(client, own).result == {"sent": 1}


def test_an_item_without_a_block_is_completed_by_the_next_one_and_failed_by_a_break(server: Server) -> None:
    client = server.client()
    first, second = (client.enqueue_work_item("plain", n).id for n in range(2))
    seen: List[int] = []
    for item in consume(client, "plain"):
        seen.append(item.id)
        if item.id == second:
            break
    del item
    assert seen == [first, second] and state_of(client, first).state == "completed"
    assert "the loop ended" in str(state_of(client, second).error)


def test_a_lease_is_extended_while_an_item_is_processed(server: Server) -> None:
    client = server.client()
    id = client.enqueue_work_item("slow", {}).id
    consumer = consume(client, "slow", lease=1)
    for item in consumer:
        with item:
            # Without an extension, another worker would get the item after a second.
            claimed = client.claim_work_items("slow", wait=2).items
            assert claimed == [] and not item.is_lost
            consumer.stop()
    assert state_of(client, id).state == "completed" and state_of(client, id).attempt == 1


def test_a_lost_lease_is_not_settled(server: Server) -> None:
    client = server.client()
    client.enqueue_work_item("lost", {})
    claimed = client.claim_work_items("lost").items[0]
    client.fail_work_item(claimed.id, claimed.fence, "by another worker")
    item = Item(client, claimed)
    with item:
        pass
    assert item.is_lost and state_of(client, claimed.id).error == "by another worker"
    with pytest.raises(LeaseLost):
        item.complete()


def test_a_settlement_waits_for_a_server_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_work, "RETRY_SECONDS", 0.001)
    instant = "2026-01-01T00:00:00Z"
    stored = {
        **{"id": 1, "queue": "q", "key": "k", "payload": {"payload": 1}, "priority": "normal", "state": "completed"},
        **{"ready_at": instant, "created_at": instant, "attempt": 1, "max_attempts": 5, "fence": 7},
    }
    for answers, is_settled in (((AWAY, AWAY, (200, {}, json.dumps(stored))), True), ((AWAY,), False)):
        with script(*answers) as server:
            item = Item(Refrain(server.url, retries=Retries(attempts_max=1)), from_json(types.WorkItem, stored))
            with item:
                pass
            assert (item.is_settled, item.is_lost) == (is_settled, not is_settled)
            assert len(server.arrived()) == (3 if is_settled else _work.SETTLE_ATTEMPTS_MAX)


def test_items_are_processed_at_the_same_time_and_results_are_stored(server: Server) -> None:
    client = server.client()
    client.put_schedule("to-many", Schedule.cron("@yearly", timezone="UTC").queue("many", {"from": "schedule"}))
    ids = [client.enqueue_work_item("many", {"n": n}).id for n in range(3)]
    client.fire_schedule("to-many")
    meeting = threading.Barrier(4)
    consumer = consume(client, "many")
    payloads: List[Any] = []

    def handle(item: Item) -> Any:
        # No item is completed before four are processed.
        meeting.wait(60)
        payloads.append(item.payload)
        assert item.schedule in (None, "to-many")
        consumer.stop()
        return {"of": item.key}

    consumer.run(handle, concurrency=4)
    assert {"from": "schedule"} in payloads and len(payloads) == 4
    assert all(state_of(client, id).state == "completed" and state_of(client, id).result for id in ids)


def test_a_signal_stops_a_consumer_after_its_current_item(server: Server) -> None:
    client = server.client()
    ids = [client.enqueue_work_item("signal", {}).id for _ in range(2)]
    before = signal.getsignal(signal.SIGTERM)
    for item in consume(client, "signal"):
        with item:
            os.kill(os.getpid(), signal.SIGTERM)
    assert [state_of(client, id).state for id in ids] == ["completed", "queued"]
    assert signal.getsignal(signal.SIGTERM) == before


def test_an_async_consumer_processes_items_at_the_same_time(server: Server) -> None:
    async def run() -> None:
        async with AsyncRefrain(server.url) as client:
            ids = [(await client.enqueue_work_item("async", {"n": n})).id for n in range(3)]
            arrived = asyncio.Semaphore(0)
            consumer = client.consume("async", wait=1)

            async def handle(item: Any) -> Any:
                arrived.release()
                if item.payload["n"] == 2:
                    for _ in ids:
                        await arrived.acquire()
                    consumer.stop()
                    raise Reject("the last one")
                return item.payload

            await consumer.run(handle, concurrency=3)
            states = [(await client.get_work_item(id)).state for id in ids]
            assert states == ["completed", "completed", "dead"]
            id = (await client.enqueue_work_item("async", "x")).id
            async for item in client.consume("async", wait=1):
                async with item:
                    os.kill(os.getpid(), signal.SIGTERM)
            assert (await client.get_work_item(id)).state == "completed"

    asyncio.run(run())
