"""The dealing box: an order of cards that the house commits before a deal and reveals after it.

``docs/dealing-box.md`` specifies the protocol, with ten lines of Python that check a box without this program.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from secrets import token_hex
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from events.common.box import BoxRevealed, BoxStarted, CardsFromBox, HandsDealt, OfBox, WordsAdded, WordsClosed
from events.common.event import Event
from events.frozen import Frozen

PROTOCOL = "casekeeper box 1"
"""The first word of what an order is made from: it changes with the protocol."""

SECRET_BYTES = 32

Places = Mapping[str, int | Sequence[int]]
"""Which cards of a box are arguments of a command: places from the next card on, or -1 for the last of the pack."""


class Dealt(Frozen, gc=False):
    """Cards dealt face down: ``each`` to every player, one at a time, from a ``place`` in the order on."""

    place: int
    players: tuple[str, ...]
    each: int


class Box(Frozen, gc=False):
    """A dealing box of a night; ``secret`` is "" until it is revealed.

    ``words`` are those of the players, in the order put in, until the box is ``closed``. A box without a ``game`` waits
    for a round. ``out`` is the number of cards that came out, ``drawn`` the open ones by place, ``dealt`` the hands.
    """

    number: int
    commitment: str
    nonce: str
    words: tuple[tuple[str, str], ...] = ()
    closed: bool = False
    secret: str = ""
    game: str = ""
    round: int = 0
    pack: tuple[str, ...] = ()
    out: int = 0
    drawn: Mapping[int, str] = {}
    dealt: tuple[Dealt, ...] = ()

    @property
    def left(self) -> int:
        """How many cards are in the box."""
        return len(self.pack) - self.out

    def order(self, night: str, secret: str) -> tuple[str, ...]:
        """The whole pack in the order of a secret."""
        return shuffled(text_of(secret, night, self), self.pack)

    def hand(self, order: Sequence[str], player: str) -> dict[int, str]:
        """A player's cards of an order by their places, as they were dealt."""
        hand: dict[int, str] = {}
        for dealt in self.dealt:
            if player in dealt.players:
                size = len(dealt.players)
                last = min(dealt.place + size * dealt.each, len(order))
                hand |= {place: order[place] for place in range(dealt.place + dealt.players.index(player), last, size)}
        return hand


def after(box: Box, event: OfBox | BoxStarted | CardsFromBox | HandsDealt) -> Box:
    """The box after an event of its own."""
    match event:
        case WordsAdded():
            return replace(box, words=(*box.words, (event.player, event.words)))
        case WordsClosed():
            return replace(box, closed=True)
        case BoxRevealed():
            return replace(box, secret=event.secret)
        case BoxStarted():
            return replace(box, game=event.game, round=event.round, pack=event.pack)
        case CardsFromBox():
            drawn = {**box.drawn, **dict(enumerate(event.cards, start=event.place))}
            is_next = event.place == box.out
            return replace(box, drawn=drawn, out=box.out + len(event.cards) if is_next else box.out)
        case HandsDealt():
            out = min(box.out + len(event.players) * event.each, len(box.pack))
            return replace(
                box, dealt=(*box.dealt, Dealt(place=event.place, players=event.players, each=event.each)), out=out
            )
    raise AssertionError(f"{type(event).__name__} is not of a box")


def as_document(night: str, box: Box, hand: Mapping[int, str] = MappingProxyType({})) -> dict[str, Any]:
    """A revealed box as JSON: all that its order is made from, and the cards seen in runs from a place on.

    Those are the open cards and a player's ``hand`` by place.
    """
    return {
        "night": night,
        "box": box.number,
        "commitment": box.commitment,
        "secret": box.secret,
        "game": box.game,
        "round": box.round,
        "words": [list(entry) for entry in box.words],
        "pack": list(box.pack),
        "drawn": _runs({**box.drawn, **hand}),
    }


def _runs(drawn: Mapping[int, str]) -> list[tuple[int, list[str]]]:
    """Cards by their places, as runs of cards in a row, each with its first place."""
    runs: list[tuple[int, list[str]]] = []
    for place, card in sorted(drawn.items()):
        if runs and place == runs[-1][0] + len(runs[-1][1]):
            runs[-1][1].append(card)
        else:
            runs.append((place, [card]))
    return runs


def commitment_to(secret: str) -> str:
    """The SHA-256 of a secret, both in hexadecimal digits; raises :class:`ValueError` for other digits."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def text_of(secret: str, night: str, box: Box) -> str:
    """What the order is made from: JSON, so that no two boxes have the same text."""
    parts = [PROTOCOL, secret, night, box.number, box.game, box.round, [*map(list, box.words)], list(box.pack)]
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def shuffled(text: str, pack: Sequence[str]) -> tuple[str, ...]:
    """A pack sorted by the SHA-256 of the text and each card: who does not know the text cannot tell orders apart."""
    return tuple(sorted(pack, key=lambda card: sha256((text + card).encode()).digest()))


def cards_at(box: Box, order: Sequence[str], places: Places) -> dict[str, str | list[str]]:
    """The next cards of an order for some arguments of a command; -1 is the last card of the pack."""

    def card(place: int) -> str:
        return order[place if place < 0 else box.out + place]

    return {
        name: card(place) if isinstance(place, int) else [card(one_of) for one_of in place]
        for name, place in places.items()
    }


def drawn_by(box: Box, cards: Mapping[str, str | Sequence[str]], places: Places) -> Iterator[Event]:
    """The events of cards that a command shows: those that come out, and the last card if it is shown."""
    out: list[str] = []
    for name, place in places.items():
        shown = cards[name]
        if place == -1:
            assert isinstance(shown, str)
            yield CardsFromBox(box=box.number, place=len(box.pack) - 1, cards=(shown,))
        else:
            out += [shown] if isinstance(shown, str) else shown
    if out:
        yield CardsFromBox(box=box.number, place=box.out, cards=tuple(out))


class BoxKeeper:
    """Makes the secrets of boxes from a key of the house; stores nothing, so any server with the key can deal on."""

    def __init__(self, key: bytes, new_nonce: Callable[[], str] = token_hex) -> None:
        self._key = key
        self._new_nonce = new_nonce

    def commitment(self, night: str, box: int) -> tuple[str, str]:
        """The commitment to the secret of a new box, and the nonce that it is derived from."""
        nonce = self._new_nonce()
        return commitment_to(self._secret(night, box, nonce)), nonce

    def secret(self, night: str, box: Box) -> str | None:
        """The secret of a box; ``None`` if it was committed with another key."""
        secret = self._secret(night, box.number, box.nonce)
        return secret if commitment_to(secret) == box.commitment else None

    def _secret(self, night: str, box: int, nonce: str) -> str:
        return hmac.digest(self._key, json.dumps([PROTOCOL, night, box, nonce]).encode(), "sha256").hex()
