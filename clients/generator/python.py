"""Writes the generated modules of the Python client: `types`, and the operations of both clients."""

from __future__ import annotations

import keyword
import re

from .document import is_merged, snake
from .model import Api, Choice, Declaration, Field, Forms, Operation, Record, Tagged, Type, Union
from .text import describe, sentence, third_person, wrap

WIDTH = 100
HEADER = '# Generated from console/openapi.json by `make clients`. Do not edit.\n\n"""{}"""\n\n'
PACKAGE = "src/refrain"
SCALARS = {"text": "str", "number": "float", "boolean": "bool", "instant": "datetime.datetime", "date": "datetime.date",
           "duration": "datetime.timedelta", "any": "Any", "integer": "int"}
# Types of arguments that accept more than a response contains.
GIVEN = {"duration": "Duration"}
FUTURE = "from __future__ import annotations\n\n"


def write(api: Api) -> dict[str, str]:
    """Returns the generated files by their path in `clients/python`."""
    types, calls = TypeWriter(api), CallWriter(api)
    files = {f"{PACKAGE}/types/__init__.py": types.index(), f"{PACKAGE}/_operations/__init__.py": calls.index(),
             f"{PACKAGE}/_operations/endpoints.py": calls.endpoints()}
    for group in api.declared_without_flat_bodies():
        files[f"{PACKAGE}/types/{group}.py"] = types.group(group)
    for group in api.operation_groups():
        files[f"{PACKAGE}/_operations/{group}.py"] = calls.group(group, is_async=False)
        files[f"{PACKAGE}/_operations/async_{group}.py"] = calls.group(group, is_async=True)
    return files


def identifier(name: str) -> str:
    return f"{snake(name)}_" if keyword.iskeyword(name) else snake(name)


def documented(text: str, indent: int) -> str:
    """Returns a docstring."""
    pad = " " * indent
    lines = wrap(text.replace("\\", "\\\\"), WIDTH - indent - 6)
    if len(lines) == 1:
        return f'{pad}"""{lines[0]}"""\n'
    return f'{pad}"""' + "\n".join(f"{pad}{line}".rstrip() for line in lines).lstrip() + f'\n{pad}"""\n'


def python(type: Type, scope: str = "", *, is_given: bool = False) -> str:
    """Returns the annotation of a type. `scope` is the module of the declarations."""
    item = python(type.item, scope, is_given=is_given) if type.item else ""
    match type.kind:
        case "named":
            return scope + type.name
        case "list":
            return f"Sequence[{item}]" if is_given else f"List[{item}]"
        case "one_or_many":
            return f"Sequence[{item}]" if is_given else f"OneOrMany[{item}]"
        case "map":
            return f"Mapping[str, {item}]" if is_given else f"Dict[str, {item}]"
    return GIVEN.get(type.kind, SCALARS[type.kind]) if is_given else SCALARS[type.kind]


def optional(annotation: str) -> str:
    return annotation if annotation == "Any" else f"Optional[{annotation}]"


def imports(code: str, places: dict[str, str]) -> str:
    """Returns the imports of the names that the code uses, by module."""
    code = re.sub(r'""".*?"""', "", code, flags=re.DOTALL)
    found: dict[str, list[str]] = {}
    for name, place in sorted(places.items(), key=lambda item: item[1]):
        # Neither a word in a string nor the name of an argument.
        if re.search(rf'(?<![\w"/]){name}(?![\w"=])', code):
            found.setdefault(place, []).append(name)
    standard = "import datetime\n" if "datetime." in code else ""
    lines = []
    for place, names in found.items():
        line = f"from {place} import {', '.join(sorted(names))}\n"
        if len(line) > WIDTH:
            line = f"from {place} import (\n" + "".join(f"    {name},\n" for name in sorted(names)) + ")\n"
        lines.append((place.startswith("."), line))
    outside = standard + "".join(line for is_own, line in lines if not is_own)
    own = "".join(line for is_own, line in lines if is_own)
    return (outside + "\n" if outside else "") + (own + "\n" if own else "")


STANDARD = {**dict.fromkeys(("Any", "ClassVar", "Dict", "List", "Literal", "Mapping", "Optional", "Sequence", "Tuple", "Union"),
                            "typing"), "dataclass": "dataclasses"}


