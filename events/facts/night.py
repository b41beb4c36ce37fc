"""Facts of a night and its money: opening, seats, corrections, disputes, checks, markers, closing (rulebook 4)."""

from __future__ import annotations

from events.facts.fact import Added, Fact, fact
from events.frozen import Frozen

Setting = bool | int | str | list[str] | None


class Backer(Frozen, gc=False):
    """A backer of the roll; ``share`` is their part of the bank's result, a decimal number as text."""

    name: str
    share: str


class Correction(Frozen, gc=False):
    """An amount that a ruling moves from one side to another; a side is a seat key or ``bank``."""

    source: str
    target: str
    amount_cents: int


@fact
class NightOpened(Fact):
    """The table was opened under these complete house rules, with this roll behind the bank.

    For several games, ``game`` has their names joined by +, and each rule has its game's name and a dot before it.
    ``rules`` is the version of the rules under which the night is decided from beginning to end (see
    ``dealer.rules_version``).
    """

    table: str
    date: str
    game: str
    house: dict[str, Setting]
    roll_cents: int
    backers: tuple[Backer, ...]
    dealer: str
    rules: Added[int] = 1

    @property
    def games(self) -> tuple[str, ...]:
        """The games of the night, in the order named."""
        return tuple(self.game.split("+"))

    @property
    def houses(self) -> dict[str, dict[str, Setting]]:
        """The house rules of each game of the night, by its name."""
        if len(self.games) == 1:
            return {self.game: self.house}
        return {
            game: {
                name.removeprefix(game + "."): value
                for name, value in self.house.items()
                if name.startswith(game + ".")
            }
            for game in self.games
        }


def joined(houses: dict[str, dict[str, Setting]]) -> tuple[str, dict[str, Setting]]:
    """The ``game`` and ``house`` of an opening fact for these games and their rules."""
    if len(houses) == 1:
        return next(iter(houses.items()))
    rules = {f"{game}.{name}": value for game, house in houses.items() for name, value in house.items()}
    return "+".join(houses), rules


@fact
class PlayerSeated(Fact):
    """A player took a seat; ``player`` is their seat key for the rest of the night.

    ``after`` is the seat on whose left they sit, "" for the first place; ``None`` for their earlier place, else the
    last.
    """

    player: str
    name: str
    after: Added[str | None] = None


@fact
class PlayerMoved(Fact):
    """A seated player moved to the left of another (``after``), or to the first place ("")."""

    player: str
    after: str


@fact
class PlayerSatOut(Fact):
    """A player sits out from the next hand on: hands for everybody seated leave them out."""

    player: str


@fact
class PlayerSatIn(Fact):
    """A player who sat out plays again from the next hand on."""

    player: str


@fact
class PlayerLeft(Fact):
    """A player left the table with nothing on the layout; what they still owe is carried over under their name."""

    player: str
    markers_open_cents: int


@fact
class CommandVoided(Fact):
    """The last command in effect was taken back; its moves of money are reversed here."""

    command: str


@fact
class CommandVoidedForReason(CommandVoided):
    """The same with a reason; a separate type, so that facts without a reason keep their form."""

    reason: str


@fact
class CommandAmended(Fact):
    """A command was corrected or struck: it and all later commands are undone, and their moves reversed.

    ``command`` is the corrected command. ``undone`` are the undone commands, newest first, and ``dropped`` those of
    them that are now refused. The others follow, each as a :class:`CommandGivenAgain` and its facts.
    """

    command: str
    struck: bool
    undone: tuple[str, ...]
    dropped: tuple[str, ...]


@fact
class CommandGivenAgain(Fact):
    """An undone command was replayed; its facts follow.

    ``words_of`` is the command whose document was used: itself, an earlier correction, or ``None`` for this correction.
    """

    command: str
    words_of: str | None


@fact
class DisputeRaised(Fact):
    """A player disputed a bet (``about`` is its key) or a turn (``about`` is its number as text)."""

    dispute: str
    player: str
    about: str
    claim: str


@fact
class DisputeRuled(Fact):
    """A dispute was ruled: ``stands`` or ``corrected``, under a law (1-10) if one was named."""

    dispute: str
    ruling: str
    law: int | None
    reason: str
    corrections: tuple[Correction, ...]


@fact
class OpenedToPlayers(Fact):
    """The dealer let players send commands: all of them, or a single player who was excluded."""

    player: str | None


@fact
class ClosedToPlayers(Fact):
    """The dealer stopped players from sending commands themselves: all of them, or a single player."""

    player: str | None


@fact
class PlayersHeld(Fact):
    """The dealer is about to turn cards: players' commands wait until then."""


@fact
class NightClosed(Fact):
    """The night was closed; it takes no more commands."""


@fact
class ChecksBought(Fact):
    """Checks were sold for cash."""

    player: str
    amount_cents: int


@fact
class MarkerIssued(Fact):
    """Checks were given on credit; ``marker`` is the number among those in effect, from 1.

    After a marker is taken back its number is used again, but not the number of its slip (``dealer.night.night``,
    ``slip_of``).
    """

    player: str
    marker: int
    amount_cents: int


@fact
class MarkerRedeemed(Fact):
    """A player paid on their markers, in ``cash`` or in ``checks``."""

    player: str
    amount_cents: int
    tender: str


@fact
class MarkerCarriedOver(Fact):
    """The night closed with this much still owed on their markers, under their name."""

    player: str
    amount_cents: int


@fact
class PledgeTaken(Fact):
    """Checks were given against goods at a value agreed before the turn."""

    player: str
    item: str
    amount_cents: int


@fact
class PledgeReturned(Fact):
    """Goods were handed back for their agreed value, in ``cash`` or in ``checks``."""

    player: str
    item: str
    amount_cents: int
    tender: str


@fact
class StakeLent(Fact):
    """One player lent another checks, for a share of the borrower's profit (a decimal number as text)."""

    lender: str
    borrower: str
    amount_cents: int
    profit_share: str


@fact
class StakeRepaid(Fact):
    """Borrowed checks were given back to the lender."""

    lender: str
    borrower: str
    amount_cents: int


@fact
class ProfitShared(Fact):
    """At the close a lender got the agreed share of the borrower's profit."""

    lender: str
    borrower: str
    profit_cents: int
    amount_cents: int


@fact
class ChecksCashed(Fact):
    """Checks were sold back to the bank for cash."""

    player: str
    amount_cents: int


@fact
class RollRaised(Fact):
    """More money was put behind the bank."""

    backer: str
    amount_cents: int


@fact
class TokeGiven(Fact):
    """A player tipped the dealer."""

    player: str
    amount_cents: int
