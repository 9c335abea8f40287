"""Writes the generated modules of the TypeScript client: types, endpoints and operations."""

from __future__ import annotations

import re

from .document import is_merged
from .model import Api, Choice, Declaration, Field, Forms, Operation, Record, Tagged, Type, Union
from .text import describe, sentence, third_person, wrap

WIDTH = 100
HEADER = "// Generated from console/openapi.json by `make clients`. Do not edit.\n\n"
FOLDER = "src/generated"
SCALARS = {"text": "string", "number": "number", "boolean": "boolean", "integer": "number", "instant": "string", "date": "string",
           "duration": "string", "any": "unknown"}
# The type that the schedule builder builds.
NEW_SCHEDULE = "NewSchedule"
# What requests accept beyond what responses contain. `JSON.stringify` writes a `Date` as an instant.
GIVEN = {"instant": "Instant", "duration": "Duration"}


def write(api: Api) -> dict[str, str]:
    """Returns the generated files by their path in `clients/typescript`."""
    return Writer(api).files()


def documented(text: str, indent: int = 0) -> str:
    """Returns a doc comment."""
    pad = " " * indent
    lines = wrap(text.replace("*/", "*\\/"), WIDTH - indent - 7)
    if len(lines) == 1:
        return f"{pad}/** {lines[0]} */\n"
    return f"{pad}/**\n" + "".join(f"{pad} * {line}".rstrip() + "\n" for line in lines) + f"{pad} */\n"


def typescript(type: Type, *, is_given: bool = False) -> str:
    """Returns the type of a field or of an argument."""
    item = typescript(type.item, is_given=is_given) if type.item else ""
    listed = f"({item})[]" if " " in item else f"{item}[]"
    match type.kind:
        case "named":
            return type.name
        case "list":
            return listed
        case "one_or_many":
            return f"{item} | {listed}"
        case "map":
            return f"Record<string, {item}>"
    return GIVEN.get(type.kind, SCALARS[type.kind]) if is_given else SCALARS[type.kind]


def quoted(value: str) -> str:
    return f"'{value}'"


def camel(name: str) -> str:
    """Returns the name of an argument, which stands alone: fields of objects keep their names in JSON."""
    first, *others = name.split("_")
    return first + "".join(word.title() for word in others)


def imports(code: str, places: dict[str, str]) -> str:
    """Returns the imports of the names that the code uses, by module."""
    plain = re.sub(r"/\*\*.*?\*/|'[^'\n]*'", "", code, flags=re.DOTALL)
    found: dict[str, list[str]] = {}
    for name, place in sorted(places.items(), key=lambda item: item[1]):
        if re.search(rf"(?<![\w.]){name}\b(?!\??:)", plain):
            found.setdefault(place, []).append(name)
    lines = []
    for place, names in found.items():
        # Classes and functions exist at run time, types do not.
        listed = ", ".join(name if name[0].islower() or name.endswith("Operations") or name == "Core" else f"type {name}"
                           for name in sorted(names))
        line = f"import {{ {listed} }} from '{place}.js';\n"
        if len(line) > WIDTH:
            line = "import {\n" + "".join(f"  {one},\n" for one in listed.split(", ")) + f"}} from '{place}.js';\n"
        lines.append(line)
    return "".join(lines) + "\n" if lines else ""