class TypeWriter:
    """Writes one module for each group of types."""

    def __init__(self, api: Api) -> None:
        self.groups = api.declared_without_flat_bodies()
        self.places = {name: f".{group}" for group, declared in self.groups.items() for one in declared
                       for name in self.names(one)}

    @staticmethod
    def names(declaration: Declaration) -> list[str]:
        """Returns the names that a declaration defines."""
        match declaration:
            case Tagged(variants=variants):
                return [*(one.record.name for one in variants), declaration.name]
            case Union(members=members):
                return [*(one.record.name for one in members if one.record), declaration.name]
        return [declaration.name]

    def index(self) -> str:
        code = HEADER.format("The types of the API's requests and responses.")
        for group, declared in self.groups.items():
            names = sorted(name for one in declared for name in self.names(one))
            code += f"from .{group} import (\n" + "".join(f"    {name},\n" for name in names) + ")\n"
        return code + "\n__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(self.places)) + "]\n"

    def group(self, group: str) -> str:
        # An alias is evaluated when the module is imported, so the types in it come first.
        records = [one for one in self.groups[group] if isinstance(one, (Record, Forms))]
        aliases = [one for one in self.groups[group] if not isinstance(one, (Record, Forms))]
        code = "".join(self.declared(one) for one in aliases + records)
        places = {**STANDARD, **{name: place for name, place in self.places.items() if place != f".{group}"},
                  "OneOrMany": ".._json", "Duration": ".._json"}
        return HEADER.format(f"Types of the group `{group}`.") + FUTURE + imports(code, places) + code.lstrip("\n")

    def declared(self, declaration: Declaration) -> str:
        comment = describe(declaration.name, declaration.description)
        match declaration:
            case Record(fields=fields):
                return self.record(declaration.name, comment, fields, is_request=not declaration.in_responses)
            case Forms():
                return self.record(declaration.name, comment, declaration.all_fields(), is_request=not declaration.in_responses)
            case Choice(values=values):
                known = ", ".join(f'"{value}"' for value in values)
                return self.alias(declaration.name, [f"Literal[{known}]", "str"], comment)
            case Tagged(variants=variants, tag=tag):
                records = "".join(self.record(one.record.name, describe(one.record.name, one.record.description),
                                              one.record.fields, mark=f'TAG: ClassVar[Tuple[str, str]] = ("{tag}", "{one.value}")')
                                  for one in variants)
                members = [one.record.name for one in variants] + ["Dict[str, Any]"]
                return records + self.alias(declaration.name, members, comment + " A `dict` is one of a newer server.")
            case Union(members=members):
                return self.union(declaration, members, comment)
        raise AssertionError(declaration)

    def union(self, union: Union, members: list, comment: str) -> str:
        records = "".join(self.record(one.record.name, describe(one.record.name, one.record.description), one.record.fields,
                                      mark=f'KEY: ClassVar[str] = "{one.key}"') for one in members if one.record)
        parts = [one.record.name for one in members if one.record]
        parts += [f'Literal["{one.constant}"]' for one in members if one.constant]
        parts += [python(one.type) for one in members if one.type]
        others = ["Dict[str, Any]"] if any(one.record for one in members) else []
        others += ["str"] if any(one.constant for one in members) else []
        return records + self.alias(union.name, parts + others, comment)

    @staticmethod
    def alias(name: str, members: list[str], comment: str) -> str:
        line = f"{name} = Union[{', '.join(members)}]\n"
        if len(line) > WIDTH:
            line = f"{name} = Union[\n" + "".join(f"    {member},\n" for member in members) + "]\n"
        return f"\n\n{line}" + documented(comment, 0)

    @staticmethod
    def record(name: str, comment: str, fields: list[Field], mark: str = "", *, is_request: bool = False) -> str:
        code = f"\n\n@dataclass\nclass {name}:\n" + documented(comment, 4)
        code += f"\n    {mark}\n" if mark else ""
        # A field without a default cannot follow one with a default.
        for field in sorted(fields, key=lambda field: not field.is_required):
            annotation = GIVEN.get(field.type.kind, python(field.type)) if is_request else python(field.type)
            if not field.is_required:
                annotation = f"{optional(annotation)} = None"
            elif field.is_nullable:
                annotation = optional(annotation)
            code += f"\n    {identifier(field.name)}: {annotation}\n"
            code += documented(sentence(field.description), 4) if field.description else ""
        return code


