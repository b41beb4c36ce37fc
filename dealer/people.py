"""Names on cards: keys for new cards, cards whose names look alike, and proposals from the seats of old nights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from functools import lru_cache
from typing import TypeVar
from unicodedata import normalize

from dealer.house.state import Card, HouseState
from dealer.night.similar_names import skeleton
from events.frozen import Frozen
from events.printable import without_joiners

T = TypeVar("T")

_LONGEST_KEY = 40

_LEAST_LETTERS = 5
"""Shorter names differ by a letter anyway; the tablet has the same number."""


def unused_key(name: str, taken: Container[str]) -> str:
    """A readable key for a new card.

    >>> unused_key("Ada Lamb", ()), unused_key("Zoë O'Hara", ()), unused_key("李", ()), unused_key("Ada", {"ada"})
    ('ada-lamb', 'zoe-o-hara', '李', 'ada-2')
    """
    words = "".join(letter if letter.isalnum() else " " for letter in _without_accents(name.casefold())).split()
    base = "-".join(words)[:_LONGEST_KEY].strip("-") or "player"
    key, number = base, 1
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    return key


def _without_accents(text: str) -> str:
    return "".join(letter for letter in normalize("NFKD", text) if not _is_accent(letter))


def _is_accent(letter: str) -> bool:
    return "\N{COMBINING GRAVE ACCENT}" <= letter <= "\N{COMBINING LATIN SMALL LETTER X}"


def same_name(name: str) -> str:
    """What is equal for two spellings of a name that differ in case, spaces and joiners only."""
    return "".join(without_joiners(name).casefold().split())


@lru_cache(maxsize=4096)
def similar_name(name: str) -> str:
    """What is equal for two names that look the same but for accents, spaces and signs.

    >>> similar_name("Wm. Hart") == similar_name("Wm Hart"), similar_name("Béla Kun") == similar_name("Bela Kun")
    (True, True)
    """
    shape = skeleton(_without_accents(name))
    return "".join(letter for letter in shape if letter.isalnum()) or shape


def are_similar(name: str, other: str) -> bool:
    """Whether two names are easily taken for each other: they look the same, or are one letter apart and not short.

    >>> are_similar("Jon Smith", "John Smith"), are_similar("Guest 1", "Guest 2"), are_similar("Bo", "Jo")
    (True, False, False)
    """
    short, long = sorted((similar_name(name), similar_name(other)), key=len)
    if short == long:
        return True
    if len(short) < _LEAST_LETTERS or len(long) - len(short) > 1 or _digits(name) != _digits(other):
        return False
    start = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    return short[start + (len(short) == len(long)) :] == long[start + 1 :]


def _digits(name: str) -> list[str]:
    return [letter for letter in name if letter.isdigit()]


def _grouped(items: Iterable[T], name_of: Callable[[T], str], may_be_same: Callable[[T, T], bool]) -> list[list[T]]:
    """The items in groups: each with a name similar to that of its group's first item, and perhaps the same as it."""
    groups: list[list[T]] = []
    by_spelling: dict[str, list[int]] = {}
    for item in items:
        # Names that are one letter apart have one of these in common.
        shape = similar_name(name_of(item))
        spellings = {shape, *(shape[:place] + shape[place + 1 :] for place in range(len(shape)))}
        near = sorted({number for spelling in spellings for number in by_spelling.get(spelling, ())})
        for number in near:
            first = groups[number][0]
            if are_similar(name_of(first), name_of(item)) and may_be_same(first, item):
                groups[number].append(item)
                break
        else:
            for spelling in spellings:
                by_spelling.setdefault(spelling, []).append(len(groups))
            groups.append([item])
    return groups


def similar_cards(house: HouseState) -> list[tuple[Card, ...]]:
    """The cards that may be of one person: those with equal or similar names, in groups of two or more.

    Each card of a group may be of the same person as its first card, as far as the house knows.
    """
    cards = sorted(house.open_cards, key=lambda card: card.key)
    groups = _grouped(cards, lambda card: card.name, lambda first, other: not house.are_distinct(first, other))
    return [tuple(group) for group in groups if len(group) > 1]


def similar_to(card: Card, house: HouseState) -> tuple[Card, ...]:
    """The other cards that may be of the same person as a card."""
    others = (other for other in house.open_cards if other.key != card.key and are_similar(other.name, card.name))
    return tuple(sorted((other for other in others if not house.are_distinct(card, other)), key=lambda card: card.key))


class NamedSeat(Frozen):
    """A seat without a card: its night, and the name of its player."""

    night: str
    name: str


class Proposal(Frozen):
    """A proposed card: its key and name, the ``nights`` of its seats, and other ``spellings`` of the name there.

    ``like`` are cards of the house with a similar name.
    """

    key: str
    name: str
    nights: tuple[str, ...]
    spellings: tuple[str, ...] = ()
    like: tuple[Card, ...] = ()


def proposals(seats: Iterable[NamedSeat], house: HouseState) -> list[tuple[Proposal, ...]]:
    """Cards for the names of seats that no card has yet; proposals with similar names are in one group.

    The most frequent spelling of a name is proposed. The groups are in the order of their first names.
    """
    known = {same_name(name) for card in house.open_cards for name in (card.name, card.known_as) if name}
    by_name: dict[str, list[NamedSeat]] = {}
    for seat in seats:
        if same_name(seat.name) not in known:
            by_name.setdefault(same_name(seat.name), []).append(seat)
    proposed: list[Proposal] = []
    taken = set(house.cards)
    for named_seats in sorted(by_name.values(), key=lambda named: same_name(named[0].name)):
        spellings = Counter(seat.name for seat in named_seats)
        name = spellings.most_common(1)[0][0]
        proposal = Proposal(
            key=unused_key(name, taken),
            name=name,
            nights=tuple(dict.fromkeys(seat.night for seat in named_seats)),
            spellings=tuple(spelling for spelling in spellings if spelling != name),
            like=tuple(card for card in house.open_cards if are_similar(card.name, name)),
        )
        taken.add(proposal.key)
        proposed.append(proposal)
    return [tuple(group) for group in _grouped(proposed, lambda proposal: proposal.name, lambda *_: True)]
