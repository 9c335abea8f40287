"""Converts JSON into the types of the API, and back.

Unknown fields of a newer server are ignored. Unknown values are preserved: a text stays a text, and an object that is
none of the known alternatives stays a `dict`.
"""

from __future__ import annotations

import dataclasses
import datetime
import math
import re
import sys
from functools import lru_cache, partial
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Callable,
    Dict,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from .errors import InvalidRequest

T = TypeVar("T")
Reader = Callable[[Any], Any]

Duration = Union[datetime.timedelta, int, str]
"""A length of time: a `timedelta`, a number of seconds, or a text such as `1h 30m`."""

Version = Union[int, str]
"""A version of a resource: its revision, or an entity tag."""

ONE_OR_MANY = "one or many"
OneOrMany = Annotated[List[T], ONE_OR_MANY]
"""A list that JSON may write as its only item. It is always written as a list."""

INSTANT = re.compile(r"(.{10}[Tt ].{8})(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)")
DURATION = re.compile(r"(?=\d)(?:(\d+)h ?)?(?:(\d+)m ?)?(?:(\d+)s)?")


class Unset:
    """Type of `UNSET`."""

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET = Unset()
"""Marks a field that an edit leaves as it is. None clears it."""


def body(required: Mapping[str, Any], optional: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns a body with the optional fields that are set."""
    return {**required, **{name: value for name, value in optional.items() if value is not None}}


def patch(fields: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns a body that changes the fields that are set. None clears a field."""
    return {name: value for name, value in fields.items() if not isinstance(value, Unset)}


# --- Texts ---------------------------------------------------------------------------------------------------


def parse_instant(text: str) -> datetime.datetime:
    """Reads an instant such as `2026-03-29T01:00:00Z`. Python keeps six digits of a second."""
    match = INSTANT.fullmatch(text)
    if not match:
        raise ValueError(f"expected an instant such as 2026-03-29T01:00:00Z, found {text!r}")
    seconds, fraction, zone = match.groups()
    zone = "+00:00" if zone in "Zz" else zone
    return datetime.datetime.fromisoformat(f"{seconds}.{(fraction or '')[:6].ljust(6, '0')}{zone}")


def format_instant(instant: datetime.datetime) -> str:
    """Writes an instant in UTC."""
    if instant.tzinfo is None:
        raise InvalidRequest(f"expected a datetime with a time zone, found {instant.isoformat()}")
    return instant.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")


def parse_duration(value: Union[str, int]) -> datetime.timedelta:
    """Reads a length of time: `1h 30m`, or a number of seconds."""
    if isinstance(value, int):
        return datetime.timedelta(seconds=value)
    match = DURATION.fullmatch(value)
    if not match:
        raise ValueError(f"expected a length of time such as `90s` or `1h 30m`, found {value!r}")
    hours, minutes, seconds = (int(count or 0) for count in match.groups())
    return datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)


