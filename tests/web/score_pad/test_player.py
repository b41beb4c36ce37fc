"""A player's part in matches: their side first, every hand with its points, and money only for what was settled."""

from __future__ import annotations

from typing import Any

from dealer.projections.rounds import ROUNDS, RoundFacts
from events.effective_facts import NightFacts, effective
from ledger.statement import player_line
from reports.score_pad.play import matches_play_of
from reports.words.naming import where_play_stands
from reports.words.sentences import said_of
from tests.support.pure import PureNight
from tests.support.tables import begun, hand, nets
from web.game_screens import PlayerPart, screens_of
from web.player.view import PlayerView, player_view
from web.score_pad.player import MATCHES_SHOWN, HandOfMatch
from web.score_pad.standing import sheet_of

TWO_AND_TWO = "red white / blue black"


def part(table: PureNight, player: str) -> PlayerPart:
    game = table.now.dealing
    return screens_of(game).player.part_of(table.now, game, effective(table.recorded), player)


def page(table: PureNight, player: str) -> PlayerView:
    return player_view(table.now, effective(table.recorded), player)


def hands(table: PureNight, player: str) -> list[Any]:
    """Their hands, the newest first."""
    return [one.round for one in page(table, player).course]


def worked() -> PureNight:
    """The rulebook's worked match of Five Hundred, won."""
    table = begun("five_hundred", "red / blue / white")
    hand(table, "red", "red", "7s", tricks={"red": 9, "blue": 1})
    hand(table, "blue", "white", "8s", tricks={"white": 10})
    hand(table, "white", "blue", "nullo", tricks={"blue": 1, "red": 9})
    hand(table, "red", "red", "8nt", tricks={"red": 8, "white": 2})
    hand(table, "blue", "red", "6s", tricks={"red": 6, "blue": 3, "white": 1})
    return table


def test_their_own_side_stands_first() -> None:
    table = begun("forty_five", TWO_AND_TWO)
    hand(table, "red", tricks={"blue": 5})
    now = part(table, "blue").now
    assert [(side.name, side.score) for side in now.sides] == [("Blue and Black", "10"), ("Red and White", "0")]
    assert (now.title, now.goal, now.told) == ("Match 1", "to 45", "it is your deal")


def test_the_hand_that_is_on_tells_them_their_part() -> None:
    table = begun("five_hundred", "red / blue / white / black / yellow")
    table("start_hand", dealer="red")
    assert [part(table, player).now.told for player in ("red", "blue")] == [
        "you are the dealer",
        "it is your turn to speak",
    ]
    table("bid", player="blue", bid="7h")
    assert part(table, "blue").now.figures == (("stands", "7♥, Blue"), ("to speak", "White"))
    for player in ("white", "black", "yellow", "red"):
        table("pass", player=player)
    table("name_partner", partners=["yellow"])
    assert [part(table, player).now.told for player in ("blue", "yellow", "white")] == [
        "you play it",
        "you play with the bidder",
        "",
    ]
    assert part(table, "white").now.figures == (("is played", "7♥, Blue with Yellow"),)


def test_a_hand_is_told_side_by_side_and_is_no_money() -> None:
    first, *_ = reversed(hands(worked(), "blue"))
    assert isinstance(first, HandOfMatch)
    assert (first.title, first.ending, first.said, first.net_cents) == ("Match 1, hand 1", "7♠ made by Red", "+10", 0)
    assert [(side.side, side.said, side.score, side.why) for side in first.sides] == [
        ("Blue", "+10", "10", ("1 trick +10",)),
        ("Red", "+140", "140", ("bid made +140",)),
        ("White", "", "0", ()),
    ]


def test_the_scores_of_hands_run_on_through_a_match_and_begin_anew_with_the_next() -> None:
    table = worked()
    assert [one.sides[0].running for one in reversed(hands(table, "red"))] == [140, 140, 150, 470, 510]
    table("settle_match")
    table("start_match", sides=[["red"], ["blue"], ["white"]])
    hand(table, "white", "red", "6s", tricks={"red": 6, "blue": 4})
    assert hands(table, "red")[0].sides[0].running == 40


def test_a_hand_that_is_on_voided_or_passed_out_says_so() -> None:
    table = begun("five_hundred", "red / blue / white")
    table("start_hand", dealer="red")
    assert hands(table, "red")[0].ending == "It is on."
    table("void_hand", reason="a card was faced")
    assert hands(table, "red")[0].ending == "Hand 1 is void: a card was faced."
    table("start_hand", dealer="red")
    for player in ("blue", "white", "red"):
        table("pass", player=player)
    assert (hands(table, "red")[0].ending, hands(table, "red")[0].said) == ("Passed out", "0")


def test_a_hand_that_the_close_broke_off_says_so_to_who_saw_it_on_and_is_on_to_who_looks_back() -> None:
    """What is kept with a round for one page is shown on the next: it was on for ever."""
    table = begun("five_hundred", "red / blue / white")
    table("start_hand", dealer="red")
    table("raise_roll", amount=100)
    facts, before = NightFacts(table.recorded), table.now
    table("close_night")
    facts = facts.followed_by(table.recorded[len(facts) :])
    endings = []
    shown: Any
    for night, last in ((before, len(facts) - 1), (table.now, len(facts)), (before, len(facts) - 1)):
        (shown,) = player_view(night, facts.until(last).effective, "red").course
        endings.append(shown.round.ending)
    assert endings == ["It is on.", "Broken off by the close.", "It is on."]


