"""The words of the score pad, and the story of a match hand by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from dealer.commands.commands import Command
from dealer.commands.refusal import marked
from dealer.game.bidding import Pass
from dealer.game.game import Game
from dealer.night_differences import Both
from dealer.score_pad import score_game
from dealer.score_pad.game import MATCHES
from dealer.score_pad.score_game import NAME_PARTNER
from dealer.score_pad.table import MatchTable, Sides
from events.common import matches, play
from events.common.event import Event
from events.common.play import Bid
from reports.words import night_words
from reports.words.formatting import SYMBOLS, brief, card_words, listed, name_of, signed_number
from reports.words.game_words import (
    CommandWords,
    Difference,
    DifferenceWords,
    EventWords,
    GameWords,
    Named,
    Names,
    RoundWords,
    Say,
    clauses,
)
from reports.words.language import gettext as _


def bid_text(bid: Bid) -> str:
    """A bid as the table says it: ``7♠``, ``8 no trump``, ``20``; bids in words are translated by their game."""
    if isinstance(bid, int):
        return str(bid)
    number = bid.rstrip("scdhnt")
    if not number.isdecimal():
        return _(bid)
    strain = bid.removeprefix(number)
    return f"{number}{SYMBOLS[strain]}" if strain in SYMBOLS else _("%(number)s no trump", number=number)


def contract_text(bid: Bid, doubled: int = 1) -> str:
    """A contract, doubled (2) or redoubled (4): ``4♠ doubled``."""
    match doubled:
        case 1:
            return bid_text(bid)
        case 2:
            return _("%(bid)s doubled", bid=bid_text(bid))
        case _:
            return _("%(bid)s redoubled", bid=bid_text(bid))


def side_text(side: Iterable[str], names: Mapping[str, str]) -> str:
    """The names of a side's members."""
    return listed([names.get(player, player) for player in side])


def points_text(points: Sequence[int], sides: Sides, names: Mapping[str, str]) -> str:
    """The points of each side: ``Ada Lamb +140, Wm. Hart 0``."""
    return ", ".join(
        f"{side_text(side, names)} {signed_number(point)}" for side, point in zip(sides, points, strict=True)
    )


def sides_of(say: Say, event: matches.InMatch | matches.HandOver) -> Sides:
    """The sides of the match that an event belongs to."""
    table: MatchTable = say.now.tables[event.game]
    return table.matches[event.match - 1]


def _sides(say: Say, action: Any) -> str:
    return _(" against ").join(side_text(side, say.now.names) for side in action.sides)


def came_of(hand: matches.HandOver, sides: Sides, names: Mapping[str, str]) -> str:
    """The result of a hand: ``7♠ made by Ada Lamb: Ada Lamb +140, Wm. Hart 0``."""
    points = points_text(hand.points, sides, names)
    if isinstance(hand, matches.HandPassedOut):
        return _("passed out")
    if hand.bid is None or hand.bidder is None:
        return points
    bid = contract_text(hand.bid, getattr(hand, "doubled", 1))
    bidder = side_text((hand.bidder, *hand.partners), names)
    if hand.made:
        return _("%(bid)s made by %(bidder)s: %(points)s", bid=bid, bidder=bidder, points=points)
    return _("%(bid)s lost by %(bidder)s: %(points)s", bid=bid, bidder=bidder, points=points)


def _scored(say: Say, event: matches.HandScored) -> str:
    text = came_of(event, sides_of(say, event), say.now.names)
    if event.bidder is None:
        return say("Hand %(hand)s: %(points)s.", points=text)
    return say("Hand %(hand)s, %(came_of_it)s.", came_of_it=text)


def _partners(say: Say, event: matches.PartnersNamed) -> str:
    if event.card is None:
        return say("With the bidder: %(partners)s.")
    return say("With the bidder, by the card %(card)s: %(partners)s.", card=card_text(event.card))


