"""Writes the generated modules of the Rust client: `types`, `operations`, and the calls of its test."""

from __future__ import annotations

import re

from .document import is_merged, pascal, snake
from .model import Api, Choice, Declaration, Field, Forms, Operation, Record, Tagged, Type, Union, mentions
from .text import describe, outside_code, sentence, third_person, wrap

WIDTH = 120
HEADER = "// Generated from console/openapi.json by `make clients`. Do not edit.\n\n"
# A constructor with more arguments would be hard to read: such records start empty and are filled by name.
ARGUMENTS_MAX = 3
# Fields whose names are keywords in Rust.
FIELDS = {"type": "kind"}
# Values that are no identifiers.
IDENTIFIERS = {"4-4-5": "FourFourFive"}
SCALARS = {"text": "String", "number": "f64", "boolean": "bool", "instant": "Timestamp", "date": "Date",
           "duration": "Seconds", "any": "Value"}
# Arguments that are converted to the type of their field.
CONVERTED = ("text", "duration", "any", "named")
# Where the names in generated code come from.
USES = {"BTreeMap": "std::collections", "Timestamp": "jiff", "Date": "jiff::civil", "Value": "serde_json",
        "Seconds": "crate::values", "OneOrMany": "crate::values"}
# Methods of every call, which no parameter may be named like.
RESERVED = {"response", "items", "pages", "if_match", "if_none_match", "create_only", "idempotency_key", "if_changed"}


def write(api: Api) -> dict[str, str]:
    """Returns the generated files by their path in `clients/rust`."""
    return Writer(api).files()


def identifier(name: str) -> str:
    return FIELDS.get(name, snake(name))


def variant(value: str) -> str:
    return IDENTIFIERS.get(value, pascal(value))


def integer(type: Type) -> str:
    if type.minimum is None or type.minimum < 0:
        return "i64"
    return "u32" if type.maximum is not None and type.maximum < 2**32 else "u64"


def rust(type: Type) -> str:
    """Returns the type of a field."""
    match type.kind:
        case "integer":
            return integer(type)
        case "named":
            return type.name
        case "list" | "one_or_many":
            return f"Vec<{rust(type.item or type)}>"
        case "map":
            return f"BTreeMap<String, {rust(type.item or type)}>"
    return SCALARS[type.kind]


def argument(type: Type) -> str:
    """Returns the type of an argument that becomes a value of a type."""
    if type.kind in ("list", "one_or_many") and type.item:
        return f"impl IntoIterator<Item = {argument(type.item)}>"
    if type.kind == "map" and type.item:
        return f"impl IntoIterator<Item = (impl Into<String>, {argument(type.item)})>"
    return f"impl Into<{rust(type)}>" if type.kind in CONVERTED else rust(type)


def conversion(type: Type, name: str) -> str:
    """Returns the expression that turns an argument into a value of a type."""
    if type.kind in ("list", "one_or_many") and type.item:
        map = ".map(Into::into)" if type.item.kind in CONVERTED else ""
        return f"{name}.into_iter(){map}.collect::<{rust(type)}>()"
    if type.kind == "map" and type.item:
        pair = f"(name.into(), {conversion(type.item, 'value')})"
        return f"{name}.into_iter().map(|(name, value)| {pair}).collect::<{rust(type)}>()"
    return f"{name}.into()" if type.kind in CONVERTED else name


def documented(text: str, indent: int = 0) -> str:
    """Returns a doc comment. Brackets outside of code would be read as links."""
    pad = " " * indent
    escaped = outside_code(text, r"([\[\]<>])", r"\\\1")
    return "".join(f"{pad}/// {line}".rstrip() + "\n" for line in wrap(escaped, WIDTH - indent - 4))


