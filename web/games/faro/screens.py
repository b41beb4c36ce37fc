"""The screens of Faro, and its table in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import SUITS
from dealer.games.faro.cards import LAST_TABS, DealTabs, spindles
from dealer.games.faro.commands import StartDeal
from dealer.games.faro.layout import name_of
from dealer.games.faro.reasons import worth_of_copper
from dealer.games.faro.state import FARO, Bet, FaroTable, Phase, faro_of
from dealer.night.night import Night
from events.effective_events import effective
from events.games.faro import Place
from events.records import Recorded
from reports.games.faro.bet_words import place_called
from reports.rounds.subjects import taken_cents
from reports.words.formatting import SUIT_NAMES, SYMBOLS, money
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from web.bank_odds import BANK_ODDS
from web.game_screens import (
    Board,
    CommandExample,
    DisputeWords,
    FairnessPictures,
    GameScreens,
    Help,
    LessonPicture,
    PlayerPage,
    Tablet,
)
from web.games.faro.board import board_view
from web.games.faro.correcting import correcting
from web.games.faro.fairness import pictures_of
from web.games.faro.lesson import lesson_view
from web.games.faro.player import deal_in_words, deal_of, part_of
from web.games.faro.practice import PRACTICE
from web.games.faro.sheet import PHASES
from web.games.faro.tablet import disputable, table_view
from web.tablet.steps import step
from web.text import NAME, clipped, in_columns

_WHERE = 25
_TABS_A_LINE = 5


def data_of(night: Night, events: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data; amounts in cents."""
    table = faro_of(night)
    tabs = _tabs(table, events)
    return {
        "deal": table.deal,
        "turn": table.turn,
        "phase": PHASES[Phase.NO_DEAL if night.closed else table.phase].data,
        "bets_open": table.bets_are_open and not night.closed,
        "broken": table.broken,
        "cards_left": table.box.cards_left if table.deal_is_on else None,
        "bets": [_bet(bet) for bet in table.bets.values()],
        "calls": [
            {"bet": call.key, "player": call.player, "order": list(call.order), "stake": call.stake_cents}
            for call in table.calls.values()
        ],
        "case_keeper": {
            spindle.rank: {"shown": list(spindle.marks), "left": spindle.left} for spindle in spindles(tabs.shown)
        },
        "tabs": {
            "soda": tabs.soda,
            "turns": [{"turn": turn.number, "loser": turn.loser, "winner": turn.winner} for turn in tabs.turns],
            "hock": tabs.hock,
        },
    }


def _tabs(table: FaroTable, events: Sequence[Recorded]) -> DealTabs:
    """The tabs of the deal that is on; empty between deals."""
    deals = LAST_TABS.of(effective(events)) if table.deal_is_on else ()
    return deals[-1] if deals else DealTabs(deal=table.deal)


def _bet(bet: Bet) -> dict[str, Any]:
    return {
        "bet": bet.key,
        "player": bet.player,
        "kind": bet.place.kind,
        "place": name_of(bet.place),
        "ranks": list(bet.place.ranks),
        "lose": list(bet.place.lose),
        "choice": bet.place.choice,
        "card": bet.place.card,
        "stake": bet.stake_cents,
        "coppered": bet.coppered,
        "paroli": bet.paroli,
        "form": bet.form,
        "barred": bet.barred,
        "bar_turns": bet.bar_turns if bet.barred else None,
        "half": bet.half,
    }