def card_text(card: str) -> str:
    """The card that calls a partner: ``Q♠``, or the joker."""
    return _("joker") if card == "joker" else card_words(card)


def _words_won(say: Say, won: matches.MatchWon) -> str:
    return say("Match %(match)s goes to %(side)s.", side=side_text(sides_of(say, won)[won.winner], say.now.names))


def _paid(say: Say, event: matches.MatchSettled) -> str:
    return ", ".join(
        _(
            "%(payer)s pays %(payee)s %(amount)s",
            payer=name_of(say.now, payment.payer),
            payee=name_of(say.now, payment.payee),
            amount=brief(payment.amount_cents),
        )
        for payment in event.paid
    )


def _settled(say: Say, event: matches.MatchSettled) -> str:
    if not event.paid:
        return say("Match %(match)s is settled: nothing is paid.")
    return say("Match %(match)s is settled: %(paid)s.", paid=_paid(say, event))


EVENTS: Mapping[type[Event], EventWords] = {
    matches.MatchBegun: EventWords(
        marked("Match %(match)s begins: %(sides)s."), receipt=marked("Match %(match)s begun")
    ),
    matches.MatchHandBegun: night_words.BEGUN,
    play.BidMade: EventWords(marked("%(name)s bids %(bid)s.")),
    play.BidPassed: EventWords(marked("%(name)s passes.")),
    play.BidHeld: EventWords(marked("%(name)s holds.")),
    play.BidDoubled: EventWords(marked("%(name)s doubles.")),
    play.BidRedoubled: EventWords(marked("%(name)s redoubles.")),
    play.ContractNamed: EventWords(marked("%(name)s plays at %(bid)s.")),
    matches.PartnersNamed: EventWords(_partners),
    matches.HandPassedOut: EventWords(
        marked("Hand %(hand)s is dead: everybody passed."), receipt=marked("Hand %(hand)s passed out"), sums_up=True
    ),
    matches.HandScored: EventWords(_scored, receipt=marked("Hand %(hand)s scored"), sums_up=True),
    matches.MatchHandVoided: EventWords(night_words.VOIDED.text, receipt=marked("Hand %(hand)s void · %(reason)s")),
    matches.MatchWon: EventWords(_words_won, receipt=marked("Match %(match)s won"), sums_up=True),
    matches.MatchDrawn: EventWords(
        marked("Match %(match)s is drawn: nothing is paid."), receipt=marked("Match %(match)s drawn"), sums_up=True
    ),
    matches.MatchSettled: EventWords(_settled, receipt=marked("Match %(match)s settled")),
    matches.MatchAbandoned: EventWords(
        marked("Match %(match)s is abandoned: %(reason)s."), receipt=marked("Match %(match)s abandoned"), sums_up=True
    ),
}
"""The words of events that all such games share."""


def score_text(say: Say, command: Any) -> str:
    """The tricks that a command reports, and the player who reached the goal first, if it names them."""
    return say(
        "The hand is scored: %(tricks)s.", tricks=clauses(tricks_text(say, command.tricks), _first_text(say, command))
    )


def tricks_text(say: Say, tricks: Mapping[str, int]) -> str:
    """How many tricks each player took."""
    taken = [f"{name_of(say.now, player)} {number}" for player, number in tricks.items() if number]
    return listed(taken) or _("no tricks")


def _first_text(say: Say, command: Any) -> str:
    first = getattr(command, "first", None)
    return _("%(name)s reached the goal first", name=name_of(say.now, first)) if first else ""