class CallWriter:
    """Writes the operations, as methods of the client and of the async client."""

    def __init__(self, api: Api) -> None:
        self.api = api

    @staticmethod
    def class_name(group: str, *, is_async: bool) -> str:
        return f"{'Async' if is_async else ''}{group.title()}Operations"

    def index(self) -> str:
        groups = self.api.operation_groups()
        code = HEADER.format("The operations of the API, as methods.")
        for is_async in (False, True):
            for group in groups:
                name = self.class_name(group, is_async=is_async)
                code += f"from .{'async_' if is_async else ''}{group} import {name}\n"
        for is_async in (False, True):
            name = "AsyncOperations" if is_async else "Operations"
            parents = "".join(f"    {self.class_name(group, is_async=is_async)},\n" for group in groups)
            code += f'\n\nclass {name}(\n{parents}):\n    """All operations of the API."""\n'
        return code

    # --- Endpoints -------------------------------------------------------------------------------------------

    def endpoints(self) -> str:
        code = "".join(self.endpoint(operation) for operation in self.api.operations)
        places = {**STANDARD, "Endpoint": ".._endpoint", "ListEndpoint": ".._endpoint", "types": ".."}
        return HEADER.format("What distinguishes one operation from another.") + FUTURE + imports(code, places) + code

    def endpoint(self, operation: Operation) -> str:
        result = python(operation.result, "types.") if operation.result else "None"
        annotation, kind = f"Endpoint[{result}]", "Endpoint"
        if operation.page_items and operation.page_items.type.item:
            annotation, kind = f"ListEndpoint[{result}, {python(operation.page_items.type.item, 'types.')}]", "ListEndpoint"
        facts = [f'id="{operation.id}"', f'method="{operation.method}"', f'path="{operation.path}"', f"result={result}"]
        facts += [f'items="{operation.page_items.name}"'] if operation.page_items else []
        facts += [f'media_type="{operation.body.media_type}"'] if operation.body else []
        facts += ["is_text=True"] if operation.result and "json" not in operation.media_type else []
        facts += ["is_repeatable=True"] if operation.has_effect_of_one else []
        facts += ["takes_key=True"] if operation.is_idempotent_by_key else []
        facts += ["is_slow=True"] if operation.is_slow else []
        arguments = "".join(f"    {fact},\n" for fact in facts)
        return f"{snake(operation.id).upper()}: {annotation} = {kind}(\n{arguments})\n"

    # --- Methods ---------------------------------------------------------------------------------------------

    def group(self, group: str, *, is_async: bool) -> str:
        methods = "\n".join(self.method(operation, is_async=is_async) for operation in self.api.operations_in(group))
        core = "AsyncCore" if is_async else "Core"
        code = f"class {self.class_name(group, is_async=is_async)}({core}):\n    \"\"\"Operations of the group `{group}`.\"\"\"\n\n"
        places = {**STANDARD, core: ".._core", "Listing": ".._listing", "AsyncListing": ".._listing",
                  "EventStream": ".._events", "AsyncEventStream": ".._events", "Schedule": ".._schedule", "types": "..",
                  "endpoints": "."}
        places |= dict.fromkeys(("Duration", "UNSET", "Unset", "Version", "body", "patch"), ".._json")
        code += methods
        return HEADER.format(f"Operations of the group `{group}`.") + FUTURE + imports(code, places) + "\n" + code

    def method(self, operation: Operation, *, is_async: bool) -> str:
        positional, named = self.arguments(operation)
        parameters = ["self", *(f"{name}: {annotation}" for name, annotation, _ in positional)]
        parameters += ["*"] if named else []
        parameters += [f"{name}: {annotation} = {'UNSET' if 'Unset' in annotation else 'None'}" if annotation != "bool"
                       else f"{name}: bool = False" for name, annotation, _ in named]
        result, is_awaited = self.result(operation, is_async=is_async)
        is_coroutine = is_async and is_awaited
        head = f"    {'async ' if is_coroutine else ''}def {snake(operation.id)}("
        code = head + ", ".join(parameters) + f") -> {result}:\n"
        if len(code) > WIDTH:
            code = head + "\n" + "".join(f"        {one},\n" for one in parameters) + f"    ) -> {result}:\n"
        code += self.docstring(operation, positional + named)
        send = "_stream" if operation.is_event_stream else "_list" if operation.page_items else "_call"
        facts = [f"endpoints.{snake(operation.id).upper()}", *self.parts(operation)]
        call = f"{'await ' if is_coroutine else ''}self.{send}("
        line = f"        return {call}{', '.join(facts)})\n"
        if len(line) > WIDTH:
            line = f"        return {call}\n" + "".join(f"            {fact},\n" for fact in facts) + "        )\n"
        return code + line

    @staticmethod
    def result(operation: Operation, *, is_async: bool) -> tuple[str, bool]:
        """Returns the annotation of the result, and whether the async method is a coroutine."""
        prefix = "Async" if is_async else ""
        if operation.is_event_stream:
            return f"{prefix}EventStream", False
        result = python(operation.result, "types.") if operation.result else "None"
        if operation.page_items and operation.page_items.type.item:
            return f"{prefix}Listing[{result}, {python(operation.page_items.type.item, 'types.')}]", False
        return result, True

    @staticmethod
    def given(type: Type) -> str:
        return python(type, "types.", is_given=True)

    def arguments(self, operation: Operation) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
        """Returns the positional and the named parameters: name, annotation and description."""
        positional = [(identifier(one.name), self.given(one.type), one.description) for one in operation.positional]
        named = [(identifier(one.name), optional(self.given(one.type)), one.description) for one in operation.options]
        if operation.flat_body:
            positional += [(identifier(one.name), optional(self.given(one.type)) if one.is_nullable else self.given(one.type),
                            one.description) for one in operation.flat_body.required()]
            for one in operation.flat_body.optional():
                annotation = optional(self.given(one.type))
                if is_merged(operation):
                    members = [self.given(one.type)] + (["None"] if one.is_nullable else []) + ["Unset"]
                    annotation = f"Union[{', '.join(members)}]"
                named.append((identifier(one.name), annotation, one.description))
        elif operation.body:
            annotation = self.given(operation.body.type)
            annotation = f"Union[{annotation}, Schedule]" if self.is_buildable(operation) else annotation
            positional.append((operation.body_name, annotation, "The body of the request."))
        version = "Optional[Version]"
        named += [("if_match", version, "Change only this version: a revision, or an entity tag. Any other is a `Conflict`.")
                  ] if operation.is_conditional else []
        named += [("create_only", "bool", "Create only: anything under this name is a `Conflict`.")] if operation.is_creating else []
        named += [("if_none_match", version, "The version that the caller has. If it is current, `NotModified` is raised.")
                  ] if operation.is_cacheable else []
        named += [("idempotency_key", "Optional[str]", "Repeating a request with the same key has no further effect. "
                   "Default: generated.")] if operation.is_idempotent_by_key else []
        named += [("last_event_id", "Optional[str]", "Continue after the event with this ID.")] if operation.is_event_stream else []
        return positional, named

    def is_buildable(self, operation: Operation) -> bool:
        """Returns whether a schedule builder can be the body."""
        return bool(operation.body) and isinstance(self.api.declarations.get(operation.body.type.name), Forms)

    @staticmethod
    def docstring(operation: Operation, arguments: list[tuple[str, str, str]]) -> str:
        lines = wrap((third_person(operation.summary) + "\n\n" + operation.description).replace("\\", "\\\\"), WIDTH - 8)
        described = [(name, text) for name, _, text in arguments if text]
        if described:
            lines += ["", "Args:"]
            for name, text in described:
                first, *rest = wrap(f"{name}: {sentence(text)}".replace("\\", "\\\\"), WIDTH - 16)
                lines += [f"    {first}", *(f"        {line}".rstrip() for line in rest)]
        if len(lines) == 1:
            return f'        """{lines[0]}"""\n'
        text = "\n".join(f"        {line}".rstrip() for line in lines).lstrip()
        return f'        """{text}\n        """\n'

    def parts(self, operation: Operation) -> list[str]:
        """Returns the arguments of the call: what the request contains."""
        parts = []
        if operation.path_parameters:
            parts.append("path=(" + "".join(f"{identifier(one.name)}, " for one in operation.path_parameters).rstrip() + ")")
        if operation.query:
            parts.append("query=" + self.pairs(operation.query))
        if operation.flat_body:
            required, others = operation.flat_body.required(), operation.flat_body.optional()
            if is_merged(operation):
                parts.append(f"body=patch({self.pairs(required + others)})")
            else:
                parts.append("body=" + f"body({self.pairs(required)}, {self.pairs(others)})"
                             + ("" if operation.body and operation.body.is_required else " or None"))
        elif operation.body:
            build = f".for_type(types.{operation.body.type.name})"
            parts.append(f"body={operation.body_name}{build} if isinstance({operation.body_name}, Schedule) "
                         f"else {operation.body_name}" if self.is_buildable(operation) else f"body={operation.body_name}")
        parts += ["if_match=if_match"] if operation.is_conditional else []
        parts += ["create_only=create_only"] if operation.is_creating else []
        parts += ["if_none_match=if_none_match"] if operation.is_cacheable else []
        parts += ["idempotency_key=idempotency_key"] if operation.is_idempotent_by_key else []
        return parts + (["last_event_id=last_event_id"] if operation.is_event_stream else [])

    @staticmethod
    def pairs(fields: list[Field]) -> str:
        return "{" + ", ".join(f'"{one.name}": {identifier(one.name)}' for one in fields) + "}"
