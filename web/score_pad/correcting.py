"""Corrections of the current hand at a touch: a call, the contract, the bidder's partners, the joker.

The chosen command is in the address, as JSON. Only what was legal then is offered.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from dealer.commands.refusal import marked
from dealer.night.amending import Document, frames_since
from dealer.night.command_parsing import GAME
from dealer.night.evolve import night_before
from dealer.night.house import Earlier
from dealer.night.night import Night
from dealer.score_pad.game import ScoreGame
from dealer.score_pad.table import MatchTable
from events.common.matches import PartnersNamed
from events.common.play import Called, ContractMade, ContractNamed
from events.records import Recorded
from reports.words.formatting import name_of
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.sentences import sentence_of
from web.audit.command_form import document_of
from web.correcting import Asked, Choice, Row, Subject, around, found, struck
from web.score_pad.score_state import call_text, turns_of

_DOUBLED = (marked("undoubled"), marked("doubled"), marked("redoubled"))

Correcting = Callable[[Night, Sequence[Recorded], Mapping[str, str], Earlier], Subject]


def correcting_of(game: ScoreGame) -> Correcting:
    """A function that returns the choices for a command of the current hand."""
    return partial(_correcting, game)


def _correcting(game: ScoreGame, night: Night, stand: Sequence[Recorded], query: Asked, documents: Earlier) -> Subject:
    turn = query.get("turn", "")
    turns = turns_of(stand, game.name)
    recorded = found(
        (recorded for number, recorded in turns.items() if str(number) == turn), _("Turn %(turn)s", turn=turn[:9])
    )
    was = documents(recorded.command)
    before = night_before(frames_since(night, recorded.command)[-1])
    instead = document_of(query["instead"]) if "instead" in query else None
    rows = _Rows(game, before, recorded.event, was, instead or was)
    return Subject(
        title=_("Turn %(turn)s: %(text)s", turn=turn, text=sentence_of(night, recorded.event)),
        command=recorded.command,
        address={"turn": turn},
        rows=tuple(rows.all()),
        chosen=instead is not None or "strike" in query,
        instead=None if "strike" in query else instead,
        more=(struck(_("This call was not made"), query),),
        around=around(turn, len(turns)),
    )


class _Rows:
    """The rows of choices for a command: ``was`` as given, ``now`` as chosen, ``before`` the night before it."""

    def __init__(self, game: ScoreGame, before: Night, event: Any, was: Document, now: Document) -> None:
        self._game = game
        self._before = before
        self._event = event
        self._was = was
        self._now = now
        self._table: MatchTable = before.tables[game.name]
        self._legal = {legal.command.do: legal for legal in game.legal(self._table)}
        self._addressed = {GAME: was[GAME]} if GAME in was else {}

    def all(self) -> Iterator[Row]:
        """The rows for the kind of command."""
        match self._event:
            case ContractNamed():
                yield from self._contract()
            case PartnersNamed():
                yield self._partners()
            case ContractMade():
                yield self._joker()
            case Called():
                yield from self._call()

    def _takes(self, word: str, player: str) -> dict[str, Any]:
        """What the arguments of a command could have been for a player."""
        return self._legal[word].takes({"player": player})

    def _call(self) -> Iterator[Row]:
        """The calls that the player could have made."""
        player, rules = self._event.player, self._game.bidding
        assert rules, "what is called is called in a bidding"
        alone = (word for word, legal in self._legal.items() if list(legal.action.takes) == ["player"])
        words: list[tuple[str, Document]] = [
            (word, {}) for word in alone if player in self._takes(word, player)["player"].among
        ]
        higher = self._takes(rules.bid.do, player)["bid"].higher if rules.bid.do in self._legal else ()
        bids = [(rules.bid.do, {"bid": bid}) for bid in higher]
        name = name_of(self._before, player)
        for title, kind, calls in (
            (_("%(name)s says", name=name), "more", words),
            (_("%(name)s bids", name=name), "ranks", bids),
        ):
            choices = tuple(
                self._choice(call_text(bid.get("bid", word)), {**self._addressed, "do": word, "player": player, **bid})
                for word, bid in calls
            )
            if choices:
                yield Row(title=title, kind=kind, choices=choices)

    def _contract(self) -> Iterator[Row]:
        takes = self._takes(self._was["do"], self._now["player"])
        whose = tuple(self._at_least(player) for player in self._table.match_players)
        yield Row(title=_("Who plays"), kind="players", choices=whose)
        bids = tuple(self._changed(call_text(bid), "bid", bid) for bid in takes["bid"].higher)
        yield Row(title=pgettext("a contract", "At"), kind="ranks", choices=bids)
        if "doubled" in takes:
            doubled = tuple(self._changed(_(word), "doubled", number) for number, word in enumerate(_DOUBLED))
            yield Row(title=pgettext("a contract", "And"), kind="more", choices=doubled)

    def _at_least(self, player: str) -> Choice:
        """The choice of another bidder, with their lowest allowed bid if they may not make the chosen bid."""
        bids, bid = self._takes(self._was["do"], player)["bid"].higher, self._now["bid"]
        document = {**self._now, "player": player, "bid": bid if bid in bids else next(iter(bids), bid)}
        was, chosen = (command.get("player") == player for command in (self._was, self._now))
        return self._choice(name_of(self._before, player), document, was=was, chosen=chosen, player=player)

    def _partners(self) -> Row:
        now = self._named_in(self._now)
        takes: Any = self._legal[self._was["do"]].takes({})["partners"]

        def with_or_without(player: str) -> list[str]:
            """The partners after a touch on a player: with or without them if the rules allow it, else only them."""
            changed = [partner for partner in takes.among if (partner in now) != (partner == player)]
            return changed if takes.fewest <= len(changed) <= takes.most else [player]

        choices = tuple(
            self._choice(
                name_of(self._before, player),
                {**self._now, "partners": with_or_without(player)},
                was=player in self._named_in(self._was),
                chosen=player in now,
                player=player,
            )
            for player in takes.among
        )
        return Row(title=_("With the bidder"), kind="players", choices=choices)

    def _named_in(self, document: Document) -> list[str]:
        named = document.get("partners")
        return [player for player in self._table.match_players if player in named] if isinstance(named, list) else []

    def _joker(self) -> Row:
        shows = (
            self._changed(name_of(self._before, player), "player", player, player=player)
            for player in self._table.match_players
        )
        nobody = self._choice(_("Nobody holds it"), {**self._addressed, "do": self._was["do"]})
        return Row(title=_("Who shows the joker"), kind="players", choices=(*shows, nobody))

    def _changed(self, label: str, name: str, value: object, *, player: str = "") -> Choice:
        """The choice of another value for a single argument."""
        return self._choice(
            label,
            {**self._now, name: value},
            was=self._was.get(name, 0) == value,
            chosen=self._now.get(name, 0) == value,
            player=player,
        )

    def _choice(
        self, label: str, document: Document, *, was: bool | None = None, chosen: bool | None = None, player: str = ""
    ) -> Choice:
        """The choice of a document; by default ``was`` and ``chosen`` compare the whole documents."""
        return Choice(
            label=label,
            changes={"instead": json.dumps(document, separators=(",", ":"))},
            was=_same(document, self._was) if was is None else was,
            chosen=_same(document, self._now) if chosen is None else chosen,
            player=player,
        )


def _same(document: Document, other: Document) -> bool:
    """Whether two documents are the same command; null arguments do not count."""
    return _given(document) == _given(other)


def _given(document: Document) -> Document:
    return {name: value for name, value in document.items() if value is not None}
