"""What a claim comes to where the money is in a pot: whoever won it pays, and nobody while nobody has."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.streams import Sender
from events.book.book import Book
from events.effective_facts import effective
from events.facts.night import Correction
from events.games.fan_tan import PotWon, TurnPassed
from reports.rounds.subjects import proposed_correction, taken_cents
from reports.sheets.disputes import disputes_of

SCRIPT = Path(__file__).parents[2] / "nights" / "fan-tan-encyclopedia.jsonl"
SENDER = Sender(who="M. Earp", device="tablet-1")


def test_a_pass_that_was_none_is_paid_by_whoever_won_the_pot() -> None:
    with Book.open() as book:
        assistant, night, before = Assistant(book), "", []
        for line in SCRIPT.read_text(encoding="utf-8").splitlines():
            document = json.loads(line) if line.startswith("{") else {}
            if document.get("do") == "settle_hand":
                passed = next(one.fact for one in book.facts(night) if isinstance(one.fact, TurnPassed))
                claim = {
                    "do": "raise_dispute",
                    "player": passed.player,
                    "about": passed.turn,
                    "claim": "I did not pass",
                }
                assistant.execute({**claim, "dispute": "d1"}, SENDER, night=night)
                before = proposals(assistant, night)
            document.pop("id", None)
            with suppress(Refusal):
                night = assistant.execute(document, SENDER, night=night or None).night if document else night
            if document.get("do") == "settle_hand":
                break
        won = next(one.fact for one in book.facts(night) if isinstance(one.fact, PotWon))
        assert before == [None], "the pot is nobody's yet"
        assert passed.player != won.player
        assert proposals(assistant, night) == [
            Correction(source=won.player, target=passed.player, amount_cents=passed.moves[0].amount_cents)
        ]


def proposals(assistant: Assistant, night: str) -> list[Correction | None]:
    """What each dispute of a night comes to, where it says that something was taken wrongly."""
    now, kept = assistant.night(night), effective(assistant.facts(night))
    return [proposed_correction(now, kept, one.dispute, one.subject, taken_cents) for one in disputes_of(now, kept)]
