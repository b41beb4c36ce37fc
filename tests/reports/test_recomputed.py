"""Every sum that is printed is worked out again, from the export alone, by programs that are not ours.

The figures are read off the printed PDFs. hledger reckons the balances of the accounts from the journal; SQLite adds
up the postings of the CSV, and, where a figure is of one deal, hand or turn, counts chips or cards, or is of one bet
or marker, which no posting says, the events of the JSON lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.reports.conftest import Prints
from tests.reports.nights import BOOKED, NAMES, THREE_SEATS
from tests.support.fixtures import soaked
from tests.support.pdf import TaggedPdf, added, agree, beside, figure, lines_of, read_tagged
from tests.support.recomputed import (
    BESIDE_THE_PLAY,
    PLAY_OF_FAN_TAN,
    Exported,
    chip_of,
    deal_figures,
    hand_figures,
    net_of,
    numbers,
    pot_figures,
)

NAME_OF = dict(zip(THREE_SEATS, NAMES, strict=True))
SETTLED = {"faro": ("red",), "fan_tan": ("blue",), "both": ("red", "white"), "both_open": ("white",)}
"""Whose settlements are printed."""


@pytest.fixture(scope="module", params=soaked(BOOKED, at_once=["both", "both_open"]))
def night(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def exported(night: str) -> Iterator[Exported]:
    booked = BOOKED[night]()
    made = Exported(booked.book, booked.now.id)
    yield made
    made.close()


@pytest.fixture(scope="module")
def table(night: str, prints: Prints) -> TaggedPdf:
    """The night's table sheet as it is read."""
    return read_tagged(prints(night, "table"))


def test_settlements(night: str, exported: Exported, prints: Prints) -> None:
    deals, dealt = numbers(exported, "DealStarted", "deal"), numbers(exported, "HandStarted", "hand")
    for seat in SETTLED[night]:
        read = read_tagged(prints(night, f"settlement-{THREE_SEATS.index(seat) + 1}-{seat}"))
        text, net = read.text, net_of(exported, seat)
        cash_in = sum(exported.balance(f"Assets:Cash:{purpose}", seat) for purpose in ("Bought", "Markers", "Pledges"))
        markers = exported.balance("Assets:Markers:Issued", seat)
        pledged = exported.sum("SELECT sum(debit) FROM posting WHERE account = :of", of=f"pledges:{seat}")
        sums = [row for one in read.root.all("Table") for row in one.cells if row[0].text == "Brought in total"]
        ((brought, away),) = [(figure(row[1].text), figure(row[-1].text)) for row in sums]
        assert (brought, away - brought) == (cash_in + markers + pledged, net)
        result = "result so far" if night == "both_open" else "result of the night"
        for said, expected in (
            (result, net),
            ("Paid to you in cash", -exported.balance("Assets:Cash:Paid-Out", seat)),
            ("Paid by you in cash", cash_in),
            ("Markers still open", markers + exported.balance("Assets:Markers:Redeemed", seat)),
            ("Pledges held", exported.balance("Assets:Pledges", seat)),
        ):
            found = re.findall(rf"{said} (none|[+−]?\$[\d,.]+\d)", text)
            assert {figure(shown) for shown in found} == {expected}, said
            assert len(found) == (2 if said == result else 1), "at the head, and where it is signed"
        shown = beside(read)
        assert shown[-1][1] == net or ("Result of the night", net) in [(what[:19], cents) for what, cents in shown]
        loans = sum(cents for what, cents in shown if re.match("Tip|Ruling|Lent|Loan|Repaid|Share", what))
        assert loans == exported.gained(f"checks:{seat}", BESIDE_THE_PLAY)
        if deals:
            *lines, whole = lines_of(read, "Deal", "Turns")
            each = [deal_figures(exported, deal, seat) for deal in deals]
            for line, figures in zip(lines, each, strict=True):
                agree(line, figures)
            agree(whole, added(each))
        if dealt:
            *lines, whole = lines_of(read, "Hand", "Dealt")
            each = [hand_figures(exported, hand, seat) for hand in dealt]
            for line, figures in zip(lines, each, strict=True):
                agree(line, figures)
            agree(whole, added(each))


