"""Reads the OpenAPI document. A construct that the clients could not express is an error, never ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from .model import ANY, TEXT, Api, Body, Choice, Declaration, Field, Form, Forms, Member, Operation, Record, Tagged, Type
from .model import Union, Variant, mentions

Schema = dict[str, Any]

METHODS = ("get", "put", "post", "patch", "delete")
SCHEMAS = "#/components/schemas/"
# Parts of a schema that say nothing about the values it allows.
REMARKS = ("description", "example", "examples", "default", "title")
# The schema of durations: a text such as `90s`, or a number of seconds.
DURATION = "Duration"
# Schemas with a group of their own, and everything they mention. All others belong to the tag of the first
# operation that mentions them.
GROUPS = {
    "recurrence": ["Recurrence"],
    "timing": ["ScheduleSpec"],
    "policies": ["Action", "CatchUp", "Delivery", "HistoryLevel", "OverlapPolicy", "Priority", "RetryPolicy", "Scope"],
    "definitions": ["NewSchedule", "ScheduleDefinition", "StoredDefinition"],
    "previews": ["PreviewRequest", "SchedulePreview"],
    "problem": ["Problem"],
    "dispatch_rules": ["StoredDispatchRule", "DispatchRuleList"],
}
# Operations with a group of their own, by the beginning of their path. All others belong to that of their tag.
PATHS = {"/v1/calendars": "calendars", "/v1/schedules/{id}/": "schedule"}
# Operations that change nothing although their method is POST, and operations whose description promises that
# a repeated request changes nothing.
REPEATABLE = {"previewSchedule", "testDispatchRules", "completeWorkItem", "extendWorkItem"}
# Operations that wait by design: for work, or for a receiver.
SLOW = {"claimWorkItems", "dispatchAction"}
# Operations that merge their body into what is stored: null clears a field.
MERGING = "update"


def read(path: Path) -> Api:
    """Reads a document."""
    return Reader(json.loads(path.read_text())).api


def fail(place: str, problem: str) -> NoReturn:
    raise SystemExit(f"error: {place}: {problem}")


def words(name: str) -> list[str]:
    """Splits `listWorkItems` or `work-items` into words."""
    spaced = "".join(f" {letter}" if letter.isupper() else letter for letter in name)
    return [word.lower() for word in spaced.replace("-", " ").replace("_", " ").split()]


def pascal(name: str) -> str:
    return "".join(word.capitalize() for word in words(name))


def snake(name: str) -> str:
    return "_".join(words(name))


def canonical(schema: Any) -> Any:
    """Returns a schema without its remarks, for comparison."""
    if isinstance(schema, dict):
        kept = {key: value for key, value in schema.items() if key not in REMARKS or not isinstance(value, (str, list))}
        return {key: {name: canonical(value) for name, value in kept[key].items()} if key == "properties"
                else canonical(kept[key]) for key in sorted(kept)}
    return [canonical(item) for item in schema] if isinstance(schema, list) else schema


def without_null(schema: Schema) -> tuple[Schema, bool]:
    """Returns a schema without the alternative `null`, and whether it had that alternative."""
    kinds = schema.get("type")
    if isinstance(kinds, list):
        left = [kind for kind in kinds if kind != "null"]
        if len(left) != 1:
            fail(str(schema), "expected one type besides null")
        return {**schema, "type": left[0]}, "null" in kinds
    for word in ("oneOf", "anyOf"):
        alternatives = schema.get(word)
        if alternatives and {"type": "null"} in alternatives:
            left = [alternative for alternative in alternatives if alternative != {"type": "null"}]
            rest = {key: value for key, value in schema.items() if key != word}
            inner, _ = without_null({**rest, **left[0]} if len(left) == 1 else {**rest, word: left})
            return inner, True
    return schema, False


def description_of(schema: Schema) -> str:
    """Returns the description of a property, which a nullable one has inside its first alternative."""
    if "description" in schema:
        return str(schema["description"])
    return next((description_of(part) for word in ("oneOf", "anyOf") for part in schema.get(word, [])), "")


class Reader:
    """Reads one document into declarations and operations."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.schemas: dict[str, Schema] = document["components"]["schemas"]
        self.canonical = {name: canonical(schema) for name, schema in self.schemas.items()}
        self.declarations: dict[str, Declaration] = {}
        self.begun = {DURATION}
        self.aliases: dict[str, Type] = {DURATION: Type("duration")}
        self.api = Api(document["info"]["version"], self.declarations)
        for name in sorted(self.schemas):
            self.declare(name)
        for path, methods in document["paths"].items():
            for method in METHODS:
                if method in methods:
                    self.api.operations.append(self.operation(method, path, methods[method]))
        self.find_conditional()
        self.find_flat_bodies()
        self.find_directions()
        self.assign_groups()

    # --- Schemas ---------------------------------------------------------------------------------------------

    def declare(self, name: str) -> None:
        """Declares a schema of the document, or defines an alias if it is no type of its own."""
        if name in self.begun:
            return
        self.begun.add(name)
        schema = self.schemas[name]
        description = schema.get("description", "")
        alternatives = schema.get("oneOf") or schema.get("anyOf")
        if alternatives:
            listed = [part for part in alternatives if part.get("type") == "array"]
            if name.endswith("OrList") and len(listed) == 1 and len(alternatives) == 2:
                item = self.type(listed[0]["items"], name.removesuffix("OrList"))
                self.aliases[name] = Type("one_or_many", item=item)
            else:
                self.declarations[name] = self.choose(name, description, alternatives)
        elif "enum" in schema:
            self.declarations[name] = Choice(name=name, description=description, values=schema["enum"])
        elif schema.get("type") == "string":
            self.aliases[name] = self.type(schema, name)
        else:
            self.declarations[name] = self.record(name, schema)

    def choose(self, name: str, description: str, alternatives: list[Schema]) -> Declaration:
        """Declares one of several alternatives."""
        objects = [part for part in alternatives if "properties" in part]
        if len(objects) == len(alternatives):
            if all("title" in part for part in objects):
                return self.forms(name, description, objects)
            tags = [field for field in objects[0]["properties"]
                    if all(len(part["properties"].get(field, {}).get("enum", [])) == 1 for part in objects)]
            if len(tags) == 1:
                return self.tagged(name, description, tags[0], objects)
        members = [self.member(name, part) for part in alternatives]
        # Two texts with different patterns are one text to a client.
        members = [member for index, member in enumerate(members) if member not in members[:index]]
        return Union(name=name, description=description, members=members)

    def forms(self, name: str, description: str, objects: list[Schema]) -> Forms:
        shared = set.intersection(*(set(part["properties"]) for part in objects))
        records = [(part["title"], self.record(name, part)) for part in objects]
        common = [field for field in records[0][1].fields if field.name in shared]
        forms = [Form(title=title, own=[field for field in record.fields if field.name not in shared])
                 for title, record in records]
        return Forms(name=name, description=description, common=common, forms=forms)

    def tagged(self, name: str, description: str, tag: str, objects: list[Schema]) -> Tagged:
        variants = []
        for part in objects:
            value = part["properties"][tag]["enum"][0]
            rest = {field: schema for field, schema in part["properties"].items() if field != tag}
            required = [field for field in part["required"] if field != tag]
            record = self.record(pascal(value) + name, {**part, "properties": rest, "required": required})
            variants.append(Variant(value=value, record=record))
        return Tagged(name=name, description=description, tag=tag, variants=variants)

    def member(self, name: str, part: Schema) -> Member:
        if "properties" in part:
            key = part["required"][0] if len(part["required"]) == 1 else fail(name, "expected one required field")
            return Member(key=key, record=self.record(name + pascal(key), part))
        if len(part.get("enum", [])) == 1:
            return Member(constant=part["enum"][0])
        return Member(type=self.type({key: value for key, value in part.items() if key != "pattern"}, name))

    def record(self, name: str, schema: Schema) -> Record:
        fields: dict[str, Field] = {}
        for part in schema.get("allOf", [schema]):
            if "$ref" in part:
                part = self.schemas[part["$ref"].removeprefix(SCHEMAS)]
            if part.get("type") != "object":
                fail(name, f"expected an object, found {part}")
            for field, property in part.get("properties", {}).items():
                fields[field] = self.field(field, property, field in part.get("required", []), name)
        required = [name for part in schema.get("allOf", [schema]) for name in part.get("required", [])]
        ordered = [fields.pop(field) for field in dict.fromkeys(required) if field in fields]
        ordered += fields.values()
        return Record(name=name, description=schema.get("description", ""), fields=ordered)

    def field(self, name: str, schema: Schema, is_required: bool, owner: str) -> Field:
        inner, is_nullable = without_null(schema)
        hint = owner.removesuffix("List") if owner.endswith("List") else owner
        return Field(name, self.type(inner, hint), is_required, is_nullable, description_of(schema))

    def type(self, schema: Schema, hint: str) -> Type:
        """Returns the type of a schema that stands inside another one. `hint` is a name that fits."""
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(SCHEMAS)
            self.declare(name)
            return self.aliases.get(name, Type("named", name))
        if schema.get("type") != "boolean" and any(word in schema for word in ("properties", "enum", "anyOf", "oneOf")):
            return self.inline(schema, hint)
        match schema.get("type"):
            case "array":
                return Type("list", item=self.type(schema["items"], hint))
            case "object" if isinstance(schema.get("additionalProperties"), dict):
                return Type("map", item=self.type(schema["additionalProperties"], hint))
            case "object" | None:
                return ANY
            case "boolean" | "number" as kind:
                return Type(kind)
            case "integer":
                return Type("integer", minimum=schema.get("minimum"), maximum=schema.get("maximum"))
            case "string":
                return {"date-time": Type("instant"), "date": Type("date")}.get(schema.get("format", ""), TEXT)
        fail(hint, f"unknown type in {schema}")

    def inline(self, schema: Schema, hint: str) -> Type:
        """Returns the named schema that an inline one repeats, or declares it under the hint."""
        shape = canonical(schema)
        same = [name for name, other in self.canonical.items() if other == shape]
        if len(same) > 1:
            same = [name for name in same if name in (hint, f"Stored{hint}")] or fail(hint, f"is one of {same}")
        if not same:
            same = [hint]
            self.schemas.setdefault(hint, schema)
            self.canonical.setdefault(hint, shape)
            if self.canonical[hint] != shape:
                fail(hint, "is the name of two different schemas")
        return self.type({"$ref": SCHEMAS + same[0]}, hint)

    # --- Operations ------------------------------------------------------------------------------------------

    def operation(self, method: str, path: str, source: Schema) -> Operation:
        identity = source["operationId"]
        parameters = {place: [self.parameter(identity, one) for one in source.get("parameters", []) if one["in"] == place]
                      for place in ("path", "query")}
        headers = {one["name"] for one in source.get("parameters", []) if one["in"] == "header"}
        unknown = headers - {"Idempotency-Key", "If-Match", "Last-Event-ID"}
        if unknown or len(source["tags"]) != 1:
            fail(identity, f"expected one tag and known headers, found {source['tags']} and {sorted(unknown)}")
        result, media_type = self.result(identity, source["responses"])
        operation = Operation(
            id=identity, method=method.upper(), path=path, group=self.group(path, source["tags"][0]), summary=source["summary"],
            description=source.get("description", ""), path_parameters=parameters["path"], query=parameters["query"],
            body=self.body(identity, source.get("requestBody")), result=result, media_type=media_type,
            is_idempotent_by_key="Idempotency-Key" in headers, is_conditional="If-Match" in headers,
            is_cacheable="304" in source["responses"], is_event_stream=media_type == "text/event-stream",
            is_repeatable=identity in REPEATABLE, is_slow=identity in SLOW,
        )
        if any(field.name == "cursor" for field in operation.query):
            operation.page_items = self.page_items(operation)
        return operation

    @staticmethod
    def group(path: str, tag: str) -> str:
        # Every tag has operations, so one of that name says nothing.
        group = "server" if tag == "operations" else tag
        return next((group for start, group in PATHS.items() if path.startswith(start)), group)

    def parameter(self, operation: str, source: Schema) -> Field:
        schema, is_nullable = without_null(source["schema"])
        kind = self.type(schema, pascal(source["name"]))
        return Field(source["name"], kind, source["required"], is_nullable, source.get("description", ""))

    def body(self, operation: str, source: Schema | None) -> Body | None:
        if source is None:
            return None
        media_types = list(source["content"])
        # A merge patch has a type of its own, which says what it is.
        media_type = next((name for name in media_types if "merge-patch" in name), media_types[0])
        schema, _ = without_null(source["content"][media_type]["schema"])
        return Body(type=self.type(schema, operation), media_type=media_type, is_required=source["required"])

    def result(self, operation: str, responses: Schema) -> tuple[Type | None, str]:
        """Returns what a successful response contains. All successful responses of an operation are alike."""
        contents = [response.get("content", {}) for status, response in responses.items() if status < "304"]
        if any(content != contents[0] for content in contents) or len(contents[0]) > 1:
            fail(operation, "has responses with different contents")
        for media_type, content in contents[0].items():
            return self.type(content["schema"], pascal(operation)), media_type
        return None, ""

    def page_items(self, operation: Operation) -> Field:
        result = self.declarations[operation.result.name] if operation.result else None
        lists = [field for field in result.fields if field.type.kind == "list"] if isinstance(result, Record) else []
        return lists[0] if len(lists) == 1 else fail(operation.id, "expected a page with one list")

    # --- What the document says about several operations together ---------------------------------------------

    def find_conditional(self) -> None:
        """Finds operations with preconditions. The document describes most of them only in words, and a deletion
        has the precondition of the operation that writes the same path."""
        writing = {}
        for operation in self.api.operations:
            operation.is_conditional |= "With `If-Match`" in operation.description
            operation.is_creating = "with `If-None-Match: *`" in operation.description
            if operation.method == "PUT":
                writing[operation.path] = operation
        for operation in self.api.operations:
            if operation.method == "DELETE" and operation.path in writing:
                operation.is_conditional |= writing[operation.path].is_conditional

    def reachable(self, names: list[str]) -> set[str]:
        found: set[str] = set()
        open = list(names)
        while open:
            name = open.pop()
            if name not in found:
                found.add(name)
                open += mentions(self.declarations[name])
        return found

    def find_flat_bodies(self) -> None:
        """Finds the records that are only bodies of operations: a call can take their fields one by one."""
        elsewhere = {name for declaration in self.declarations.values() for name in mentions(declaration)}
        elsewhere |= {name for operation in self.api.operations if operation.result for name in operation.result.named()}
        for operation in self.api.operations:
            name = operation.body.type.name if operation.body else ""
            declaration = self.declarations.get(name)
            if isinstance(declaration, Record) and name not in elsewhere:
                operation.flat_body = declaration

    def find_directions(self) -> None:
        bodies = [name for operation in self.api.operations if operation.body for name in operation.body.type.named()]
        bodies += [name for operation in self.api.operations for field in operation.query for name in field.type.named()]
        results = [name for operation in self.api.operations if operation.result for name in operation.result.named()]
        for name in self.reachable(bodies):
            self.declarations[name].in_requests = True
        for name in self.reachable(results + ["Problem"]):
            self.declarations[name].in_responses = True

    def assign_groups(self) -> None:
        groups = list(GROUPS.items())
        for operation in self.api.operations:
            groups.append((operation.group, operation.mentions()))
        for group, names in groups:
            for name in self.reachable(names):
                self.declarations[name].group = self.declarations[name].group or group
        unused = [name for name, declaration in self.declarations.items() if not declaration.group]
        if unused:
            fail("components", f"no operation uses {unused}")


def is_merged(operation: Operation) -> bool:
    """Returns whether an operation merges its body into what is stored, so that null clears a field."""
    return operation.id.startswith(MERGING)
