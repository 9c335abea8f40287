"""Writes the generated classes of the Java client: types, options and operations."""

from __future__ import annotations

import re

from .document import fail, is_merged, pascal, snake, words
from .model import Api, Choice, Declaration, Field, Forms, Operation, Record, Tagged, Type, Union
from .text import describe, outside_code, sentence, third_person, wrap

WIDTH = 110
HEADER = "// Generated from console/openapi.json by `make clients`. Do not edit.\n"
FOLDER = "src/main/java/refrain"
SCALARS = {"text": "String", "number": "double", "boolean": "boolean", "integer": "long", "instant": "Instant", "date": "LocalDate",
           "duration": "Duration", "any": "Object"}
BOXES = {"double": "Double", "boolean": "Boolean", "long": "Long"}
PLACES = {"Instant": "java.time", "LocalDate": "java.time", "Duration": "java.time", "List": "java.util", "Map": "java.util",
          "Patch": "refrain", "TextValue": "refrain", "Required": "refrain", "Alternative": "refrain", "Alternatives": "refrain"}
# Words of the language, and methods of every object, which the fields of a record cannot replace.
RESERVED = {"abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue", "default", "do",
            "double", "else", "enum", "extends", "final", "finally", "float", "for", "goto", "if", "implements", "import",
            "instanceof", "int", "interface", "long", "native", "new", "null", "package", "private", "protected", "public",
            "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient",
            "true", "false", "try", "void", "volatile", "while", "clone", "finalize", "hashCode", "notify", "toString", "wait"}


def write(api: Api) -> dict[str, str]:
    """Returns the generated files by their path in `clients/java`."""
    types, calls = TypeWriter(api), CallWriter(api)
    files: dict[str, str] = {}
    for one in api.declarations.values():
        files |= types.declared(one)
    for operation in api.operations:
        files |= types.options(operation)
    files = {f"{FOLDER}/types/{name}.java": text for name, text in files.items()}
    return files | {f"{FOLDER}/{calls.class_name(group)}.java": calls.group(group) for group in api.operation_groups()}


def camel(name: str) -> str:
    """Returns the name of a field or of a method. The client derives the name in JSON from it."""
    first, *others = words(name)
    found = first + "".join(word.capitalize() for word in others)
    if snake(found) != snake(name):
        fail(name, "cannot be derived from its name in Java")
    return f"{found}_" if found in RESERVED else found


def constant(name: str) -> str:
    found = "_".join(words(name)).upper()
    return f"_{found}" if found[0].isdigit() else found


def documented(text: str, indent: int = 0, parameters: list[tuple[str, str]] | None = None) -> str:
    """Returns a doc comment."""
    pad = " " * indent
    lines = wrap(escaped(text), WIDTH - indent - 7)
    lines = [f"<p>{line}" if index and not lines[index - 1] else line for index, line in enumerate(lines)]
    described = [(name, meaning) for name, meaning in parameters or [] if meaning]
    if described:
        lines.append("")
        for name, meaning in described:
            first, *rest = wrap(f"@param {name} {escaped(sentence(meaning))}", WIDTH - indent - 11)
            lines += [first, *(f"    {line}" if line else "" for line in rest)]
    if len(lines) == 1:
        return f"{pad}/** {lines[0]} */\n"
    return f"{pad}/**\n" + "".join(f"{pad} * {line}".rstrip() + "\n" for line in lines) + f"{pad} */\n"


def escaped(text: str) -> str:
    """Returns a text as HTML, with its code as tags of Javadoc. No line ends inside of a tag."""
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("@", "&#64;")):
        text = outside_code(text, sign, entity)
    text = re.sub(r"`([^`]*)`", lambda code: "{@code\0" + code.group(1).replace(" ", "\0") + "}", text)
    return text.replace("*/", "*&#47;")


def spelled(type: Type, *, is_boxed: bool = False) -> str:
    """Returns the type of a field or of an argument."""
    item = spelled(type.item, is_boxed=True) if type.item else ""
    match type.kind:
        case "named":
            return type.name
        case "list" | "one_or_many":
            return f"List<{item}>"
        case "map":
            return f"Map<String, {item}>"
    return BOXES.get(SCALARS[type.kind], SCALARS[type.kind]) if is_boxed else SCALARS[type.kind]


def file(package: str, code: str, places: dict[str, str]) -> str:
    """Returns a file with the classes of other packages that its code uses."""
    plain = re.sub(r"/\*\*.*?\*/", "", code, flags=re.DOTALL)
    plain = re.sub(r'"[^"\n]*"', "", plain)
    names = [name for name in places if re.search(rf"(?<![\w.]){name}\b", plain)]
    lines = sorted(f"import {places[name]}.{name};\n" for name in names if places[name] != package)
    imports = "".join(lines) + "\n" if lines else ""
    return f"{HEADER}package {package};\n\n{imports}{code.rstrip()}\n"


