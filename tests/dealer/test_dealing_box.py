"""The dealing box: committed, drawn from, taken back, given up, revealed and checked."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.dealing_box import Box, BoxKeeper, commitment_to, shuffled
from dealer.games import GAMES
from dealer.night_service import NightService, Receipt
from dealer.verification.streams import verify
from events.book.book import Book
from events.common import box as facts
from events.common.event import Event
from events.common.play import HandBegun
from tests.support.house import EARP

KEY = b"the key of a house for the tests"
OPENING = {"do": "open_night", "table": "Tiger", "date": "2026-11-21", "roll": 50_000, "dealer": "M. Earp", "house": {}}
PLAYERS = ("red", "blue", "white", "black")


class BoxedNight:
    """A night dealt from the box, with players at the table."""

    def __init__(self, game: str | list[str] = "faro", players: int = 2, book: Book | None = None) -> None:
        self.book = book or Book.open()
        nonces = count(1)
        self.service = NightService(self.book, box_keeper=BoxKeeper(KEY, lambda: f"{next(nonces):064x}"))
        opening = {**OPENING, "game": game, "cards": "box"}
        self.night = self.service.execute(opening, EARP).night
        for player in PLAYERS[:players]:
            self.do("seat_player", player=player, name=player.title())
            self.do("buy_checks", player=player, amount=5_000)

    def do(self, do: str, with_service: NightService | None = None, /, **arguments: Any) -> tuple[Event, ...]:
        """Carry out a command; returns its events."""
        return self.send({"do": do, **arguments}, with_service).events

    def send(self, document: dict[str, Any], service: NightService | None = None, **options: Any) -> Receipt:
        return (service or self.service).execute(document, EARP, night=self.night, **options)

    def whole_deal(self) -> None:
        """Deal a deal of Faro from the soda to its end."""
        self.do("start_deal")
        self.do("expose_soda")
        for _ in range(25):
            self.do("turn")
        self.do("expose_hock")
        self.do("end_deal")

    @property
    def boxes(self) -> tuple[Box, ...]:
        return self.service.night(self.night).boxes

    @property
    def events(self) -> list[Event]:
        return [recorded.event for recorded in self.service.events(self.night)]


def drawn(events: tuple[Event, ...]) -> list[str]:
    """The cards that events took out of a box."""
    return [card for event in events if isinstance(event, facts.CardsFromBox) for card in event.cards]


@pytest.fixture
def night() -> Iterator[BoxedNight]:
    made = BoxedNight()
    with made.book:
        yield made


def refused(act: Callable[[], object]) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refusal) as refusal:
        act()
    return refusal.value.code


def is_sound(night: BoxedNight) -> bool:
    return verify(night.book, night.night).sound


def test_a_deal_comes_out_in_the_order_that_was_committed_and_is_revealed_after_its_end(night: BoxedNight) -> None:
    (committed,) = night.boxes
    night.do("add_words", player="red", words="Faites vos jeux")
    night.whole_deal()
    first, second = night.boxes
    assert first.commitment == committed.commitment == commitment_to(first.secret)
    order = first.order(night.night, first.secret)
    assert [first.drawn[place] for place in range(52)] == list(order)
    assert sorted(order) == sorted(first.pack)
    assert second.commitment != first.commitment
    assert not second.secret
    assert is_sound(night)


def test_words_change_the_order(night: BoxedNight) -> None:
    night.do("add_words", player="red", words="one")
    night.do("add_words", player="blue", words="two")
    night.whole_deal()
    box = night.boxes[0]
    orders = {
        Box(
            **{name: getattr(box, name) for name in ("number", "commitment", "nonce", "game", "round", "pack")},
            words=words,
        ).order(night.night, box.secret)
        for words in (box.words, box.words[::-1], box.words[:1], (), (("red", "onetwo"), ("blue", "")))
    }
    assert len(orders) == 5


def test_each_player_puts_words_in_once_and_before_the_first_card(night: BoxedNight) -> None:
    night.do("add_words", player="red", words="Faites vos jeux")
    assert refused(lambda: night.do("add_words", player="red", words="again")) == "already_done"
    night.do("start_deal")
    night.do("add_words", player="blue", words="before the soda")
    night.do("expose_soda")
    night.do("void")
    assert refused(lambda: night.do("add_words", player="white", words="late")) == "unknown_player"
    night.do("seat_player", player="white", name="White")
    assert refused(lambda: night.do("add_words", player="white", words="late")) == "bets_closed"


def test_cards_that_are_taken_back_come_again(night: BoxedNight) -> None:
    night.do("start_deal")
    soda, turn = night.do("expose_soda"), night.do("turn")
    night.do("void")
    assert night.do("draw_loser")[0] == facts.CardsFromBox(box=1, place=1, cards=(drawn(turn)[0],))
    for _ in range(3):
        night.do("void")
    night.do("start_deal")
    assert night.do("expose_soda") == soda
    assert drawn(night.do("turn")) == drawn(turn)
    assert is_sound(night)


def test_a_deal_that_is_given_up_is_revealed_and_cannot_go_on(night: BoxedNight) -> None:
    night.do("start_deal")
    night.do("expose_soda")
    night.do("void_deal", reason="a call came in")
    assert night.boxes[0].secret
    assert refused(lambda: night.do("void")) == "wrong_phase"
    night.do("start_deal")
    assert night.do("expose_soda")[0].box == 2  # type: ignore[attr-defined]
    assert is_sound(night)


def test_a_hand_that_was_scored_can_be_scored_again_but_one_that_was_given_up_cannot_go_on() -> None:
    night = begun("spoil_five", 3)
    night.do("score_hand", tricks={"red": 3})
    secret = night.boxes[0].secret
    assert secret
    night.do("void")
    night.do("score_hand", tricks={"blue": 3})
    assert night.boxes[0].secret == secret
    night.do("start_hand", dealer="blue")
    night.do("void_hand", reason="a call came in")
    assert refused(lambda: night.do("void")) == "wrong_phase"
    assert is_sound(night)


def test_a_hock_can_be_taken_back_and_comes_again(night: BoxedNight) -> None:
    night.whole_deal()
    night.do("void")
    night.do("void")
    hock = night.do("expose_hock")
    assert drawn(hock) == [night.boxes[0].drawn[51]]
    night.do("end_deal")
    assert len(night.boxes) == 2
    assert is_sound(night)


KILLED = """
import os, signal, sys
from dealer.dealing_box import BoxKeeper
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
service = NightService(Book.open(sys.argv[1]), box_keeper=BoxKeeper(sys.argv[2].encode()))
sender, night = Sender(who="M. Earp", device="tablet-1"), None
opening = {"do": "open_night", "table": "Tiger", "date": "2026-11-21", "roll": 50_000, "dealer": "M. Earp"}
for document in ({**opening, "game": "faro", "house": {}, "cards": "box"}, {"do": "start_deal"}, {"do": "expose_soda"}):
    receipt = service.execute(document, sender, night=night)
    night = receipt.night
