"""Before a hand: who may deal it, what antes are due, and who is short of theirs. All of it is asked of the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from dealer.commands.phrases import counted, dollars
from dealer.commands.refusal import Refusal
from dealer.game.game import Game
from dealer.game.hands import HandTable
from dealer.games import game_called
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.facts.fact import Fact
from events.facts.hands import AntePut, HandBegun
from events.frozen import Frozen
from web.game_screens import Step
from web.hands.payment import Hands
from web.tablet.marks import Mark, marks_of
from web.tablet.steps import Lacking, Shortage, dry_run, shortages


class AnteLine(Frozen):
    """What a player pays before a hand; ``short`` where they have not got it."""

    player_name: str
    mark: Mark
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
    """The hand that comes next by each dealer that it may have, the usual one first; or why there can be none."""

    called: str
    deals: tuple[Deal, ...]
    refused: str

    @property
    def lacking(self) -> list[Lacking]:
        """Who has not got their ante, by the command that asks it of them."""
        return [(deal.step.document, [line.short for line in deal.lines if line.short]) for deal in self.deals]


def next_hand(night: Night, name: str, hands: Hands) -> NextHand | None:
    """What the next hand of a game would be; nothing while one is on, and none once the night is closed."""
    game, table = game_called(name), _table(night, name)
    if table.is_on or night.closed:
        return None
    called = f"{game.round_called.capitalize()} {table.next_number}"
    players = hands.players_of(table)
    deals = tuple(deal for player in players if (deal := _deal(night, game, table, player, players)))
    return NextHand(called=called, deals=deals, refused="" if deals else _refused(night, game, table))


def begins(name: str, hands: Hands) -> Callable[[Night, EffectiveFacts], Step | None]:
    """What gives the key that starts the next hand of a game, by its usual dealer."""

    def begins_hand(night: Night, kept: EffectiveFacts) -> Step | None:
        found = next_hand(night, name, hands)
        return found.deals[0].step if found and found.deals else None

    return begins_hand


def _table(night: Night, name: str) -> HandTable:
    table: HandTable = night.tables[name]
    return table


def starting(night: Night, game: Game, dealer: str, players: Collection[str] = ()) -> Step:
    """The key that starts the next hand of a game by a dealer, with the ``players`` named, if any are."""
    what = f"{game.title}: start" if game.starts in night.shared_words(game) else "Start"
    named = {"players": list(players)} if players else {}
    return Step(
        words=f"{what} {game.round_called} {_table(night, game.name).next_number}, {night.seats[dealer].name} deals",
        document=night.addressed(game, {"do": game.starts, "dealer": dealer, **named}),
    )


def _deal(night: Night, game: Game, table: HandTable, dealer: str, players: Collection[str]) -> Deal | None:
    """The hand by a dealer; nothing where the rules would not have them deal it."""
    marks, name = marks_of(night), night.seats[dealer].name
    start = starting(night, game, dealer, () if set(players) == set(table.sitting_in) else players)
    facts = dry_run(night, read_command(dict(start.document), night))
    if not facts:
        return None
    lines = _lines(night, facts, {one.player: one for one in shortages(night, facts)})
    return Deal(dealer=dealer, dealer_name=name, mark=marks[dealer], step=start, lines=lines)


def _lines(night: Night, facts: Sequence[Fact], short: dict[str, Shortage]) -> tuple[AnteLine, ...]:
    marks = marks_of(night)
    antes = {fact.player: fact for fact in facts if isinstance(fact, AntePut)}
    return tuple(
        AnteLine(
            player_name=night.seats[player].name,
            mark=marks[player],
            ante=counted(antes[player].chips, "chip") if player in antes else "",
            amount=dollars(sum(move.amount_cents for move in antes[player].moves)) if player in antes else "",
            short=short.get(player),
        )
        for fact in facts
        if isinstance(fact, HandBegun)
        for player in fact.players
    )


def _refused(night: Night, game: Game, table: HandTable) -> str:
    """Why no hand can be dealt, in the words of the rules."""
    if not table.seated:
        return "Nobody is seated yet."
    try:
        dealer = (table.sitting_in or table.seated)[0]
        decide(night, read_command(night.addressed(game, {"do": game.starts, "dealer": dealer}), night))
    except Refusal as refusal:
        return refusal.among(night.names)
    return ""
