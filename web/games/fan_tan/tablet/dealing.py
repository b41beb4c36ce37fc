"""Before a hand: who may deal it, how many cards each would get, what antes are due, and who is short of theirs."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.phrases import counted, dollars
from dealer.games.fan_tan.commands import StartHand
from dealer.games.fan_tan.game import GAME
from dealer.games.fan_tan.state import PLAYERS, FanTanTable, fan_tan_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.frozen import Frozen
from events.games.fan_tan import AntePaid, HandStarted
from web.game_screens import Step
from web.tablet.marks import Mark, marks_of
from web.tablet.steps import Shortage, dry_run, shortages, step


class AnteLine(Frozen):
    """What a player gets and pays before a hand; ``short`` where they have not got it."""

    player_name: str
    mark: Mark
    cards: int
    ante: str
    amount: str
    short: Shortage | None


class Deal(Frozen):
    """A hand as it would be dealt by one of the players, from their left."""

    dealer: str
    dealer_name: str
    mark: Mark
    step: Step
    lines: tuple[AnteLine, ...]


class NextHand(Frozen):
    """The hand that comes next: by each dealer that it may have, first of all ``dealer``; or why there can be none."""

    number: int
    dealer: str
    deals: tuple[Deal, ...]
    refused: str


def begins_hand(night: Night, kept: EffectiveFacts) -> Step | None:
    """The key that starts the next hand, by the dealer whose turn it is; ``kept`` are the night's effective facts."""
    table = fan_tan_of(night)
    return _start(night, table.hand_number + 1, table.next_dealer) if _can_start(table) else None


def next_hand(night: Night, table: FanTanTable) -> NextHand:
    """What the next hand would be."""
    number = table.hand_number + 1
    if not _can_start(table):
        return NextHand(number=number, dealer="", deals=(), refused=_refused(table, night.names))
    dealers = (table.next_dealer,) if table.house.deal_moves and table.dealer else table.sitting_in
    deals = tuple(_deal(night, number, dealer) for dealer in dealers)
    return NextHand(number=number, dealer=table.next_dealer, deals=deals, refused="")


def _deal(night: Night, number: int, dealer: str) -> Deal:
    marks = marks_of(night)
    name = night.seats[dealer].name
    facts = dry_run(night, StartHand(dealer=dealer))
    antes = {fact.player: fact.chips for fact in facts if isinstance(fact, AntePaid)}
    short = {one.player: one for one in shortages(night, facts)}
    dealt = next(fact for fact in facts if isinstance(fact, HandStarted))
    chip = fan_tan_of(night).house.chip
    return Deal(
        dealer=dealer,
        dealer_name=name,
        mark=marks[dealer],
        step=_start(night, number, dealer),
        lines=tuple(
            AnteLine(
                player_name=night.seats[player].name,
                mark=marks[player],
                cards=cards,
                ante=counted(antes[player], "chip") if player in antes else "",
                amount=dollars(antes[player] * chip) if player in antes else "",
                short=short.get(player),
            )
            for player, cards in zip(dealt.players, dealt.dealt, strict=True)
        ),
    )


def _start(night: Night, number: int, dealer: str) -> Step:
    words = f"Start hand {number}, {night.seats[dealer].name} deals"
    if StartHand.do in night.shared_words(GAME):
        words = f"{GAME.title}: {words[:1].lower()}{words[1:]}"
    return step(words, StartHand.do, dealer=dealer)


def _can_start(table: FanTanTable) -> bool:
    """Whether there are as many players as a hand wants."""
    fewest, most = PLAYERS
    return fewest <= len(table.sitting_in) <= most


def _refused(table: FanTanTable, names: Mapping[str, str]) -> str:
    """Why no hand can be dealt."""
    number = len(table.sitting_in)
    out = ", ".join(names[player] for player in table.seated if player in table.sitting_out)
    do = ("plays" if number < 2 else "play") if out else ("is seated" if number < 2 else "are seated")
    return f"Fan-Tan is played by 3 to 8; {number or 'nobody'} {do}{f', and sitting out: {out}' if out else ''}."
