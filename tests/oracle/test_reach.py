"""The random nights that the rules are held against reach every refusal and the depths of each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import (
    FAN_TAN_SEEDS,
    SEEDS_OF_BOTH,
    SEEDS_WITH_BIDDING,
    nights_with_bidding,
    random_mixed_night,
    random_night_of,
    random_night_with_bidding,
)
from tests.oracle.script_player import Interpreter, play
from tests.oracle.state import Night

SEEDS = {
    "pharo": (10, 11, 17, 40, 60, 62, 65, 86, 89),
    "farmer": (13, 58),
    "spoil_five": (57, 59),
    "five_in_one": (6, 26, 52),
}
"""Of the seeds 0 to 99, those that reach all that the hundred reach of what is listed here."""
Script = list[dict[str, Any]]

HAPPENS_AT_FAN_TAN = """
    hands won; dead hands; wrong passes; wrong passes in dead hands; penalties taken; penalties with gifts taken
    several openers at once; several cards of a suit at once
    closed, with no cent lost; close_night in mid-hand; seat_player in mid-hand
    void in mid-hand; leave_table; issue_marker; lend_stake; repay_stake; tip; cash_in; redeem_marker
    raise_dispute in mid-hand; rule_dispute
"""
OF_ALL = """
    start_match: unknown_player wrong_phase bad_input not_allowed_here
    start_hand: unknown_player wrong_phase bad_input
    score_hand: unknown_player wrong_phase bad_input
    void_hand: wrong_phase bad_input
    abandon_match: wrong_phase bad_input
    settle_match: wrong_phase not_enough_checks
    leave_table: wrong_phase
    close_night: wrong_phase
"""
BIDS = """
    bid: unknown_player wrong_phase bad_input not_your_turn bid_too_low
    pass: unknown_player wrong_phase bad_input not_your_turn
    contract: unknown_player wrong_phase bad_input
