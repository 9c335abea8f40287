"""The OpenAPI document, and sample values of its schemas."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

Schema = Dict[str, Any]

DOCUMENT = Path(__file__).resolve().parent.parent.parent / "console" / "openapi.json"
# Name of a field that the document does not have.
NEW_FIELD = "field_of_a_newer_server"
NEW_VALUE = "value of a newer server"
# A text whose characters mean something in a path, in a query or in JSON.
PLAIN = 'a b/c+ü?"&'
# Depth below which only first alternatives are taken.
DEPTH_MAX = 8
# Number of alternatives of the schema that has the most: the kinds of a recurrence.
ALTERNATIVES = 8


@dataclass(frozen=True)
class Style:
    """How samples look."""

    alternative: int = 0
    """Which of several alternatives is taken."""
    has_optional: bool = True
    """Whether optional fields and parameters are present."""
    is_future: bool = False
    """Whether responses have fields and values that the document does not know."""
    is_set_one_by_one: bool = False
    """Whether the caller sets all parameters, and all fields of a body without required ones: code that sets them one
    by one cannot leave some out."""
    integer: int = 2**53 + 1
    """An integer without a maximum. Beyond 2^53, floating-point numbers have gaps."""


@dataclass(frozen=True)
class Operation:
    """An operation of the document."""

    id: str
    method: str
    path: str
    source: Schema

    def parameters(self, place: str) -> List[Schema]:
        return [one for one in self.source.get("parameters", []) if one["in"] == place]

    def contents(self) -> Dict[str, Schema]:
        """Returns the media types of the body, with their schemas."""
        contents = self.source.get("requestBody", {}).get("content", {})
        return {media_type: content["schema"] for media_type, content in contents.items()}

    def json_schema(self) -> Optional[Schema]:
        return next((schema for media_type, schema in self.contents().items() if "json" in media_type), None)

    @property
    def needs_body(self) -> bool:
        return bool(self.source.get("requestBody", {}).get("required"))

    @property
    def takes_key(self) -> bool:
        return any(one["name"] == "Idempotency-Key" for one in self.parameters("header"))

    @property
    def is_conditional(self) -> bool:
        declared = any(one["name"] == "If-Match" for one in self.parameters("header"))
        return declared or "With `If-Match`" in self.source.get("description", "")


class Document:
    """The document, with samples of one style."""

    def __init__(self, style: Style = Style(), root: Optional[Schema] = None) -> None:
        self.root = root or json.loads(DOCUMENT.read_text())
        self.style = style
        self.has_new_values = False

    def operations(self) -> List[Operation]:
        return [
            Operation(source["operationId"], method.upper(), path, source)
            for path, methods in self.root["paths"].items()
            for method, source in methods.items()
        ]

    def operation(self, id: str) -> Operation:
        return next(one for one in self.operations() if one.id == id)

    def parameters(self, operation: Operation, place: str) -> Dict[str, Any]:
        """Returns samples of parameters, by name."""
        return {
            one["name"]: self.sample(one["schema"])
            for one in operation.parameters(place)
            if one["required"] or self.style.has_optional or self.style.is_set_one_by_one
        }

    def body(self, operation: Operation) -> Any:
        """Returns a sample of the body, or None if the operation has none."""
        schema = operation.json_schema()
        if schema is None:
            return PLAIN if operation.contents() else None
        found = self.sample(schema)
        if found or not self.style.is_set_one_by_one:
            return found
        return Document(replace(self.style, has_optional=True), self.root).sample(schema)

    def response(self, operation: Operation) -> Tuple[int, str, Any]:
        """Returns the status of the first successful response, its media type and a sample of its content."""
        newer = Document(self.style, self.root)
        newer.has_new_values = self.style.is_future
        status, response = next(iter(operation.source["responses"].items()))
        for media_type, content in response.get("content", {}).items():
            return int(status), media_type, newer.sample(content["schema"])
        return int(status), "", None

    # --- Samples ---------------------------------------------------------------------------------------------

    def sample(self, schema: Schema, depth: int = 0) -> Any:
        """Returns a value that a schema allows."""
        # Some alternatives contain themselves, the first one never does.
        alternative = 0 if depth > DEPTH_MAX else self.style.alternative
        while "$ref" in schema:
            schema = self.root["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        depth += 1
        alternatives = schema.get("oneOf") or schema.get("anyOf")
        if alternatives:
            real = [part for part in alternatives if part.get("type") != "null"]
            # A single value may be written in place of a list, and a number of seconds in place of a length of time.
            # The first form is the one that the client writes.
            is_list = any(part.get("type") == "array" for part in real)
            is_length = [part.get("type") for part in real] == ["string", "integer"]
            return self.sample(real[0 if is_list or is_length else alternative % len(real)], depth)
        if "allOf" in schema:
            return {name: value for part in schema["allOf"] for name, value in self.sample(part, depth).items()}
        if "enum" in schema:
            value = schema["enum"][alternative % len(schema["enum"])]
            return NEW_VALUE if self.has_new_values and isinstance(value, str) else value
        kind = schema.get("type")
        return self.scalar(schema, kind[0] if isinstance(kind, list) else kind, depth)

    def scalar(self, schema: Schema, kind: Optional[str], depth: int) -> Any:
        if kind == "object" and "properties" in schema:
            present = {
                name: part
                for name, part in schema["properties"].items()
                if self.style.has_optional or name in schema.get("required", [])
            }
            return {name: self.sample(part, depth) for name, part in present.items()}
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return {"key": self.sample(schema["additionalProperties"], depth)}
        if kind == "array":
            return [self.sample(schema["items"], depth)]
        if kind == "integer":
            return self.style.integer if "maximum" not in schema else (schema.get("minimum") or 0) + 3
        if kind == "string":
            return text(schema)
        return {"boolean": True, "number": 2.5}.get(kind or "", {"any": [1, 2.5, None, "ü", {"nested": True}]})

    def newer(self, value: Any) -> Any:
        """Returns a response as a newer server would send it: every object has one more field."""
        if isinstance(value, dict) and self.style.is_future:
            return {**{name: self.newer(item) for name, item in value.items()}, NEW_FIELD: "x"}
        return [self.newer(item) for item in value] if isinstance(value, list) else value


def without_new_fields(value: Any) -> Any:
    """Removes the field that a newer server adds. What is no type of its own, such as a payload, keeps it."""
    if isinstance(value, dict):
        return {name: without_new_fields(item) for name, item in value.items() if name != NEW_FIELD}
    return [without_new_fields(item) for item in value] if isinstance(value, list) else value


def text(schema: Schema) -> str:
    """Returns a text of a format, or one that looks different in a path, in a query and in JSON."""
    if schema.get("format") in ("date-time", "date"):
        return {"date-time": "2026-03-29T01:00:00.123456Z", "date": "2026-03-29"}[schema["format"]]
    return str(schema["examples"][0]) if "pattern" in schema and "examples" in schema else PLAIN


def styles(integer: int = Style.integer) -> List[Style]:
    """Returns the styles in which every operation is called."""
    every = [Style(alternative=number, integer=integer) for number in range(ALTERNATIVES)]
    return [*every, replace(every[0], has_optional=False), replace(every[0], is_future=True)]
