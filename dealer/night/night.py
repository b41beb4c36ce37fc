"""A night: seats, ledger, game and what can be taken back. ``decide`` and ``evolve`` for everything at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import takewhile
from operator import attrgetter
from typing import Any

from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import Command
from dealer.game.game import Game
from dealer.games import game_called
from dealer.night.house_rules import smallest_check, tables_of
from dealer.night.own_acts import OwnActs
from dealer.night.slips import Slips
from events.facts import money, night
from events.facts.fact import Fact, Move
from events.facts.play import BankBroke
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import POT, layout
from ledger.ledger import Ledger, LedgerBroken


class Seat(Frozen, kw_only=False, gc=False):
    """A seat: the player's name, and whether they are still at the table."""

    name: str
    taken: bool = True


class Loan(Frozen, kw_only=False, gc=False):
    """What one player lent another in cents, and the agreed share of the borrower's profit."""

    lender: str
    borrower: str
    profit_share: Fraction
    amount_cents: int


class Pledge(Frozen, kw_only=False, gc=False):
    """Goods held for a player, at a value in cents."""

    player: str
    item: str
    amount_cents: int


class Dispute(Frozen, gc=False):
    """A dispute as raised; ``ruling`` is ``None`` while it is open.

    ``dealing`` names the game that was on or was last when it was raised; ``table`` is that game's, as it stood then.
    """

    player: str
    about: str
    claim: str
    dealing: str
    table: Any
    ruling: str | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dispute) and _raised(self) == _raised(other)


_raised = attrgetter("player", "about", "claim", "ruling")
"""What of a dispute is compared: not where the play stood then."""


class Frame(Frozen, kw_only=False, gc=False):
    """A command that stands, the night before it, and the frame below: what ``void`` takes back.

    ``words_of`` is the command whose document says what was asked: this one, or the correction that put it right.
    ``again`` is for corrections alone: the night as it went on under the commands that were given again, with a frame
    of their own for each of them; ``giving`` is the one that is being given again.
    """

    command: str
    before: Night
    moves: tuple[Move, ...] = ()
    words_of: str = ""
    again: Night | None = None
    giving: night.CommandGivenAgain | None = None

    def __repr__(self) -> str:
        return f"Frame({self.command!r})"


class Night(Frozen):
    """The state of one night, immutable.

    ``tables`` holds each game's own state, ``dealing`` names the game of the last command that was a game's and
    stands, at first the one named first; ``markers`` counts those that stand, and ``slips`` has the numbers on their
    slips, see :meth:`slip_of`; ``own_acts`` says what players may do by themselves; ``top`` is the last standing
    command, and ``opened_by`` the one that opened the night.
    """

    id: str
    opened: night.NightOpened
    games: tuple[Game, ...]
    tables: dict[str, Any]
    dealing: str
    seats: dict[str, Seat] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)
    loans: tuple[Loan, ...] = ()
    pledges: tuple[Pledge, ...] = ()
    disputes: dict[str, Dispute] = field(default_factory=dict)
    markers: int = 0
    slips: Slips = field(default_factory=Slips)
    own_acts: OwnActs = field(default_factory=OwnActs)
    closed: bool = False
    opened_by: str = ""
    top: Frame | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Night) and _standing(self) == _standing(other)

    @property
    def check_cents(self) -> int:
        """The smallest check of the house."""
        return smallest_check(self.tables)

    @property
    def marker_limit_cents(self) -> int | None:
        """What a player's open markers may add up to in this house; ``None`` for any sum."""
        return min((limit for limit in self._of_houses("marker_limit") if limit is not None), default=None)

    @property
    def marker_cents(self) -> int:
        """The marker that the house offers."""
        offered: int = max(self._of_houses("marker"))
        return offered

    def slip_of(self, marker: int) -> int:
        """The number on the slip of a marker that stands as the so-many-th, or did before it was taken back just now.

        A slip's number is given once in a night: paper that was signed is not written again, though its marker is void.
        """
        return self.slips.of[marker]

    @property
    def games_by_turn(self) -> tuple[Game, ...]:
        """The games, the one of the last command first: in this order they are asked whose a word is."""
        if len(self.games) == 1:
            return self.games
        return tuple(sorted(self.games, key=lambda game: game.name != self.dealing))

    def shared_words(self, game: Game) -> frozenset[str]:
        """The words of a game that others of this night have too: a command of these says which game it is for."""
        others = frozenset[str]().union(*(other.words for other in self.games if other is not game))
        return others.intersection(game.words)

    def addressed(self, game: Game, document: Mapping[str, Any]) -> dict[str, Any]:
        """A document of a game's own command, with the game's name in it where that is needed."""
        is_shared = document["do"] in self.shared_words(game)
        return {**document, "game": game.name} if is_shared else dict(document)

    def game_of(self, asked: type[Command]) -> Game | None:
        """The game of this night whose command a type is, if it is one's."""
        return next((game for game in self.games if game.words.get(asked.do) is asked), None)

    @property
    def game_on(self) -> Game | None:
        """The game whose deal or hand is on now."""
        return next((game for game in self.games if game.is_on(self.tables[game.name])), None)

    @property
    def course(self) -> Iterator[Frame]:
        """The commands that the night went by, the last first: where some were corrected, as they were given again.

        A correction is none of them; it is one command for ``void`` alone.
        """
        frame = self.top
        while frame:
            while frame and frame.again:
                frame = frame.again.top
            if frame:
                yield frame
                frame = frame.before.top

    @property
    def dealt(self) -> str:
        """What was dealt in this night, in words; nothing where nothing was."""
        return " and ".join(filter(None, (game.dealt(self.tables[game.name]) for game in self.games)))

    def _of_houses(self, setting: str) -> list[Any]:
        return [getattr(table.house, setting) for table in self.tables.values()]

    @property
    def shares(self) -> dict[str, Fraction]:
        """The backers' shares in the bank's result, in the order in which they were named."""
        return {backer.name: Fraction(backer.share) for backer in self.opened.backers}

    @property
    def names(self) -> dict[str, str]:
        """What everybody who has a seat or left one is called, by seat key."""
        return {player: seat.name for player, seat in self.seats.items()}

    @property
    def open_disputes(self) -> list[str]:
        """The keys of the disputes that wait for a ruling."""
        return [key for key, dispute in self.disputes.items() if dispute.ruling is None]

    def is_seated(self, player: str) -> bool:
        """Whether a player sits at the table now."""
        seat = self.seats.get(player)
        return seat is not None and seat.taken


