"""The layout as a list of places, written out by hand, and the names of ranks and cards."""

from __future__ import annotations

from functools import cache

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("s", "h", "d", "c")
COLOUR_OF_SUIT = {"s": "black", "c": "black", "h": "red", "d": "red"}

LOW_ROW = ("A", "2", "3", "4", "5", "6")
HIGH_ROW = ("8", "9", "10", "J", "Q", "K")


def _places(text: str) -> frozenset[frozenset[str]]:
    """Read places written as words of ranks joined by hyphens."""
    return frozenset(frozenset(word.split("-")) for word in text.split())


PLACES: dict[str, frozenset[frozenset[str]]] = {
    "single": _places("A 2 3 4 5 6 7 8 9 10 J Q K"),
    "split": _places(
        "A-2 2-3 3-4 4-5 5-6 "  # the top row
        "8-9 9-10 10-J J-Q Q-K "  # the bottom row
        "A-K 2-Q 3-J 4-10 5-9 6-8 "  # across
        "6-7 7-8"  # the seven
    ),
    "diagonal": _places("A-Q 2-K 2-J 3-Q 3-10 4-J 4-9 5-10 5-8 6-9"),
    "corner": _places("A-3 2-4 3-5 4-6 8-10 9-J 10-Q J-K 5-7 7-9"),
    "figure": _places("A-2-3 2-3-4 3-4-5 4-5-6 8-9-10 9-10-J 10-J-Q J-Q-K"),
    "pot": _places("6-7-8"),
    "square": _places("A-2-Q-K 2-3-J-Q 3-4-10-J 4-5-9-10 5-6-8-9"),
}

KINDS = (
    "single",
    "split",
    "diagonal",
    "corner",
    "figure",
    "pot",
    "square",
    "row",
    "parity_string",
    "string",
    "heeled",
    "side",
    "colors",
    "high_card",
    "parity",
)

PLACE_KEYS: dict[str, tuple[str, ...]] = {
    "single": ("ranks",),
    "split": ("ranks",),
    "diagonal": ("ranks",),
    "corner": ("ranks",),
    "figure": ("ranks",),
    "pot": ("ranks",),
    "square": ("ranks",),
    "string": ("ranks",),
    "heeled": ("win", "lose"),
    "row": ("row",),
    "parity_string": ("parity",),
    "side": ("win",),
    "colors": ("win",),
    "high_card": (),
    "parity": ("card", "parity"),
}

WORDS_ALLOWED: dict[tuple[str, str], tuple[str, ...]] = {
    ("row", "row"): ("high", "low"),
    ("parity_string", "parity"): ("odd", "even"),
    ("side", "win"): ("high", "low"),
    ("colors", "win"): ("black", "red"),
    ("parity", "card"): ("winner", "loser"),
    ("parity", "parity"): ("odd", "even"),
}


@cache
def rank_of(card: str) -> str:
    """The rank of a card that may or may not carry its suit."""
    return card if card in RANKS else card[:-1]


def suit_of(card: str) -> str | None:
    """The suit letter of a card, or None for a bare rank."""
    return None if card in RANKS else card[-1]


def is_card(text: object) -> bool:
    """Whether this is a rank with a suit letter, or a bare rank."""
    if not isinstance(text, str):
        return False
    return text in RANKS or (text[-1:] in SUITS and text[:-1] in RANKS)


def is_rank_list(value: object) -> bool:
    """Whether this is a list of known ranks."""
    return isinstance(value, list) and all(isinstance(rank, str) and rank in RANKS for rank in value)


def is_such_a_place(kind: str, arguments: dict[str, object]) -> bool:
    """Whether well-formed arguments name a place of this kind on the layout."""
    if kind == "heeled":
        win, lose = arguments["win"], arguments["lose"]
        assert isinstance(win, list)
        assert isinstance(lose, list)
        both = win + lose
        return bool(win) and bool(lose) and len(set(both)) == len(both)
    if "ranks" not in arguments:
        return True
    ranks = arguments["ranks"]
    assert isinstance(ranks, list)
    if len(set(ranks)) != len(ranks):
        return False
    if kind == "string":
        return len(ranks) >= 2
    return frozenset(ranks) in PLACES[kind]