"""
REFUSED = {
    "fan_tan": """
        start_hand: unknown_player wrong_phase not_allowed_here not_enough_checks
        lay: unknown_player wrong_phase bad_input suit_needed not_allowed_here not_your_turn odd_card cannot_play
        pass: unknown_player wrong_phase bad_input not_your_turn not_enough_checks
        show_hand: unknown_player wrong_phase bad_input suit_needed odd_card
        end_hand: wrong_phase
        take_penalty: unknown_player wrong_phase bad_input already_done not_enough_checks
        settle_hand: wrong_phase not_enough_checks
        leave_table: wrong_phase
        raise_dispute: bad_input unknown_bet
        issue_marker: over_limit
        void: nothing_to_void
    """,
    "pharo": """
        place_bet: unknown_player wrong_phase bank_broken already_done bad_input bad_placement not_a_multiple
        place_bet: not_allowed_here dead_card under_minimum over_limit not_enough_checks
        press_bet: unknown_bet bad_input not_a_multiple not_allowed_here over_limit not_enough_checks
        move_bet: unknown_bet bad_input bad_placement not_allowed_here dead_card
        take_down_bet: unknown_bet bad_input not_allowed_here
        coup: wrong_phase bad_input odd_card
        paix: unknown_bet bad_input not_allowed_here over_limit
        paroli: unknown_bet bad_input not_allowed_here over_limit
        take_win: unknown_bet bad_input not_allowed_here
        pli: unknown_bet bad_input not_allowed_here
        mask_bet: unknown_bet bad_input
        miscount: wrong_phase bad_input
        void_deal: wrong_phase bad_input
        start_deal: wrong_phase
        end_deal: wrong_phase
        leave_table: wrong_phase
        lay: not_allowed_here
    """,
    "farmer": """
        start_hand: unknown_player wrong_phase bad_input not_allowed_here not_your_turn not_enough_checks
        show_hand: unknown_player wrong_phase bad_input odd_card bad_result
        settle_hand: wrong_phase not_enough_checks
        void_hand: wrong_phase bad_input
        leave_table: wrong_phase
    """,
    "spoil_five": """
        start_hand: unknown_player wrong_phase bad_input not_allowed_here not_your_turn not_enough_checks
        kill_hand: unknown_player wrong_phase already_done bad_input not_allowed_here
        score_hand: unknown_player wrong_phase bad_input bad_result not_enough_checks
        void_hand: wrong_phase bad_input
    """,
    "five_in_one": """
        start_hand: unknown_player wrong_phase bad_input not_allowed_here not_your_turn
        part_result: unknown_player wrong_phase bad_input bad_result not_enough_checks
        cold_hand: unknown_player wrong_phase bad_input not_enough_checks
        consolation: wrong_phase bad_input odd_card not_enough_checks
        void_hand: wrong_phase bad_input
    """,
    "frog": f"""
        start_hand: unknown_player wrong_phase bad_input not_allowed_here not_your_turn {BIDS}
        score_hand: wrong_phase bad_input bad_result not_enough_checks
        void_hand: wrong_phase bad_input
        leave_table: wrong_phase
    """,
    "five_hundred": f"""{OF_ALL} {BIDS}
        start_hand: not_your_turn
        bid: not_allowed_here
        contract: not_allowed_here
        name_partner: unknown_player wrong_phase bad_input not_allowed_here
        score_hand: bad_result
    """,
    "forty_five": f"""{OF_ALL}
        start_hand: not_your_turn
        score_hand: bad_result
        bid: not_allowed_here
    """,
    "auction_forty_five": f"""{OF_ALL} {BIDS}
        start_hand: not_your_turn
        bid: under_minimum
        pass: not_allowed_here
        hold: unknown_player wrong_phase bad_input not_allowed_here not_your_turn under_minimum
        contract: under_minimum
        score_hand: bad_result
    """,
    "hasenpfeffer": f"""{OF_ALL} {BIDS}
        start_hand: not_your_turn
        show_joker: unknown_player wrong_phase bad_input
        score_hand: bad_result
    """,
    "big_three": f"""{OF_ALL} {BIDS}
        name_partner: unknown_player wrong_phase bad_input not_allowed_here
    """,
    "four_deal_bridge": f"""{OF_ALL} {BIDS}
        start_hand: not_your_turn
        double: unknown_player wrong_phase bad_input not_allowed_here not_your_turn
        redouble: unknown_player wrong_phase bad_input not_allowed_here not_your_turn
        score_hand: not_allowed_here bad_result
    """,
}
ENDS = "on; won; settled; abandoned; made; lost; nobody bid"
HAPPENS = {
    "frog": "made; lost; nobody bid; put right",
    "five_hundred": f"""{ENDS}; put right; 3 of 1; 2 of 2; 5 of 1; 2 of 3; 3 of 2; no partners; one partner;
        two partners; nullo made; nullo lost; tricks without a bidder; won by less than another has""",
    "forty_five": "on; won; settled; abandoned; put right; 3 of 1; 4 of 1; 5 of 1; 2 of 1; 2 of 2; 2 of 3",
    "auction_forty_five": f"{ENDS}; put right; 2 of 2; 2 of 3; held",
    "hasenpfeffer": f"{ENDS}; put right; joker shown",
    "big_three": f"{ENDS}; put right; 3 of 1; 4 of 1; no partners; one partner",
    "four_deal_bridge": f"{ENDS}; put right; drawn; doubled 1; doubled 2; doubled 4; deal 1; deal 2; deal 3; deal 4",
}
PARTNERS = ("no partners", "one partner", "two partners")


@cache
def played(game: str) -> list[tuple[Script, dict[str, Any]]]:
    """The random nights of a game, each with its result."""
    if game == "fan_tan":
        scripts = [random_fan_tan_night(seed) for seed in FAN_TAN_SEEDS]
    elif game in SEEDS_WITH_BIDDING:
        scripts = list(nights_with_bidding(game))
    else:
        scripts = [random_night_of(game, seed) for seed in SEEDS[game]]
    return [(lines, play(lines)) for lines in scripts]


def done_and_refused(nights: Iterable[tuple[Script, dict[str, Any]]]) -> set[str]:
    """The commands that were carried out, and each refusal as ``command: code``."""
    seen = set()
    for lines, result in nights:
        refused = {refusal["line"] for refusal in result["refused"]}
        seen |= {line["do"] for number, line in enumerate(lines, start=1) if number not in refused}
        seen |= {f"{refusal['do']}: {refusal['code']}" for refusal in result["refused"]}
    return seen


@pytest.mark.parametrize("game", REFUSED)
def test_every_refusal_is_reached(game: str) -> None:
    lines = [line.strip().split(": ") for line in REFUSED[game].splitlines() if line.strip()]
    wanted = {f"{command}: {code}" for command, codes in lines for code in codes.split()}
    assert wanted - done_and_refused(played(game)) == set()


def test_random_fan_tan_nights_reach_what_happens_in_and_between_hands() -> None:
    counts: Counter[str] = Counter()
    for lines, _ in played("fan_tan"):
        interpreter = Interpreter()
        for number, line in enumerate(lines, start=1):
            before = interpreter.night
            in_hand = before is not None and before.hand is not None
            if interpreter.carry_out(line, number) is None:
                counts[f"{line['do']} in mid-hand" if in_hand else line["do"]] += 1
                if line["do"] == "lay" and len(line.get("cards", [])) > 1:
                    suits = {card[-1] for card in line["cards"]}
                    counts["several cards of a suit at once" if len(suits) == 1 else "several openers at once"] += 1
        assert interpreter.night is not None
        counts.update(happened_in_hands(interpreter.night))
        if interpreter.night.closed:
            counts["closed, with no cent lost"] += nets_come_to_nothing(interpreter.result())
    wanted = [what.strip() for what in HAPPENS_AT_FAN_TAN.replace("\n", ";").split(";") if what.strip()]
    assert [what for what in wanted if not counts[what]] == []


def happened_in_hands(night: Night) -> Iterator[str]:
    """What the rows of Fan-Tan hands tell."""
    assert night.fan_tan_house is not None
    for row in night.hand_rows:
        yield "hands won" if row["winner"] else "dead hands"
        for wrong in row["wrong_passes"]:
            yield "wrong passes" if row["winner"] else "wrong passes in dead hands"
            if wrong["taken"]:
                gifts = wrong["penalty"] > night.fan_tan_house.wrong_pass
                yield "penalties with gifts taken" if gifts else "penalties taken"


def nets_come_to_nothing(result: dict[str, Any]) -> bool:
    lines = [player["net"] for player in result["players"].values()]
    lines += [result["bank"][line] for line in ("play", "sleepers", "after_hock", "tokes")]
    assert sum(lines) == 0
    return True


def test_random_nights_of_both_games_change_between_them() -> None:
    nights = [(lines, play(lines)) for lines in map(random_night_of_both, SEEDS_OF_BOTH)]
    wanted = {
        "start_deal",
        "end_deal",
        "start_hand",
        "settle_hand",
        "start_hand: wrong_phase",
        "start_deal: wrong_phase",
    }
    assert wanted - done_and_refused(nights) == set()


@pytest.mark.parametrize("game", SEEDS_WITH_BIDDING)
def test_hands_and_matches_end_in_every_way(game: str) -> None:
    seen = {what for lines, result in played(game) for what in happened(lines, result)}
    assert [what for what in " ".join(HAPPENS[game].split()).split("; ") if what not in seen] == []


def happened(lines: list[dict[str, Any]], result: dict[str, Any]) -> Iterator[str]:
    refused = {one["line"] for one in result["refused"]}
    done = {line["do"] for number, line in enumerate(lines, start=1) if number not in refused}
    yield from ({"hold": "held", "show_joker": "joker shown", "amend": "put right"}.get(do, do) for do in done)
    for row in result["hands"]:
        yield from of_a_hand(row)
    for score in result["scores"]:
        yield score["state"]
        yield f"{len(score['sides'])} of {len(score['sides'][0])}"
        if score["winner"] is not None and score["points"][score["winner"]] < max(score["points"]):
            yield "won by less than another has"


def of_a_hand(row: dict[str, Any]) -> Iterator[str]:
    made = row["winner"] is not None if "winner" in row else row["made"]
    yield "nobody bid" if row["bidder"] is None else "made" if made else "lost"
    if row["bid"] == "nullo":
        yield "nullo made" if made else "nullo lost"
    if "partners" in row:
        yield PARTNERS[len(row["partners"])]
        if row["bidder"] is None and any(row["points"]):
            yield "tricks without a bidder"
    if "deal" in row:
        yield f"doubled {row['doubled']}"
        yield f"deal {row['deal']}"


def test_a_match_ends_by_a_set_back() -> None:
    """Some match of Five Hundred was won by who had not reached the goal."""
    for lines, result in played("five_hundred"):
        house = lines[0]["house"]
        settings = house.get("five_hundred", house) if isinstance(house, dict) else {}
        goal = settings.get("goal", 500)
        if any(one["winner"] is not None and one["points"][one["winner"]] < goal for one in result["scores"]):
            return
    raise AssertionError("no match ended so")


def test_several_games_are_dealt_between_the_hands_of_a_match() -> None:
    hands = [
        [row.get("game", "fan_tan") for row in play(random_night_with_bidding(seed))["hands"]] for seed in range(8)
    ]
    between = [
        game
        for games in hands
        for game in set(games)
        if set(games[games.index(game) : len(games) - games[::-1].index(game)]) > {game}
    ]
    assert len(between) >= 5


def test_pharo_goes_deep() -> None:
    """Chains to the soixante, plis that win, doublets that leave a gain, a win of more than one coup's cards."""
    rows = [row for _, result in played("pharo") for row in result["bets"]]
    assert {row["result"] for row in rows} == {"won", "lost", "split", "standoff", "paid", "forfeit", "returned"}
    assert any(row["result"] == "won" and row["gain"] >= 63 * row["stake"] for row in rows)
    assert any(row["result"] == "won" and row["paid"] for row in rows)
    assert any(row["result"] == "split" and row["gain"] for row in rows)
    assert any(row["result"] == "lost" and not row["taken"] for row in rows)


def test_hands_of_the_chip_games_end_in_every_way() -> None:
    farmer, spoil_five, five_in_one = (
        [row for _, result in played(game) for row in result["hands"]]
        for game in ("farmer", "spoil_five", "five_in_one")
    )
    ends_of_farmer = {(bool(row["winner"]), bool(row["nearest"])) for row in farmer}
    assert ends_of_farmer == {(True, False), (False, True), (False, False)}
    ends = {(bool(row["winner"]), max(row["tricks"].values()), bool(row["out"])) for row in spoil_five}
    assert ends >= {(True, 3, False), (True, 5, False), (False, 4, True), (False, 3, True), (False, 2, True)}
    assert {bool(row["winner"]) for row in five_in_one} == {True, False}


def test_several_games_are_dealt_in_a_night() -> None:
    hands = [{row.get("game", "fan_tan") for row in play(random_mixed_night(seed))["hands"]} for seed in range(30)]
    assert max(len(games) for games in hands) >= 3