_standing = attrgetter(*(name for name in Night.__struct_fields__ if name not in ("slips", "opened_by", "top")))
"""What of a night is compared: not by which commands it came about."""


def opening(night_id: str, fact: night.NightOpened, command: str = "") -> Night:
    """The night that its first fact opens, made by a command."""
    return Night(
        id=night_id,
        opened=fact,
        games=tuple(game_called(name) for name in fact.games),
        tables=tables_of(fact.houses),
        dealing=fact.games[0],
        ledger=Ledger().post(fact.moves),
        opened_by=command,
    )


def evolve(before: Night, command: str, fact: Fact) -> Night:
    """The night after one fact of a command.

    Raises :class:`LedgerBroken` where the fact would leave the books unsound; see :func:`assert_sound` for what is
    asserted once a whole command's facts are in.
    """
    top, moves = before.top, fact.moves
    if top and top.again and top.command == command:
        return _given_again(before, top, top.again, fact)
    if isinstance(fact, night.CommandVoided):
        return _taken_back(before, fact)
    if isinstance(fact, night.CommandAmended):
        return _amended(before, command, fact)
    tables, dealing, of_game = before.tables, before.dealing, game_of(fact)
    if top is None or top.command != command:
        # Later facts of a command may be of other games: where the bank breaks, what lies at any table goes back.
        top, dealing = Frame(command, before, moves), of_game or dealing
    elif moves:
        top = replace(top, moves=top.moves + moves)
    for game in before.games:
        if of_game and of_game != game.name and not isinstance(fact, BankBroke):
            continue
        table = game.after(tables[game.name], fact)
        if table is not tables[game.name]:
            tables = {**tables, game.name: table}
    after = replace(
        before,
        tables=tables,
        dealing=dealing,
        ledger=before.ledger.post(moves) if moves else before.ledger,
        own_acts=before.own_acts.after(fact),
        top=top,
    )
    change = _CHANGES.get(type(fact))
    return change(after, fact) if change else after


def nights_after(facts: Iterable[Recorded], before: Night | None = None) -> Iterator[Night]:
    """The night after each of its facts in turn, from its opening or on top of an earlier state.

    Raises :class:`LookupError` at a first fact that opens no night, where there is no earlier state.
    """
    now = before
    for one in facts:
        if now is not None:
            now = evolve(now, one.command, one.fact)
        elif isinstance(one.fact, night.NightOpened):
            now = opening(one.stream, one.fact, one.command)
        else:
            raise LookupError(f"the first fact of {one.stream} opens no night")
        yield now


def evolve_all(before: Night, command: str, facts: tuple[Fact, ...]) -> Night:
    """The night after all facts of a command, asserted sound."""
    after = before
    for fact in facts:
        after = evolve(after, command, fact)
    assert_sound(after)
    return after