def listed(head: str, items: list[str], tail: str, indent: int) -> str:
    """Returns a list in parentheses, with one item per line if they do not fit on one."""
    line = f"{head}({', '.join(items)}){tail}"
    if indent + len(line) <= WIDTH:
        return line
    pad = " " * (indent + 8)
    return f"{head}(\n" + ",\n".join(f"{pad}{item}" for item in items) + f"){tail}"


class TypeWriter:
    """Writes the types of requests and responses, and the options of operations."""

    def __init__(self, api: Api) -> None:
        self.merged = {one.flat_body.name for one in api.operations if one.flat_body and is_merged(one)}

    def declared(self, declaration: Declaration) -> dict[str, str]:
        """Returns the files of a declaration by the names of their classes."""
        comment = describe(declaration.name, declaration.description)
        is_built = declaration.in_requests
        match declaration:
            case Record(fields=fields):
                is_merged = declaration.name in self.merged
                return self.record(declaration.name, comment, fields, is_built=is_built, is_merged=is_merged)
            case Forms():
                return self.record(declaration.name, comment, declaration.all_fields(), is_built=is_built)
            case Choice(values=values):
                return self.choice(declaration.name, comment, values)
            case Tagged(variants=variants, tag=tag):
                members = [(one.value, one.record) for one in variants]
                return self.alternatives(declaration, comment, members, f'tag = "{tag}", ')
            case Union(members=members):
                return self.alternatives(declaration, comment, [(one.key, one.record) for one in members if one.record], "",
                                         constants=[one.constant for one in members if one.constant],
                                         kinds=[one.type.kind for one in members if one.type])
        raise AssertionError(declaration)

    def options(self, operation: Operation) -> dict[str, str]:
        """Returns the class of the query parameters that a call may omit, if there are any."""
        if not operation.options:
            return {}
        comment = f"Options of `{operation.id}`. What is null is not sent."
        return self.record(f"{pascal(operation.id)}Options", comment, operation.options, is_built=True)

    @staticmethod
    def choice(name: str, comment: str, values: list[str]) -> dict[str, str]:
        code = documented(f"{comment} A newer server may have further values.", parameters=[("value", "Value in JSON.")])
        code += f"public record {name}(String value) implements TextValue {{\n"
        for value in values:
            code += documented(f"The value `{value}`.", 4)
            code += f'    public static final {name} {constant(value)} = new {name}("{value}");\n'
        return {name: file("refrain.types", code + "\n    @Override\n    public String toString() {\n        return value;\n    }\n}\n", PLACES)}

    def alternatives(self, declaration: Declaration, comment: str, members: list[tuple[str, Record]], tag: str,
                     constants: list[str] = [], kinds: list[str] = []) -> dict[str, str]:  # noqa: B006
        """Writes a sealed interface, its alternatives, and the one of a newer server."""
        name, unknown = declaration.name, f"Unknown{declaration.name}"
        files: dict[str, str] = {}
        factories = ""
        permitted = [record.name for _, record in members]
        for key, record in members:
            described = describe(record.name, record.description)
            files |= self.record(record.name, described, record.fields, is_built=declaration.in_requests, parent=name, key=key)
        scalars = [("Text", "String", "text")] if constants or "text" in kinds else []
        scalars += [("Integer", "long", "integer")] if "integer" in kinds else []
        for suffix, kind, word in scalars:
            permitted.append(name + suffix)
            known = f" Known value: `{constants[0]}`." if constants and suffix == "Text" else ""
            described = f"The alternative of `{name}` that is a {word}.{known}".replace("a integer", "an integer")
            files[name + suffix] = self.scalar(name + suffix, described, kind, name)
            factories += "\n" + documented(f"Returns the alternative that is a {word}.{known}".replace("a integer", "an integer"), 4)
            factories += f"    static {name} of({kind} value) {{\n        return new {name}{suffix}(value);\n    }}\n"
        permitted.append(unknown)
        described = f"An alternative of `{name}` of a newer server."
        files[unknown] = self.scalar(unknown, described, "Object", name)
        code = documented(comment) + f"@Alternatives({tag}unknown = {unknown}.class)\n"
        code += listed_names(f"public sealed interface {name} permits", permitted) + factories.lstrip("\n") + "}\n"
        files[name] = file("refrain.types", code, PLACES)
        return files

    @staticmethod
    def scalar(name: str, comment: str, kind: str, parent: str) -> str:
        text = ", TextValue" if kind == "String" else ""
        code = documented(comment, parameters=[("value", "Value in JSON.")])
        return file("refrain.types", f"{code}public record {name}({kind} value) implements {parent}{text} {{}}\n", PLACES)

    def record(self, name: str, comment: str, fields: list[Field], *, is_built: bool = False, is_merged: bool = False,
               parent: str = "", key: str = "") -> dict[str, str]:
        fields = sorted(fields, key=lambda field: not field.is_required)
        code = documented(comment, parameters=[(camel(field.name), field.description) for field in fields])
        code += f'@Alternative("{key}")\n' if parent else ""
        components = [f"{self.mark(field)}{self.component(field, is_merged)} {camel(field.name)}" for field in fields]
        code += listed(f"public record {name}", components, f" implements {parent} {{" if parent else " {", 0)
        optional = [field for field in fields if not field.is_required]
        if not is_built or not optional:
            return {name: file("refrain.types", code + "}\n", PLACES)}
        return {name: file("refrain.types", f"{code}\n{Builder(name, fields, is_merged=is_merged).code()}}}\n", PLACES)}

    @staticmethod
    def mark(field: Field) -> str:
        # A primitive value is always there.
        return "@Required " if field.is_required and spelled(field.type) not in BOXES else ""

    @staticmethod
    def component(field: Field, is_merged: bool) -> str:
        kind = spelled(field.type, is_boxed=not field.is_required)
        return f"Patch<{spelled(field.type, is_boxed=True)}>" if is_merged and field.is_nullable else kind