def test_the_table_sheets_accounts(exported: Exported, table: TaggedPdf) -> None:
    (accounts,) = [one for one in table.root.all("Table") if "Cash" in [cell.text for cell in one.cells[0]]]
    names = [cell.text for cell in accounts.cells[0] if cell.text]
    read: dict[str, dict[str, int]] = {name: {} for name in names}
    for row in accounts.cells[1:]:
        cells = [cell.text for cell in row]
        for name, what, said in zip(names, cells[::3], cells[1::3], strict=True):
            if what:
                read[name][re.sub(r", \d+:\d\d [ap]m$", "", what)] = figure(said)
    cash = {name: exported.balance(f"Assets:Cash:{name}") for name in ("Roll", "Bought", "Markers", "Pledges")}
    expected = {
        "Roll": cash["Roll"],
        "Checks sold": cash["Bought"],
        "On markers": cash["Markers"],
        "For pledges": cash["Pledges"],
        "Bought back": exported.balance("Assets:Cash:Paid-Out"),
    }
    box = sum(exported.balance(f"Assets:Cash:{name}") for name in (*cash, "Paid-Out"))
    assert read["Cash"].pop("In the drawer" if box >= 0 else "The drawer is short") == abs(box)
    assert read["Cash"] == {what: cents for what, cents in expected.items() if cents}
    with_players = -exported.balance("Liabilities:Checks") - exported.balance("Liabilities:Layout")
    assert read["Checks"].pop("With players") == sum(read["Checks"].values()) == with_players
    ruled = exported.gained("play", ["DisputeRuled"])
    income = {name: -exported.balance(f"Income:{name}") for name in ("Play", "Sleepers", "After-Hock")}
    bank = {"Play": income["Play"] - ruled, "Rulings": ruled, "Sleepers": income["Sleepers"]}
    bank |= {"Swept after the hock": income["After-Hock"], "Result": sum(income.values())}
    if "The bank" in read:
        kept = {what: cents for what, cents in bank.items() if cents or what in read["The bank"]}
        assert read["The bank"] == kept
        assert read["The roll"].pop("Roll") == sum(read["The roll"].values()) == -exported.balance("Equity:Roll")
    for said, expected_cents in (
        ("Result of the bank", bank["Result"]),
        ("In sight", bank["Result"] + cash["Roll"]),
        ("Dealer’s tips", -exported.balance("Liabilities:Tokes")),
        ("In the pot", -exported.balance("Liabilities:Pot")),
    ):
        for shown in re.findall(rf"{said} (none|[+−]?\$[\d,.]+\d)", table.text):
            # What lies in the pot is taken off the checks, and counts with the players' results.
            assert (abs(figure(shown)) if said == "In the pot" else figure(shown)) == expected_cents, said


def test_the_table_sheets_players(exported: Exported, table: TaggedPdf) -> None:
    lines = {line["Player"]: line for line in lines_of(table, "Player") if "Paid in" in line}
    each = {}
    for seat in THREE_SEATS:
        issued, redeemed = (exported.balance(f"Assets:Markers:{what}", seat) for what in ("Issued", "Redeemed"))
        each[seat] = {
            "Paid in": sum(exported.balance(f"Assets:Cash:{one}", seat) for one in ("Bought", "Markers", "Pledges")),
            "Markers": issued,
            "Redeemed": -redeemed,
            "Open": issued + redeemed,
            "Pledges": exported.balance("Assets:Pledges", seat),
            "Cashed": -exported.balance("Assets:Cash:Paid-Out", seat),
            "Held": -exported.balance("Liabilities:Checks", seat) - exported.balance("Liabilities:Layout", seat),
            "Net": net_of(exported, seat),
        }
        agree(next(line for line in lines_of(table, "Player") if NAME_OF[seat] in line.values()), each[seat])
    agree(lines["All players"], added(list(each.values())))
    shown = dict(beside(table))
    (together,) = [cents for what, cents in shown.items() if what.endswith("tips together")]
    bank = -sum(exported.balance(f"Income:{name}") for name in ("Play", "Sleepers", "After-Hock"))
    tokes, pot = -exported.balance("Liabilities:Tokes"), -exported.balance("Liabilities:Pot")
    assert together == added(list(each.values()))["Net"] + bank + tokes + pot == 0


