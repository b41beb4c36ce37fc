"""Loads documents by the fields of their schema, skipping what marshmallow does only for invalid documents.

Marshmallow collects all errors of a document, which is nine tenths of its work, while commands from a tablet are valid.
A document that fails here is loaded by marshmallow, which then explains the error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from marshmallow import ValidationError
from marshmallow.fields import Field, Raw, String

from events.schema import CheckedText, StrictBoolean, StrictInteger, TupleOf, schema_for

_OF_ONE_TYPE = (String, StrictInteger, StrictBoolean)
"""Fields that return any value of a single type unchanged, if their validators accept it."""

VALUES_KNOWN = 64
"""For each field, so many validated values are cached: cards, ranks, players' keys."""

_NOTHING: frozenset[str] = frozenset()


def load(record: type, document: Mapping[str, Any]) -> Any:
    """Load a document as a frozen record; raises marshmallow's :class:`ValidationError` if its schema refuses it."""
    try:
        return load_at_once(record, document)
    except ValidationError:
        return schema_for(record).load(document)


def load_at_once(record: type, document: Mapping[str, Any], besides: frozenset[str] = _NOTHING) -> Any:
    """Load a document without marshmallow. If this raises, load it with marshmallow for the proper error.

    The keys in ``besides`` may occur in the document and are ignored.
    """
    return _loader(record, besides)(document)


@cache
def _loader(record: type, besides: frozenset[str]) -> Callable[[Mapping[str, Any]], Any]:
    fields = schema_for(record).fields
    keys = {name: field.data_key or name for name, field in fields.items()}
    may_have = besides.union(keys.values())
    typed = {name: field for name, field in fields.items() if _is_typed(field)}
    read = [(keys[name], field.deserialize) for name, field in fields.items() if name not in typed]
    lists = [keys[name] for name, field in typed.items() if isinstance(field, TupleOf)]
    # Omitted keys have the same default in the record as in the schema.
    checked = [
        (name, validate, set() if field.required else {field.load_default})
        for name, field in typed.items()
        if (validate := _validator_of(field))
    ]

    def loaded(document: Mapping[str, Any]) -> Any:
        if not may_have.issuperset(document):
            raise ValidationError("It has keys too many.")
        # JSON has only lists; msgspec would accept other Python sequences.
        for key in lists:
            if type(document.get(key)) is tuple:
                raise ValidationError("It is no list.")
        for key, by_field in read:
            if key in document:
                document = {**document, key: by_field(document[key])}
        try:
            made: Any = msgspec.convert(document, record)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            # Half a surrogate pair cannot be validated here; the schema reports it.
            raise ValidationError(str(error)) from None
        for name, validate, passed in checked:
            value = getattr(made, name)
            if value not in passed:
                validate(value)
                if len(passed) < VALUES_KNOWN:
                    passed.add(value)
        return made

    return loaded


def _is_typed(field: Field[Any]) -> bool:
    """Whether a field accepts any value of the record's type that passes its validators."""
    if field.pre_load or field.post_load:
        return False
    if isinstance(field, TupleOf):
        return _is_typed(field.inner)
    if isinstance(field, Raw):
        return field.allow_none and not field.validators
    return type(field) in _OF_ONE_TYPE or isinstance(field, CheckedText)


def _validator_of(field: Field[Any]) -> Callable[[Any], object] | None:
    """A function that runs all validators of a field and of its list items; ``None`` if there are none."""
    validators = tuple(field.validators)
    of_each = _validator_of(field.inner) if isinstance(field, TupleOf) else None
    if of_each is None and len(validators) < 2:
        return validators[0] if validators else None

    def validate(value: Any) -> None:
        if of_each:
            for item in value:
                of_each(item)
        for ask in validators:
            ask(value)

    return validate
