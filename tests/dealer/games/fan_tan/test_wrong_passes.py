"""The proof of a wrong pass (rulebook 3, ours): what is laid later or shown was held at every pass before."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from events.games.fan_tan import HeldCard, WrongPassProved
from tests.dealer.games.fan_tan.test_layout import could_be_laid
from tests.support.tables import PotTable, lays_what_they_can


def test_a_card_laid_later_proves_the_pass() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7h", "blue": "6h 8h"})
    table.lay("7h")
    table.pass_on()
    table.play_out()
    table.show_all()
    proved = [fact for fact in table("end_hand") if isinstance(fact, WrongPassProved)]
    assert (proved[0].turn, proved[0].player) == (2, "blue")
    laid_at = {card: at for at, turn in enumerate(table.hand.turns, start=1) for card in turn.cards}
    shown = table.hand.shown.get("blue", ())
    for card in ("6h", "8h"):
        assert HeldCard(card=card, laid_at=0 if card in shown else laid_at[card]) in proved[0].held


def test_a_card_still_held_at_the_end_proves_it_too() -> None:
    table = PotTable(3)
    table.deal(seed=3, given={"blue": "Kh"})
    table.play_out(lambda player, able: next((card for card in able if card != "Kh"), None))
    assert "Kh" in table.held["blue"]
    table.show_all()
    proved = [fact for fact in table("end_hand") if isinstance(fact, WrongPassProved)]
    assert {fact.player for fact in proved} == {"blue"}
    assert all(HeldCard(card="Kh", laid_at=0) in fact.held for fact in proved)


def test_a_pass_without_a_card_that_fits_is_right() -> None:
    table = PotTable(4)
    table.deal(seed=5)
    table.play_out()
    assert any(not turn.cards for turn in table.hand.turns)
    table.finish()
    assert table.row()["wrong_passes"] == []


def test_wrong_passes_are_listed_where_they_cost_nothing() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7h"})
    table.pass_on()
    table.play_out()
    table.finish()
    wrong = table.row()["wrong_passes"][0]
    assert (wrong["player"], wrong["turn"], wrong["penalty"], wrong["taken"]) == ("red", 1, 0, False)
    assert "7h" in wrong["cards"]


def test_cards_are_listed_by_suit_and_upwards() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7c 7d 7h 7s"})
    table.pass_on()
    table.play_out()
    table.finish()
    assert table.row()["wrong_passes"][0]["cards"] == ["7s", "7h", "7d", "7c"]


def test_a_house_may_allow_passing_at_will() -> None:
    table = PotTable(3, voluntary_pass=True)
    table.deal(given={"red": "7h"})
    table.pass_on()
    table.play_out()
    table.finish()
    assert table.row()["wrong_passes"] == []


def test_or_so_many_passes_a_hand() -> None:
    table = PotTable(3, voluntary_pass=True, free_passes=2)
    table.deal(given={"red": "7h 7s 7d 7c"})
    for _ in range(3):
        table.pass_on()
    for _ in range(3):
        table.pass_on()
    table.play_out(lambda player, able: None if table.hand.passes("red") < 3 else lays_what_they_can(player, able))
    table.finish()
    assert [row["turn"] for row in table.row()["wrong_passes"] if row["player"] == "red"][:1] == [7]


def test_free_passes_alone_allow_nothing() -> None:
    table = PotTable(3, free_passes=5)
    table.deal(given={"red": "7h"})
    table.pass_on()
    table.play_out()
    table.finish()
    assert table.row()["wrong_passes"][0]["turn"] == 1


def test_where_one_seven_begins_only_that_one_could_have_been_laid() -> None:
    table = PotTable(3, first="7d")
    table.deal(given={"red": "7h 7s", "blue": "7d"})
    table.pass_on()
    table("lay", player="blue", card="7d")
    table.held["blue"].remove("7d")
    table.play_out()
    table.finish()
    assert not [row for row in table.row()["wrong_passes"] if row["turn"] == 1]


def test_who_keeps_back_the_seven_that_begins_has_passed_wrongly() -> None:
    table = PotTable(3, first="7d")
    table.deal(given={"red": "7d"})
    table.pass_on()
    table.pass_on()
    table("lay", player="red", card="7d")
    table.held["red"].remove("7d")
    table.play_out()
    table.finish()
    assert table.row()["wrong_passes"][0]["cards"] == ["7d"]


def test_a_dead_hand_that_is_shown_proves_who_held_a_seven() -> None:
    table = PotTable(3, preset="antes")
    table.deal(given={"red": "7h 7s", "blue": "7d", "green": "7c"})
    for _ in range(3):
        table.pass_on()
    table.show_all()
    table("end_hand")
    assert [(one.player, one.turn) for one in table.hand.proved] == [("red", 1), ("blue", 2), ("green", 3)]


@dataclass
class Witness:
    """Writes down, at each pass, what a player who sees all cards would hold against it."""

    table: PotTable
    laid: list[str] = field(default_factory=list)
    wrong: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)

    def see(self, openers: tuple[str, ...]) -> None:
        hand = self.table.hand
        for card in hand.turns[-1].cards if hand.turns else ():
            if card not in self.laid:
                self.laid.append(card)
        player = hand.on_turn
        able = {card for card in self.table.held[player] if could_be_laid(card, self.laid, openers)}
        self.able, self.player, self.turn = able, player, len(hand.turns) + 1

    def passed(self) -> None:
        if self.able:
            self.wrong.append((self.turn, self.player, tuple(sorted(self.able))))


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 8), st.integers(0, 10**6), st.sampled_from(["encyclopedia", "antes", "five_or_nine"]))
def test_at_the_end_every_wrong_pass_is_proved_and_no_right_one(players: int, seed: int, preset: str) -> None:
    """Against a witness who sees all hands: real packs, players who hold back one card in four."""
    random = Random(seed)
    table = PotTable(players, chips=100_000, preset=preset)
    table.deal(seed=seed)
    witness = Witness(table)
    openers = ("5", "9") if preset == "five_or_nine" else ("7",)
    while not table.hand.winner:
        witness.see(openers)
        able = sorted(witness.able)
        if able and random.random() < 0.75:
            table.lay(random.choice(able))
        else:
            witness.passed()
            table.pass_on()
    table.finish()
    found = [(row["turn"], row["player"], tuple(sorted(row["cards"]))) for row in table.row()["wrong_passes"]]
    assert found == witness.wrong
