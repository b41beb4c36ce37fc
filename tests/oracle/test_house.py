"""House scripts with worked results come out so in the oracle, and random ones reach all that the contract has."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.house import SETTINGS, SLIPS, HouseInterpreter, is_of_the_house, play_house
from tests.oracle.house_night import NightRecord
from tests.oracle.money import net_of
from tests.oracle.random_house import random_house_script
from tests.support.house_results import assert_house_agrees

SCRIPTS = sorted((Path(__file__).parents[1] / "nights").glob("house-*.jsonl"))
SEEDS = range(200)

EVERY_CODE = """
    unknown_player unknown_bet not_enough_checks not_a_multiple over_limit under_minimum bets_closed dead_card odd_card
    bad_placement not_allowed_here wrong_phase not_your_turn cannot_play bank_broken already_done nothing_to_void
    suit_needed no_such_night bad_input unknown_command bid_too_low bad_result
    unknown_staff not_permitted unknown_card player_barred second_needed
"""
OF_THE_HOUSE = """
    house_rules: not_permitted unknown_staff bad_input
    register_player: not_permitted already_done bad_input
    change_player: not_permitted unknown_card bad_input
    bar_player: not_permitted unknown_card already_done bad_input
    readmit_player: not_permitted unknown_card already_done bad_input
    deposit: not_permitted unknown_card bad_input not_a_multiple
    withdraw: not_permitted unknown_card bad_input not_a_multiple not_enough_checks
    redeem_carried (cage): not_permitted unknown_card bad_input not_a_multiple
    write_off: not_permitted unknown_card bad_input not_a_multiple second_needed
    engage: not_permitted bad_input not_allowed_here
    dismiss: not_permitted bad_input not_allowed_here
    void_slip: no_such_night unknown_staff not_permitted wrong_phase already_done bad_input
    open_night: unknown_staff not_permitted already_done bad_input
    seat_player: no_such_night unknown_staff not_permitted unknown_card unknown_player wrong_phase player_barred
    seat_player: already_done bad_input
    issue_marker: not_permitted wrong_phase bad_input not_a_multiple second_needed over_limit
    place_bet: not_permitted second_needed over_limit
    draw_deposit: not_permitted wrong_phase bad_input not_a_multiple not_enough_checks
    redeem_carried: not_permitted unknown_player wrong_phase bad_input not_a_multiple not_enough_checks
    relieve_dealer: not_permitted wrong_phase already_done bad_input
    count_drawer: no_such_night not_permitted wrong_phase bad_input second_needed
    fill: not_permitted wrong_phase bad_input not_a_multiple
    credit: not_permitted wrong_phase bad_input not_a_multiple not_enough_checks
    drop: not_permitted wrong_phase bad_input not_a_multiple not_enough_checks
    raise_roll: not_permitted wrong_phase bad_input not_a_multiple second_needed
    rule_dispute: not_permitted wrong_phase already_done bad_input second_needed not_enough_checks
    void: no_such_night not_permitted wrong_phase bad_input nothing_to_void
    amend: not_permitted unknown_command wrong_phase bad_input not_allowed_here
    close_night: not_permitted wrong_phase
"""
HAPPENS = """
    several nights open at once; a card at two tables; a marker of all that a card has left; a marker in a stake
    a stake in cash; a marker carried; a carried marker paid in cash; a carried marker paid in checks
    a carried marker paid in part; a deposit drawn; a night without a label; a line without a night
    void over a slip; void over a count; void of a draw; void of a carried marker paid; void after the cage took some
    amended; amended over a slip; amended over draw_deposit
    amended over issue_marker; a cut; a cut with cents left over; a count over; a count short; a win by count
    rules changed while a night is open; ruled by another dealer; refused because they dealt it; a role lost; dismissed
    a reading of the settings of an earlier night; barred; readmitted; a slip voided