print(receipt.events[-1].card, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_server_that_is_killed_in_mid_deal_leaves_the_order_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    run = subprocess.run(
        [sys.executable, "-c", KILLED, path, KEY.decode()], capture_output=True, text=True, check=False
    )
    assert run.returncode == -9, run.stderr
    with Book.open(path) as book:
        service = NightService(book, box_keeper=BoxKeeper(KEY))
        (name,) = service.nights()
        box = service.night(name).boxes[0]
        secret = BoxKeeper(KEY).secret(name, box)
        assert secret
        order = box.order(name, secret)
        assert order[0] == run.stdout.strip()
        receipt = service.execute({"do": "turn"}, EARP, night=name)
        assert drawn(receipt.events) == list(order[1:3])


def test_a_deal_that_is_on_at_the_close_is_revealed_before_it(night: BoxedNight) -> None:
    night.do("start_deal")
    night.do("expose_soda")
    night.do("raise_dispute", dispute="d", player="red", about=0, claim="no")
    assert refused(lambda: night.do("close_night")) != ""
    assert not night.boxes[0].secret, "a close that is refused reveals nothing"
    night.do("rule_dispute", dispute="d", ruling="stands", reason="it was seen")
    night.do("close_night")
    assert all(box.secret for box in night.boxes)
    assert is_sound(night)


def test_cards_cannot_be_named_nor_corrected(night: BoxedNight) -> None:
    night.do("start_deal")
    assert refused(lambda: night.do("expose_soda", card="Qs")) == "odd_card"
    night.send({"do": "expose_soda"}, command_id="the soda")
    secret = BoxKeeper(KEY).secret(night.night, night.boxes[0])
    assert secret
    next_cards = night.boxes[0].order(night.night, secret)[1:3]
    turn = {"do": "turn", "loser": next_cards[0], "winner": next_cards[1]}
    assert refused(lambda: night.send(turn)) == "odd_card", "also the right cards: they could be guessed"
    for instead in (None, {"do": "expose_soda", "card": next_cards[0]}):
        amend: dict[str, Any] = {"do": "amend", "command": "the soda", "instead": instead, "drop": []}
        assert refused(partial(night.send, amend)) == "not_allowed_here"
    night.do("place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)


def test_a_bet_can_be_corrected_in_its_place(night: BoxedNight) -> None:
    night.do("start_deal")
    night.do("expose_soda")
    bet = {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}
    night.send(bet, command_id="the bet")
    night.do("turn")
    before = night.boxes
    night.send({"do": "amend", "command": "the bet", "instead": {**bet, "stake": 600}, "drop": []})
    assert night.boxes == before
    night.do("turn")
    assert is_sound(night)


@pytest.mark.parametrize("do", ["commit_box", "close_words", "reveal_box"])
def test_what_the_program_does_cannot_be_sent(night: BoxedNight, do: str) -> None:
    night.do("start_deal")
    assert refused(lambda: night.do(do)) == "bad_input"
    amend = {"do": "amend", "command": "x", "instead": {"do": do}, "drop": []}
    assert refused(lambda: night.send(amend)) in ("bad_input", "unknown_command", "not_allowed_here")
    assert refused(lambda: night.send({"do": "expose_soda", "drawn": {"card": "Qs"}})) == "bad_input"


def test_a_command_sent_again_is_answered_as_before(night: BoxedNight) -> None:
    night.do("start_deal")
    first = night.send({"do": "expose_soda"}, command_id="the soda")
    assert night.send({"do": "expose_soda"}, command_id="the soda").events == first.events
    assert night.boxes[0].out == 1


def test_what_boxes_do_by_themselves_makes_no_screen_stale(night: BoxedNight) -> None:
    seen = night.send({"do": "start_deal"}).version
    night.do("add_words", player="red", words="Faites vos jeux")
    seen = night.send({"do": "expose_soda"}, expected_version=seen).version
    night.do("buy_checks", player="red", amount=25)
    assert refused(lambda: night.send({"do": "turn"}, expected_version=seen)) == "stale_version"


def test_another_server_deals_on_from_the_same_box(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        night = BoxedNight(book=book)
        night.do("add_words", player="red", words="Faites vos jeux")
        night.do("start_deal")
        night.do("expose_soda")
        other = NightService(book, box_keeper=BoxKeeper(KEY))
        night.do("turn", other)
        night.do("turn")
        box = night.boxes[0]
    with Book.open(path) as book:
        restarted = NightService(book, box_keeper=BoxKeeper(KEY))
        assert restarted.night(night.night).boxes[0] == box
        secret = BoxKeeper(KEY).secret(night.night, box)
        assert secret
        night.do("turn", restarted)
        assert [*restarted.night(night.night).boxes[0].drawn.values()] == list(box.order(night.night, secret)[:7])
        assert refused(lambda: night.do("turn", NightService(book))) == "not_allowed_here"
        assert (
            refused(lambda: night.do("turn", NightService(book, box_keeper=BoxKeeper(b"other")))) == "not_allowed_here"
        )


def test_a_box_of_a_lost_key_can_be_left_and_is_named(tmp_path: Path) -> None:
    night = BoxedNight()
    night.do("start_deal")
    night.do("expose_soda")
    other = NightService(night.book, box_keeper=BoxKeeper(b"another key"))
    night.do("void_deal", other, reason="the key is lost")
    night.do("start_deal", other)
    night.do("expose_soda", other)
    night.do("close_night", other)
    found = verify(night.book, night.night).finding
    assert found
    assert (found.check, str(found.problem)) == ("boxes", "box 1 was never revealed")


def test_the_secret_is_not_in_the_file_before_it_is_revealed(tmp_path: Path) -> None:
    with Book.open(tmp_path / "night.db") as book:
        night = BoxedNight(book=book)
        night.do("start_deal")
        night.do("expose_soda")
        secret = BoxKeeper(KEY).secret(night.night, night.boxes[0])
        assert secret

        def is_in_a_file(text: bytes) -> bool:
            return any(text in path.read_bytes() for path in tmp_path.iterdir() if path.is_file())

        forms = (secret.encode(), bytes.fromhex(secret), secret.upper().encode())
        assert is_in_a_file(night.boxes[0].commitment.encode()), "the files are those of the book"
        assert not any(map(is_in_a_file, forms))
        night.do("void_deal", reason="over")
        assert is_in_a_file(secret.encode())


OF_HANDS = {
    "fan_tan": (3, 18, 52),
    "farmer": (3, 1, 45),
    "spoil_five": (3, 5, 52),
    "frog": (3, 11, 36),
    "five_hundred": (3, 10, 33),
    "forty_five": (2, 5, 52),
    "auction_forty_five": (4, 5, 52),
    "hasenpfeffer": (4, 6, 25),
    "big_three": (3, 16, 52),
    "four_deal_bridge": (4, 13, 52),
}
"""The players, the cards of each and the pack of games whose hands are dealt unseen."""


def begun(game: str, players: int) -> BoxedNight:
    """A night of a game with its first hand begun."""
    night = BoxedNight(game, players)
    record, at = GAMES[game], PLAYERS[:players]
    if record.prepares:
        sides = (
            [[at[0], at[2]], [at[1], at[3]]] if players == 4 and game != "big_three" else [[player] for player in at]
        )
        night.do(record.prepares, sides=sides)
    night.do(record.starts, **{"opener" if game == "big_three" else "dealer": at[0]})
    return night


def test_every_game_is_dealt_from_the_box() -> None:
    assert {"faro", "pharo", "five_in_one", *OF_HANDS} == set(GAMES)


@pytest.mark.parametrize("game", OF_HANDS)
def test_hands_are_dealt_unseen_and_more_cards_after_them(game: str) -> None:
    players, each, size = OF_HANDS[game]
    night = begun(game, players)
    box = night.boxes[0]
    assert box.closed
    assert len(box.pack) == len(set(box.pack)) == size
    secret = BoxKeeper(KEY).secret(night.night, box)
    assert secret
    order = box.order(night.night, secret)
    hands = {player: tuple(box.hand(order, player).values()) for player in PLAYERS[:players]}
    assert sorted(card for hand in hands.values() for card in hand) == sorted(order[: box.out])
    assert all(each - 1 <= len(hand) <= each for hand in hands.values())
    hand_begun = next(event for event in night.events if isinstance(event, HandBegun))
    assert [hands[player][0] for player in hand_begun.players] == list(order[:players]), "one at a time"
    if box.left:
        night.do("turn_up")
        assert night.boxes[0].drawn == {box.out: order[box.out]}
    else:
        assert refused(lambda: night.do("turn_up")) in ("odd_card", "bad_input")
    if box.left > 1:
        night.do("deal_cards", player="red")
        assert tuple(night.boxes[0].hand(order, "red").values()) == (*hands["red"], order[box.out + 1])
    night.do("void_hand", reason="foul")
    assert night.boxes[0].secret == secret
    night.do("close_night")
    assert is_sound(night)


def test_pharo_shows_the_bottom_and_ends_with_it() -> None:
    night = BoxedNight("pharo")
    night.do("start_deal")
    bottom = drawn(night.do("show_bottom"))
    cards = [card for _ in range(26) for card in drawn(night.do("coup"))]
    assert cards[-1:] == bottom
    assert len(set(cards)) == 52
    night.do("end_deal")
    assert is_sound(night)


def test_the_consolation_turns_ten_cards_of_the_box() -> None:
    night = BoxedNight("five_in_one")
    night.do("start_hand", dealer="red")
    for part in ("plus_or_minus", "cold_hand", "bango", "put_and_take"):
        if part == "cold_hand":
            night.do("cold_hand", winners=["red"])
        else:
            night.do("part_result", part=part, chips={})
    night.do("consolation")
    assert len(night.boxes[0].drawn) == 10
    assert is_sound(night)


def test_every_order_of_a_small_pack_is_equally_likely() -> None:
    pack, draws = ("A", "2", "3", "4"), 12_000
    counted = Counter(shuffled(str(number), pack) for number in range(draws))
    assert set(counted) == set(permutations(pack))
    expected = draws / 24
    chi_square = sum((count - expected) ** 2 / expected for count in counted.values())
    # 99.9 % of the chi-square distribution with 23 degrees of freedom; the texts are fixed.
    assert chi_square < 49.7


@given(st.text(max_size=40), st.integers(0, 256))
def test_a_shuffle_keeps_every_card(text: str, size: int) -> None:
    pack = [str(card) for card in range(size)]
    assert sorted(shuffled(text, pack)) == sorted(pack)
