"""Reading a house from a preset and its changes; the chips and chip houses of the games played for chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from marshmallow import ValidationError
from marshmallow.fields import Field
from marshmallow.validate import Range

from dealer.commands.fields import MOST_CENTS, one_of, whole
from dealer.commands.refusal import Amount as AmountSaid
from dealer.commands.refusal import Listed, Player, Refusal, number_of, problem_in
from events.facts.fact import Move
from events.facts.night import Setting
from events.schema import schema_for
from ledger.accounts import POT, checks, moved
from ledger.ledger import Ledger

H = TypeVar("H")

Presets = dict[str, dict[str, Any]]
"""What differs from a house's defaults, by the preset's name; the first is the usual one."""

BEFORE = "before"
"""The metadata of a setting that older programs did not know: how it stands in nights that were opened without it."""

Amount = Annotated[int, whole(1, MOST_CENTS)]
MaybeAmount = Annotated[int | None, partial(whole(1, MOST_CENTS), allow_none=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What every house has, and all that the house of a game without rules of its own has. Amounts in cents.

    ``check`` is the smallest amount that moves, ``marker`` the amount offered first when a marker is issued, and
    ``marker_limit`` what a player's open markers may add up to, ``None`` for any sum.
    """

    preset: Annotated[str, one_of("usual")] = "usual"
    check: Amount = 100
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None


PLAIN: Presets = {"usual": {}}
"""The one house of a game that has no presets."""


def read_rules(document: object, house: type[H], presets: Presets, game: str) -> H:
    """The rules that a ``house`` asks for: a preset's name, or an object with what differs.

    ``game`` is what a person calls the game. Raises :class:`Refusal` (``bad_input``) for an unknown preset, an unknown
    setting or a value that does not fit.
    """
    asked: dict[str, Any] = {"preset": document} if isinstance(document, str) else _object(document)
    preset = asked.get("preset", next(iter(presets)))
    if not isinstance(preset, str) or preset not in presets:
        raise Refusal(
            "bad_input",
            "No %(game)s house is called %(name)s; they are %(presets)s.",
            game=game,
            name=repr(str(preset)[:40]),
            presets=Listed(tuple(presets)),
        )
    try:
        read: H = schema_for(house).load({**presets[preset], "preset": preset, **asked})
    except ValidationError as error:
        raise Refusal("bad_input", "The house rules do not read: %(problem)s.", problem=problem_in(error)) from None
    return read


def added_settings(house: type) -> dict[str, Any]:
    """The settings that nights of older books do not record, each as it stands in a night that was opened without."""
    return {field.name: field.metadata[BEFORE] for field in fields(house) if BEFORE in field.metadata}


def read_recorded(recorded: dict[str, Setting], house: type[H]) -> H:
    """The rules that an opening fact recorded, those that its program did not have yet as they stood before."""
    return msgspec.convert({**added_settings(house), **recorded}, house)


def is_amount(field: Field[Any]) -> bool:
    """Whether a setting's field is an amount of money in cents."""
    return any(isinstance(validator, Range) and validator.max == MOST_CENTS for validator in field.validators)


def _object(document: object) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise Refusal("bad_input", "The house is a preset's name or an object of settings.")
    return document


Chips = Annotated[int, whole(0, 1_000_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipHouse:
    """What the house of every chip game has. ``chip``, ``marker`` and ``marker_limit`` are in cents."""

    chip: Amount = 25
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None

    @property
    def check(self) -> int:
        """The smallest amount that moves, in cents: a chip."""
        return self.chip


def check_chips(ledger: Ledger, player: str, chips: int, chip_cents: int) -> None:
    """Refuse (``not_enough_checks``) chips that a player has not got; it names them and what they owe."""
    due, held = chips * chip_cents, ledger.balance(checks(player))
    if held < due:
        raise Refusal(
            "not_enough_checks",
            "%(player)s owes %(chips)s (%(due)s) and has %(held)s: they buy checks or take a marker first.",
            player=Player(player),
            chips=number_of(chips, "%(num)s chip", "%(num)s chips"),
            due=AmountSaid(due),
            held=AmountSaid(held),
        )


def into_pot(player: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of a player's chips into the pot; none where it is none."""
    return moved(checks(player), POT, chips * chip_cents)


def out_of_pot(player: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of chips from the pot to a player; none where it is none."""
    return moved(POT, checks(player), chips * chip_cents)


def paid_to(payer: str, payee: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of chips from one player to another; none where it is none."""
    return moved(checks(payer), checks(payee), chips * chip_cents)


def check_net(ledger: Ledger, won: Mapping[str, int], chip_cents: int) -> None:
    """Refuse (``not_enough_checks``) what players won and lost in chips, where one has not got what they lost."""
    for player, chips in won.items():
        if chips < 0:
            check_chips(ledger, player, -chips, chip_cents)


def net_paid(won: Mapping[str, int], chip_cents: int) -> tuple[Move, ...]:
    """The moves by which players have what they won of those who lost; all of it comes to nothing.

    In the order given: the first who lost pays the first who won, until one of them is even.
    """
    owed = {player: -chips for player, chips in won.items() if chips < 0}
    moves: list[Move] = []
    for player, chips in won.items():
        for payer in owed if chips > 0 else ():
            paid = min(chips, owed[payer])
            moves += paid_to(payer, player, paid, chip_cents)
            owed[payer] -= paid
            chips -= paid
    return tuple(moves)


def divided(chips: int, players: Sequence[str]) -> dict[str, int]:
    """Chips divided evenly, the odd ones one each to the first; who gets nothing is left out.

    >>> divided(7, ("white", "red", "blue"))
    {'white': 3, 'red': 2, 'blue': 2}
    """
    each, odd = divmod(chips, len(players) or 1)
    parts = {player: each + (place < odd) for place, player in enumerate(players)}
    return {player: part for player, part in parts.items() if part}