COMMANDS: Mapping[str, CommandWords] = {
    score_game.StartMatch.do: CommandWords(marked("Begin a match"), marked("A match: %(sides)s.")),
    score_game.StartHand.do: night_words.DEAL,
    "bid": CommandWords(marked("Bid"), marked("%(name)s bids %(bid)s."), waits=marked("%(name)s bids %(bid)s")),
    Pass.do: CommandWords(marked("Pass"), marked("%(name)s passes."), waits=marked("%(name)s passes")),
    "contract": CommandWords(
        marked("Enter the contract"), marked("%(name)s plays at %(bid)s."), waits=marked("%(name)s plays at %(bid)s")
    ),
    "hold": CommandWords(marked("Hold"), marked("%(name)s holds."), waits=marked("%(name)s holds")),
    "double": CommandWords(marked("Double"), marked("%(name)s doubles."), waits=marked("%(name)s doubles")),
    "redouble": CommandWords(marked("Redouble"), marked("%(name)s redoubles."), waits=marked("%(name)s redoubles")),
    NAME_PARTNER: CommandWords(marked("Name the partner"), _partners),
    score_game.ScoreHand.do: CommandWords(marked("Score the hand"), score_text),
    score_game.VoidHand.do: night_words.VOID,
    score_game.AbandonMatch.do: CommandWords(
        marked("Abandon the match"), marked("The match is abandoned: %(reason)s.")
    ),
    score_game.SettleMatch.do: CommandWords(marked("Settle the match"), marked("The match is settled.")),
}
"""The words of the commands of these games, by command word."""


def _contract(say: Say, action: Any) -> str:
    """The bid of an event or command, with doubling: events store the factor, commands the number of times."""
    doubled = getattr(action, "doubled", 0)
    return contract_text(action.bid, 2**doubled if isinstance(action, Command) else doubled or 1)


def _hand_number(say: Say, action: Any) -> int:
    """The number of an event's hand in its match."""
    table: MatchTable = say.now.tables[action.game]
    return table.in_match(action.hand)[1]


NAMED: Mapping[str, Named] = {
    "bid": _contract,
    "hand": lambda say, event: str(_hand_number(say, event)),
    "partners": lambda say, action: side_text(action.partners, say.now.names),
    "sides": _sides,
}
"""Placeholders that all such games share."""

ARGUMENTS: Mapping[str, str] = {
    "partners": marked("With the bidder"),
    "card": marked("Card that was called"),
    "first": marked("First to reach the goal"),
    "trump": marked("Trumps"),
}
"""Labels of arguments on forms, if they differ from the names."""


def _match(number: int, both: Both[dict[str, Any] | None], names: Names) -> Iterable[Difference]:
    yield Difference(
        what=_("Match %(number)s", number=number), values=both.each(lambda row: _match_row_text(row, names))
    )


def _match_row_text(row: dict[str, Any] | None, names: Names) -> str:
    return _("not begun") if row is None else points_text(row["points"], row["sides"], names)


def score_words(
    game: Game,
    events: Mapping[type[Event], EventWords] = MappingProxyType({}),
    commands: Mapping[str, CommandWords] = MappingProxyType({}),
    named: Mapping[str, Named] = MappingProxyType({}),
    arguments: Mapping[str, str] = MappingProxyType({}),
) -> GameWords:
    """The words of a game played for points: the shared words, and its own in addition or instead.

    ``commands`` are by command word.
    """
    by_word = {**COMMANDS, **commands}
    of_types: dict[type[Command], CommandWords] = {kind: by_word[word] for word, kind in game.words.items()}
    return GameWords(
        events={**EVENTS, **events},
        commands=of_types,
        named={**NAMED, **named},
        round=RoundWords(
            kind=f"{game.name.replace('_', '-')}-hand",
            title=marked("hand %(number)s of match %(match)s of %(game)s"),
            over=marked("after hand %(number)s of match %(match)s of %(game)s"),
            turn=marked("turn %(turn)s of hand %(number)s of match %(match)s of %(game)s"),
            own_page=night_words.OWN_PAGE,
        ),
        position=night_words.position,
        in_match=lambda table, hand: table.in_match(hand),
        differences={MATCHES: DifferenceWords(title=marked("Match by match"), first=marked("Match"), lines=_match)},
        arguments={**ARGUMENTS, **arguments},
        choices={"bid": bid_text},
    )
