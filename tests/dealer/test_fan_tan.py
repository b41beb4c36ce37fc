"""Fan-Tan: a hand from the deal to the last card, and the contract's refusals (rulebook 3)."""

from __future__ import annotations

from dataclasses import asdict
from math import sqrt
from random import Random

import pytest

from dealer.game.cards import PACK
from dealer.games.fan_tan.commands import PRESETS, house_of
from dealer.games.fan_tan.fairness import ENDS, Hand, hands_of, inspect_fan_tan
from dealer.games.fan_tan.game import GAME
from dealer.statistics import SkippedTest, StatisticalTest, weighed
from events.games.fan_tan import CardsLaid, HandShown, HandStarted


@pytest.mark.parametrize("preset", PRESETS)
def test_a_house_reads_back_as_it_was_recorded(preset: str) -> None:
    recorded = GAME.read_house({"preset": preset, "chip": 100, "marker_limit": 5_000})
    assert asdict(house_of(recorded)) == recorded


PLAYERS = ("Ada", "Hart", "Moss", "Oakes", "Vane")


def dealt(pack: list[str], dealer: int) -> Hand:
    """A hand of a pack, dealt one at a time from the dealer's left."""
    players = PLAYERS[dealer + 1 :] + PLAYERS[: dealer + 1]
    held = {player: set(pack[at :: len(players)]) for at, player in enumerate(players)}
    return Hand(("7",), PLAYERS[dealer], {player: len(cards) for player, cards in held.items()}, held)


def looks_of(hands: list[Hand]) -> dict[str, StatisticalTest]:
    seen = inspect_fan_tan([hands])
    assert seen is not None
    return {card_test.name: card_test for card_test in seen.tests if isinstance(card_test, StatisticalTest)}


def standing_out(hands: list[Hand]) -> set[str]:
    return {card_test.test.name for card_test in weighed(list(looks_of(hands).values())) if card_test.stands_out}


def test_square_deals_make_no_look_rare_too_often() -> None:
    random, nights, rare = Random(1), 100, dict[str, int]()
    for _ in range(nights):
        hands = [dealt(random.sample(PACK, 52), deal % len(PLAYERS)) for deal in range(6)]
        for name, card_test in looks_of(hands).items():
            rare[name] = rare.get(name, 0) + (card_test.chance <= 0.1)
    assert len(rare) == 5
    assert max(rare.values()) <= nights * 0.1 + 5 * sqrt(nights * 0.1 * 0.9)


def test_a_dealer_who_deals_the_sevens_to_their_own_hand_stands_out() -> None:
    random, hands = Random(2), []
    for deal in range(6):
        pack = [card for card in random.sample(PACK, 52) if card not in ("7s", "7h", "7d")]
        for place, card in zip((4, 9, 14), ("7s", "7h", "7d"), strict=True):
            pack.insert(place, card)
        hands.append(dealt(pack, deal % len(PLAYERS)))
    assert standing_out(hands) == {"dealers_openers"}


def test_a_player_who_is_never_dealt_an_ace_or_a_king_stands_out() -> None:
    random, hands = Random(3), []
    for _ in range(8):
        pack = random.sample(PACK, 52)
        for place in range(0, 52, 5):
            if pack[place][:-1] in ENDS:
                other = next(at for at in range(1, 52) if at % 5 and pack[at][:-1] not in (*ENDS, "7"))
                pack[place], pack[other] = pack[other], pack[place]
        hands.append(dealt(pack, 4))
    assert "players_ends" in standing_out(hands)
    assert looks_of(hands)["players_ends"].means == "that the deal was not square to Ada’s hand"


def test_a_pack_dealt_again_unshuffled_stands_out() -> None:
    pack = Random(4).sample(PACK, 52)
    assert standing_out([dealt(pack, 0), dealt(pack, 0)]) == {"holders"}


def test_a_hand_is_known_when_all_its_cards_were_laid_or_shown() -> None:
    """Who shows their hand and plays on shows it again at the end; only that counts."""
    seats = {"a": "Ada", "b": "Hart"}
    cards = {"a": PACK[:26], "b": PACK[26:]}
    started = HandStarted(hand=1, dealer="b", players=("a", "b"), dealt=(26, 26))
    laid = [CardsLaid(hand=1, turn=1 + at, player="a", cards=(card,)) for at, card in enumerate(cards["a"])]
    shown = HandShown(hand=1, player="b", cards=cards["b"])
    events = [started, shown, *laid]
    (hand,) = hands_of(events, ("7",), seats)
    assert not hand.is_known
    (hand,) = hands_of([*events, shown], ("7",), seats)
    assert hand.is_known
    assert hand.held == {"Ada": set(cards["a"]), "Hart": set(cards["b"])}
    seen = inspect_fan_tan([hands_of(events, ("7",), seats)])
    assert seen is not None
    assert (seen.hands, seen.known) == (1, 0)
    assert all(isinstance(card_test, SkippedTest) for card_test in seen.tests)
    assert inspect_fan_tan([[]]) is None


def test_five_or_nine_has_other_openers_than_the_encyclopedia() -> None:
    usual, other = GAME.read_house({}), GAME.read_house("five_or_nine")
    assert {name for name in usual if usual[name] != other[name]} == {"preset", "opener"}
    assert house_of(other).openers == ("5", "9")
