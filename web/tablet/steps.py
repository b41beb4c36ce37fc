"""The keys for a table's next commands, what each of them would do, and which players cannot pay for it.

Nothing is computed twice: the rules decide a command as if every player had enough checks, and its events are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs
from msgspec.structs import replace

from dealer.commands.commands import CloseToPlayers, Command, HoldPlayers, OpenToPlayers
from dealer.commands.fields import MOST_CENTS
from dealer.commands.refusal import Refusal
from dealer.game.game import Game
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.night import Night
from events.common.event import Event
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.schema import schema_for
from ledger.accounts import checks, markers_issued, move
from reports.words.formatting import brief, name_of
from reports.words.language import gettext as _
from reports.words.sentences import kind_called
from web.game_screens import Step, screens_of

_USUAL_CENTS = (500, 1_000, 2_000, 5_000, 10_000)


class Shortage(Frozen):
    """A player who cannot pay what is due: what they lack, and a usual amount that covers it, in cents."""

    player: str
    name: str
    cents: int
    offer_cents: int

    @property
    def lacks(self) -> str:
        """What they lack, in words."""
        return brief(self.cents)


Lacking = tuple[Mapping[str, object], Sequence[Shortage]]
"""A command that may come next, and the players who cannot pay for it."""


def step(words: str, do: str, **arguments: object) -> Step:
    """A key for a command."""
    return Step(words=words, document={"do": do, **arguments})


def steps_to_begin(night: Night, effective: EffectiveEvents) -> tuple[Step, ...]:
    """The key that begins a round of the game that was on last; none while one is on, or where a form begins it.

    ``effective`` are the night's effective events. Other games are begun at their own tables: see :func:`other_games`.
    """
    if night.game_on or night.closed:
        return ()
    game = night.games_by_turn[0]
    begins = _beginning(night, effective, game)
    return (replace(begins, document=night.addressed(game, begins.document)),) if begins else ()


def steps_for_players(night: Night) -> tuple[Step, ...]:
    """The keys that let players act by themselves, and that stop it; nothing where no game has hands for them."""
    if night.closed or not any(screens_of(game.name).own_hand for game in night.games):
        return ()
    acts = night.own_acts
    if not acts.is_open:
        return (step(_("Let players act"), OpenToPlayers.do),)
    hold = step(_("Let them act again"), OpenToPlayers.do) if acts.is_held else step(_("No more bets"), HoldPlayers.do)
    alone = (
        step(_("%(name)s again", name=name_of(night, player)), OpenToPlayers.do, player=player)
        if player in acts.closed_to
        else step(_("Not %(name)s", name=name_of(night, player)), CloseToPlayers.do, player=player)
        for player in night.seated
    )
    return (hold, step(_("Stop players acting"), CloseToPlayers.do), *alone)


def other_games(night: Night) -> tuple[Game, ...]:
    """The other games whose tables can be shown: none while a round is on."""
    if night.game_on or night.closed:
        return ()
    return tuple(game for game in night.games if game.name != night.dealing)


def _beginning(night: Night, effective: EffectiveEvents, game: Game) -> Step | None:
    begins = screens_of(game.name).tablet.begins
    if begins:
        return begins(night, effective)
    if not game.starts or _begins_by_form(game):
        return None
    return step(kind_called(game.words[game.starts]), game.starts)


def _begins_by_form(game: Game) -> bool:
    """Whether the command that begins a round asks for something, and the game's screens have no key for it."""
    if not game.starts or screens_of(game.name).tablet.begins:
        return False
    return any(field.required for field in schema_for(game.words[game.starts]).fields.values())


def short_for(night: Night, steps: Iterable[Step]) -> list[Lacking]:
    """The command of each step, and the players who cannot pay for it."""
    return [
        (step.document, shortages(night, dry_run(night, read_command(dict(step.document), night)))) for step in steps
    ]


def shortage(lacking: Iterable[Lacking]) -> str:
    """Who lacks how much for which command, as JSON for the tablet's script; empty if nobody lacks anything."""
    found = [
        {"command": document, "short": [_text_of(shortage) for shortage in short]}
        for document, short in lacking
        if short
    ]
    return json.dumps(found, separators=(",", ":")) if found else ""


def _text_of(shortage: Shortage) -> dict[str, object]:
    return {"player": shortage.player, "name": shortage.name, "cents": shortage.cents, "offer": shortage.offer_cents}


def dry_run(night: Night, command: Command) -> Sequence[Event]:
    """The events that a command would make if everybody had the chips for it; none where it is refused even then."""
    try:
        return decide(rich(night), command)
    except Refusal:
        return ()


def rich(night: Night) -> Night:
    """A night in which everybody has checks for anything."""
    lent = [move(markers_issued(player), checks(player), MOST_CENTS) for player in night.seats]
    return structs.replace(night, ledger=night.ledger.post(lent))


def shortages(night: Night, events: Iterable[Event]) -> tuple[Shortage, ...]:
    """The players who cannot pay what these events would take from them, in the order of the payments."""
    due: dict[str, int] = {}
    for event in events:
        for transfer in event.moves:
            family, _colon, player = transfer.debit.partition(":")
            if family == "checks":
                due[player] = due.get(player, 0) + transfer.amount_cents
    return short_of(night, due)


def short_of(night: Night, due: Mapping[str, int]) -> tuple[Shortage, ...]:
    """The players who hold less than what is due from them; ``due`` is in cents, by player."""
    return tuple(
        Shortage(player=player, name=name_of(night, player), cents=lacks, offer_cents=_offer(lacks, night.check_cents))
        for player, cents in due.items()
        if (lacks := cents - night.ledger.balance(checks(player))) > 0
    )


def _offer(cents: int, check_cents: int) -> int:
    """The smallest usual amount that covers what is lacking; without one, the lack rounded up to whole checks."""
    usual = (usual_cent for usual_cent in _USUAL_CENTS if usual_cent >= cents and usual_cent % check_cents == 0)
    return next(usual, -(-cents // check_cents) * check_cents)
