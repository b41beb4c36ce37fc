"""The facts of a night that stand: a sequence that is never changed, to which one more is added in constant time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, overload

from events.facts.fact import Fact
from events.records import Recorded


class EffectiveFacts(Sequence[Recorded]):
    """The effective facts of a night as of one of its facts.

    It shares all but its last fact with the sequence ``before`` it, so that taking facts back is handing out an
    earlier one, and every version of a night can keep its own. Whatever is at the end costs little; the beginning of
    a long night is reached through all that came after it.

    ``folded`` holds what projections made of these facts, by projection; see :mod:`dealer.projections.projection`.
    """

    __slots__ = ("_last", "_length", "before", "folded")

    def __init__(self, before: EffectiveFacts | None = None, last: Recorded | None = None) -> None:
        self.before = before
        self.folded: dict[object, Any] = {}
        self._last = last
        self._length = len(before) + 1 if before is not None else 0

    @classmethod
    def of(cls, facts: Iterable[Recorded]) -> EffectiveFacts:
        """The sequence of some facts, all of which stand."""
        made = cls()
        for one in facts:
            made = made.followed_by(one)
        return made

    def followed_by(self, one: Recorded) -> EffectiveFacts:
        """These facts and one more."""
        return EffectiveFacts(self, one)

    @property
    def last(self) -> Recorded:
        """The last fact; :class:`IndexError` where there is none."""
        if self._last is None:
            raise IndexError("no facts")
        return self._last

    def ends(self) -> Iterator[EffectiveFacts]:
        """This sequence, the one without its last fact, and so on, down to that of the first fact alone."""
        now = self
        while now.before is not None:
            yield now
            now = now.before

    def up_to_last(self, *kinds: type[Fact]) -> EffectiveFacts | None:
        """The facts up to the last one of some kinds, that one too; nothing where there is none."""
        return next((one for one in self.ends() if isinstance(one.last.fact, kinds)), None)

    def since(self, earlier: EffectiveFacts) -> list[Recorded]:
        """The facts after those of an earlier part of this sequence."""
        return self._last_ones(len(self) - len(earlier))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Recorded]:
        return iter(self._last_ones(len(self)))

    def __reversed__(self) -> Iterator[Recorded]:
        return (one.last for one in self.ends())

    @overload
    def __getitem__(self, at: int) -> Recorded: ...

    @overload
    def __getitem__(self, at: slice) -> list[Recorded]: ...

    def __getitem__(self, at: int | slice) -> Recorded | list[Recorded]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            return self._last_ones(len(self) - start)[: max(stop - start, 0)] if step == 1 else list(self)[at]
        behind = -at - 1 if at < 0 else len(self) - at - 1
        if not 0 <= behind < len(self):
            raise IndexError(at)
        return next(islice(reversed(self), behind, None))

    def __reduce__(self) -> tuple[Any, ...]:
        return EffectiveFacts.of, (list(self),)

    def _last_ones(self, count: int) -> list[Recorded]:
        return list(islice(reversed(self), count))[::-1]
