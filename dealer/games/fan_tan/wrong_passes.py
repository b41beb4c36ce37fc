"""The proof of a wrong pass (rulebook 3, ours): what players lay later or show at the end they held at every pass."""

from __future__ import annotations

from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.layout import Layout, in_order
from dealer.games.fan_tan.state import Hand, Turn
from events.games.fan_tan import ChipsTo, HeldCard, WrongPassProved


def wrong_passes(hand: Hand, house: FanTanHouse) -> tuple[WrongPassProved, ...]:
    """Every pass of a hand that what is known now proves wrong, in the order of play.

    Where the house lets a player pass of their own will, only the passes beyond those it grants them can be wrong.
    """
    proved = []
    passes: dict[str, int] = {}
    for number, turn in enumerate(hand.turns, start=1):
        if turn.cards:
            continue
        passes[turn.player] = passes.get(turn.player, 0) + 1
        held = _held(hand, number, turn)
        if held and not _granted(house, passes[turn.player]):
            proved.append(_proved(hand, house, number, turn, held))
    return tuple(proved)


def _granted(house: FanTanHouse, passes: int) -> bool:
    """Whether this pass of a player is one that they may make with a card that could be laid."""
    return house.voluntary_pass and (house.free_passes is None or passes <= house.free_passes)


def _held(hand: Hand, number: int, turn: Turn) -> tuple[HeldCard, ...]:
    """The cards that could be laid at a turn and that its player is known to have held then."""
    known = hands_known(hand, number).get(turn.player, {})
    return tuple(HeldCard(card=card, laid_at=known[card]) for card in in_order(known) if turn.before.takes(card))


def hands_known(hand: Hand, number: int) -> dict[str, dict[str, int]]:
    """The cards that each player is known to have held at a turn, with the turn at which they lay each, 0 for shown."""
    known: dict[str, dict[str, int]] = {player: dict.fromkeys(cards, 0) for player, cards in hand.shown.items()}
    for later, turn in enumerate(hand.turns[number:], start=number + 1):
        known.setdefault(turn.player, {}).update(dict.fromkeys(turn.cards, later))
    return known


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