def test_the_table_sheets_deals_and_hands(exported: Exported, table: TaggedPdf) -> None:
    if deals := numbers(exported, "DealStarted", "deal"):
        *lines, whole = lines_of(table, "Deal", "Soda")
        each = [deal_figures(exported, deal) for deal in deals]
        for line, expected in zip(lines, each, strict=True):
            agree(line, expected)
        agree(whole, added(each))
    if dealt := numbers(exported, "HandStarted", "hand"):
        *lines, whole = [line for line in lines_of(table, "Hand", "Dealer") if "Won" in line]
        each = [pot_figures(exported, hand) for hand in dealt]
        for line, expected in zip(lines, each, strict=True):
            agree(line, expected)
        agree({head: said for head, said in whole.items() if head not in ("Before", "Left")}, added(each))
        nets = lines_of(table, "Hand", *NAMES)
        for line, hand in zip(nets, dealt, strict=False):
            shown = [figure(said) for said in list(line.values())[1:]]
            assert shown == [hand_figures(exported, hand, seat)["Net Chips"] for seat in THREE_SEATS]
        divided = exported.said("PotDivided", "chips")
        lies = -exported.balance("Liabilities:Pot") // chip_of(exported)
        chips = [divided] * bool(divided) + [lies]
        under = [(what, number) for what, number in beside(table) if re.match("In the pot (now|at)|Divided", what)]
        assert [number for _, number in under] == chips
        assert figure(under[-1][0].split()[-1]) == lies * chip_of(exported)
        kinds = [*PLAY_OF_FAN_TAN, "PotDivided"]
        shown = [figure(said) for said in list(nets[-1].values())[1:]]
        assert shown == [exported.gained(f"checks:{seat}", kinds) for seat in THREE_SEATS]


def test_the_backers_parts(exported: Exported, table: TaggedPdf) -> None:
    backers = exported.rows(
        "SELECT one.value ->> 'name', one.value ->> 'share' FROM standing, json_each(body -> 'backers') AS one"
        " WHERE kind = 'NightOpened' AND one.value ->> 'name' != 'house'"
    )
    if not backers:
        assert "The backers" not in table.text
        return
    result = -sum(exported.balance(f"Income:{name}") for name in ("Play", "Sleepers", "After-Hock"))
    lines = lines_of(table, "Backer")
    for line, (name, share) in zip(lines, backers, strict=True):
        put_up = exported.gained(f"roll:{name}", ["NightOpened", "RollRaised"])
        assert (line["Backer"], figure(line["Put up"])) == (name, put_up)
        cut = figure(line["Part of the result"])
        assert abs(cut - result * Fraction(str(share))) < 1
        assert figure(line["To draw"]) == put_up + cut
    assert sum(figure(line["Part of the result"]) for line in lines) == result


def test_tab_sheets(night: str, exported: Exported, prints: Prints) -> None:
    for deal in numbers(exported, "DealStarted", "deal")[:1] if night in ("faro", "both") else ():
        read = read_tagged(prints(night, f"deal-{deal}"))
        for line in lines_of(read, "Turn", "Loser"):
            won = exported.rows(
                "SELECT sum(gained) FROM moved WHERE account IN ('play', 'sleepers', 'after_hock')"
                " AND deal = :deal AND body ->> 'turn' = :turn",
                deal=deal,
                turn=int(line["Turn"]),
            )
            assert figure(line["Bank"]) == (won[0][0] or 0), line


def test_hand_sheets(night: str, exported: Exported, prints: Prints) -> None:
    for hand in numbers(exported, "HandStarted", "hand")[:1] if night in ("fan_tan", "both") else ():
        lines = lines_of(read_tagged(prints(night, f"hand-{hand}")), "Player", "Dealt")
        each = [hand_figures(exported, hand, seat) for seat in THREE_SEATS]
        for line, seat, expected in zip(lines, THREE_SEATS, each, strict=False):
            assert line["Player"] == NAME_OF[seat]
            agree(line, expected)
        agree(lines[-1], added(each))