def test_what_a_settled_match_paid_is_a_line_of_its_own_and_the_whole_of_their_result() -> None:
    table = worked()
    assert part(table, "red").now.matches[0].came == "won, to be settled"
    assert part(table, "red").beside == ()
    table("settle_match")
    assert part(table, "red").beside == (("Match 1, won", 4_700),)
    assert part(table, "blue").beside == (("Match 1, lost", -3_600),)
    [match] = part(table, "blue").now.matches
    assert (match.title, match.points, match.came, match.net_cents) == ("Match 1", "−210 : 510 : 290", "lost", -3_600)
    for player in ("red", "blue", "white"):
        assert sum(one.cents for one in page(table, player).parts) == player_line(table.now.ledger, player).net_cents


def test_who_plays_in_no_match_has_no_part_in_it() -> None:
    table = begun("forty_five", "red / blue")
    table("seat_player", player="white", name="White")
    hand(table, "red", tricks={"blue": 5})
    assert (part(table, "white").now, hands(table, "white")) == (None, [])


def test_matches_that_nobody_won_are_told_too() -> None:
    table = begun("forty_five", TWO_AND_TWO)
    hand(table, "red", tricks={"blue": 5})
    table("abandon_match", reason="it grew late")
    table("start_match", sides=[["red", "white"], ["blue", "black"]])
    assert set(nets(table).values()) == {0}
    assert [(one.title, one.came) for one in part(table, "red").now.matches] == [
        ("Match 2", "left as it stood"),
        ("Match 1", "abandoned"),
    ]
    assert part(table, "red").now.sides == ()


def test_the_newest_matches_are_told_one_by_one_and_what_the_earlier_ones_paid_together() -> None:
    table = begun("forty_five", "red / blue", {"goal": 10})
    for number in range(MATCHES_SHOWN + 2):
        if number:
            table("start_match", sides=[["red"], ["blue"]])
        hand(table, "red", tricks={"red": 5})
        table("settle_match")
    told = part(table, "red")
    assert [one.title for one in told.now.matches] == [f"Match {number}" for number in range(8, 2, -1)]
    assert told.beside[:2] == (("Earlier matches", 100), ("Match 3, won", 50))
    assert sum(one.cents for one in page(table, "red").parts) == 8 * 50


def test_in_a_night_of_several_games_each_match_names_its_game() -> None:
    table = PureNight()
    games = ["forty_five", "hasenpfeffer"]
    table("open_night", table="T", date="2026-11-22", game=games, house="usual", roll=0, dealer="M. Deal")
    for player in ("red", "blue", "white", "black"):
        table("seat_player", player=player, name=player.title())
    for game in games:
        table("start_match", game=game, sides=[["red", "white"], ["blue", "black"]])
    hand(table, "red", "white", 4, tricks={"white": 5, "blue": 1})
    titles = [one.part.now.title for one in page(table, "red").games]
    assert titles == ["Hasenpfeffer, match 1", "Forty-Five, match 1"]
    assert hands(table, "red")[0].title == "Hasenpfeffer, match 1, hand 1"


def test_a_round_is_read_of_its_own_facts_alone() -> None:
    table = worked()
    last = ROUNDS.of(effective(table.recorded))
    assert isinstance(last, RoundFacts)
    shown = screens_of("five_hundred").player.round_of(table.now, last, "white")
    assert isinstance(shown, HandOfMatch)
    assert shown.going_on_from(500) == shown


def test_the_hands_of_a_match_are_numbered_from_one_on_every_screen_and_paper() -> None:
    table = worked()
    table("settle_match")
    table("start_match", sides=[["red"], ["blue"], ["white"]])
    hand(table, "red", "red", "7s", tricks={"red": 9, "blue": 1})
    table("start_hand", dealer="blue")
    night, kept = table.now, effective(table.recorded)
    assert night.tables["five_hundred"].round == 7, "the book goes on counting"
    assert where_play_stands(night).split(" of match ")[0] == "hand 2"
    state = night.tables["five_hundred"]
    assert [line.hand for line in sheet_of(night, state.hands, state.sides)] == [1]
    assert [one.title for one in hands(table, "red")][:2] == ["Match 2, hand 2", "Match 2, hand 1"]
    assert [
        (one.match, [each.number for each in one.hands])
        for one in matches_play_of([one.fact for one in kept], "five_hundred").matches
    ] == [(1, [1, 2, 3, 4, 5]), (2, [1, 2])]
    assert said_of(night, kept[-1].fact).endswith("deals hand 2.")
    table("void_hand", reason="a card was exposed")
    table("abandon_match", reason="it is late")
    table("start_match", sides=[["red"], ["blue"], ["white"]])
    assert table.now.tables["five_hundred"].next_number == 1


def test_the_pages_own_side_comes_first_in_a_match_that_is_over() -> None:
    table = worked()
    table("settle_match")
    play = matches_play_of([one.fact for one in effective(table.recorded)], "five_hundred")
    assert [play.matches[0].own_first(player)[0] for player in ("red", "blue", "white")] == [0, 1, 2]
    points = [part(table, player).now.matches[0].points.split(" : ")[0] for player in ("red", "blue", "white")]
    assert points == ["510", "−210", "290"]
