"""The hands of a closed night: who dealt each, what came of it, and its sheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from dealer.games import game_called
from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Recorded
from reports.words.game_words import words_of
from reports.words.players import name_of
from reports.words.sentences import said_of
from web.hands.payment import Hands
from web.tablet.marks import Mark, marks_of


class HandLine(Frozen):
    """One hand, as text; ``paper`` names its sheet, where there is one."""

    hand: int
    dealer: str
    said: str
    mark: Mark | None
    paper: str


class HandsOfNight(Frozen):
    """The hands of one game of a night under their heading."""

    title: str
    each: str
    game: str
    lines: tuple[HandLine, ...]


def hands_of_night(game: str, hands: Hands) -> Callable[[Night, Sequence[Recorded], Collection[str]], HandsOfNight]:
    """What gives the hands of a game in a night, from its effective facts and the names of its papers."""

    def of_night(night: Night, kept: Sequence[Recorded], papers: Collection[str]) -> HandsOfNight:
        marks, lines, dealer = marks_of(night), [], ""
        kind = words_of(game).round.kind
        for one in kept:
            fact = one.fact
            if isinstance(fact, hands.begun):
                dealer = fact.dealer
            elif isinstance(fact, hands.ended):
                paper = f"{kind}-{fact.round_number}"
                lines.append(
                    HandLine(
                        hand=fact.round_number,
                        dealer=name_of(night, dealer),
                        said=said_of(night, fact),
                        mark=marks.get(getattr(fact, "player", "")),
                        paper=paper if paper in papers else "",
                    )
                )
        record = game_called(game)
        called = record.round_called
        title = f"{record.title}: the {called}s" if len(night.opened.games) > 1 else f"The {called}s"
        return HandsOfNight(title=title, each=called.capitalize(), game=game, lines=tuple(lines))

    return of_night