def test_the_register_of_markers(exported: Exported, table: TaggedPdf) -> None:
    issued = exported.rows(
        "SELECT body ->> 'player', body ->> 'amount_cents', fact IN (SELECT fact FROM standing) FROM given"
        " WHERE kind = 'MarkerIssued' ORDER BY fact"
    )
    lines = lines_of(table, "Nº", "Player")
    for number, (line, (seat, cents, stands)) in enumerate(zip(lines, issued, strict=True), start=1):
        assert (int(line["Nº"]), line["Player"], figure(line["Amount"])) == (number, NAME_OF[seat], cents)
        assert (figure(line["Open"]) + figure(line["Redeemed"]) == cents) == bool(stands)
    rolls = {line["Rolled forward"]: line for line in lines_of(table, "Rolled forward")}
    each = []
    for seat in dict.fromkeys(seat for seat, _, _ in sorted(issued, key=lambda one: THREE_SEATS.index(one[0]))):
        of_theirs = [(cents, stands) for player, cents, stands in issued if player == seat]
        each.append(
            {
                "Open before": 0,
                "+ issued": sum(cents for cents, _ in of_theirs),
                "− void": sum(cents for cents, stands in of_theirs if not stands),
                "− paid in cash": exported.balance("Assets:Cash:Markers", seat),
                "− paid in checks": -exported.balance("Assets:Markers:Redeemed", seat)
                - exported.balance("Assets:Cash:Markers", seat),
                "= open": exported.balance("Assets:Markers:Issued", seat)
                + exported.balance("Assets:Markers:Redeemed", seat),
            }
        )
        agree(rolls[NAME_OF[seat]], each[-1])
    agree(rolls["All markers"], added(each))


def test_a_marker_slip_a_ruling_and_a_dossier(prints: Prints) -> None:
    booked = BOOKED["both"]()
    exported = Exported(booked.book, booked.now.id)
    slip = read_tagged(prints("both", "marker-1"))
    (cents,) = exported.rows(
        "SELECT body ->> 'amount_cents' FROM given WHERE kind = 'MarkerIssued' ORDER BY fact LIMIT 1"
    )[0]
    assert f"${cents / 100:.2f}" in slip.text
    paid = [figure(line["Amount"]) for line in lines_of(slip, "Paid") if line["Amount"]]
    owes = exported.balance("Assets:Markers:Issued", "red") + exported.balance("Assets:Markers:Redeemed", "red")
    assert sum(paid) == cents - owes

    ruling = read_tagged(prints("both", "ruling-d1"))
    of_account = {NAME_OF[seat]: f"checks:{seat}" for seat in THREE_SEATS} | {"the bank": "play"}
    results = {NAME_OF[seat]: net_of(exported, seat) for seat in THREE_SEATS}
    results["the bank"] = -sum(exported.balance(f"Income:{name}") for name in ("Play", "Sleepers", "After-Hock"))
    changed = lines_of(ruling, "What it changed")
    assert len(changed) == 3
    for line in changed:
        who, without, by, result = line.values()
        assert figure(by) == exported.gained(of_account[who], ["DisputeRuled"], "body ->> 'dispute' = 'd1'")
        assert figure(without) + figure(by) == figure(result) == results[who]

    dossier = read_tagged(prints("both", "bet-45-red")).text
    mine = "body ->> 'bet' = '45-red'"
    laid = exported.said("BetPlaced", "stake_cents", mine) + exported.said("BetPressed", "add_cents", mine)
    taken = sum(exported.said(kind, "taken_cents", mine) for kind in ("BetLost", "BetSplit"))
    won = exported.said("BetPaid", "paid_cents", mine)
    for said, expected in (("staked in total", laid), ("paid", won), ("taken", taken)):
        (shown,) = re.findall(rf"{said} (–|\$[\d,.]+\d)", dossier)
        assert figure(shown) == expected, said
    exported.close()


def test_a_figure_that_is_off_by_a_cent_is_found(prints: Prints) -> None:
    booked = BOOKED["both"]()
    exported = Exported(booked.book, booked.now.id)
    (line, _) = lines_of(read_tagged(prints("both", "table")), "Deal", "Soda")
    agree(line, deal_figures(exported, 1))
    exported.base.execute("UPDATE posting SET credit = credit + 1 WHERE account = 'play' AND kind = 'BetLost'")
    with pytest.raises(AssertionError):
        agree(line, deal_figures(exported, 1))
    exported.close()
