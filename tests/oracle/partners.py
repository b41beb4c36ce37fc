"""Partners named for a hand (Five Hundred of five, Big Three of four)."""

from __future__ import annotations

from tests.oracle.arguments import bad_input, need_given
from tests.oracle.layout import is_card
from tests.oracle.refusal import Command


def read_partners(
    match: list[str], bidder: str | None, command: Command, *, least: int = 1, most: int, cards: tuple[str, ...] = ()
) -> list[str]:
    """The partners named, well formed, and a card of the pack where one was called."""
    need_given(command, "partners")
    partners = command["partners"]
    if not isinstance(partners, list) or not all(isinstance(key, str) and key in match for key in partners):
        raise bad_input("partners are players of the match")
    if bidder in partners or len(set(partners)) < len(partners) or not least <= len(partners) <= most:
        raise bad_input("the bidder, one twice, too few or too many")
    if "card" in command and not (is_card(command["card"]) or command["card"] in cards):
        raise bad_input("no card")
    return list(partners)
