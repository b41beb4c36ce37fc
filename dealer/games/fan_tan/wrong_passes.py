"""The proof of a wrong pass (rulebook 3, ours): what players lay later or show at the end they held at every pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.layout import Layout, in_order
from dealer.games.fan_tan.state import Hand, Turn
from events.games.fan_tan import ChipsTo, HeldCard, WrongPassProved


def wrong_passes(hand: Hand, house: FanTanHouse) -> tuple[WrongPassProved, ...]:
    """Every pass of a hand that what is known now proves wrong, in the order of play.

    Where the house lets a player pass of their own will, only the passes beyond those it grants them can be wrong.
    """
    proved = []
    left = Counter(turn.player for turn in hand.turns if not turn.cards)
    known = _shown(hand)
    for number, turn in reversed([*enumerate(hand.turns, start=1)]):
        later = known.setdefault(turn.player, {})
        if turn.cards:
            later.update(dict.fromkeys(turn.cards, number))
            continue
        held = _held(turn, later)
        if held and not _granted(house, left[turn.player]):
            proved.append(_proved(hand, house, number, turn, held))
        left[turn.player] -= 1
    return tuple(reversed(proved))


def _granted(house: FanTanHouse, passes: int) -> bool:
    """Whether this pass of a player is one that they may make with a card that could be laid."""
    return house.voluntary_pass and (house.free_passes is None or passes <= house.free_passes)


def _held(turn: Turn, known: Mapping[str, int]) -> tuple[HeldCard, ...]:
    """The cards that could be laid at a turn, of those that its player is known to have held then."""
    return tuple([HeldCard(card=card, laid_at=known[card]) for card in in_order(filter(turn.before.takes, known))])


def hands_known(hand: Hand, number: int) -> dict[str, dict[str, int]]:
    """The cards that each player is known to have held at a turn, with the turn at which they lay each, 0 for shown."""
    known = _shown(hand)
    for later, turn in enumerate(hand.turns[number:], start=number + 1):
        known.setdefault(turn.player, {}).update(dict.fromkeys(turn.cards, later))
    return known


def _shown(hand: Hand) -> dict[str, dict[str, int]]:
    """The cards that players have shown at the end, as :func:`hands_known` has them."""
    return {player: dict.fromkeys(cards, 0) for player, cards in hand.shown.items()}


def _proved(hand: Hand, house: FanTanHouse, number: int, turn: Turn, held: tuple[HeldCard, ...]) -> WrongPassProved:
    kept = [one.card for one in held if turn.before.opens(one.card)]
    return WrongPassProved(
        hand=hand.number,
        turn=number,
        player=turn.player,
        held=held,
        chips=house.wrong_pass,
        besides=tuple(gift for card in kept for gift in _besides(hand, house, number, turn, card)),
    )


def _besides(hand: Hand, house: FanTanHouse, number: int, turn: Turn, opener: str) -> list[ChipsTo]:
    """What goes to whoever held the card below a kept opener and the card above it; nothing to the offender.

    Shared, the odd chip goes to the holder of the card below.
    """
    if not house.wrong_pass_opener:
        return []
    below, above = Layout.neighbours(opener)
    whole = house.wrong_pass_opener
    parts = (whole, whole) if house.opener_chips == "each" else (whole - whole // 2, whole // 2)
    holders = {card: player for player, cards in hands_known(hand, number).items() for card in cards}
    return [
        ChipsTo(player=holders[card], card=card, chips=chips)
        for card, chips in zip((below, above), parts, strict=True)
        if chips and holders.get(card, turn.player) != turn.player
    ]
