"""Receivers of webhooks: signatures, and each delivery processed once."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, Dict, List

import pytest
import standardwebhooks
from processes import Server
from receivers import Answer, Arrival, Receiver

from refrain import Delivery, MemoryStore, Schedule, Webhook, WebhookError
from refrain.webhooks import decode_secret, sign

FIRST = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
SECOND = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
BODY = '{"text": "zażółć"}'.encode()


def signed(*secrets: str, at: float = 0, body: bytes = BODY) -> Dict[str, str]:
    timestamp = int(at or time.time())
    signatures = (sign(decode_secret(secret), "msg_1", timestamp, body).decode() for secret in secrets)
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": " ".join(f"v1,{signature}" for signature in signatures),
    }


def test_a_signature_with_a_known_secret_is_verified() -> None:
    for secrets, headers in (
        (FIRST, signed(FIRST)),
        (FIRST, signed(SECOND, FIRST)),
        ([SECOND, FIRST], signed(FIRST)),
        (FIRST.replace("whsec_", ""), signed(FIRST)),
    ):
        delivery = Webhook(secrets).verify(BODY, headers)
        assert (delivery.id, delivery.payload, delivery.schedule) == ("msg_1", {"text": "zażółć"}, None)
    assert Webhook(FIRST).verify(BODY.decode(), signed(FIRST)).body == BODY


def test_signatures_agree_with_the_library_of_the_standard() -> None:
    headers = {name.lower(): value for name, value in signed(FIRST).items()}
    assert standardwebhooks.Webhook(FIRST).verify(BODY, headers) == {"text": "zażółć"}


def test_a_request_that_is_not_authentic_is_refused() -> None:
    now = time.time()
    for headers, body, reason in (
        (signed(SECOND), BODY, "no signature"),
        (signed(FIRST), b"{}", "no signature"),
        ({**signed(FIRST), "Webhook-Id": "msg_2"}, BODY, "no signature"),
        (
            {**signed(FIRST), "Webhook-Signature": signed(FIRST)["Webhook-Signature"].replace("v1,", "v2,")},
            BODY,
            "no signature",
        ),
        (signed(FIRST, at=now - 301), BODY, "within 300 seconds"),
        (signed(FIRST, at=now + 310), BODY, "within 300 seconds"),
        ({**signed(FIRST), "Webhook-Timestamp": "soon"}, BODY, "timestamp in seconds"),
        ({"Webhook-Id": "msg_1"}, BODY, "webhook-timestamp, webhook-signature"),
    ):
        with pytest.raises(WebhookError, match=reason):
            Webhook(FIRST).verify(body, headers)
    for secret in ("whsec_short", "whsec_!", "whsec_AAAA"):
        with pytest.raises(ValueError, match="expected a secret"):
            Webhook(secret)


def test_a_delivery_is_processed_once_and_again_after_a_failure() -> None:
    webhook = Webhook(FIRST)
    seen: List[Delivery] = []

    def fail(delivery: Delivery) -> None:
        assert webhook.handle(BODY, signed(FIRST), seen.append) == (503, "being processed")
        raise RuntimeError("the database is away")

    with pytest.raises(RuntimeError):
        webhook.handle(BODY, signed(FIRST), fail)
    assert webhook.handle(BODY, signed(FIRST), seen.append) == (200, "processed")
    assert webhook.handle(BODY, signed(FIRST), seen.append) == (200, "already processed")
    assert webhook.handle(BODY, signed(SECOND), seen.append)[0] == 400
    assert len(seen) == 1


def test_an_async_receiver_awaits_its_handler_and_its_store() -> None:
    class AsyncStore(MemoryStore):
        async def begin(self, id: str) -> Any:  # type: ignore[override]
            return MemoryStore.begin(self, id)

    async def run() -> None:
        webhook = Webhook(FIRST, store=AsyncStore())
        seen: List[Delivery] = []

        async def process(delivery: Delivery) -> None:
            seen.append(delivery)

        assert await webhook.handle_async(BODY, signed(FIRST), process) == (200, "processed")
        assert await webhook.handle_async(BODY, signed(FIRST), process) == (200, "already processed")
        assert len(seen) == 1

    asyncio.run(run())


def test_a_store_in_memory_forgets_the_oldest() -> None:
    store = MemoryStore(2)
    assert [store.begin(id) for id in ("a", "b", "a", "c", "a")] == ["new", "new", "running", "new", "new"]


def test_a_webhook_of_a_real_server_is_verified(server: Server) -> None:
    client = server.client()
    client.put_secret("first", FIRST)
    client.put_secret("second", SECOND)
    webhook = Webhook(SECOND)
    deliveries: List[Delivery] = []

    def answer(arrival: Arrival) -> Answer:
        status, text = webhook.handle(arrival.body, arrival.headers, deliveries.append)
        return status, {}, text

    with Receiver(answer) as receiver:
        hook = Schedule.cron("@yearly", timezone="UTC").webhook(
            receiver.url, {"text": "zażółć"}, sign_with=["first", "second"], kind="greeting", headers={"x-own": "1"}
        )
        client.put_schedule("hook", hook)
        run = client.fire_schedule("hook")
        assert client.wait_for_occurrence(run.occurrence, timeout=60).state == "succeeded"
        arrival = receiver.arrivals.get(timeout=60)
    delivery = deliveries[0]
    assert (delivery.schedule, delivery.occurrence, delivery.attempt) == ("hook", run.occurrence, 1)
    assert (delivery.payload, delivery.kind) == ({"text": "zażółć"}, "greeting")
    assert delivery.id == arrival.headers["idempotency-key"] and arrival.headers["x-own"] == "1"
    for secret in (FIRST, SECOND):
        assert standardwebhooks.Webhook(secret).verify(arrival.body, arrival.headers) == json.loads(arrival.body)
        assert Webhook(secret).verify(arrival.body, arrival.headers) == delivery
