"""A book held against a head of it that was kept elsewhere: whether its end was cut off, or is another one."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.commands.wording import counted
from dealer.verification.inspection import Finding
from events.book.book import Book
from events.book.outside_head import BookHead

CHECK = "head"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldAgainst:
    """A head, by the name of its file, and what was found of the book against it; ``short`` where its end is gone."""

    name: str
    head: BookHead
    finding: Finding | None
    short: bool = False

    def __str__(self) -> str:
        """What a person is told where the book is no shorter, and the same as far as the head goes."""
        streams = counted(len(self.head.streams), "stream")
        return f"Held against {self.name} of {self.head.at}: {streams}, no end missing"


def held_against(book: Book, head: BookHead, name: str) -> HeldAgainst:
    """Hold every stream of a book against a head: it has as many facts and commands, and the last are the same."""
    for stream, kept in head.streams.items():
        facts, commands = book.extent(stream)
        end = f"{name} of {head.at} has seen {_length(kept.facts, kept.commands)} of {stream}"
        if facts < kept.facts or commands < kept.commands:
            what = f"its end is gone: {end}, and the book has {_length(facts, commands)}; it is an older copy"
            return HeldAgainst(name=name, head=head, finding=Finding(check=CHECK, what=what), short=True)
        if not book.has(stream, kept):
            what = f"{end}, and the last of them were others; the book was written anew, or went on from an older copy"
            return HeldAgainst(name=name, head=head, finding=Finding(check=CHECK, what=what))
    return HeldAgainst(name=name, head=head, finding=None)


def _length(facts: int, commands: int) -> str:
    return f"{counted(facts, 'fact')} and {counted(commands, 'command')}"
