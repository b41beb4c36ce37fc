"""What the screens of games against a bank share: fields of the tablet's view, and a player's settled bets by deal."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.game.bank import CountPack
from dealer.game.game import Game
from dealer.night.night import Night
from events.common.play import CardsShown, PackCounted, RoundBegun, RoundEnded, StakeSettled
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import game_of
from reports.words.formatting import brief
from reports.words.language import currency_figures, ngettext
from reports.words.language import gettext as _
from reports.words.sentences import sentence_of
from web.game_screens import Step
from web.tablet.view import TabletView


class PackCount(Frozen):
    """Counting the pack at a table: what ``must_be_left`` in words, and the ``usual`` numbers to choose by touch.

    ``game`` names the game where another of the night shares the word. After a count that was ``wrong``, a sentence
    says so until the next card, and ``void`` is the key that voids the deal if one is on.
    """

    game: str
    must_be_left: str
    usual: tuple[str, ...]
    wrong: str
    void: Step | None


def pack_count_of(night: Night, game: Game, effective: EffectiveEvents) -> PackCount | None:
    """What the tablet needs to count the pack now; ``None`` where it cannot be counted."""
    table, counts = night.tables[game.name], game.words[CountPack.do]
    may_count = table.phase in game.actions[counts].phases and night.opened.rules >= counts.since
    if night.closed or not may_count:
        return None
    due: int = table.cards_due
    around = (due,) if night.opened.box else range(max(0, due - 2), due + 3)
    counted = _last_count(effective)
    wrong = counted if counted and game_of(counted) == game.name and counted.is_wrong else None
    return PackCount(
        game=night.addressed(game, {"do": CountPack.do}).get("game", ""),
        must_be_left=ngettext("%(num)s card must be left.", "%(num)s cards must be left.", due),
        usual=tuple(map(str, around)),
        wrong=_wrong(night, wrong) if wrong else "",
        void=_void_key(night, game, wrong) if wrong and game.is_on(table) else None,
    )


def counted_text(night: Night, effective: EffectiveEvents) -> str:
    """What everybody is told of a count of the pack, until the next card; "" if there is none."""
    against_bank = any(game.against_bank for game in night.games)
    count = _last_count(effective) if against_bank and not night.closed else None
    return sentence_of(night, count) if count else ""


def _last_count(effective: EffectiveEvents) -> PackCounted | None:
    """The last count of the pack, if no card was shown and no round began or ended after it."""
    last = effective.up_to_last(PackCounted, RoundBegun, RoundEnded, CardsShown)
    event = last.last.event if last else None
    return event if isinstance(event, PackCounted) else None


def _wrong(night: Night, count: PackCounted) -> str:
    text = sentence_of(night, count)
    return text if night.game_on else _("%(text)s Take a whole pack for the next deal.", text=text)


def _void_key(night: Night, game: Game, count: PackCounted) -> Step:
    reason = _("The pack had %(cards)s cards instead of %(due)s", cards=count.cards, due=count.due)
    document = night.addressed(game, {"do": "void_deal", "reason": reason})
    return Step(words=_("Void the deal"), document=document)


class BankTabletView(TabletView):
    """What the tablet shows at a table of bets against a bank.

    ``position`` is what keys depend on, ``position_before`` what it was before the last command in effect, and
    ``actions`` what commands change of it, all as JSON. ``amounts`` are those to choose by touch, in cents, with their
    words; ``foul`` are the usual reasons to void a deal. ``count`` is ``None`` where the pack cannot be counted.
    """

    phase: str
    phase_words: str
    position: str
    position_before: str
    actions: str
    in_sight: str
    broken: bool
    amounts: tuple[tuple[int, str], ...]
    steps: tuple[Step, ...]
    foul: tuple[str, ...]
    count: PackCount | None


_MOST_LETTERS = 8


def coin_label(cents: int) -> str:
    """An amount as written on a key; without its currency where the letters would be too small to read."""
    text = brief(cents)
    return text if len(text) <= _MOST_LETTERS else currency_figures(cents)


class SettledBet(Frozen):
    """A settlement, in cents: what it brought or cost the player, and the running total with it.

    ``suspense_cents`` are won and not paid after it. ``row`` is its row in the night; another's sleeper that the player
    claimed has no row of theirs.
    """

    turn: int
    where: str
    result: str
    gained_cents: int
    suspense_cents: int = 0
    running_cents: int = 0
    row: StakeSettled | None = None


class PlayedDeal(Frozen):
    """A player's settlements in a deal, the newest first."""

    title: str
    deal: int
    settled: tuple[SettledBet, ...]

    @property
    def net_cents(self) -> int:
        """Their sum."""
        return sum(bet.gained_cents for bet in self.settled)

    def going_on_from(self, before_cents: int) -> PlayedDeal:
        """The deal with its running totals, which continue from ``before_cents``."""
        running_cents, settled = before_cents, []
        for bet in reversed(self.settled):
            running_cents += bet.gained_cents
            settled.append(replace(bet, running_cents=running_cents))
        return replace(self, settled=tuple(reversed(settled)))