class Writer:
    def __init__(self, api: Api) -> None:
        self.api = api
        self.places = {name: f"./{one.group}" for one in api.declarations.values() for name in self.names(one)}

    @staticmethod
    def names(declaration: Declaration) -> list[str]:
        """Returns the names that a declaration defines."""
        match declaration:
            case Tagged(variants=variants):
                return [*(one.record.name for one in variants), declaration.name]
            case Union(members=members):
                return [*(one.record.name for one in members if one.record), declaration.name]
        return [declaration.name]

    def files(self) -> dict[str, str]:
        files = {f"{FOLDER}/types/index.ts": self.type_index(), f"{FOLDER}/operations/index.ts": self.operation_index()}
        for group in self.api.type_groups():
            files[f"{FOLDER}/types/{group}.ts"] = self.types(group)
        for group in self.api.operation_groups():
            files[f"{FOLDER}/operations/{group}.ts"] = self.operations(group)
        return files

    # --- Types -----------------------------------------------------------------------------------------------

    def type_index(self) -> str:
        lines = "".join(f"export type * from './{group}.js';\n" for group in self.api.type_groups())
        return HEADER + "/** The types of the API's requests and responses, with the names of their fields in JSON. */\n\n" + lines

    def types(self, group: str) -> str:
        code = "".join(self.declared(one) for one in self.api.declared_in(group))
        places = {name: place for name, place in self.places.items() if place != f"./{group}"}
        places |= {"Duration": "../../values", "Instant": "../../values"}
        return HEADER + imports(code, places) + code.rstrip("\n") + "\n"

    def declared(self, declaration: Declaration) -> str:
        comment = documented(describe(declaration.name, declaration.description))
        match declaration:
            case Record(fields=fields):
                return comment + self.interface(declaration.name, fields, is_given=not declaration.in_responses)
            case Forms():
                return comment + self.interface(declaration.name, declaration.all_fields(), is_given=not declaration.in_responses)
            case Choice(values=values):
                # Of a newer server, other values may come. Written like this, editors still suggest the known ones.
                return comment + self.alias(declaration.name, [*map(quoted, values), "(string & {})"])
            case Tagged(variants=variants, tag=tag):
                records = "".join(
                    documented(describe(one.record.name, one.record.description))
                    + self.interface(one.record.name, one.record.fields, f"  {tag}: '{one.value}';\n") for one in variants)
                return records + comment + self.alias(declaration.name, [one.record.name for one in variants])
            case Union(members=members):
                records = "".join(documented(describe(one.record.name, one.record.description))
                                  + self.interface(one.record.name, one.record.fields) for one in members if one.record)
                parts = [quoted(one.constant) if one.constant else one.record.name if one.record
                         else typescript(one.type) if one.type else "" for one in members]
                return records + comment + self.alias(declaration.name, parts)
        raise AssertionError(declaration)

    @staticmethod
    def alias(name: str, members: list[str]) -> str:
        line = f"export type {name} = {' | '.join(members)};\n\n"
        if len(line) <= WIDTH:
            return line
        return f"export type {name} =\n" + "".join(f"  | {member}\n" for member in members)[:-1] + ";\n\n"

    @staticmethod
    def interface(name: str, fields: list[Field], tag: str = "", *, is_given: bool = False) -> str:
        code = f"export interface {name} {{\n{tag}"
        for field in fields:
            code += documented(sentence(field.description), 2) if field.description else ""
            null = " | null" if field.is_nullable else ""
            null += " | undefined" if is_given and not field.is_required else ""
            mark = "" if field.is_required else "?"
            code += f"  {field.name}{mark}: {typescript(field.type, is_given=is_given)}{null};\n"
        return code + "}\n\n"

    # --- Operations ------------------------------------------------------------------------------------------

    def operation_index(self) -> str:
        groups = self.api.operation_groups()
        last = self.class_name(groups[-1])
        return HEADER + "/** A client with all operations of the API. Each group of operations extends the one before. */\n" \
            f"export {{ {last} as Operations }} from './{groups[-1]}.js';\n"

    @staticmethod
    def class_name(group: str) -> str:
        return f"{group.title()}Operations"

    def operations(self, group: str) -> str:
        operations, groups = self.api.operations_in(group), self.api.operation_groups()
        before = groups.index(group) - 1
        parent = self.class_name(groups[before]) if before >= 0 else "Core"
        code = "".join(self.endpoint(operation) for operation in operations)
        code += "".join(self.options(operation) for operation in operations)
        code += f"/** Operations of the group `{group}`. */\nexport abstract class {self.class_name(group)} extends {parent} {{\n"
        code += "\n".join(self.method(operation) for operation in operations) + "}\n"
        places = {name: "../types/index" for name in self.places}
        places |= {"Core": "../../core", "Duration": "../../values", "Instant": "../../values", "Endpoint": "../../endpoint",
                   "Listing": "../../listing", "EventStream": "../../events"}
        places |= dict.fromkeys(("CallOptions", "Keyed", "Conditional", "Creating", "Cacheable", "Streaming"), "../../options")
        places |= {"Builder": "../../schedule", "built": "../../schedule"}
        places |= {self.class_name(groups[before]): f"./{groups[before]}"} if before >= 0 else {}
        return HEADER + imports(code, places) + code

    @staticmethod
    def endpoint(operation: Operation) -> str:
        facts = [f"id: '{operation.id}'", f"method: '{operation.method}'", f"path: '{operation.path}'"]
        names = ", ".join(quoted(one.name) for one in operation.query)
        facts += [f"query: [{names}]"] if names else []
        facts += [f"mediaType: '{operation.body.media_type}'"] if operation.body else []
        output = "none" if operation.result is None else "json" if "json" in operation.media_type else "text"
        facts += [f"output: '{output}'"]
        facts += [f"items: '{operation.page_items.name}'"] if operation.page_items else []
        facts += ["isRepeatable: true"] if operation.has_effect_of_one else []
        facts += ["takesKey: true"] if operation.is_idempotent_by_key else []
        facts += ["isSlow: true"] if operation.is_slow else []
        return f"const {operation.id}: Endpoint = {{\n" + "".join(f"  {fact},\n" for fact in facts) + "};\n\n"

    @staticmethod
    def options_name(operation: Operation) -> str:
        return operation.id[0].upper() + operation.id[1:] + "Options"

    def options(self, operation: Operation) -> str:
        """Writes the type of the query parameters that a call may omit, if there are any."""
        if not operation.options:
            return ""
        parents = ", ".join(["CallOptions", *self.abilities(operation)])
        code = f"/** Options of {{@link {self.class_name(operation.group)}.{operation.id}}}. */\n"
        code += f"export interface {self.options_name(operation)} extends {parents} {{\n"
        for field in operation.options:
            code += documented(sentence(field.description), 2) if field.description else ""
            code += f"  {field.name}?: {typescript(field.type, is_given=True)} | undefined;\n"
        return code + "}\n\n"

    @staticmethod
    def abilities(operation: Operation) -> list[str]:
        """Returns the types of the options that are headers of the request."""
        has = {"Keyed": operation.is_idempotent_by_key, "Conditional": operation.is_conditional,
               "Creating": operation.is_creating, "Cacheable": operation.is_cacheable, "Streaming": operation.is_event_stream}
        return [name for name, is_set in has.items() if is_set]

    def method(self, operation: Operation) -> str:
        parameters = [f"{camel(field.name)}: {typescript(field.type, is_given=True)}" for field in operation.positional]
        call = [operation.id, "[" + ", ".join(camel(field.name) for field in operation.path_parameters) + "]"]
        parts = []
        required = [field for field in operation.query if field.is_required]
        if required:
            pairs = ", ".join(field.name if camel(field.name) == field.name else f"{field.name}: {camel(field.name)}" for field in required)
            parts.append(f"query: {{ {pairs} }}")
        if operation.body:
            name, annotation, default = self.body(operation)
            parameters.append(f"{name}: {annotation}{default}")
            omitted = self.fields_beyond(operation.body.type.name) if "Builder" in annotation else ""
            value = f"built({name}, [{omitted}])" if "Builder" in annotation else name
            parts.append("body" if value == "body" else f"body: {value}")
        options = self.options_name(operation) if operation.options else " & ".join(["CallOptions", *self.abilities(operation)])
        parameters.append(f"options: {options} = {{}}")
        parts.append("options")
        call.append("{ " + ", ".join(parts) + " }")
        send, result = self.result(operation)
        head = f"  {operation.id}({', '.join(parameters)}): {result} {{\n"
        if len(head) > WIDTH:
            head = f"  {operation.id}(\n" + "".join(f"    {one},\n" for one in parameters) + f"  ): {result} {{\n"
        comment = third_person(operation.summary) + "\n\n" + operation.description
        return documented(comment, 2) + head + f"    return this.{send}({', '.join(call)});\n  }}\n"

    def body(self, operation: Operation) -> tuple[str, str, str]:
        """Returns the name, the type and the default of the body as an argument."""
        assert operation.body
        if operation.flat_body:
            is_empty = not operation.flat_body.required() and not is_merged(operation)
            return "body", operation.flat_body.name, " = {}" if is_empty else ""
        if operation.body.type.kind != "named":
            return operation.body_name, "string", ""
        is_buildable = isinstance(self.api.declarations[operation.body.type.name], Forms)
        return operation.body_name, operation.body.type.name + (" | Builder" if is_buildable else ""), ""

    def fields_beyond(self, name: str) -> str:
        """Returns the fields of a new schedule that another type of schedule does not have."""
        fields = {one: [field.name for field in self.api.declarations[one].all_fields()] for one in (name, NEW_SCHEDULE)}
        return ", ".join(quoted(field) for field in fields[NEW_SCHEDULE] if field not in fields[name])

    @staticmethod
    def result(operation: Operation) -> tuple[str, str]:
        """Returns the method that sends the request, and the type of what the operation returns."""
        if operation.is_event_stream:
            return "stream", "EventStream"
        result = typescript(operation.result) if operation.result else "void"
        if operation.page_items and operation.page_items.type.item:
            types = f"{result}, {typescript(operation.page_items.type.item)}"
            return f"list<{types}>", f"Listing<{types}>"
        return f"call<{result}>", f"Promise<{result}>"
