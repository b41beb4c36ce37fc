"""Events of a night and its money: opening, seats, corrections, disputes, checks, markers, closing (rulebook 4)."""

from __future__ import annotations

from events.common.event import Added, Event, event
from events.common.house import CarriedPart, HouseSettings
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


@event
class NightOpened(Event):
    """The table was opened under these complete house rules, with this roll behind the bank.

    For several games, ``game`` has their names joined by +, and each rule has its game's name and a dot before it.
    ``rules`` is the version of the rules under which the night is decided from beginning to end (see
    ``dealer.rules_version``). ``house_version`` and ``house_hash`` are the last event of the house's stream at that
    moment, and ``settings`` the house's settings; nights of older programs have none. With ``box`` the cards come from
    the dealing box (``events.common.box``).
    """

    table: str
    date: str
    game: str
    house: dict[str, Setting]
    roll_cents: int
    backers: tuple[Backer, ...]
    dealer: str
    rules: Added[int] = 1
    house_version: Added[int] = 0
    house_hash: Added[str] = ""
    settings: Added[HouseSettings | None] = None
    box: Added[bool] = False

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
    """The ``game`` and ``house`` of an opening event for these games and their rules."""
    if len(houses) == 1:
        return next(iter(houses.items()))
    rules = {f"{game}.{name}": value for game, house in houses.items() for name, value in house.items()}
    return "+".join(houses), rules


@event
class PlayerSeated(Event):
    """A player took a seat; ``player`` is their seat key for the rest of the night.

    ``after`` is the seat on whose left they sit, "" for the first place; ``None`` for their earlier place, else the
    last. ``card`` is the player's card in the house, "" for none; the night prints the card's name as it is at the
    close, unless ``name_given`` says that a name was given at the seat.
    """

    player: str
    name: str
    after: Added[str | None] = None
    card: Added[str] = ""
    name_given: Added[bool] = True


@event
class PlayerRenamed(Event):
    """At the close a player is printed under the name that their card has by then."""

    player: str
    name: str


@event
class PlayerMoved(Event):
    """A seated player moved to the left of another (``after``), or to the first place ("")."""

    player: str
    after: str


@event
class PlayerSatOut(Event):
    """A player sits out from the next hand on: hands for everybody seated leave them out."""

    player: str


@event
class PlayerSatIn(Event):
    """A player who sat out plays again from the next hand on."""

    player: str


@event
class PlayerLeft(Event):
    """A player left the table with nothing on the layout; what they still owe is carried over under their name."""

    player: str
    markers_open_cents: int


@event
class CommandVoided(Event):
    """The last command in effect was taken back; its moves of money are reversed here."""

    command: str


@event
class CommandVoidedForReason(CommandVoided):
    """The same with a reason; a separate type, so that events without a reason keep their form."""

    reason: str


@event
class CommandAmended(Event):
    """A command was corrected or struck: it and all later commands are undone, and their moves reversed.

    ``command`` is the corrected command. ``undone`` are the undone commands, newest first, and ``dropped`` those of
    them that are now refused. The others follow, each as a :class:`CommandGivenAgain` and its events.
    """

    command: str
    struck: bool
    undone: tuple[str, ...]
    dropped: tuple[str, ...]


@event
class CommandGivenAgain(Event):
    """An undone command was replayed; its events follow.

    ``words_of`` is the command whose document was used: itself, an earlier correction, or ``None`` for this correction.
    """

    command: str
    words_of: str | None


@event
class DisputeRaised(Event):
    """A player disputed a bet (``about`` is its key) or a turn (``about`` is its number as text, with ``of_turn``).

    Nights of older programs never set ``of_turn``.
    """

    dispute: str
    player: str
    about: str
    claim: str
    of_turn: Added[bool] = False


@event
class DisputeRuled(Event):
    """A dispute was ruled: ``stands`` or ``corrected``, under a law (1-10) if one was named.

    ``party`` is who ruled, if they dealt what is disputed or it is about their own seat; "" for anybody else.
    """

    dispute: str
    ruling: str
    law: int | None
    reason: str
    corrections: tuple[Correction, ...]
    party: Added[str] = ""


@event
class DealerRelieved(Event):
    """Somebody else deals from now on."""

    dealer: str


class Staying(Event):
    """An event that is not undone when an earlier command is taken back or corrected."""


class OfDrawer(Staying):
    """An event of the drawer."""