def lines_of(faro: dict[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    """The lines of :func:`data_of`'s data."""
    word = faro["phase"]
    phase = _(word)[:1].upper() + _(word)[1:]
    yield _("%(phase)s; the bank is broken.", phase=phase) if faro["broken"] else _("%(phase)s.", phase=phase)
    if faro["bets"] or faro["calls"]:
        player, where, stake, orders = _("player"), pgettext("a bet", "where"), _("stake"), _("bet, orders")
        yield f"{player:<{NAME}}{where:<{_WHERE}}{stake:>10}  {orders}"
    for bet in faro["bets"]:
        yield from _bet_line(names[bet["player"]], _place(bet), bet["stake"], _orders(bet))
    for call in faro["calls"]:
        text = _("calls %(order)s", order="-".join(call["order"]))
        yield from _bet_line(names[call["player"]], text, call["stake"], call["bet"])
    if not faro["bets"] and not faro["calls"]:
        yield _("The layout is empty.")
    if faro["cards_left"] is not None:
        yield from _case_keeper(faro)


def _bet_line(name: str, place: str, cents: int, orders: str) -> Iterator[str]:
    """The line of a bet: player, place, amount and orders."""
    start = f"{clipped(name, NAME - 1):<{NAME}}{clipped(place, _WHERE - 1):<{_WHERE}}{money(cents):>10}  "
    return in_columns(start, orders)


def _place(bet: dict[str, Any]) -> str:
    ranks, lose = tuple(bet["ranks"]), tuple(bet["lose"])
    return place_called(Place(kind=bet["kind"], ranks=ranks, lose=lose, choice=bet["choice"], card=bet["card"]))


def _orders(bet: dict[str, Any]) -> str:
    orders = [bet["bet"]]
    orders += [text for word, text in (("coppered", _("coppered")), ("paroli", _("paroli"))) if bet[word]]
    if bet["barred"]:
        turns = bet["bar_turns"]
        orders.append(ngettext("barred for %(num)s turn", "barred for %(num)s turns", turns) if turns else _("barred"))
    if bet["half"]:
        orders.append(_("half goes"))
    if bet["form"] != "checks":
        orders.append(_("in bills"))
    return ", ".join(orders)


def _case_keeper(faro: dict[str, Any]) -> Iterator[str]:
    keeper = faro["case_keeper"]
    yield ""
    yield ngettext(
        "case-keeper (%(num)s card in the box; I winner, O loser, · soda, – hock)",
        "case-keeper (%(num)s cards in the box; I winner, O loser, · soda, – hock)",
        faro["cards_left"],
    )
    rows = {
        _("rank"): dict(zip(RANKS, RANKS, strict=True)),
        pgettext("cards", "left"): {rank: str(keeper[rank]["left"]) for rank in RANKS},
        pgettext("cards", "shown"): {rank: "".join(keeper[rank]["shown"]) for rank in RANKS},
    }
    for heading, column in rows.items():
        yield (f"  {heading:<6}" + "".join(f"{column[rank]:>5}" for rank in RANKS)).rstrip()
    yield from _cards(faro["tabs"])


def _cards(tabs: dict[str, Any]) -> Iterator[str]:
    """The cards in the order drawn, loser before winner."""
    turns = [f"{tab['turn']:>2} {tab['loser']:>3} {tab['winner'] or '':<3}" for tab in tabs["turns"]]
    if tabs["soda"]:
        soda, hock = tabs["soda"], tabs["hock"]
        text = _("soda %(card)s, hock %(hock)s", card=soda, hock=hock) if hock else _("soda %(card)s", card=soda)
        heading = _("tabs")
        yield f"  {heading:<6} {text}"
    for at in range(0, len(turns), _TABS_A_LINE):
        yield ("         " + "    ".join(turns[at : at + _TABS_A_LINE])).rstrip()


_HELP = (
    Help(
        "#part-layout",
        marked(
            "The layout from your side. Choose a player and an amount, then touch a card or the line between cards."
        ),
        note=True,
    ),
    Help("#part-hand", marked("The checks in hand: an amount, and how they are laid."), note=True),
    Help("#key-copper", marked("A copper turns the next bet round: it wins if its card loses.")),
    Help("#key-paroli", marked("Lays the next bet as a paroli: stake and winnings ride on the next win.")),
    Help(
        "#key-orders",
        marked("Orders: touch a bet to press it, copper it, bar it, halve it, move it or take it down."),
    ),
    Help("#key-bills", marked("The stake is in bank bills. The bank pays bills only up to the limit.")),
    Help("#key-cash", marked("The stake is bought with cash as it is laid. No other checks of the player are used.")),
    Help("#key-marker", marked("A marker is written for the stake as it is laid.")),
    Help(
        "#key-pick",
        marked(
            "Picks cards for one bet: a string bets them all to win; a heeled bet has some to win and some to lose."
        ),
    ),
    Help(
        "[data-touch=tray], #pane-pick",
        marked(
            "A string is one bet on any cards that the dealer takes together. A heeled bet has some cards to win and "
            "others to lose. Pick their ranks to lay it."
        ),
    ),
    Help("#key-suits", marked("Enters the suit of each card too, for bets on colors.")),
    Help(
        ".ask p",
        marked("The card to show next. The soda is the first card of the deal, the hock the last."),
    ),
    Help("#part-ranks", marked("Your cards: touch the rank of the card that you have drawn."), note=True),
    Help(
        "#part-keeper",
        marked("The case-keeper: four beads for each rank. A moved bead is a card that is out."),
        note=True,
    ),
    Help(
        ".payments",
        marked("Take and pay: what you take from each bet and pay on it. Touch All settled when it is done."),
    ),
    Help("#step.settle", marked("Says that everything was taken and paid."), note=True),
    Help(
        "#call-turn, #pane-call",
        marked(
            "Bets on the order of the last three cards; the third is the hock. In a cat hop two of them are of one "
            "rank, and it pays less."
        ),
    ),
    Help(
        ".words",
        marked("The result of the last turn. In a cat hop two of the last three cards are of one rank."),
    ),
    Help("#same-again", marked("Lays the bets of this player’s last turn again.")),
    Help("#all-down", marked("Takes down all bets of this player.")),
    Help(
        "[data-touch=order][data-do=copper_bet], [data-touch=order][data-do=uncopper_bet]",
        marked("Puts a copper on this bet, or takes it off. With a copper a bet wins if its card loses."),
    ),
    Help(
        "[data-touch=order][data-do=paroli_bet], [data-touch=order][data-do=stand_pat]",
        marked("Stake and winnings stay together and ride on the next win."),
    ),
    Help(
        "[data-touch=order]",
        marked("Gives this order for the bet: bar it until it goes, have half of it go, or take it down."),
    ),
    Help("[data-touch=press]", marked("Adds the checks in hand to this bet.")),
    Help("[data-touch=move]", marked("Moves this bet: touch its new place next.")),
    Help("[data-touch=claim]", marked("The chosen player claims this sleeper, a bet that can no longer win or lose.")),
    Help(
        "#part-sheet",
        marked("What to take and pay, the last card, and orders for a bet. The last card of a deal is the hock."),
    ),
)


SCREENS = GameScreens(
    name=FARO,
    folder=Path(__file__).parent,
    correcting=correcting,
    tablet=Tablet(
        help=_HELP,
        practice=PRACTICE,
        disputable=disputable,
        disputes=DisputeWords(
            claims=(
                marked("It was coppered"),
                marked("I was paid short"),
                marked("My bet was taken but had not lost"),
                marked("My order was not heeded"),
                marked("My check was moved"),
                marked("The card was misread"),
            ),
            reasons=(
                marked("The case-keeper shows it"),
                marked("The dealer remembers it"),
                marked("The order was given in time"),
                marked("Nobody saw it"),
            ),
            nothing=marked("They have no bet yet, and no turn has been dealt."),
            worth={"It was coppered": worth_of_copper, "My bet was taken but had not lost": taken_cents},
        ),
        begins=lambda night, effective: step(_("Start the deal"), StartDeal.do),
        view_of=table_view,
        template="faro/tablet.html",
        styles=("faro/cloth.css", "faro/tablet.css"),
        script="faro/tablet.js",
        keys="faro/macros.html",
        drawn_with={"suits": tuple((suit, SYMBOLS[suit], SUIT_NAMES[suit]) for suit in SUITS)},
    ),
    board=Board(view_of=board_view, template="faro/macros.html", styles=("faro/cloth.css",)),
    player=PlayerPage(
        part_of=part_of,
        round_of=deal_of,
        template="faro/macros.html",
        standing_at=deal_in_words,
        each="deal",
        heading=marked("Every bet that was settled"),
    ),
    odds=BANK_ODDS,
    lesson=LessonPicture(
        view_of=lesson_view, template="faro/macros.html", styles=("faro/cloth.css", "faro/tablet.css")
    ),
    fairness=FairnessPictures(view_of=pictures_of, template="faro/macros.html"),
    table_data=data_of,
    table_lines=lines_of,
    examples=(
        CommandExample("Begin a deal", {"do": "start_deal"}),
        CommandExample("Show the soda", {"do": "expose_soda", "card": "5h"}),
        CommandExample(
            "Bet $5 on the queen",
            {"do": "place_bet", "bet": "b1", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500},
        ),
        CommandExample(
            "Deal a turn: the four loses, the queen wins", {"do": "turn", "loser": "4s", "winner": "Qd"}, "turn-0001"
        ),
    ),
)