"""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_house_script_comes_out_as_expected(script: Path) -> None:
    expected = json.loads(script.with_suffix(".expected.json").read_text(encoding="utf-8"))
    assert_house_agrees(play_house(script.read_text(encoding="utf-8").splitlines()), expected)


@cache
def scripts() -> list[list[dict[str, Any]]]:
    return [random_house_script(seed) for seed in SEEDS]


@cache
def results() -> list[dict[str, Any]]:
    return [play_house(lines) for lines in scripts()]


def name_of(line: dict[str, Any]) -> str:
    at_the_cage = line["do"] == "redeem_carried" and is_of_the_house(line)
    return "redeem_carried (cage)" if at_the_cage else str(line["do"])


def refusals() -> Iterator[tuple[str, str]]:
    for lines, result in zip(scripts(), results(), strict=True):
        for row in result["refused"]:
            yield name_of(lines[row["line"] - 1]), row["code"]


def test_a_seed_gives_one_script_which_a_file_can_hold() -> None:
    for seed in SEEDS[:20]:
        lines = random_house_script(seed)
        assert lines == random_house_script(seed)
        assert json.loads(json.dumps(lines)) == lines


def test_every_code_is_reached() -> None:
    assert set(EVERY_CODE.split()) - {code for _, code in refusals()} == set()


def test_about_a_third_of_the_commands_is_refused() -> None:
    refused = sum(len(result["refused"]) for result in results())
    assert 0.28 < refused / sum(map(len, scripts())) < 0.38


def test_every_refusal_of_the_house_is_reached() -> None:
    lines = [line.strip().split(": ") for line in OF_THE_HOUSE.splitlines() if line.strip()]
    wanted = {(command, code) for command, codes in lines for code in codes.split()}
    assert sorted(wanted - set(refusals())) == []


def test_every_command_of_the_house_is_accepted_somewhere() -> None:
    accepted = set()
    for lines, result in zip(scripts(), results(), strict=True):
        refused = {row["line"] for row in result["refused"]}
        accepted |= {name_of(line) for number, line in enumerate(lines, start=1) if number not in refused}
    assert {line.strip().split(": ")[0] for line in OF_THE_HOUSE.splitlines() if line.strip()} - accepted == set()


def test_every_setting_of_the_house_is_set() -> None:
    given = {key for lines in scripts() for line in lines if line["do"] == "house_rules" for key in line}
    assert set(SETTINGS) <= given


def test_what_can_happen_in_a_house_happens() -> None:
    seen: Counter[str] = Counter()
    for lines in scripts():
        house = HouseInterpreter()
        at_the_cage: list[int] = []  # when carried markers were paid or written off there
        for number, line in enumerate(lines, start=1):
            before = Before(house, line, at_the_cage)
            code = house.carry_out(line, number)
            if code is None and name_of(line) in ("redeem_carried (cage)", "write_off"):
                at_the_cage.append(house.clock)
            seen.update(before.happened(house, code))
            assert_drawers(house)
    wanted = [what.strip() for what in HAPPENS.replace("\n", ";").split(";") if what.strip()]
    assert [what for what in wanted if not seen[what]] == []


class Before:
    """What a house was like before a line, as far as the line can change it."""

    def __init__(self, house: HouseInterpreter, line: dict[str, Any], at_the_cage: list[int]) -> None:
        self.line = line
        self.at_the_cage = at_the_cage
        self.label = line.get("night") or next(reversed(house.records), None)
        self.record = house.records.get(self.label) if self.label is not None else None
        self.settings = dict(house.settings)
        self.owed = {key: card.owed for key, card in house.cards.items()}
        self.deposits = {key: card.deposit for key, card in house.cards.items()}
        self.roles = {name: set(roles) for name, roles in house.staff.items()}
        self.taken = dict(self.record.taken) if self.record is not None else {}
        self.last = self.record.course[-1] if self.record is not None else None

    def happened(self, house: HouseInterpreter, code: str | None) -> Iterator[str]:
        """What the line did."""
        line, do = self.line, self.line["do"]
        if code is None and do == "void" and self.record is not None:
            yield from self.voided(self.record, house)
        elif code is None and is_of_the_house(line):
            yield from self.at_the_house(house)
        elif code is None and self.record is not None:
            yield from self.at_a_night(self.record, house)
        elif code == "not_permitted" and do == "rule_dispute" and self.roles[line["who"]] & {"floor", "dealer"}:
            yield "refused because they dealt it"
        if code is None and do == "open_night":
            yield "a night without a label" if line.get("night") is None else "a night with a label"
            if sum(not record.night.closed for record in house.records.values()) > 1:
                yield "several nights open at once"

    def voided(self, record: NightRecord, house: HouseInterpreter) -> Iterator[str]:
        assert self.last is not None
        clock = record.clock[self.last[0]]
        if any(slip.night == record.label and slip.clock > clock for slip in house.slips):
            yield "void over a slip"
        if any(count.clock > clock for count in record.counts):
            yield "void over a count"
        for word, what in (("draw_deposit", "void of a draw"), ("redeem_carried", "void of a carried marker paid")):
            if self.last[1]["do"] == word:
                yield what
        if self.last[1]["do"] == "redeem_carried" and any(paid > clock for paid in self.at_the_cage):
            yield "void after the cage took some"

    def at_the_house(self, house: HouseInterpreter) -> Iterator[str]:
        line, do = self.line, self.line["do"]
        is_open = any(not record.night.closed for record in house.records.values())
        if do == "house_rules" and is_open and house.settings != self.settings:
            yield "rules changed while a night is open"
        yield {"bar_player": "barred", "readmit_player": "readmitted", "dismiss": "dismissed"}.get(do, do)
        if do == "engage" and self.roles.get(line["name"], set()) - house.staff[line["name"]]:
            yield "a role lost"
        if do == "redeem_carried" and house.cards[line["card"]].owed:
            yield "a carried marker paid in part"

    def at_a_night(self, record: NightRecord, house: HouseInterpreter) -> Iterator[str]:
        line, do, night = self.line, self.line["do"], record.night
        if "night" not in line:
            yield "a line without a night"
        if record.rules != self.settings:
            yield "a reading of the settings of an earlier night"
        if do == "seat_player" and sum(at_table(other, line.get("card")) for other in house.records.values()) > 1:
            yield "a card at two tables"
        if do == "issue_marker" and night.players[line["player"]].card is not None:
            key = str(night.players[line["player"]].card)
            limit = house.cards[key].credit_limit
            if house.exposure(key) == (limit if limit is not None else record.rules["credit_limit"]):
                yield "a marker of all that a card has left"
        if do == "place_bet":
            yield {"marker": "a marker in a stake", "cash": "a stake in cash"}.get(str(line.get("form")), "a stake")
        if do == "redeem_carried":
            yield f"a carried marker paid in {line['with']}"
        if do == "draw_deposit":
            yield "a deposit drawn"
        if do == "amend":
            yield "amended"
            place = record.clock[line["command"]]
            yield from ("amended over a slip" for slip in record.slips if slip.clock > place)
            later = {command["do"] for ident, command in record.course if record.clock[ident] > place}
            yield from (f"amended over {word}" for word in ("draw_deposit", "issue_marker") if word in later)
        if do == "count_drawer":
            over = record.counts[-1].cash - record.counts[-1].expected
            yield "a count over" if over > 0 else "a count short" if over < 0 else "a right count"
        if do == "void_slip":
            yield "a slip voided"
        if do == "rule_dispute" and "dealer" in self.roles.get(line.get("who", ""), ()):
            yield "ruled by another dealer"
        if do == "close_night":
            yield from self.closed(record, house)

    def closed(self, record: NightRecord, house: HouseInterpreter) -> Iterator[str]:
        night = record.night
        if any(card.owed > self.owed[key] for key, card in house.cards.items()):
            yield "a marker carried"
        rounds = sum(line["rounds"] for line in night.dealers.values())
        if night.dealers_cut:
            yield "a cut"
            shares = [night.dealers_cut * line["rounds"] // rounds for line in night.dealers.values()]
            yield "a cut with cents left over" if sum(shares) < night.dealers_cut else "an even cut"
        if record.win_by_count is not None:
            yield "a win by count"
        nets = sum(net_of(night, key) for key in night.players)
        assert nets + night.play + night.sleepers + night.after_hock + night.tokes == 0


def at_table(record: NightRecord, card: str | None) -> bool:
    """Whether a card sits at a night that is open."""
    seats = record.night.players.values()
    return card is not None and not record.night.closed and any(seat.seated and seat.card == card for seat in seats)


def assert_drawers(house: HouseInterpreter) -> None:
    """What a drawer must hold comes to what the bank has in sight and owes, less what it is owed."""
    for record in house.records.values():
        night, players = record.night, record.night.players.values()
        owed = sum(player.markers_open + sum(amount for _, amount in player.pledges) for player in players)
        paid = sum(player.carried_in_cash + player.carried_in_checks for player in players)
        drawn = sum(player.drawn for player in players)
        slips = sum(record.sum_of(kind) * (1 if kind == "fill" else -1) for kind in SLIPS)
        assert record.expected == night.in_sight + night.checks_out - owed + paid - drawn + slips
        assert all(card.deposit >= 0 and card.owed >= 0 for card in house.cards.values())
