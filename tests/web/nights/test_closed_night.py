"""A closed night's page: the hands of Fan-Tan in a small table, each with its sheet; a bank only where one plays."""

from __future__ import annotations

from dealer.games.fan_tan.rows import hand_rows_of
from events.effective_facts import effective
from tests.support.house import Client, House
from tests.support.tables import PotTable
from web.games.fan_tan.closed import HandLine
from web.nights.closed_night import ClosedNight, closed_night
from web.papers.papers import papers_by_name


def closed(table: PotTable, *papers: str) -> ClosedNight:
    table("close_night")
    there = papers_by_name(table.now, table.recorded)
    return closed_night(table.now, table.recorded, {name: there[name] for name in papers})


def hands_of(view: ClosedNight) -> tuple[HandLine, ...]:
    (shown,) = view.rounds
    return tuple(shown.view)


def table_of_a_hand() -> PotTable:
    table = PotTable(4, preset="antes")
    table.deal(seed=3, given={"red": "7d 7s"})
    kept = iter([None])
    table.play_out(lambda player, able: next(kept, able[0]) if player == "red" and able else next(iter(able), None))
    table.show_all()
    table("end_hand")
    assert table.hand.proved
    table("take_penalty", player="red", turn=1)
    table("settle_hand")
    return table


def test_a_hand_has_its_winner_its_pot_and_its_wrong_passes() -> None:
    table = table_of_a_hand()
    (row,) = hand_rows_of(one.fact for one in effective(table.recorded))
    (line,) = hands_of(closed(table))
    assert row.winner
    assert (line.winner, line.chips, line.pot) == (
        row.winner.title(),
        f"{row.pot} chips",
        f"${row.pot / 4:.2f}".removesuffix(".00"),
    )
    assert line.wrong_passes == f"{len(row.wrong_passes)} proved, 1 taken"
    assert line.mark


def test_hands_that_nobody_won_say_what_came_of_them() -> None:
    table = PotTable(3, preset="antes")
    for end in ("void", "dead", "close"):
        table.deal()
        if end == "void":
            table("void_hand", reason="misdealt")
        if end == "dead":
            for _ in range(3):
                table.pass_on()
            table("end_hand")
            table("settle_hand")
    said = [(line.winner, line.pot, line.wrong_passes, line.mark) for line in hands_of(closed(table))]
    assert said == [
        ("broken off as foul", "–", "–", None),
        ("dead: the pot was left", "–", "–", None),
        ("broken off by the close", "–", "–", None),
    ]


def test_a_hands_sheet_is_linked_in_its_line_and_the_others_in_the_foot() -> None:
    view = closed(table_of_a_hand(), "table", "settlement-1-red", "hand-1")
    assert [line.paper for line in hands_of(view)] == ["hand-1"]
    assert view.sheets == (("table", "Table sheet"),)
    assert [one.paper for one in view.players] == ["settlement-1-red", "", "", ""]


def test_a_night_without_a_game_against_the_bank_has_no_lines_of_its_play() -> None:
    assert [word for word, _ in closed(table_of_a_hand()).bank] == ["put up", "tips for the dealer"]


def test_the_page_lists_the_hands_and_prints_them(client: Client, house: House) -> None:
    night = house.open_night(game=["fan_tan", "faro"])
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    house.do(night, "start_hand", dealer="red")
    house.do(night, "void_hand", reason="misdealt")
    house.deal(night)
    assert "Fan-Tan (Sevens, Parliament) and Faro" in client.get("/").get_data(as_text=True)
    house.do(night, "close_night")
    text = client.get(f"/nights/{night}").get_data(as_text=True)
    assert 'data-hand="1"' in text
    assert "after the hock" in text
    assert f'href="/nights/{night}/papers/hand-1.pdf"' in text
    assert f'href="/nights/{night}/papers/deal-1.pdf"' in text
