"""Makes strict marshmallow schemas from the type hints of frozen records: 5.7 and true are not integers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from marshmallow import RAISE, Schema, ValidationError, post_load
from marshmallow.fields import Boolean, Dict, Field, Integer, List, Nested, String

from events.frozen import Frozen


class StrictInteger(Integer):
    """An integer: floats, texts and booleans are refused, even where they convert."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strict=True, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        return value


class StrictBoolean(Boolean):
    """A boolean; words for true and false are refused."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class CheckedText(String):
    """Text without conversion, also in derived fields, which only add validators."""


class TupleOf(List[Any]):
    """A JSON array that loads as a tuple."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return tuple(super()._deserialize(value, attr, data, **more))


class EitherOf(Field[Any]):
    """A value that one of several fields accepts; the first that accepts it loads it."""

    def __init__(self, choices: Sequence[Field[Any]], **options: Any) -> None:
        super().__init__(**options)
        self.choices = choices

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> Any:
        for choice in self.choices:
            try:
                return choice.deserialize(value, attr, data, **more)
            except ValidationError:
                continue
        raise ValidationError("This value has the wrong type.")


UNKNOWN = ["Unknown field."]
"""The problem of an unknown key."""


class RecordSchema(Schema):
    """A schema that loads into a frozen record and refuses unknown keys."""

    class Meta:
        """Options of marshmallow."""

        unknown = RAISE

    record: ClassVar[type]

    @post_load
    def _make(self, data: dict[str, Any], **_: Any) -> Any:
        return self.record(**data)


_schemas: dict[type, Schema] = {}


def schema_for(record: type) -> Schema:
    """The schema of a frozen record or dataclass, made once from its type hints.

    A hint may be ``Annotated`` with a function that makes the field, for what a type alone cannot express.
    """
    if record not in _schemas:
        _schemas[record] = _schema_class(record)()
    return _schemas[record]


@cache
def _schema_class(record: type) -> type[RecordSchema]:
    if not _is_record(record):
        raise TypeError(f"{record.__name__} is no frozen record")
    hints = get_type_hints(record, include_extras=True)
    attributes: dict[str, Any] = {"record": record}
    for name, key, default in _fields_of(record):
        options: dict[str, Any] = {"required": True} if default is MISSING else {"load_default": default}
        attributes[name] = _field(hints[name], data_key=key, **options)
    return type(f"{record.__name__}Schema", (RecordSchema,), attributes)


def _is_record(hint: Any) -> bool:
    return is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, Frozen))


def _fields_of(record: Any) -> Iterator[tuple[str, str, Any]]:
    """The fields of a record: attribute name, key in a document, and default (``MISSING`` for none)."""
    if is_dataclass(record):
        yield from ((field.name, field.metadata.get("name", field.name), field.default) for field in fields(record))
    else:
        for field in msgspec.structs.fields(record):
            yield field.name, field.encode_name, MISSING if field.default is msgspec.NODEFAULT else field.default


def _field(hint: Any, **options: Any) -> Field[Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated and not callable(arguments[1]):
        return _field(arguments[0], **options)
    if origin is Annotated:
        made = arguments[1](**options)
        if not isinstance(made, Field):
            raise TypeError(f"{arguments[1]} makes no field")
        return made
    if origin in (Union, UnionType):
        present = [argument for argument in arguments if argument is not NoneType]
        if len(present) == 1:
            return _field(present[0], allow_none=True, **options)
        return EitherOf([_field(kind) for kind in present], allow_none=NoneType in arguments, **options)
    if origin is list:
        return List(_field(arguments[0]), **options)
    if origin is tuple:
        return TupleOf(_field(arguments[0]), **options)
    if origin is dict:
        return Dict(keys=String(), values=_field(arguments[1]), **options)
    if _is_record(hint):
        return Nested(_schema_class(cast("type", hint)), **options)
    simple: dict[Any, type[Field[Any]]] = {int: StrictInteger, str: String, bool: StrictBoolean}
    return simple[hint](**options)


def first_problem(error: ValidationError) -> str:
    """The first problem of an invalid document as a short phrase: the key and the reason."""
    path, why = problem_at(error)
    return f"{path}: {why}" if path else why


def problem_at(error: ValidationError) -> tuple[str, str]:
    """The first invalid key ("" for the document as a whole) and the reason."""
    return _first(error.messages, "")


def _first(messages: Any, path: str) -> tuple[str, str]:
    if isinstance(messages, dict):
        key, inner = next(iter(messages.items()))
        if inner == UNKNOWN:
            # Unknown keys come last, in the order of a set, which differs between processes.
            key = min(key for key, inner in messages.items() if inner == UNKNOWN)
        step = "" if key in ("_schema", "value") else str(key)
        return _first(inner, f"{path} {step}".strip() if step else path)
    if isinstance(messages, list):
        return _first(messages[0], path)
    text = str(messages).rstrip(".")
    return path, text[:1].lower() + text[1:]
