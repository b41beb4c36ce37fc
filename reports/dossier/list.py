"""Every bet of a night in a line each: whose, where, what came of it, and what is disputed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from dealer.games.faro.game import FARO
from dealer.games.faro.layout import call_named, named
from dealer.games.faro.state import faro_of
from dealer.history import History
from dealer.rows import row_of
from events.fact import Fact
from events.games import faro
from events.records import Recorded
from reports.dossier.line import Teller
from reports.subjects import disputed_in
from reports.words.formatting import brief
from reports.words.language import gettext as _
from reports.words.naming import result_of
from reports.words.phrases import said


@dataclass(frozen=True, slots=True, kw_only=True)
class BetSummary:
    """One bet of a night. ``staked_cents`` is all that was laid on it, ``lies_cents`` what lies on it still.

    ``place`` has every place that it lay on, one after another: ``the Q, then 6-8``.

    ``disputes`` are the keys of the disputes about it, ``open_disputes`` those that wait for a ruling; ``struck`` says
    that the whole of it was taken back.
    """

    bet: str
    player: str
    name: str
    seat: int
    place: str
    is_call: bool
    deal: int
    turn: int
    staked_cents: int
    paid_cents: int = 0
    taken_cents: int = 0
    lies_cents: int = 0
    results: tuple[str, ...] = ()
    disputes: tuple[str, ...] = ()
    open_disputes: tuple[str, ...] = ()
    struck: bool = False

    @property
    def title(self) -> str:
        """Whose bet it is, and where."""
        if self.is_call:
            return _("%(name)s: %(call)s", name=self.name, call=self.place)
        return _("%(name)s’s bet on %(place)s", name=self.name, place=self.place)

    @property
    def net_cents(self) -> int:
        """What it brought its player."""
        return self.paid_cents - self.taken_cents

    @property
    def came_of_it(self) -> str:
        """What came of it, in a few words."""
        if self.struck:
            return _("taken back")
        words = [result_of(one, FARO) for one in self.results]
        runs: list[tuple[str, int]] = []
        for word in words:
            runs = [*runs[:-1], (word, runs[-1][1] + 1)] if runs and runs[-1][0] == word else [*runs, (word, 1)]
        told = [word if times == 1 else f"{word} ×{times}" for word, times in runs]
        if self.lies_cents:
            told.append(_("%(amount)s lies", amount=brief(self.lies_cents)))
        return ", ".join(told)


@dataclass(slots=True)
class _Bets:
    """The bets of a night as its facts come."""

    history: History
    found: dict[str, BetSummary] = field(default_factory=dict)

    def follow(self, one: Recorded, *, struck: bool) -> None:
        """One more fact; those that were taken back only make a bet known."""
        fact = one.fact
        key = getattr(fact, "bet", None)
        if isinstance(fact, faro.BetPlaced | faro.TurnCalled):
            self._laid(one, fact, struck=struck)
        elif struck or not isinstance(key, str) or key not in self.found:
            return
        elif isinstance(fact, faro.BetPressed):
            self._now(key, staked_cents=self.found[key].staked_cents + fact.add_cents)
        elif isinstance(fact, faro.BetMoved):
            self._moved(key, one, fact)
        elif isinstance(fact, faro.BetTakenDown):
            self._now(key, results=(*self.found[key].results, "taken_down"))
        else:
            self._settled(key, fact)

    def _laid(self, one: Recorded, fact: faro.BetPlaced | faro.TurnCalled, *, struck: bool) -> None:
        if struck and fact.bet in self.found and not self.found[fact.bet].struck:
            return
        now = self.history.at(one.version)
        place = call_named(fact.order) if isinstance(fact, faro.TurnCalled) else named(fact.place)
        self.found[fact.bet] = BetSummary(
            bet=fact.bet,
            player=fact.player,
            name=now.seats[fact.player].name,
            seat=1 + list(now.seats).index(fact.player),
            place=said(place),
            is_call=isinstance(fact, faro.TurnCalled),
            deal=fact.deal,
            turn=faro_of(now).turn,
            staked_cents=fact.stake_cents,
            struck=struck,
        )

    def _moved(self, key: str, one: Recorded, fact: faro.BetMoved) -> None:
        """Another place after those that the bet had; moved to where it lay, it has none more."""
        if faro_of(self.history.at(one.version - 1)).bets[key].place != fact.place:
            places, place = self.found[key].place, said(named(fact.place))
            self._now(key, place=_("%(places)s, then %(place)s", places=places, place=place))

    def _settled(self, key: str, fact: Fact) -> None:
        row, bet = row_of(fact), self.found[key]
        if row is None:
            return
        claimed = isinstance(fact, faro.SleeperClaimed) and fact.claimant != fact.player
        taken = row.stake_cents if claimed else row.taken_cents
        self._now(
            key,
            paid_cents=bet.paid_cents + row.paid_cents,
            taken_cents=bet.taken_cents + taken,
            results=(*bet.results, "claimed_by_another" if claimed else row.result),
        )

    def _now(self, key: str, **changes: Any) -> None:
        self.found[key] = replace(self.found[key], **changes)


def bets_of(history: History) -> tuple[BetSummary, ...]:
    """Every bet and call of a night in the order in which they were laid, those taken back among them."""
    now = history.states[-1]
    if FARO not in now.tables:
        return ()
    teller, bets, disputed = Teller.of(history.facts), _Bets(history), disputed_in(history.facts)
    for one in history.facts:
        bets.follow(one, struck=teller.is_struck(one))
    for bet in bets.found.values():
        lying = None if bet.struck else faro_of(now).lying(bet.bet)
        about = tuple(disputed.get(bet.bet, ()))
        bets.found[bet.bet] = replace(
            bet,
            lies_cents=lying.stake_cents if lying else 0,
            disputes=about,
            open_disputes=tuple(key for key in about if now.disputes[key].ruling is None),
        )
    return tuple(bets.found.values())
