"""The list of rules, and what all of them look through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream


@dataclass(frozen=True)
class Instruction:
    """One operator of a stream of content, with its operands."""

    operator: str
    operands: list[Any]


@dataclass(frozen=True)
class Drawing:
    """Something that is drawn: a page, or a form within one."""

    holder: Any
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True)
class Given:
    """A PDF as it is judged: its bytes, and what pikepdf reads in them."""

    content: bytes
    document: Pdf

    @classmethod
    def read(cls, content: bytes) -> Given:
        """A PDF from its bytes."""
        return cls(content, pikepdf.open(BytesIO(content)))

    @property
    def catalog(self) -> Any:
        """The document's catalog."""
        return self.document.Root

    @cached_property
    def objects(self) -> tuple[Any, ...]:
        """Every object that has a number."""
        return tuple(self.document.objects)

    @cached_property
    def dictionaries(self) -> tuple[Any, ...]:
        """Every dictionary, those of streams and those within others too."""
        found: list[Any] = []
        waiting: list[Any] = [self.document.trailer, *self.objects]
        while waiting:
            one = waiting.pop()
            if isinstance(one, Array):
                waiting += [inner for inner in one if _is_within(inner)]
            elif isinstance(one, Dictionary | Stream):
                found.append(one)
                waiting += [inner for inner in entries(one).values() if _is_within(inner)]
        return tuple(found)

    @cached_property
    def drawings(self) -> tuple[Drawing, ...]:
        """The pages, and the forms within them."""
        forms = [one for one in self.objects if isinstance(one, Stream) and one.get("/Subtype") == Name.Form]
        return tuple(Drawing(one, _instructions(one)) for one in (*self.document.pages, *forms))


def entries(one: Any) -> dict[str, Any]:
    """The entries of a dictionary, or of a stream's."""
    return {name: one[name] for name in one.keys()}  # noqa: SIM118


def _instructions(drawn: Any) -> tuple[Instruction, ...]:
    return tuple(
        Instruction(str(one.operator), list(one.operands) if hasattr(one, "operands") else [])
        for one in pikepdf.parse_content_stream(drawn)
    )


def _is_within(one: Any) -> bool:
    """Whether something is held where it stands, and not an object with a number of its own, met as such."""
    return isinstance(one, Array | Dictionary) and not one.is_indirect


Rule = Callable[[Given], Iterator[str]]
RULES: dict[str, Rule] = {}
"""The rules by standard and clause."""


def rule(clause: str) -> Callable[[Rule], Rule]:
    """List a rule under its standard and clause."""

    def listed(found: Rule) -> Rule:
        assert clause not in RULES, clause
        RULES[clause] = found
        return found

    return listed


def faults_of(content: bytes) -> list[str]:
    """All that is against the standards in a PDF, each with its clause and each kind of fault once."""
    given = Given.read(content)
    found = [f"{clause}: {fault}" for clause, one in RULES.items() for fault in one(given)]
    given.document.close()
    return list(dict.fromkeys(found))