@event
class DrawerCounted(OfDrawer):
    """The cash in the drawer was counted; ``at`` says when: ``opening``, ``relief`` or ``closing``.

    ``expected_cents`` is what it had to hold, ``checks_out_cents`` the checks that were not in the bank then.
    ``reason`` explains a difference, "" for none.
    """

    at: str
    cash_cents: int
    expected_cents: int
    checks_out_cents: int
    reason: str


@event
class SlipWritten(OfDrawer):
    """Cash moved between table and cage, or into the locked box: a ``fill``, ``credit`` or ``drop`` with a number."""

    slip: str
    number: int
    amount_cents: int


@event
class SlipVoided(OfDrawer):
    """A slip of this night was a mistake; its money is moved back."""

    slip: str
    number: int
    amount_cents: int
    reason: str


@event
class OpenedToPlayers(Event):
    """The dealer let players send commands: all of them, or a single player who was excluded."""

    player: str | None


@event
class ClosedToPlayers(Event):
    """The dealer stopped players from sending commands themselves: all of them, or a single player."""

    player: str | None


@event
class PlayersHeld(Event):
    """The dealer is about to turn cards: players' commands wait until then."""


@event
class HandBound(Staying):
    """A player's own hand belongs to a ``device`` from now on: the first that used its ``link``."""

    player: str
    device: str
    link: str


@event
class HandMoved(Staying):
    """The dealer moves a player's own hand to another phone: its link ends, and the new one is nobody's yet."""

    player: str


@event
class NightClosed(Event):
    """The night was closed; it takes no more commands."""


@event
class ChecksBought(Event):
    """Checks were sold for cash."""

    player: str
    amount_cents: int


@event
class MarkerIssued(Event):
    """Checks were given on credit; ``marker`` is the number among those in effect, from 1.

    After a marker is taken back its number is used again, but not the number of its slip (``dealer.night.night``,
    ``slip_of``). ``owed_in_all_cents`` is what the player then owes the house on all markers, open at any table or
    carried; ``None`` for a seat without a card.
    """

    player: str
    marker: int
    amount_cents: int
    owed_in_all_cents: Added[int | None] = None


@event
class MarkerRedeemed(Event):
    """A player paid on their markers, in ``cash`` or in ``checks``."""

    player: str
    amount_cents: int
    tender: str


@event
class DepositDrawn(Event):
    """Front money of a player became checks."""

    player: str
    amount_cents: int


@event
class CarriedPaid(Event):
    """A player paid markers of earlier nights, in ``cash`` or in ``checks``; ``parts`` are oldest first."""

    player: str
    amount_cents: int
    tender: str
    parts: tuple[CarriedPart, ...]


@event
class DealersCutPaid(Event):
    """At the close a dealer got their part of the bank's result."""

    dealer: str
    rounds: int
    amount_cents: int


@event
class MarkerCarriedOver(Event):
    """The night closed with this much still owed on their markers, under their name."""

    player: str
    amount_cents: int


@event
class PledgeTaken(Event):
    """Checks were given against goods at a value agreed before the turn."""

    player: str
    item: str
    amount_cents: int


@event
class PledgeReturned(Event):
    """Goods were handed back for their agreed value, in ``cash`` or in ``checks``."""

    player: str
    item: str
    amount_cents: int
    tender: str


@event
class StakeLent(Event):
    """One player lent another checks, for a share of the borrower's profit (a decimal number as text).

    A bystander has a ``lender_name``, and no ``lender``: their cash bought the borrower checks.
    """

    lender: str
    borrower: str
    amount_cents: int
    profit_share: str
    lender_name: Added[str] = ""


@event
class StakeRepaid(Event):
    """Borrowed checks were given back to the lender; a bystander with a ``lender_name`` got their cash."""

    lender: str
    borrower: str
    amount_cents: int
    lender_name: Added[str] = ""


@event
class ProfitShared(Event):
    """At the close a lender got the agreed share of the borrower's profit; a bystander got it in cash."""

    lender: str
    borrower: str
    profit_cents: int
    amount_cents: int
    lender_name: Added[str] = ""


@event
class ChecksCashed(Event):
    """Checks were sold back to the bank for cash."""

    player: str
    amount_cents: int


@event
class RollRaised(Event):
    """More money was put behind the bank."""

    backer: str
    amount_cents: int


@event
class TokeGiven(Event):
    """A player tipped the dealer."""

    player: str
    amount_cents: int
