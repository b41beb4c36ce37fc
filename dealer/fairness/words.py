"""What the looks come to, in plain sentences: how rare, what it would mean, what can be seen and what cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from dealer.commands.phrases import counted
from dealer.fairness.nights import Inspection, OddCard
from dealer.games import GAMES
from dealer.statistics.looks import STANDS_OUT, Weighed

_SMALL = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_RAREST_SAID = 1_000_000


def verdict_of(found: Inspection) -> str:
    """The whole in a sentence or two."""
    if not found.looks:
        nothing = ", and ".join(filter(None, (game.fairness.nothing for game in GAMES.values())))
        return f"There is nothing to look at: {nothing}."
    if not found.standing_out:
        return f"Nothing here that a square pack would not do {how_often(found.rarest, _unit(found))}."
    first, *others = found.standing_out
    number = "One look stands out" if not others else f"{len(found.standing_out)} looks stand out"
    often = how_often(first.corrected, _unit(found))
    sentence = (
        f"{number}. {said(first)}. How often a square pack would do as much, counting all {len(found.looks)} looks: "
        f"{often}. It would mean {first.look.means}."
    )
    if others:
        sentence += f" Besides it: {', '.join(one.look.title for one in others)}."
    return sentence


def as_document(found: Inspection) -> dict[str, Any]:
    """All of it as JSON-ready data, each chance as a number and as a person reads it."""
    figures: dict[str, Any] = {}
    for name, game in GAMES.items():
        seen = found.seen.get(name)
        figures |= seen.figures(found.level) if seen else game.fairness.no_figures
    return {
        "nights": list(found.nights),
        "verdict": verdict_of(found),
        "looked_at": looked_at(found),
        "looks": [_look_as_document(one) for one in found.looks],
        "not_looked": [{"name": one.name, "title": one.title, "why": one.why} for one in found.not_looked],
        "odd_cards": {
            "said": odd_cards_said(found.odd_cards),
            "refused": [asdict(card) for card in found.odd_cards],
        },
        **figures,
        "can_see": can_see(found) if found.looks else [],
        "cannot_see": cannot_see(found) if found.looks else [],
    }


def _look_as_document(one: Weighed) -> dict[str, Any]:
    look = one.look
    return {
        "name": look.name,
        "title": look.title,
        "observed": look.observed,
        "square": look.square,
        "p": look.chance,
        "p_said": chance_said(look.chance),
        "corrected": one.corrected,
        "corrected_said": chance_said(one.corrected),
        "stands_out": one.stands_out,
        "way": look.way,
        "means": look.means if one.stands_out else None,
        "figures": look.figures,
    }


def said(one: Weighed) -> str:
    """A look's answer beside a square pack's."""
    return f"{one.look.title}: {one.look.observed}; a square pack gives {one.look.square}"


def how_often(chance: float, unit: str) -> str:
    """How often something of this chance happens, in words.

    >>> how_often(1 / 3, "night"), how_often(0.9, "night"), how_often(0.0024, "night"), how_often(1e-9, "time")
    ('one night in three', 'on almost any night', 'one night in 420', 'less than one time in 1,000,000')
    """
    if chance > 0.75:
        return f"{'on' if unit == 'night' else 'at'} almost any {unit}"
    if chance > 0.4:
        return f"every other {unit}"
    if chance < 1 / _RAREST_SAID:
        return f"less than one {unit} in {_RAREST_SAID:,}"
    odds = 1 / chance
    if odds < 12.5:
        return f"one {unit} in {_SMALL[max(2, round(odds))]}"
    return f"one {unit} in {_to_two_digits(odds):,}"


def chance_said(chance: float) -> str:
    """A chance as a decimal number, no finer than is worth reading.

    >>> chance_said(0.3333), chance_said(0.00241), chance_said(1.0), chance_said(3e-9)
    ('0.33', '0.0024', '1', '< 0.000001')
    """
    if chance < 1 / _RAREST_SAID:
        return "< 0.000001"
    if chance >= 0.995:
        return "1"
    if chance >= 0.01:
        return f"{chance:.2f}"
    return f"{chance:.6f}" if chance < 0.0001 else f"{chance:.4f}"


def looked_at(found: Inspection) -> list[str]:
    """How much there was to look at, and what of it is not like the rest."""
    said = [sentence for seen in found.seen.values() for sentence in seen.looked_at]
    if found.taken_back:
        said.append(
            f"{counted(found.taken_back, 'showing')} of cards taken back as wrongly noted: those are not looked at."
        )
    return said


def odd_cards_said(cards: tuple[OddCard, ...]) -> str:
    """What is to be thought of the odd cards that were refused."""
    if not cards:
        return "No odd card was refused: no fifth of a rank, no card twice, no 53rd."
    return (
        f"{counted(len(cards), 'odd card')} refused. A square pack has none: either the card was touched wrongly, or "
        "the pack was foul."
    )


def can_see(found: Inspection) -> list[str]:
    """What this many cards can show."""
    once = "On one night" if _unit(found) == "night" else "One time"
    return [
        *(sentence for seen in found.seen.values() for sentence in seen.can_see(found.level)),
        f"{once} in {round(1 / STANDS_OUT)}, at the most, something stands out by chance alone: what it raises is to "
        "be tried on other nights than those that raised it.",
    ]


def cannot_see(found: Inspection) -> list[str]:
    """What no look here can show."""
    again = ("Looking again after every turn until something stands out: something will.", *_may_be_watched(found))
    return [
        "Cards that were noted otherwise than they fell, and what was taken back.",
        "Anything in few cards: a trick played once or twice in a night looks like luck.",
        "Who did it. A look says that cards fell strangely, not through whose hands.",
        " ".join(again),
        *(sentence for seen in found.seen.values() for sentence in seen.cannot_see),
    ]


def _may_be_watched(found: Inspection) -> Iterator[str]:
    return filter(None, (seen.may_be_watched for seen in found.seen.values()))


def _unit(found: Inspection) -> str:
    return "night" if len(found.nights) == 1 else "time"


def _to_two_digits(odds: float) -> int:
    return int(float(f"{odds:.1e}"))
