"""Documents loaded by the fields of their schema, without what marshmallow does besides for those that do not load.

Marshmallow gathers all that is wrong with a document. Nine out of ten of its steps are for that, and a command that a
tablet sends has nothing wrong. What does not load here is loaded by marshmallow, which then says why it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from marshmallow import ValidationError
from marshmallow.fields import Field, String

from events.schema import CheckedText, StrictBoolean, StrictInteger, TupleOf, schema_for

_Read = Callable[[Any], Any]

_TAKEN_AS_THEY_ARE: dict[type[Field[Any]], type] = {String: str, StrictInteger: int, StrictBoolean: bool}
"""The fields that give a value of one type as it is, once their validators have let it pass."""


VALUES_KNOWN = 64
"""Of so many values of a field is it known that its validators let them pass: cards, ranks, players' keys."""

_NOTHING: frozenset[str] = frozenset()


def load(record: type, document: Mapping[str, Any]) -> Any:
    """A document as a frozen record; marshmallow's :class:`ValidationError` where its schema does not take it."""
    try:
        return load_at_once(record, document)
    except ValidationError:
        return schema_for(record).load(document)


def load_at_once(record: type, document: Mapping[str, Any], besides: frozenset[str] = _NOTHING) -> Any:
    """The same of a document that loads without marshmallow: where this raises, marshmallow is to be asked.

    Keys that the document may have ``besides`` are passed over.
    """
    return _loader(record, besides)(document)


@cache
def _loader(record: type, besides: frozenset[str]) -> Callable[[Mapping[str, Any]], Any]:
    fields = schema_for(record).fields
    reads = {field.data_key or name: (name, _read_by(field)) for name, field in fields.items()}
    required = {field.data_key or name for name, field in fields.items() if field.required}
    may_have = besides.union(reads)

    def loaded(document: Mapping[str, Any]) -> Any:
        if not required <= document.keys() <= may_have:
            raise ValidationError("Keys are missing, or too many.")
        values = {}
        for key, value in document.items():
            if key in reads:
                name, read = reads[key]
                values[name] = read(value)
        # What is left out has the same default in the record as in its schema.
        return record(**values)

    return loaded


def _read_by(field: Field[Any]) -> _Read:
    """What a field makes of a value, or :class:`ValidationError`."""
    taken = str if isinstance(field, CheckedText) else _TAKEN_AS_THEY_ARE.get(type(field))
    validators, passed = tuple(field.validators), set[Any]()
    if field.pre_load or field.post_load:
        return field.deserialize
    if isinstance(field, TupleOf):
        return _or_none(field, _tuple_of(_read_by(field.inner), validators))
    if taken is None:
        return field.deserialize

    def as_it_is(value: Any) -> Any:
        if type(value) is not taken:
            raise ValidationError("It is of another type.")
        if value not in passed:
            for validate in validators:
                validate(value)
            if len(passed) < VALUES_KNOWN:
                passed.add(value)
        return value

    return _or_none(field, as_it_is)


def _tuple_of(read: _Read, validators: tuple[_Read, ...]) -> _Read:
    def read_all(value: Any) -> Any:
        if type(value) is not list:
            raise ValidationError("It is no list.")
        values = tuple([read(one) for one in value])
        for validate in validators:
            validate(values)
        return values

    return read_all


def _or_none(field: Field[Any], read: _Read) -> _Read:
    return (lambda value: None if value is None else read(value)) if field.allow_none else read