def listed_names(head: str, names: list[str]) -> str:
    line = f"{head} {', '.join(names)} {{\n"
    return line if len(line) <= WIDTH else f"{head}\n" + ",\n".join(f"        {name}" for name in names) + " {\n"


class Builder:
    """Writes the builder of a record. The fields that are required are arguments of its constructor."""

    def __init__(self, name: str, fields: list[Field], *, is_merged: bool) -> None:
        self.name, self.fields, self.is_merged = name, fields, is_merged
        self.required = [field for field in fields if field.is_required]

    def code(self) -> str:
        given = [f"{spelled(field.type)} {camel(field.name)}" for field in self.required]
        names = [camel(field.name) for field in self.required]
        parameters = [(camel(field.name), field.description) for field in self.required]
        what = "the required fields" if given else "no fields"
        code = documented(f"Returns a builder with {what}.", 4, parameters)
        code += "    " + listed("public static Builder builder", given, " {\n", 4)
        code += f"        return new Builder({', '.join(names)});\n    }}\n\n"
        code += documented(f"Builder of `{self.name}`.", 4) + "    public static final class Builder {\n"
        for field in self.fields:
            final = "final " if field.is_required else ""
            code += f"        private {final}{TypeWriter.component(field, self.is_merged)} {camel(field.name)};\n"
        code += "\n        " + listed("private Builder", given, " {", 8)
        code += ("\n" + "".join(f"            this.{name} = {name};\n" for name in names) + "        }\n") if names else "}\n"
        code += "".join(self.setter(field) for field in self.fields if not field.is_required)
        code += "\n" + documented("Returns the record.", 8)
        values = [camel(field.name) for field in self.fields]
        return code + f"        public {self.name} build() {{\n            " + listed(f"return new {self.name}", values, ";\n", 12) \
            + "        }\n    }\n"

    def setter(self, field: Field) -> str:
        name, kind = camel(field.name), spelled(field.type)
        is_patch = self.is_merged and field.is_nullable
        value = f"Patch.set({name})" if is_patch else name
        code = "\n" + (documented(sentence(field.description), 8) if field.description else "")
        code += f"        public Builder {name}({kind} {name}) {{\n            this.{name} = {value};\n            return this;\n        }}\n"
        if is_patch:
            clear = f"clear{name[0].upper()}{name[1:]}"
            code += "\n" + documented(f"Clears what is stored as `{field.name}`.", 8)
            code += f"        public Builder {clear}() {{\n            this.{name} = Patch.clear();\n            return this;\n        }}\n"
        return code