def assert_sound(now: Night) -> None:
    """Assert that the ledger has exactly what lies on the table: each player's bets on the layout, and the pot."""
    stakes, pot = dict[str, int](), 0
    for game in now.games:
        table = now.tables[game.name]
        for player, cents in game.stakes(table).items():
            stakes[player] = stakes.get(player, 0) + cents
        pot += game.pot(table)
    for player in now.seats:
        booked, lying = now.ledger.balance(layout(player)), stakes.get(player, 0)
        if booked != lying:
            raise LedgerBroken(f"{player}'s bets add up to {lying} cents and the ledger has {booked} on the layout")
    booked = now.ledger.balance(POT)
    if booked != pot:
        raise LedgerBroken(f"{pot} cents lie in the pot and the ledger has {booked} there")


def _taken_back(before: Night, fact: night.CommandVoided) -> Night:
    top = before.top
    if top is None or top.command != fact.command:
        raise AssertionError(f"{fact.command} is not the last command that stands")
    return _as_before(before, top, fact.moves)


def _amended(before: Night, command: str, fact: night.CommandAmended) -> Night:
    """The night as it was before the command that is corrected; what is given again goes on from there."""
    undone = list(takewhile(lambda frame: frame.command in fact.undone, before.course))
    if fact.undone[-1:] != (fact.command,) or tuple(frame.command for frame in undone) != fact.undone:
        raise AssertionError(f"{', '.join(fact.undone)} are not the commands given since {fact.command}")
    again = _as_before(before, undone[-1], fact.moves)
    return replace(again, top=Frame(command, before, fact.moves, again=again))


def _given_again(before: Night, top: Frame, again: Night, fact: Fact) -> Night:
    """The night after one more fact of a correction, which is one of the command that is being given again."""
    if isinstance(fact, night.CommandGivenAgain):
        return replace(before, top=replace(top, giving=fact))
    giving = top.giving
    if giving is None:
        raise AssertionError(f"{top.command} gives no command again and makes a {type(fact).__name__}")
    again = evolve(again, giving.command, fact)
    if again.top is None:
        return again
    again = replace(again, top=replace(again.top, words_of=giving.words_of or top.command))
    return replace(again, top=replace(top, again=again, moves=top.moves + fact.moves))


def _as_before(now: Night, undone: Frame, moves: tuple[Move, ...]) -> Night:
    """The night before a command, brought back by moves that reverse all since; the slips given since stay given."""
    before = undone.before
    restored, stood = now.ledger.post(moves).balances, before.ledger.balances
    if any(restored.get(account, 0) != stood.get(account, 0) for account in {**restored, **stood}):
        raise LedgerBroken(f"taking {undone.command} back does not restore the books")
    return replace(before, slips=now.slips.back_to(before.slips, before.markers))


def _by_the_house(now: Night) -> Night:
    """The night after facts that a command of the house made, of games too: none of them is played by it."""
    assert now.top is not None
    return replace(now, dealing=now.top.before.dealing)


def _marker(now: Night, fact: money.MarkerIssued) -> Night:
    assert now.top is not None
    issue = (now.top.command, fact.player, fact.amount_cents)
    return replace(now, markers=fact.marker, slips=now.slips.issued(fact.marker, issue))


def _handed_back(now: Night, fact: money.PledgeReturned) -> Night:
    gone = Pledge(fact.player, fact.item, fact.amount_cents)
    at = now.pledges.index(gone)
    return replace(now, pledges=now.pledges[:at] + now.pledges[at + 1 :])


def _lent(now: Night, fact: money.StakeLent) -> Night:
    loan = Loan(fact.lender, fact.borrower, Fraction(fact.profit_share), fact.amount_cents)
    return replace(now, loans=(*now.loans, loan))


def _disputed(now: Night, fact: night.DisputeRaised) -> Night:
    raised = Dispute(
        player=fact.player,
        about=fact.about,
        claim=fact.claim,
        dealing=now.dealing,
        table=now.tables[now.dealing],
    )
    return replace(now, disputes={**now.disputes, fact.dispute: raised})


def _ruled(now: Night, fact: night.DisputeRuled) -> Night:
    ruled = replace(now.disputes[fact.dispute], ruling=fact.ruling)
    return replace(now, disputes={**now.disputes, fact.dispute: ruled})


_CHANGES: dict[type[Fact], Any] = {
    night.PlayerSeated: lambda now, fact: replace(now, seats={**now.seats, fact.player: Seat(fact.name)}),
    night.PlayerLeft: lambda now, fact: replace(
        _by_the_house(now), seats={**now.seats, fact.player: replace(now.seats[fact.player], taken=False)}
    ),
    money.MarkerIssued: _marker,
    money.PledgeTaken: lambda now, fact: replace(
        now, pledges=(*now.pledges, Pledge(fact.player, fact.item, fact.amount_cents))
    ),
    money.PledgeReturned: _handed_back,
    money.StakeLent: _lent,
    night.DisputeRaised: _disputed,
    night.DisputeRuled: _ruled,
    night.NightClosed: lambda now, fact: replace(_by_the_house(now), closed=True, top=None),
}
