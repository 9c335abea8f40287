"""What the writers of the languages work with: declarations of types, and operations.

Nothing in here depends on a language. `document` creates these objects from the OpenAPI document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Type:
    """Type of a field, a parameter or a body.

    `kind` is one of: text, integer, number, boolean, instant, date, duration, any, named, list, map, and
    one_or_many, which is a list that JSON may write as its only item.
    """

    kind: str
    name: str = ""
    item: Type | None = None
    minimum: float | None = None
    maximum: float | None = None

    def named(self) -> list[str]:
        """Returns the names of the declarations that the type mentions."""
        return [self.name] if self.kind == "named" else self.item.named() if self.item else []


TEXT = Type("text")
ANY = Type("any")


@dataclass(frozen=True)
class Field:
    """A field of a record, or a parameter of an operation. `name` is the one in JSON."""

    name: str
    type: Type
    is_required: bool
    is_nullable: bool
    description: str


@dataclass(kw_only=True)
class Declaration:
    """A named type."""

    name: str
    description: str
    group: str = ""
    in_requests: bool = False
    in_responses: bool = False


@dataclass(kw_only=True)
class Record(Declaration):
    """An object with known fields."""

    fields: list[Field]

    def required(self) -> list[Field]:
        return [field for field in self.fields if field.is_required]

    def optional(self) -> list[Field]:
        return [field for field in self.fields if not field.is_required]


@dataclass(kw_only=True)
class Choice(Declaration):
    """A text with known values. A newer server may have further ones."""

    values: list[str]


@dataclass(kw_only=True)
class Variant:
    """One alternative of a tagged type. `record` has the fields besides the tag."""

    value: str
    record: Record


@dataclass(kw_only=True)
class Tagged(Declaration):
    """One of several objects. The value of the field `tag` says which."""

    tag: str
    variants: list[Variant]


@dataclass(kw_only=True)
class Member:
    """One alternative of a union: a constant text, a scalar, or an object that is known by its key."""

    constant: str = ""
    type: Type | None = None
    key: str = ""
    record: Record | None = None


@dataclass(kw_only=True)
class Union(Declaration):
    """One of several alternatives of different shapes."""

    members: list[Member]


@dataclass(kw_only=True)
class Form:
    """One way to write an object that has several. `own` are the fields that no other form has."""

    title: str
    own: list[Field]


@dataclass(kw_only=True)
class Forms(Declaration):
    """An object that can be written in several ways, which share most fields."""

    common: list[Field]
    forms: list[Form]

    def all_fields(self) -> list[Field]:
        """Returns the fields of all forms. A field that only some forms have is optional."""
        fields = {field.name: field for field in self.common}
        for form in self.forms:
            for own in form.own:
                fields[own.name] = Field(own.name, own.type, False, own.is_nullable, own.description)
        return sorted(fields.values(), key=lambda field: field.name)


def types_of(declaration: Declaration) -> list[Type]:
    """Returns the types that a declaration mentions."""
    match declaration:
        case Record(fields=fields):
            return [field.type for field in fields]
        case Forms():
            return [field.type for field in declaration.all_fields()]
        case Tagged(variants=variants):
            return [field.type for variant in variants for field in variant.record.fields]
        case Union(members=members):
            records = [member.record for member in members if member.record]
            return [field.type for record in records for field in record.fields] + [
                member.type for member in members if member.type]
    return []


def mentions(declaration: Declaration) -> list[str]:
    """Returns the names of the declarations that another one mentions."""
    return [name for type in types_of(declaration) for name in type.named()]


@dataclass(kw_only=True)
class Body:
    """Body of a request."""

    type: Type
    media_type: str
    is_required: bool


@dataclass(kw_only=True)
class Operation:
    """An operation of the API."""

    id: str
    method: str
    path: str
    group: str
    summary: str
    description: str
    path_parameters: list[Field]
    query: list[Field]
    body: Body | None
    result: Type | None
    """None for a response without a body."""
    media_type: str
    is_idempotent_by_key: bool = False
    is_conditional: bool = False
    """Whether the request may name the version to change, with `If-Match`."""
    is_creating: bool = False
    """Whether the request may ask to create only, with `If-None-Match: *`."""
    is_cacheable: bool = False
    """Whether the request may name the version that the caller has, with `If-None-Match`."""
    is_event_stream: bool = False
    is_repeatable: bool = False
    """Whether a repeated request has the effect of one, though its method does not promise that."""
    is_slow: bool = False
    """Whether the operation waits by design: for work, or for a receiver."""
    page_items: Field | None = None
    """Field of the result with the items of a page."""
    flat_body: Record | None = None
    """The body as a record that only this operation uses."""

    def types(self) -> list[Type]:
        """Returns the types that the operation mentions."""
        types = [field.type for field in self.query + (self.flat_body.fields if self.flat_body else [])]
        types += [self.body.type] if self.body else []
        return types + ([self.result] if self.result else []) + ([self.page_items.type] if self.page_items else [])

    def mentions(self) -> list[str]:
        return [name for type in self.types() for name in type.named()]

    @property
    def has_effect_of_one(self) -> bool:
        """Returns whether a repeated request has the effect of one, if it has no precondition."""
        return self.method in ("GET", "PUT", "DELETE") or self.is_repeatable

    @property
    def body_name(self) -> str:
        """Returns a name for the body as an argument: the last word of its type."""
        if not self.body or self.body.type.kind != "named":
            return "text"
        return re.findall("[A-Z][a-z]*", self.body.type.name)[-1].lower()

    @property
    def positional(self) -> list[Field]:
        """Returns what every call must give, except the body."""
        return self.path_parameters + [field for field in self.query if field.is_required]

    @property
    def options(self) -> list[Field]:
        """Returns the query parameters that a call may omit."""
        return [field for field in self.query if not field.is_required]


@dataclass
class Api:
    """The whole API."""

    version: str
    declarations: dict[str, Declaration] = field(default_factory=dict)
    operations: list[Operation] = field(default_factory=list)

    def type_groups(self) -> list[str]:
        return sorted({declaration.group for declaration in self.declarations.values()})

    def declared_in(self, group: str) -> list[Declaration]:
        return sorted((d for d in self.declarations.values() if d.group == group), key=lambda d: d.name)

    def declared_without_flat_bodies(self) -> dict[str, list[Declaration]]:
        """Returns the declarations of each group, without the bodies whose fields a call takes one by one."""
        flat = {operation.flat_body.name for operation in self.operations if operation.flat_body}
        declared = {group: [one for one in self.declared_in(group) if one.name not in flat] for group in self.type_groups()}
        return {group: declarations for group, declarations in declared.items() if declarations}

    def operation_groups(self) -> list[str]:
        return sorted({operation.group for operation in self.operations})

    def operations_in(self, group: str) -> list[Operation]:
        return [operation for operation in self.operations if operation.group == group]