def uses(code: str, places: dict[str, str]) -> str:
    """Returns the imports of a file, in three groups: std, other crates, own."""
    plain = "\n".join(line for line in code.splitlines() if not line.lstrip().startswith("///"))
    found: dict[str, list[str]] = {}
    for name, place in places.items():
        if re.search(rf"(?<![\w\"`:-]){name}\b", plain):
            found.setdefault(place, []).append(name)
    groups: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for place, names in sorted(found.items()):
        inner = names[0] if len(names) == 1 else "{" + ", ".join(sorted(names)) + "}"
        groups[0 if place.startswith("std") else 2 if place.startswith(("crate", "super")) else 1].append(
            f"use {place}::{inner};\n")
    return "".join("".join(group) + "\n" for group in groups.values() if group)


class Writer:
    def __init__(self, api: Api) -> None:
        self.api = api
        flat = {operation.flat_body.name for operation in api.operations if self.is_flat(operation) and operation.flat_body}
        self.declarations = {name: one for name, one in api.declarations.items() if name not in flat}
        self.groups = {name: f"super::{one.group}" for name, one in self.declarations.items()}
        for one in self.declarations.values():
            for record in self.inner_records(one):
                self.groups[record.name] = f"super::{one.group}"

    @staticmethod
    def is_flat(operation: Operation) -> bool:
        """Returns whether the fields of the body are set on the call: if none of them is required."""
        return operation.flat_body is not None and not operation.flat_body.required()

    @staticmethod
    def inner_records(declaration: Declaration) -> list[Record]:
        """Returns the records that a declaration contains."""
        match declaration:
            case Tagged(variants=variants):
                return [one.record for one in variants if one.record.fields]
            case Union(members=members):
                return [one.record for one in members if one.record]
        return []

    def files(self) -> dict[str, str]:
        files = {"src/generated/types/mod.rs": self.type_index(), "src/generated/operations/mod.rs": self.operation_index()}
        for group in self.api.type_groups():
            files[f"src/generated/types/{group}.rs"] = self.types(group)
        for group in self.api.operation_groups():
            files[f"src/generated/operations/{group}.rs"] = self.operations(group)
        files["tests/operations/calls.rs"] = self.test_calls()
        return files

    # --- Types -----------------------------------------------------------------------------------------------

    def type_index(self) -> str:
        code = HEADER + "//! The types of the API's requests and responses.\n\n"
        groups = self.api.type_groups()
        code += "".join(f"mod {group};\n" for group in groups) + "\n"
        for group in groups:
            names = sorted(name for name, place in self.groups.items() if place == f"super::{group}")
            code += f"pub use {group}::{{{', '.join(names)}}};\n"
        return code

    def types(self, group: str) -> str:
        code = ""
        for declaration in self.api.declared_in(group):
            if declaration.name in self.declarations:
                code += self.declared(declaration)
        mentioned = {name for one in self.api.declared_in(group) for name in mentions(one)}
        others = {name: place for name, place in self.groups.items() if name in mentioned and place != f"super::{group}"}
        serde = {"Deserialize": "serde", "Deserializer": "serde", "Serialize": "serde", "Serializer": "serde",
                 "text_enum": "crate::text_enum", "read_member": "crate::values"}
        return HEADER + f"//! Types of the group `{group}`.\n\n" + uses(code, {**USES, **serde, **others}) + code

    def declared(self, declaration: Declaration) -> str:
        comment = documented(describe(declaration.name, declaration.description))
        match declaration:
            case Record():
                return comment + self.record(declaration)
            case Choice(values=values):
                lines = "".join(f'        {variant(value)} = "{value}",\n' for value in values)
                comment = documented(describe(declaration.name, declaration.description), 4)
                return f"text_enum! {{\n{comment}    {declaration.name} {{\n{lines}    }}\n}}\n\n"
            case Forms():
                return comment + self.forms(declaration)
            case Tagged():
                return comment + self.tagged(declaration)
            case Union():
                return comment + self.union(declaration)
        raise AssertionError(declaration)

    def struct(self, name: str, fields: list[Field]) -> str:
        can_be_empty = not any(field.is_required for field in fields) or self.is_filled_by_name(fields)
        default = "Default, " if can_be_empty else ""
        code = f"#[derive(Clone, Debug, {default}PartialEq, Serialize, Deserialize)]\n#[non_exhaustive]\n"
        code += f"pub struct {name} {{\n"
        for field in fields:
            code += documented(sentence(field.description), 4)
            options = []
            if identifier(field.name) != field.name:
                options.append(f'rename = "{field.name}"')
            of_type = "OneOrMany<" + rust(field.type)[4:] if field.type.kind == "one_or_many" else rust(field.type)
            if not field.is_required:
                options.append('skip_serializing_if = "Option::is_none"')
                of_type = f"Option<{of_type}>"
            code += f"    #[serde({', '.join(options)})]\n" if options else ""
            code += f"    pub {identifier(field.name)}: {of_type},\n"
        return code + "}\n\n"

    @staticmethod
    def is_filled_by_name(fields: list[Field]) -> bool:
        return sum(field.is_required for field in fields) > ARGUMENTS_MAX and all(
            field.type.kind in ("text", "any", "map", "list") for field in fields if field.is_required)

    def record(self, record: Record, is_request: bool | None = None) -> str:
        code = self.struct(record.name, record.fields)
        if not (record.in_requests if is_request is None else is_request):
            return code
        body, settable = "", record.fields
        if not self.is_filled_by_name(record.fields):
            settable = record.optional()
            if record.required():
                body += self.constructor("new", "Creates the value with its required fields.", record.required(), record.fields)
        body += self.setters(settable)
        return code + (f"impl {record.name} {{\n{body}}}\n\n" if body else "")

    def constructor(self, name: str, comment: str, given: list[Field], fields: list[Field]) -> str:
        arguments = ", ".join(f"{identifier(field.name)}: {argument(field.type)}" for field in given)
        code = documented(comment, 4) + f"    pub fn {name}({arguments}) -> Self {{\n        Self {{\n"
        for field in fields:
            value = "None"
            if field in given or field.name in {one.name for one in given}:
                value = self.stored(field.type, identifier(field.name))
                value = value if field.is_required else f"Some({value})"
            name = identifier(field.name)
            code += f"            {name},\n" if value == name else f"            {name}: {value},\n"
        return code + "        }\n    }\n\n"

    @staticmethod
    def stored(type: Type, name: str) -> str:
        converted = conversion(type, name)
        return f"OneOrMany({converted})" if type.kind == "one_or_many" else converted

    def setters(self, fields: list[Field]) -> str:
        code = ""
        for field in fields:
            name = identifier(field.name)
            value = self.stored(field.type, name)
            value = value if field.is_required else f"Some({value})"
            code += documented(f"Sets `{field.name}`: {self.beginning(field.description)}", 4)
            code += f"    #[must_use]\n    pub fn with_{name}(mut self, {name}: {argument(field.type)}) -> Self {{\n"
            code += f"        self.{name} = {value};\n        self\n    }}\n\n"
        return code

    @staticmethod
    def beginning(description: str) -> str:
        """Returns the first sentence of a description, as the end of another one."""
        first = re.split(r"(?<=[.])\s", description.strip())[0]
        is_word = len(first) > 1 and first[0].isupper() and first[1].islower()
        return sentence(first[0].lower() + first[1:] if is_word else first)

    def forms(self, forms: Forms) -> str:
        fields = forms.all_fields()
        required = [field for field in forms.common if field.is_required]
        # The form is known by its own required field, so the constructors set it.
        decisive = {field.name for form in forms.forms for field in form.own if field.is_required}
        body = ""
        for form in forms.forms:
            own = [field for field in form.own if field.is_required]
            comment = f"Creates the value in its {form.title.lower()}, with `{own[0].name}`."
            body += self.constructor(identifier(own[0].name), comment, own + required, fields)
        body += self.setters([field for field in fields if not field.is_required and field.name not in decisive])
        return self.struct(forms.name, fields) + f"impl {forms.name} {{\n{body}}}\n\n"

    def tagged(self, tagged: Tagged) -> str:
        code = f'#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n#[serde(tag = "{tagged.tag}")]\n#[non_exhaustive]\n'
        code += f"pub enum {tagged.name} {{\n"
        for one in tagged.variants:
            inner = f"({one.record.name})" if one.record.fields else ""
            code += documented(describe(one.record.name, one.record.description), 4)
            code += f'    #[serde(rename = "{one.value}")]\n    {variant(one.value)}{inner},\n'
        code += "    /// A value of a newer server.\n    #[serde(untagged)]\n    Other(Value),\n}\n\n"
        for one in tagged.variants:
            if one.record.fields:
                code += documented(describe(one.record.name, one.record.description)) + self.record(one.record, is_request=True)
                code += self.into(tagged.name, variant(one.value), one.record.name)
        return code

    @staticmethod
    def into(name: str, variant: str, source: str, value: str = "value") -> str:
        return f"impl From<{source}> for {name} {{\n    fn from(value: {source}) -> Self {{\n" \
               f"        Self::{variant}({value})\n    }}\n}}\n\n"

    def union(self, union: Union) -> str:
        """Writes a type whose alternatives have different shapes. Serde's own support cannot tell constants apart."""
        variants, writes, reads, records = "", "", "", ""
        names: set[str] = set()
        for member in union.members:
            if member.constant:
                name = variant(member.constant)
                variants += f"    /// The text `{member.constant}`.\n    {name},\n"
                writes += f'            Self::{name} => serializer.serialize_str("{member.constant}"),\n'
                reads += f'            Value::String(text) if text == "{member.constant}" => Ok(Self::{name}),\n'
            elif member.record:
                name = variant(member.key) + ("With" if variant(member.key) in names else "")
                comment = describe(member.record.name, member.record.description)
                variants += documented(comment, 4) + f"    {name}({member.record.name}),\n"
                writes += f"            Self::{name}(value) => value.serialize(serializer),\n"
                reads += f'            Value::Object(fields) if fields.contains_key("{member.key}") => ' \
                         f"read_member(&value).map(Self::{name}),\n"
                records += documented(comment) + self.record(member.record, is_request=True)
                records += self.into(union.name, name, member.record.name)
            elif member.type:
                name, shape = ("Text", "String(_)") if member.type.kind == "text" else ("Integer", "Number(_)")
                variants += f"    /// As {'text' if name == 'Text' else 'a number'}.\n    {name}({rust(member.type)}),\n"
                writes += f"            Self::{name}(value) => value.serialize(serializer),\n"
                reads += f"            Value::{shape} => read_member(&value).map(Self::{name}),\n"
            names.add(name)
        code = f"#[derive(Clone, Debug, PartialEq)]\n#[non_exhaustive]\npub enum {union.name} {{\n{variants}"
        code += "    /// A value of a newer server.\n    Other(Value),\n}\n\n"
        code += f"impl Serialize for {union.name} {{\n" \
                "    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {\n        match self {\n" \
                f"{writes}            Self::Other(value) => value.serialize(serializer),\n        }}\n    }}\n}}\n\n"
        code += f"impl<'de> Deserialize<'de> for {union.name} {{\n" \
                "    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {\n" \
                "        let value = Value::deserialize(deserializer)?;\n        match &value {\n" \
                f"{reads}            _ => Ok(Self::Other(value)),\n        }}\n    }}\n}}\n\n"
        return code + records

    # --- Operations ------------------------------------------------------------------------------------------

    def operation_index(self) -> str:
        code = HEADER + "//! The operations of the API. Each is a type that a [`Call`](crate::Call) is generic over.\n\n"
        groups = self.api.operation_groups()
        code += "".join(f"mod {group};\n" for group in groups) + "\n"
        for group in groups:
            names = sorted(pascal(operation.id) for operation in self.api.operations_in(group))
            code += f"pub use {group}::{{{', '.join(names)}}};\n"
        return code

    def operations(self, group: str) -> str:
        operations = self.api.operations_in(group)
        methods = "".join(self.method(operation) for operation in operations)
        code = f"impl Client {{\n{methods}}}\n\n"
        code += "".join(self.marker(operation) for operation in operations)
        types = {name: "crate::types" for operation in operations for name in operation.mentions()}
        own = {"Client": "crate::client", "Call": "crate::call", "endpoint": "crate::call", "Borrow": "std::borrow"}
        return HEADER + f"//! Operations of the group `{group}`.\n\n" + uses(code, {**USES, **types, **own}) + code

    def method(self, operation: Operation) -> str:
        positional = [(identifier(field.name), self.given(field.type)) for field in operation.positional]
        flat = self.is_flat(operation)
        body = operation.body if not flat else None
        call = f"self.call::<{pascal(operation.id)}>(&[{', '.join(f'&{identifier(f.name)}' for f in operation.path_parameters)}])"
        for field in operation.query:
            if field.is_required:
                call += f'.parameter("{field.name}", {identifier(field.name)})'
        if body and body.type.kind == "named":
            name = operation.body_name
            positional.append((name, f"impl Borrow<{body.type.name}>"))
            call += f".body_json({name}.borrow())"
        elif body:
            positional.append(("text", "impl Into<String>"))
            call += ".body_text(text)"
        elif flat and operation.body and operation.body.is_required:
            call += ".body_object()"
        arguments = "".join(f", {name}: {type}" for name, type in positional)
        comment = third_person(operation.summary) + "\n\n" + operation.description
        return documented(comment, 4) + \
            f"    pub fn {snake(operation.id)}(&self{arguments}) -> Call<{pascal(operation.id)}> {{\n        {call}\n    }}\n\n"

    @staticmethod
    def given(type: Type) -> str:
        """Returns the type of an argument that becomes a part of the path or the query."""
        return "&str" if type.kind == "text" else rust(type)

    def marker(self, operation: Operation) -> str:
        name = pascal(operation.id)
        abilities = [("Listing", operation.page_items), ("Keyed", operation.is_idempotent_by_key),
                     ("Conditional", operation.is_conditional), ("Creating", operation.is_creating),
                     ("Cacheable", operation.is_cacheable)]
        code = f'endpoint! {{\n    {name} = "{operation.id}" {operation.method} "{operation.path}";\n'
        flags = [("repeatable", operation.has_effect_of_one),
                 ("keyed", operation.is_idempotent_by_key), ("slow", operation.is_slow)]
        media_type = operation.body.media_type if operation.body else ""
        code += f'    media "{media_type}", ' + ", ".join(f"{flag} {str(is_set).lower()}" for flag, is_set in flags) + ";\n"
        if not operation.is_event_stream:
            output = "()" if operation.result is None else rust(operation.result)
            read = "nothing" if operation.result is None else "json" if "json" in operation.media_type else "text"
            code += f"    -> {output} as {read};\n"
        for ability, has in abilities:
            if isinstance(has, Field) and has.type.item:
                code += f"    {ability}({rust(has.type.item)}, {has.name});\n"
            elif has:
                code += f"    {ability};\n"
        code += "}\n\n"
        body = "".join(self.query_setter(field) for field in operation.options)
        if self.is_flat(operation) and operation.flat_body:
            body += "".join(self.body_setters(operation, field) for field in operation.flat_body.fields)
        if operation.is_event_stream:
            body += documented("Continues after the event with this ID.", 4) + "    pub fn last_event_id(self, id: &str) -> Self {\n        self.request_header(\"Last-Event-ID\", id)\n    }\n\n"
        return code + (f"impl Call<{name}> {{\n{body}}}\n\n" if body else "")

    def query_setter(self, field: Field) -> str:
        name = self.free(field)
        value = f"{name}.as_str()" if field.type.kind == "named" else name
        given = "impl Into<" + field.type.name + ">" if field.type.kind == "named" else self.given(field.type)
        value = f"{name}.into().as_str()" if field.type.kind == "named" else value
        return documented(sentence(field.description), 4) + f"    pub fn {name}(self, {name}: {given}) -> Self {{\n        self.parameter(\"{field.name}\", {value})\n    }}\n\n"

    def body_setters(self, operation: Operation, field: Field) -> str:
        name = self.free(field)
        code = documented(sentence(field.description), 4) + f"    pub fn {name}(self, {name}: {argument(field.type)}) -> Self {{\n" \
            f"        self.body_field(\"{field.name}\", {self.typed(field.type, name)})\n    }}\n\n"
        if is_merged(operation) and field.is_nullable:
            code += documented(f"Clears `{field.name}`: sends null.", 4) +     f"    pub fn clear_{name}(self) -> Self {{\n        self.body_field(\"{field.name}\", Value::Null)\n    }}\n\n"
        return code

    @staticmethod
    def typed(type: Type, name: str) -> str:
        """Returns an argument as a value whose type the compiler knows."""
        return f"Into::<{rust(type)}>::into({name})" if type.kind in CONVERTED else conversion(type, name)

    def free(self, field: Field) -> str:
        name = identifier(field.name)
        if name in RESERVED:
            raise SystemExit(f"error: the parameter {field.name} has the name of a method of every call")
        return name

    # --- Test ------------------------------------------------------------------------------------------------

    def test_calls(self) -> str:
        """Writes a function that calls every operation with the sample values of a test."""
        body = ""
        for operation in self.api.operations:
            given = [f"&sample.text(\"{field.name}\")" if field.type.kind == "text" else f"sample.value(\"{field.name}\")"
                     for field in operation.positional]
            flat = self.is_flat(operation)
            if operation.body and not flat:
                is_json = operation.body.type.kind == "named"
                given.append("sample.body::<types::" + operation.body.type.name + ">()" if is_json else "sample.body::<String>()")
            body += f'    sample.begin("{operation.id}").await;\n'
            call = f"client.{snake(operation.id)}({', '.join(given)})"
            for field in operation.options:
                value = f"&sample.text(\"{field.name}\")" if field.type.kind == "text" else f"sample.value::<{self.sampled(field.type)}>(\"{field.name}\")"
                call += f".{identifier(field.name)}({value})"
            for field in operation.flat_body.fields if flat and operation.flat_body else []:
                call += f".{identifier(field.name)}(sample.field::<{self.sampled(field.type)}>(\"{field.name}\"))"
            call += '.idempotency_key("key")' if operation.is_idempotent_by_key else ""
            call += ".if_match(3)" if operation.is_conditional else ""
            if operation.is_event_stream:
                body += f'    sample.check_stream({call}.last_event_id("era-1").await).await;\n'
            else:
                body += f"    sample.check({call}.response().await);\n"
        return HEADER + "//! Calls of every operation.\n\nuse refrain_client::{Client, types};\n\n" \
            "use crate::sample::Sample;\n\n/// Calls every operation once, with all parameters.\n" \
            f"pub(crate) async fn call_all(client: &Client, sample: &mut Sample<'_>) {{\n{body}}}\n"

    def sampled(self, type: Type) -> str:
        name = rust(type)
        name = re.sub(r"\bTimestamp\b", "refrain_client::jiff::Timestamp", name)
        name = re.sub(r"\bDate\b", "refrain_client::jiff::civil::Date", name)
        name = re.sub(r"\bBTreeMap\b", "std::collections::BTreeMap", name)
        name = re.sub(r"\bValue\b", "serde_json::Value", name)
        name = re.sub(r"\bSeconds\b", "refrain_client::Seconds", name)
        return re.sub(r"\b(" + "|".join(self.groups) + r")\b", r"types::\1", name)
