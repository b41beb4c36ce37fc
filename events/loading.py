"""Documents loaded by the fields of their schema, without what marshmallow does besides for those that do not load.

Marshmallow gathers all that is wrong with a document. Nine out of ten of its steps are for that, and a command that a
tablet sends has nothing wrong. What does not load here is loaded by marshmallow, which then says why it does not.
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
"""The fields that take any value of one type, and give it as it is, but for what their validators refuse."""

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
    keys = {name: field.data_key or name for name, field in fields.items()}
    may_have = besides.union(keys.values())
    typed = {name: field for name, field in fields.items() if _is_typed(field)}
    read = [(keys[name], field.deserialize) for name, field in fields.items() if name not in typed]
    lists = [keys[name] for name, field in typed.items() if isinstance(field, TupleOf)]
    # What is left out has the same default in the record as in its schema.
    checked = [
        (name, validate, set() if field.required else {field.load_default})
        for name, field in typed.items()
        if (validate := _validator_of(field))
    ]

    def loaded(document: Mapping[str, Any]) -> Any:
        if not may_have.issuperset(document):
            raise ValidationError("It has keys too many.")
        # JSON has lists; msgspec would take what Python has besides.
        for key in lists:
            if type(document.get(key)) is tuple:
                raise ValidationError("It is no list.")
        for key, by_field in read:
            if key in document:
                document = {**document, key: by_field(document[key])}
        try:
            made: Any = msgspec.convert(document, record)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            # Half a surrogate pair cannot be looked at: the schema says what is wrong with it.
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
    """Whether a field takes what is of the type that the record has for it, and passes its validators."""
    if field.pre_load or field.post_load:
        return False
    if isinstance(field, TupleOf):
        return _is_typed(field.inner)
    if isinstance(field, Raw):
        return field.allow_none and not field.validators
    return type(field) in _OF_ONE_TYPE or isinstance(field, CheckedText)


def _validator_of(field: Field[Any]) -> Callable[[Any], object] | None:
    """What asks all validators of a field, and those of what it is a list of; ``None`` where it has none."""
    validators = tuple(field.validators)
    of_each = _validator_of(field.inner) if isinstance(field, TupleOf) else None
    if of_each is None and len(validators) < 2:
        return validators[0] if validators else None

    def validate(value: Any) -> None:
        if of_each:
            for one in value:
                of_each(one)
        for ask in validators:
            ask(value)

    return validate
