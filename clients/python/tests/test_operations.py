"""Calls every operation against the OpenAPI document: a server that knows only the document checks each request, and
answers with a value of the response's schema. The client must return that value without loss."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Dict, Iterator

import pytest
from document import Document, Style, styles, without_new_fields
from server import KEY, PREFIX, TENANT, Mock

from refrain import AsyncRefrain, Refrain, Retries, from_json, to_json, types
from refrain._json import wire_name

OPERATIONS = Document().operations()
OPTIONS: Any = {"tenant": TENANT, "retries": Retries(attempts_max=1)}


@pytest.fixture(scope="module")
def mock() -> Iterator[Mock]:
    started = Mock()
    yield started
    started.close()


def snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def arguments(method: Any, sample: Dict[str, Any], operation: Any) -> Dict[str, Any]:
    """Returns the arguments of a method: parts of the path, the query and the body by their names."""
    named = {**sample["query"], **sample["path"]}
    if isinstance(sample["body"], dict):
        named = {**sample["body"], **named}
    named["idempotency_key"] = sample["key"]
    named["if_match"] = sample["version"] if operation.is_conditional else None
    named["last_event_id"] = None
    found = {}
    for parameter in inspect.signature(method).parameters.values():
        wire = wire_name(parameter.name)
        if wire in named:
            found[parameter.name] = named[wire]
        elif parameter.default is inspect.Parameter.empty:
            # The whole body.
            name = str(parameter.annotation).replace("Union[types.", "types.").split(",")[0].removeprefix("types.")
            is_typed = hasattr(types, name)
            found[parameter.name] = from_json(getattr(types, name), sample["body"]) if is_typed else sample["body"]
    return found


@pytest.mark.parametrize("style", styles(), ids=str)
def test_requests_and_responses_match_the_document(mock: Mock, style: Style) -> None:
    with Refrain(mock.url + PREFIX, KEY, **OPTIONS) as client:
        for operation in OPERATIONS:
            sample = mock.expect(operation.id, style)
            method = getattr(client, snake(operation.id))
            result = method(**arguments(method, sample, operation))
            if sample["is_stream"]:
                with result as events:
                    result = next(events)
            result = result.page() if hasattr(result, "page") else result
            assert mock.problem is None, operation.id
            assert without_new_fields(to_json(result)) == sample["response"], operation.id


def test_the_async_client_has_the_same_operations(mock: Mock) -> None:
    async def call_all() -> None:
        async with AsyncRefrain(mock.url + PREFIX, KEY, **OPTIONS) as client:
            for operation in OPERATIONS:
                sample = mock.expect(operation.id, Style())
                method = getattr(client, snake(operation.id))
                result = method(**arguments(method, sample, operation))
                if sample["is_stream"]:
                    async with result as events:
                        result = await events.__anext__()
                else:
                    result = await result
                assert mock.problem is None, operation.id
                assert to_json(result) == sample["response"], operation.id

    asyncio.run(call_all())
