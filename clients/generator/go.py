"""Writes the generated files of the Go client: types and operations. They are formatted as by gofmt."""

from __future__ import annotations

import re

from .document import is_merged, words
from .model import Api, Choice, Declaration, Field, Forms, Operation, Record, Tagged, Type, Union
from .text import describe, sentence, third_person, wrap

WIDTH = 100
HEADER = "// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.\n\npackage refrain\n\n"
SCALARS = {"text": "string", "number": "float64", "boolean": "bool", "integer": "int64", "instant": "time.Time",
           "date": "Date", "duration": "Duration"}
# Words that Go writes in capitals.
INITIALISMS = {"api": "API", "cel": "CEL", "dst": "DST", "http": "HTTP", "id": "ID", "ids": "IDs", "rrule": "RRule", "url": "URL"}
PACKAGES = ("context", "encoding/json", "time")
# Names of arguments that would hide something.
RESERVED = {"type": "kind"}


def write(api: Api) -> dict[str, str]:
    """Returns the generated files by their path in `clients/go`."""
    types, calls = TypeWriter(api), CallWriter(api)
    files = {f"types_{group}.go": types.group(group) for group in api.type_groups()}
    return files | {f"operations_{group}.go": calls.group(group) for group in api.operation_groups()}


def exported(name: str) -> str:
    return "".join(INITIALISMS.get(word, word.capitalize()) for word in words(name))


def unexported(name: str) -> str:
    first, *others = words(name)
    return RESERVED.get(name, first + "".join(INITIALISMS.get(word, word.capitalize()) for word in others))


def comment(text: str, indent: int = 0) -> str:
    pad = "\t" * indent
    return "".join(f"{pad}// {line}".rstrip() + "\n" for line in wrap(text, WIDTH - 4 * indent - 3))


def spelled(type: Type, *, any: str = "any") -> str:
    """Returns the type of a field or of an argument."""
    item = spelled(type.item, any=any) if type.item else ""
    match type.kind:
        case "named":
            return exported(type.name)
        case "list":
            return f"[]{item}"
        case "one_or_many":
            return f"OneOrMany[{item}]"
        case "map":
            return f"map[string]{item}"
        case "any":
            return any
    return SCALARS[type.kind]


def file(code: str) -> str:
    """Returns a file with the packages that its code uses."""
    plain = re.sub(r"^\s*//.*$", "", code, flags=re.MULTILINE)
    used = [package for package in PACKAGES if f"{package.split('/')[-1]}." in plain]
    imports = f'import "{used[0]}"\n\n' if len(used) == 1 else ""
    if len(used) > 1:
        imports = "import (\n" + "".join(f'\t"{package}"\n' for package in used) + ")\n\n"
    return HEADER + imports + code.rstrip("\n") + "\n"


def struct(name: str, fields: list[tuple[str, str]]) -> str:
    """Returns a struct of fields with their comments. Empty lines keep gofmt from aligning them."""
    if not fields:
        return f"type {name} struct{{}}\n\n"
    return f"type {name} struct {{\n" + "\n".join(text + f"\t{line}\n" for text, line in fields) + "}\n\n"


