"""Names on cards: keys for new cards, cards whose names look alike, and proposals from the seats of old nights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from unicodedata import normalize

from dealer.house.state import Card, HouseState
from dealer.night.similar_names import skeleton
from events.frozen import Frozen

_LONGEST_KEY = 40


def unused_key(name: str, taken: Container[str]) -> str:
    """A readable key for a new card.

    >>> unused_key("Ada Lamb", ()), unused_key("Zoë O'Hara", ()), unused_key("李", ()), unused_key("Ada", {"ada"})
    ('ada-lamb', 'zoe-o-hara', '李', 'ada-2')
    """
    letters = (letter for letter in normalize("NFKD", name.casefold()) if not _is_accent(letter))
    words = "".join(letter if letter.isalnum() else " " for letter in letters).split()
    base = "-".join(words)[:_LONGEST_KEY].strip("-") or "player"
    key, number = base, 1
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    return key


def _is_accent(letter: str) -> bool:
    return "\N{COMBINING GRAVE ACCENT}" <= letter <= "\N{COMBINING LATIN SMALL LETTER X}"


def same_name(name: str) -> str:
    """What is equal for two spellings of a name that differ in case and spaces only."""
    return "".join(name.casefold().split())


def similar_name(name: str) -> str:
    """What is equal for two names that are easily taken for each other.

    >>> similar_name("Wm. Hart") == similar_name("Wm Hart"), similar_name("Ada Lamb") == similar_name("Ada Lamp")
    (True, False)
    """
    return "".join(letter for letter in skeleton(name) if letter.isalnum()) or skeleton(name)


def similar_cards(house: HouseState) -> list[tuple[Card, ...]]:
    """The cards that may be of one person: those with equal or similar names, in groups of two or more.

    Each card of a group may be of the same person as its first card, as far as the house knows.
    """
    by_name: dict[str, list[list[Card]]] = {}
    for card in sorted(house.open_cards, key=lambda card: card.key):
        groups = by_name.setdefault(similar_name(card.name), [])
        group = next((group for group in groups if not house.are_distinct(group[0], card)), None)
        if group:
            group.append(card)
        else:
            groups.append([card])
    return [tuple(group) for groups in by_name.values() for group in groups if len(group) > 1]


def similar_to(card: Card, house: HouseState) -> tuple[Card, ...]:
    """The other cards that may be of the same person as a card."""
    similar = similar_name(card.name)
    others = (other for other in house.open_cards if other.key != card.key and similar_name(other.name) == similar)
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
    groups: dict[str, list[Proposal]] = {}
    taken = set(house.cards)
    for named_seats in sorted(by_name.values(), key=lambda named: same_name(named[0].name)):
        spellings = Counter(seat.name for seat in named_seats)
        name = spellings.most_common(1)[0][0]
        similar = similar_name(name)
        proposal = Proposal(
            key=unused_key(name, taken),
            name=name,
            nights=tuple(dict.fromkeys(seat.night for seat in named_seats)),
            spellings=tuple(spelling for spelling in spellings if spelling != name),
            like=tuple(card for card in house.open_cards if similar_name(card.name) == similar),
        )
        taken.add(proposal.key)
        groups.setdefault(similar, []).append(proposal)
    return [tuple(group) for group in groups.values()]