class CallWriter:
    """Writes the operations: a class for each group, which extends the one before."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.types = {name for one in api.declarations.values() for name in TypeWriter(api).declared(one)}
        self.types |= {f"{pascal(one.id)}Options" for one in api.operations if one.options}

    def class_name(self, group: str) -> str:
        # The last one has a name that does not depend on the groups.
        return "Operations" if group == self.api.operation_groups()[-1] else f"{pascal(group)}Operations"

    def group(self, group: str) -> str:
        operations, groups = self.api.operations_in(group), self.api.operation_groups()
        before = groups.index(group) - 1
        parent = self.class_name(groups[before]) if before >= 0 else "Core"
        code = documented(f"Operations of the group `{group}`.")
        code += f"abstract class {self.class_name(group)} extends {parent} {{\n"
        code += "".join(self.endpoint(one) for one in operations)
        code += "".join(self.methods(one) for one in operations) + "}\n"
        return file("refrain", code, PLACES | dict.fromkeys(self.types, "refrain.types"))

    @staticmethod
    def endpoint(operation: Operation) -> str:
        media_type = f'"{operation.body.media_type}"' if operation.body else "null"
        facts = [f'"{operation.id}"', f'"{operation.method}"', f'"{operation.path}"', media_type]
        traits = {"REPEATABLE": operation.has_effect_of_one, "KEYED": operation.is_idempotent_by_key,
                  "CONDITIONAL": operation.is_conditional, "CREATING": operation.is_creating, "CACHEABLE": operation.is_cacheable,
                  "STREAM": operation.is_event_stream, "SLOW": operation.is_slow}
        facts += [f"Endpoint.Trait.{name}" for name, is_set in traits.items() if is_set]
        return "    " + listed(f"private static final Endpoint {constant(operation.id)} = Endpoint.of", facts, ";\n", 4)

    def methods(self, operation: Operation) -> str:
        """Returns the method of an operation with all of its arguments, and those that need fewer."""
        positional = [(camel(field.name), spelled(field.type), field.description) for field in operation.positional]
        optional: list[tuple[str, str, str]] = []
        if operation.body:
            body = (operation.body_name, spelled(operation.body.type), "Body of the request.")
            (positional if operation.body.is_required else optional).append(body)
        if operation.options:
            optional.append(("options", f"{pascal(operation.id)}Options", "Parameters of the query."))
        result, send, further = self.result(operation)
        returned = "return " if result != "void" else ""
        call = self.call(operation)
        whole = [*positional, *optional, ("callOptions", "CallOptions", "Options of the call, such as a precondition.")]
        text = third_person(operation.summary) + "\n\n" + operation.description
        code = self.method(operation, documented(text, 4, [(name, meaning) for name, _, meaning in whole]), result, whole,
                           listed(f"{returned}{send}", [call, *further], "", 8))
        shorter = [[*positional, *optional], positional] if optional else [positional]
        for arguments in shorter:
            given = [name for name, *_ in arguments] + ["null" for _ in optional[len(arguments) - len(positional):]] + ["null"]
            link = f"{{@link #{camel(operation.id)}({', '.join(re.sub('<.*>', '', kind) for _, kind, _ in whole)})}}"
            text = f"    /** As {link}, with the defaults of what is left out. */\n"
            if len(text) > WIDTH:
                text = f"    /**\n     * As {link},\n     * with the defaults of what is left out.\n     */\n"
            code += self.method(operation, text, result, arguments, f"{returned}{camel(operation.id)}({', '.join(given)})")
        return code

    @staticmethod
    def call(operation: Operation) -> str:
        """Returns the call that is sent."""
        parts = [f"new Call({constant(operation.id)}, callOptions)"]
        if operation.path_parameters:
            parts.append(f".path({', '.join(camel(field.name) for field in operation.path_parameters)})")
        parts += [f'.query("{field.name}", {camel(field.name)})' for field in operation.query if field.is_required]
        parts += [".query(options)"] if operation.options else []
        parts += [f".body({operation.body_name})"] if operation.body else []
        is_short = sum(map(len, parts)) < WIDTH - 20
        return ("" if is_short else "\n" + " " * 24).join(parts)

    @staticmethod
    def method(operation: Operation, comment: str, result: str, arguments: list[tuple[str, str, str]], statement: str) -> str:
        spelled_out = [f"{kind} {name}" for name, kind, _ in arguments]
        return f"\n{comment}    " + listed(f"public {result} {camel(operation.id)}", spelled_out, " {\n", 4) \
            + f"        {statement};\n    }}\n"

    @staticmethod
    def result(operation: Operation) -> tuple[str, str, list[str]]:
        """Returns the type of what the operation returns, and the method that sends it, with its further arguments."""
        if operation.is_event_stream:
            return "EventStream", "stream", []
        if operation.result is None:
            return "void", "sendForNothing", []
        if "json" not in operation.media_type:
            return "String", "sendForText", []
        if operation.result.kind == "any":
            return "Object", "sendForJson", []
        result = spelled(operation.result)
        if operation.page_items and operation.page_items.type.item:
            item = spelled(operation.page_items.type.item)
            cursor = f"{result}::nextCursor"
            return f"Listing<{result}, {item}>", "list", [f"{result}.class", f"{result}::{camel(operation.page_items.name)}", cursor]
        return result, "send", [f"{result}.class"]
