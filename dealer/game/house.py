"""Reads a house from a preset and its changes; chips and houses of the games played for chips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from typing import Annotated, Any, TypeVar

import msgspec
from marshmallow import ValidationError
from marshmallow.fields import Field
from marshmallow.validate import Range

from dealer.commands import refusal
from dealer.commands.fields import MOST_CENTS, one_of, whole
from dealer.commands.refusal import Listed, Player, Refusal, number_of, problem_in
from events.common.event import Move
from events.common.night import Setting
from events.frozen import decoder_of
from events.schema import schema_for
from ledger.accounts import POT, checks, moved
from ledger.ledger import Ledger

H = TypeVar("H")

Presets = dict[str, dict[str, Any]]
"""The settings of each preset that differ from the defaults, by name; the first preset is the default."""

BEFORE = "before"
"""The metadata key for a newer setting: its value in nights that were opened without it."""

Amount = Annotated[int, whole(1, MOST_CENTS)]
MaybeAmount = Annotated[int | None, partial(whole(1, MOST_CENTS), allow_none=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The settings of every house, and the whole house of a game without rules of its own. Amounts are in cents.

    ``check`` is the smallest amount that moves, ``marker`` the amount first offered for a marker, and ``marker_limit``
    the limit of a player's open markers, ``None`` for no limit.
    """

    preset: Annotated[str, one_of("usual")] = "usual"
    check: Amount = 100
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None


PLAIN: Presets = {"usual": {}}
"""The presets of a game that has only its default house."""


def read_rules(document: object, house: type[H], presets: Presets, game: str) -> H:
    """The rules of a ``house``: a preset's name, or an object with the changed settings.

    ``game`` is the game's title. Raises :class:`Refusal` (``bad_input``) for an unknown preset, an unknown setting or
    an invalid value.
    """
    settings: dict[str, Any] = {"preset": document} if isinstance(document, str) else _object(document)
    preset = settings.get("preset", next(iter(presets)))
    if not isinstance(preset, str) or preset not in presets:
        raise Refusal(
            "bad_input",
            "There is no %(game)s house called %(name)s. There are %(presets)s.",
            game=game,
            name=repr(str(preset)[:40]),
            presets=Listed(tuple(presets)),
        )
    try:
        read: H = schema_for(house).load({**presets[preset], "preset": preset, **settings})
    except ValidationError as error:
        raise Refusal("bad_input", "The house rules are invalid: %(problem)s.", problem=problem_in(error)) from None
    return read


def added_settings(house: type) -> dict[str, Any]:
    """The settings that older nights do not record, each with its value for those nights."""
    return {field.name: field.metadata[BEFORE] for field in fields(house) if BEFORE in field.metadata}


_describe: Callable[[Any], object] = cache(decoder_of)


def read_recorded(recorded: dict[str, Setting], house: type[H]) -> H:
    """The rules in an opening event; settings that its program did not have get their old values."""
    _describe(house)
    return msgspec.convert({**added_settings(house), **recorded}, house)


def is_amount(field: Field[Any]) -> bool:
    """Whether a setting is an amount in cents."""
    return any(isinstance(validator, Range) and validator.max == MOST_CENTS for validator in field.validators)


def _object(document: object) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise Refusal("bad_input", "The house must be the name of a preset or an object of settings.")
    return document


Chips = Annotated[int, whole(0, 1_000_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipHouse:
    """The settings of every house for chips. ``chip``, ``marker`` and ``marker_limit`` are in cents."""

    chip: Amount = 25
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None

    @property
    def check(self) -> int:
        """The smallest amount that moves, in cents: a chip."""
        return self.chip


def check_chips(ledger: Ledger, player: str, chips: int, chip_cents: int) -> None:
    """Refuse (``not_enough_checks``) a payment of more chips than a player has, naming the player and the debt."""
    due, held = chips * chip_cents, ledger.balance(checks(player))
    if held < due:
        raise Refusal(
            "not_enough_checks",
            "%(player)s owes %(chips)s (%(due)s) and has %(held)s. Sell them checks or give a marker first.",
            player=Player(player),
            chips=number_of(chips, "%(num)s chip", "%(num)s chips"),
            due=refusal.Amount(due),
            held=refusal.Amount(held),
        )


def into_pot(player: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of a player's chips into the pot; empty for 0."""
    return moved(checks(player), POT, chips * chip_cents)


def out_of_pot(player: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of chips from the pot to a player; empty for 0."""
    return moved(POT, checks(player), chips * chip_cents)


def paid_to(payer: str, payee: str, chips: int, chip_cents: int) -> tuple[Move, ...]:
    """The move of chips between players; empty for 0."""
    return moved(checks(payer), checks(payee), chips * chip_cents)


def check_net(ledger: Ledger, won: Mapping[str, int], chip_cents: int) -> None:
    """Refuse (``not_enough_checks``) a result in chips if a player does not have what they lost."""
    for player, chips in won.items():
        if chips < 0:
            check_chips(ledger, player, -chips, chip_cents)


def net_paid(won: Mapping[str, int], chip_cents: int) -> tuple[Move, ...]:
    """The moves from losers to winners; all results add up to 0.

    In the given order the first loser pays the first winner until one of them is even.
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
    """Divide chips evenly, the remainder one each to the first players; players with nothing are left out.

    >>> divided(7, ("white", "red", "blue"))
    {'white': 3, 'red': 2, 'blue': 2}
    """
    each, odd = divmod(chips, len(players) or 1)
    parts = {player: each + (place < odd) for place, player in enumerate(players)}
    return {player: part for player, part in parts.items() if part}