def format_duration(length: datetime.timedelta) -> str:
    """Writes a length of time as the server does. A fraction of a second is rounded up."""
    seconds = math.ceil(length.total_seconds())
    if seconds < 0:
        raise InvalidRequest(f"expected a length of time that is not negative, found {length}")
    parts = ((seconds // 3600, "h"), (seconds % 3600 // 60, "m"), (seconds % 60, "s"))
    return " ".join(f"{count}{unit}" for count, unit in parts if count) or "0s"


# --- Writing -------------------------------------------------------------------------------------------------


def to_json(value: Any) -> Any:
    """Converts a value to JSON: types of the API, instants, lengths of time, lists and dicts."""
    if isinstance(value, datetime.datetime):
        return format_instant(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return format_duration(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return write_record(value)
    if isinstance(value, Mapping):
        return {name: to_json(item) for name, item in value.items() if not isinstance(item, Unset)}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_json(item) for item in value]
    return value


def write_record(record: Any) -> Dict[str, Any]:
    tag = getattr(record, "TAG", None)
    fields = {tag[0]: tag[1]} if tag else {}
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if value is not None or field.default is dataclasses.MISSING:
            fields[wire_name(field.name)] = to_json(value)
    return fields


def wire_name(name: str) -> str:
    """Returns the name in JSON of an attribute. A name that is a keyword in Python has an underscore at its end."""
    return name.rstrip("_")


def query_text(value: Any) -> str:
    """Returns a value as text in a query or a path."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(to_json(value))


# --- Reading -------------------------------------------------------------------------------------------------


if TYPE_CHECKING:

    def from_json(type: Type[T], value: Any) -> T:
        """Reads a value of a type from JSON."""

else:

    def from_json(type, value):
        """Reads a value of a type from JSON."""
        return reader(type)(value)


@lru_cache(maxsize=None)
def reader(hint: Any) -> Reader:
    """Returns the function that reads a type."""
    if hint in SCALARS:
        return SCALARS[hint]
    if dataclasses.is_dataclass(hint):
        return partial(read_record, hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return read_one_or_many(reader(arguments[0])) if ONE_OR_MANY in arguments else reader(arguments[0])
    if origin in (list, Sequence):
        return read_list(reader(arguments[0]))
    if origin is dict:
        return read_dict(reader(arguments[1]))
    if origin is Union:
        return read_union(arguments)
    if origin is Literal:
        return read_text
    raise TypeError(f"{hint} is no type of the API")


def expect(value: Any, kind: Union[type, Tuple[type, ...]], what: str) -> Any:
    # In Python, a boolean is an integer.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"expected {what}, found {value!r:.100}")
    return value


def read_text(value: Any) -> Any:
    return expect(value, str, "a text")


def read_list(item: Reader) -> Reader:
    return lambda value: [item(one) for one in expect(value, list, "a list")]


def read_one_or_many(items: Reader) -> Reader:
    return lambda value: items(value if isinstance(value, list) else [value])


def read_dict(item: Reader) -> Reader:
    return lambda value: {name: item(one) for name, one in expect(value, dict, "an object").items()}


def read_union(members: Tuple[Any, ...]) -> Reader:
    """Returns the function that reads one of several types."""
    others = [member for member in members if member is not type(None)]
    records: List[Any] = [member for member in others if dataclasses.is_dataclass(member)]
    # Such as an optional text, or a text with known values, which is a union of literals and `str`.
    plain = [member for member in others if member not in records and get_origin(member) is not Literal]
    only = reader(plain[0]) if len(plain) == 1 and not records else None

    def read(value: Any) -> Any:
        if value is None and len(others) < len(members):
            return None
        if len(others) == 1:
            return reader(others[0])(value)
        if only:
            return only(value)
        for record in records:
            if isinstance(value, dict) and is_record(record, value):
                return reader(record)(value)
        return value

    return read


def is_record(record: Any, value: Mapping[str, Any]) -> bool:
    """Returns whether an object is an alternative: by the value of its tag, or by its key."""
    tag: Optional[Tuple[str, str]] = getattr(record, "TAG", None)
    return value.get(tag[0]) == tag[1] if tag else getattr(record, "KEY", None) in value


@lru_cache(maxsize=None)
def fields_of(record: Any) -> Sequence[Tuple[str, str, bool, Reader]]:
    """Returns the attributes of a type: name, name in JSON, whether it is required, and how it is read."""
    module = vars(sys.modules[record.__module__])
    hints = get_type_hints(record, module, include_extras=True)
    return [
        (field.name, wire_name(field.name), field.default is dataclasses.MISSING, reader(hints[field.name]))
        for field in dataclasses.fields(record)
    ]


def read_record(record: Any, value: Any) -> Any:
    expect(value, dict, "an object")
    attributes = {}
    for name, wire, is_required, read in fields_of(record):
        if wire not in value:
            if is_required:
                raise ValueError(f"{record.__name__} has no field {wire}")
            continue
        try:
            attributes[name] = read(value[wire]) if is_required or value[wire] is not None else None
        except ValueError as error:
            raise ValueError(f"{wire}: {error}") from None
    return record(**attributes)


SCALARS: Dict[Any, Reader] = {
    Any: lambda value: value,
    type(None): lambda value: None,
    str: read_text,
    int: lambda value: expect(value, int, "an integer"),
    float: lambda value: float(expect(value, (int, float), "a number")),
    bool: lambda value: expect(value, bool, "a boolean"),
    datetime.datetime: lambda value: parse_instant(expect(value, str, "an instant")),
    datetime.date: lambda value: datetime.date.fromisoformat(expect(value, str, "a date")),
    datetime.timedelta: lambda value: parse_duration(expect(value, (str, int), "a length of time")),
}