class TypeWriter:
    """Writes the types of requests and responses."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.merged = {one.flat_body.name for one in api.operations if one.flat_body and is_merged(one)}

    def group(self, group: str) -> str:
        return file("".join(self.declared(one) for one in self.api.declared_in(group)))

    def declared(self, declaration: Declaration) -> str:
        name = exported(declaration.name)
        head = self.head(declaration.name, declaration.description)
        match declaration:
            case Record(fields=fields):
                return self.record(declaration, declaration.name, head, fields)
            case Forms():
                return self.record(declaration, declaration.name, head, declaration.all_fields())
            case Choice(values=values):
                longest = max(len(name + exported(value)) for value in values)
                known = "".join(f'\t{(name + exported(value)).ljust(longest)} {name} = "{value}"\n' for value in values)
                return f"{head}type {name} string\n\n// Known values of {name}. A newer server may have further ones.\nconst (\n{known})\n\n"
            case Tagged(variants=variants, tag=tag):
                records = "".join(self.record(declaration, one.record.name, self.head(one.record.name, one.record.description),
                                              one.record.fields) for one in variants)
                listed = [(one.value, one.record.name) for one in variants]
                return self.alternatives(name, head, listed, [], f'"{tag}", ', "Tagged") + records
            case Union(members=members):
                records = "".join(self.record(declaration, one.record.name, self.head(one.record.name, one.record.description),
                                              one.record.fields) for one in members if one.record)
                listed = [(one.key, one.record.name) for one in members if one.record]
                return self.alternatives(name, head, listed, self.scalars(declaration), "", "Union") + records
        raise AssertionError(declaration)

    @staticmethod
    def head(name: str, description: str) -> str:
        return comment(f"{exported(name)}: {describe(name, description)}")

    def record(self, owner: Declaration, name: str, head: str, fields: list[Field]) -> str:
        # Only what the caller writes can be any Go value. What was read is kept as JSON, without loss.
        any = "any" if owner.in_requests and not owner.in_responses else "json.RawMessage"
        merged = owner.name in self.merged
        listed = [self.field(field, any, merged=merged) for field in sorted(fields, key=lambda field: not field.is_required)]
        code = head + struct(exported(name), listed)
        # The standard encoder would omit an empty list, and write a missing one as null.
        if not any_of_kinds(fields, "list", "map", "one_or_many", "any") or merged:
            return code
        receiver = exported(name)[0].lower()
        return code + f"// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.\n" \
            f"func ({receiver} {exported(name)}) MarshalJSON() ([]byte, error) {{ return marshalRecord({receiver}) }}\n\n"

    def field(self, field: Field, any: str, *, merged: bool) -> tuple[str, str]:
        kind = spelled(field.type, any=any)
        if merged and field.is_nullable:
            kind = f"*Patch[{kind}]"
        elif not field.is_required and self.needs_pointer(field.type):
            kind = f"*{kind}"
        omitted = "" if field.is_required else ",omitempty"
        text = comment(sentence(field.description), 1) if field.description else ""
        return text, f'{exported(field.name)} {kind} `json:"{field.name}{omitted}"`'

    def needs_pointer(self, type: Type) -> bool:
        """Returns whether the zero value of a type is a value that could be sent."""
        if type.kind == "named":
            return not isinstance(self.api.declarations[type.name], Choice)
        return type.kind not in ("list", "map", "one_or_many", "any", "duration")

    @staticmethod
    def scalars(union: Union) -> list[tuple[str, str, str]]:
        """Returns the alternatives of a union that are no objects: name, type and comment."""
        constants = [one.constant for one in union.members if one.constant]
        kinds = [one.type.kind for one in union.members if one.type]
        found = []
        if constants or "text" in kinds:
            known = f" Known value: `{constants[0]}`." if constants else ""
            found.append(("Text", "*string", f"Text is the alternative that is a text.{known}"))
        if "integer" in kinds:
            found.append(("Integer", "*int64", "Integer is the alternative that is an integer."))
        return found

    @staticmethod
    def alternatives(name: str, head: str, listed: list[tuple[str, str]], scalars: list[tuple[str, str, str]], tag: str, kind: str) -> str:
        fields = [(comment(text, 1), f"{field} {type}") for field, type, text in scalars]
        fields += [(comment(f"The alternative `{value}`.", 1), f"{exported(value)} *{exported(record)}") for value, record in listed]
        fields.append((comment("Unknown is an alternative of a newer server, as it was read.", 1), "Unknown json.RawMessage"))
        receiver = name[0].lower()
        parts = [f'{{"{field.lower()}", &{receiver}.{field}}}' for field, *_ in scalars]
        parts += [f'{{"{value}", &{receiver}.{exported(value)}}}' for value, _ in listed]
        rows = "".join(f"\t\t{part},\n" for part in parts)
        head = head.rstrip("\n") + "\n//\n// Exactly one field is set.\n"
        return head + struct(name, fields) + (
            f"func ({receiver} *{name}) alternatives() []alternative {{\n\treturn []alternative{{\n{rows}\t}}\n}}\n\n"
            f"// MarshalJSON writes the alternative that is set.\n"
            f"func ({receiver} {name}) MarshalJSON() ([]byte, error) {{\n"
            f"\treturn marshal{kind}({tag}{receiver}.alternatives(), {receiver}.Unknown)\n}}\n\n"
            f"// UnmarshalJSON reads any alternative.\n"
            f"func ({receiver} *{name}) UnmarshalJSON(data []byte) error {{\n"
            f"\treturn unmarshal{kind}(data, {tag}{receiver}.alternatives(), &{receiver}.Unknown)\n}}\n\n")


def any_of_kinds(fields: list[Field], *kinds: str) -> bool:
    return any(field.type.kind in kinds for field in fields)


class CallWriter:
    """Writes the operations, as methods of the client."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def group(self, group: str) -> str:
        operations = self.api.operations_in(group)
        return file("".join(self.endpoint(one) + self.options(one) + self.method(one) for one in operations))

    @staticmethod
    def endpoint(operation: Operation) -> str:
        facts = {"id": f'"{operation.id}"', "method": f'"{operation.method}"', "path": f'"{operation.path}"'}
        if operation.body:
            facts["mediaType"] = f'"{operation.body.media_type}"'
        flags = {"isRepeatable": operation.has_effect_of_one, "takesKey": operation.is_idempotent_by_key,
                 "isConditional": operation.is_conditional, "isCreating": operation.is_creating,
                 "isCacheable": operation.is_cacheable, "isStream": operation.is_event_stream, "isSlow": operation.is_slow}
        facts |= {name: "true" for name, is_set in flags.items() if is_set}
        longest = max(len(name) for name in facts) + 1
        rows = "".join(f"\t{(name + ':').ljust(longest)} {value},\n" for name, value in facts.items())
        return f"var {unexported(operation.id)} = endpoint{{\n{rows}}}\n\n"

    @staticmethod
    def options(operation: Operation) -> str:
        """Writes the type of the query parameters that a call may omit, if there are any."""
        if not operation.options:
            return ""
        name = f"{exported(operation.id)}Options"
        fields = []
        for field in operation.options:
            kind = spelled(field.type)
            # Only for a boolean, the zero value is a value that the caller may want to send.
            kind = f"*{kind}" if kind == "bool" else kind
            text = comment(sentence(field.description), 1) if field.description else ""
            fields.append((text, f'{exported(field.name)} {kind} `query:"{field.name}"`'))
        head = f"{name} are the options of [Client.{exported(operation.id)}]. A field without a value is not sent."
        return comment(head) + struct(name, fields)

    def method(self, operation: Operation) -> str:
        arguments = ["ctx context.Context"]
        arguments += [f"{unexported(field.name)} {spelled(field.type)}" for field in operation.positional]
        parts = []
        if operation.path_parameters:
            parts.append("path: []any{" + ", ".join(unexported(field.name) for field in operation.path_parameters) + "}")
        required = [field for field in operation.query if field.is_required]
        if required:
            parts.append("required: map[string]any{" + ", ".join(f'"{field.name}": {unexported(field.name)}' for field in required) + "}")
        if operation.body:
            is_optional = not operation.body.is_required
            arguments.append(f"{operation.body_name} {'*' if is_optional else ''}{spelled(operation.body.type)}")
            # A nil pointer inside of an interface would be written as null.
            parts.append(f"body: {'optional(' + operation.body_name + ')' if is_optional else operation.body_name}")
        if operation.options:
            arguments.append(f"query *{exported(operation.id)}Options")
            parts.append("query: optional(query)")
        arguments.append("options ...CallOption")
        parts.append("options: options")
        call, result = self.result(operation, "parts{" + ", ".join(parts) + "}")
        summary = third_person(operation.summary)
        name = exported(operation.id)
        text = f"{name} {summary[0].lower()}{summary[1:]}\n\n{operation.description}"
        return comment(text) + f"func (c *Client) {name}({', '.join(arguments)}) {result} {{\n\treturn {call}\n}}\n\n"

    def result(self, operation: Operation, parts: str) -> tuple[str, str]:
        """Returns the call that sends the request, and the type of what the operation returns."""
        given = f"ctx, c, &{unexported(operation.id)}, {parts}"
        if operation.is_event_stream:
            return f"stream({given})", "*EventStream"
        if operation.result is None:
            return f"callNothing({given})", "error"
        if "json" not in operation.media_type:
            return f"callText({given})", "(string, error)"
        if operation.result.kind == "any":
            return f"callJSON({given})", "(json.RawMessage, error)"
        result = spelled(operation.result)
        if operation.page_items and operation.page_items.type.item:
            item = spelled(operation.page_items.type.item)
            items = f"func(page *{result}) ([]{item}, *string) {{\n\t\treturn page.{exported(operation.page_items.name)}, page.NextCursor\n\t}}"
            return f"pages({given}, {items})", f"*Listing[{result}, {item}]"
        return f"call[{result}]({given})", f"(*{result}, error)"
