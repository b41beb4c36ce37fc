"""Checks the dealing boxes of a night: the cards came out in the order that was committed (``docs/dealing-box.md``)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from dealer.commands.refusal import Phrase, marked, phrase
from dealer.dealing_box import Box, after, commitment_to
from dealer.verification.inspection import (
    EVENTS,
    FAILURES,
    TOLD_EVERY,
    Check,
    Finding,
    Progress,
    Rows,
    at_event,
    failed_at,
)
from events.common import box as facts
from events.common.night import NightClosed, NightOpened

NAME = marked("boxes")


def _check(rows: Rows, tell: Progress) -> Finding | None:
    """The first fault in the boxes of a night, by event."""
    opened = rows.recorded[0].event if rows.recorded else None
    if not isinstance(opened, NightOpened) or not opened.box:
        tell(len(rows.event_rows))
        return None
    boxes, found = _Boxes(rows.night), None
    for version, recorded in enumerate(rows.recorded, start=1):
        try:
            problem = boxes.follow(version, recorded.event)
        except FAILURES as error:
            found = failed_at(NAME, version, error)
        else:
            found = at_event(NAME, version, problem) if problem else None
        if found:
            break
        if version % TOLD_EVERY == 0:
            tell(TOLD_EVERY)
    tell(len(rows.event_rows) % TOLD_EVERY)
    return min(filter(None, (found, boxes.wrong_card())), key=lambda finding: finding.version or 0, default=None)


class _Boxes:
    """The boxes so far: all of their events count, taken back or not, for the same cards must come again."""

    def __init__(self, night: str) -> None:
        self._night = night
        self._boxes: dict[int, Box] = {}
        self._most_out: dict[int, int] = {}
        self._drawn: list[tuple[int, Box, facts.CardsFromBox]] = []

    def follow(self, version: int, event: Any) -> Phrase | None:
        """Go on with an event; returns what is wrong with it, if anything."""
        if isinstance(event, NightClosed):
            hidden = [box.number for box in self._boxes.values() if box.closed and not box.secret]
            return phrase("box %(box)s was never revealed", box=hidden[0]) if hidden else None
        if isinstance(event, facts.BoxCommitted):
            return self._commit(event)
        if not isinstance(event, facts.OfBox | facts.BoxStarted | facts.CardsFromBox | facts.HandsDealt):
            return None
        box = self._boxes.get(event.box)
        if box is None:
            return phrase("box %(box)s was never committed", box=event.box)
        if isinstance(event, facts.BoxStarted):
            # The round may be begun again after it was taken back.
            box = replace(box, out=0, drawn={}, dealt=())
        problem = self._fault(box, event)
        self._boxes[event.box] = after(box, event)
        if isinstance(event, facts.CardsFromBox):
            self._drawn.append((version, box, event))
        return problem

    def wrong_card(self) -> Finding | None:
        """The first cards that are not those of the order, by the secrets revealed."""
        for version, box, event in self._drawn:
            revealed = self._boxes[box.number]
            if not revealed.secret:
                continue
            order = box.order(self._night, revealed.secret)
            expected = order[event.place : event.place + len(event.cards)]
            if event.cards != expected:
                problem = phrase(
                    "box %(box)s had other cards there: %(cards)s", box=box.number, cards=", ".join(expected)
                )
                return at_event(NAME, version, problem)
        return None

    def _commit(self, event: facts.BoxCommitted) -> Phrase | None:
        is_used = any(event.commitment == box.commitment for box in self._boxes.values())
        self._boxes[event.box] = Box(number=event.box, commitment=event.commitment, nonce=event.nonce)
        if is_used or event.box != len(self._boxes):
            return phrase("box %(box)s was committed before", box=event.box)
        return None

    def _fault(self, box: Box, event: Any) -> Phrase | None:
        match event:
            case facts.BoxRevealed() if box.secret:
                return phrase("box %(box)s was revealed twice", box=box.number)
            case facts.BoxRevealed() if commitment_to(event.secret) != box.commitment:
                return phrase("the secret of box %(box)s is not the one that was committed", box=box.number)
            case facts.WordsAdded() if box.closed or any(event.player == player for player, _ in box.words):
                return phrase("words were put into box %(box)s after they were closed, or twice", box=box.number)
            case facts.BoxStarted() if box.secret or sorted(set(event.pack)) != sorted(event.pack):
                return phrase("box %(box)s was revealed before its deal, or its pack has a card twice", box=box.number)
            case facts.CardsFromBox() | facts.HandsDealt():
                return self._fault_of_cards(box, event)
        return None

    def _fault_of_cards(self, box: Box, event: facts.CardsFromBox | facts.HandsDealt) -> Phrase | None:
        number = len(event.cards) if isinstance(event, facts.CardsFromBox) else len(event.players) * event.each
        most, end = self._most_out.get(box.number, 0), min(event.place + number, len(box.pack))
        is_bottom = event.place > most and end == event.place + 1 == len(box.pack)
        if not box.closed or not box.pack:
            return phrase("cards came out of box %(box)s before its order was fixed", box=box.number)
        if is_bottom:
            return None
        if event.place > most:
            return phrase("a card of box %(box)s is missing", box=box.number)
        if box.secret and end > most:
            return phrase("cards came out of box %(box)s after it was revealed", box=box.number)
        self._most_out[box.number] = max(most, end)
        return None


BOXES = Check(
    name=NAME,
    says=marked("the cards came out of every box in the order that was committed"),
    things=EVENTS,
    run=_check,
)
