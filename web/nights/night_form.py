"""The form that opens a night: what was typed, and the command that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from itertools import chain
from typing import Any

from marshmallow import ValidationError
from msgspec import field
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from dealer.commands.commands import BOX, OpenNight
from dealer.commands.refusal import Refusal, marked
from dealer.night.decide import left_to_house
from dealer.night.drawer import CLOSING
from dealer.night.house_rules import read_houses
from dealer.night.night import Night
from events.common.night import Backer, DrawerCounted, NightOpened
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.schema import schema_for
from ledger.accounts import HOUSE
from ledger.statement import bank_line, box_cents
from reports.words.formatting import brief, day_of
from reports.words.language import gettext as _
from web.app.request_parsing import service
from web.app.schema_fields import FieldRefused, cents_of, problem_beside, share_typed, typed_amount
from web.nights.house_edges import edges_in_words
from web.nights.house_form import HouseForm, houses

MOST_BACKERS = 6
"""As many backers as the form has lines for; the commands take more."""

_LABELS = {"table": marked("Table"), "date": marked("Date"), "dealer": marked("Dealer")}


def game_choices() -> dict[str, str]:
    """The games a night may be of, each with its title."""
    return {name: house.game.title for name, house in houses().items()}


class BackerLine(Frozen):
    """A backer as typed: their name, and their share in per cent."""

    name: str = ""
    share: str = ""


def _fresh_houses() -> dict[str, HouseForm]:
    return {name: HouseForm.fresh(house) for name, house in houses().items()}


ROLL_CENTS = 500_000
"""The roll that a first night proposes, in the smallest unit of the currency."""


class NightForm(Frozen):
    """The fields as they were typed. A night without a bank has a roll of its own field, as it proposes none.

    ``following`` are the games ticked to be played too; the night begins with the one chosen. ``roll_note`` says where
    a proposed roll comes from.
    """

    table: str = "Tiger Nº 1"
    date: str = ""
    dealer: str = ""
    game: str = field(default_factory=lambda: next(iter(houses())))
    following: tuple[str, ...] = ()
    roll: str = field(default_factory=lambda: typed_amount(ROLL_CENTS))
    roll_without_bank: str = "0"
    roll_note: str = ""
    houses: Mapping[str, HouseForm] = field(default_factory=_fresh_houses)
    backers: tuple[BackerLine, ...] = (BackerLine(),) * MOST_BACKERS
    from_box: bool = False

    @classmethod
    def like(cls, opened: NightOpened, date: str, dealer: str, roll_cents: int, roll_note: str = "") -> NightForm:
        """The form filled in as a night was opened, for another date and dealer, and with another roll."""
        last = {name: HouseForm.like(houses()[name], recorded) for name, recorded in opened.houses.items()}
        backers = tuple(
            BackerLine(name=backer.name, share=f"{(Decimal(backer.share) * 100).normalize():f}")
            for backer in _named_backers(opened)
        )
        form = cls(
            table=opened.table,
            date=date,
            dealer=dealer,
            game=opened.games[0],
            following=opened.games[1:],
            houses={**_fresh_houses(), **last},
            backers=backers + (BackerLine(),) * (MOST_BACKERS - len(backers)),
            from_box=opened.box,
        )
        return replace(form, roll_note=roll_note, **{form._roll_field: typed_amount(roll_cents)})

    @classmethod
    def read(cls, fields: MultiDict[str, str]) -> NightForm:
        """The form that was sent; missing fields are empty."""

        def typed(name: str) -> str:
            return fields.get(name, "").strip()

        return cls(
            table=typed("table"),
            date=typed("date"),
            dealer=typed("dealer"),
            game=typed("game"),
            following=tuple(fields.getlist("following")),
            roll=typed("roll"),
            roll_without_bank=typed("roll_without_bank"),
            houses={name: HouseForm.read(house, fields) for name, house in houses().items()},
            backers=tuple(
                BackerLine(name=typed(f"backer_{line}"), share=typed(f"share_{line}"))
                for line in range(1, MOST_BACKERS + 1)
            ),
            from_box=typed("cards") == BOX,
        )

    def arguments(self) -> dict[str, Any]:
        """The arguments of ``open_night``; :class:`FieldRefused` names the field that does not read."""
        for name, label in _LABELS.items():
            try:
                schema_for(OpenNight).fields[name].deserialize(getattr(self, name))
            except ValidationError as error:
                raise FieldRefused(name, problem_beside(_(label), str(error.messages[0]))) from None
        if self.game not in game_choices():
            raise FieldRefused("game", _("Choose the game of the night."))
        backers = self._backers() if self.has_bank else []
        return {
            "table": self.table,
            "date": self.date,
            **self._games_asked(),
            "roll": cents_of(getattr(self, self._roll_field), self._roll_field, _("Roll")),
            "dealer": self.dealer,
            **({"backers": backers} if backers else {}),
            **({"cards": BOX} if self.from_box else {}),
        }

    def field_of(self, refusal: Refusal) -> str:
        """The field that a refusal is about: the one that does not read, or the one that the rules refuse."""
        if isinstance(refusal, FieldRefused):
            return refusal.field
        in_houses = (house.field_refused() for house in self._chosen.values())
        found = next(filter(None, in_houses), "") or self._check_refused()
        return found or (self._roll_field if refusal.code == "not_a_multiple" else "backers")

    @property
    def has_bank(self) -> bool:
        """Whether a game of the night is played against a bank."""
        return any(house.houses.game.against_bank for house in self._chosen.values())

    @property
    def backers_in_words(self) -> tuple[str, ...]:
        """The backers that were filled in, each with their share, and what is left to the house."""
        named = [line for line in self.backers if line.name or line.share]
        left = left_to_house([(share_typed(line.share) or Decimal()) / 100 for line in named])
        house = (_("the house %(share)s %%", share=f"{(left * 100).normalize():f}"),) if named and left > 0 else ()
        return tuple(f"{line.name} {line.share} %" for line in named) + house

    @property
    def edges_in_words(self) -> tuple[str, ...]:
        """The bets on which the changed rules of the games chosen give money away, or take unusually much."""
        return tuple(sentence for house in self._chosen.values() for sentence in edges_in_words(house))

    @property
    def _chosen(self) -> dict[str, HouseForm]:
        """The houses of the games chosen, in the order in which they are on."""
        return {name: self.houses[name] for name in (self.game, *self.following) if name in self.houses}

    @property
    def _roll_field(self) -> str:
        return "roll" if self.has_bank else "roll_without_bank"

    def _games_asked(self) -> dict[str, Any]:
        houses = {name: house.asked() for name, house in self._chosen.items()}
        if len(houses) == 1:
            ((game, house),) = houses.items()
            return {"game": game, "house": house}
        return {"game": list(houses), "house": houses}

    def _check_refused(self) -> str:
        """The field of a smallest check that does not go together with another game's; empty where they do."""
        houses = {name: house.asked() for name, house in self._chosen.items()}
        if len(houses) == 1 or _go_together(houses):
            return ""
        typed = [name for name, house in self._chosen.items() if house.smallest_field()]
        alone = (name for name in typed if _go_together({**houses, name: self.houses[name].without_smallest()}))
        return self.houses[next(chain(alone, typed[-1:]))].smallest_field()

    def _backers(self) -> list[dict[str, Any]]:
        return [{"name": line.name, "share": _share_of(line)} for line in self.backers if line.name or line.share]


def opening_again(opened: NightOpened, date: str, roll_cents: int) -> dict[str, Any]:
    """The arguments of ``open_night`` for a night like one that was opened, on another date and with another roll."""
    recorded_houses = {
        game: {**houses()[game].differing(recorded), "preset": recorded["preset"]}
        for game, recorded in opened.houses.items()
    }
    backers = [{"name": backer.name, "share": float(backer.share)} for backer in _named_backers(opened)]
    return {
        "table": opened.table,
        "date": date,
        "game": list(recorded_houses),
        "house": recorded_houses,
        "roll": roll_cents,
        "dealer": opened.dealer,
        **({"backers": backers} if backers else {}),
        **({"cards": BOX} if opened.box else {}),
    }


def _named_backers(opened: NightOpened) -> tuple[Backer, ...]:
    """The backers of a night; none where nobody was named and the house put up the roll alone."""
    return tuple(backer for backer in opened.backers if backer.name != HOUSE)


def _go_together(houses: dict[str, Any]) -> bool:
    try:
        read_houses(tuple(houses), houses)
    except Refusal:
        return False
    return True


def _share_of(line: BackerLine) -> float:
    """A share typed in per cent, as a fraction."""
    if not line.name:
        raise FieldRefused("backers", _("A share has no backer. Enter the name."))
    share = share_typed(line.share)
    if share is None or share > 100:
        why = _("The share of %(name)s must be a number from 0 to 100.", name=line.name[:40])
        raise FieldRefused("backers", why)
    return float(share / 100)


def style_of_choices() -> str:
    """The style that hides what belongs to no game chosen on the form: its house, the roll behind a bank.

    A browser that cannot tell what is chosen shows everything.
    """
    chosen = {name: ", ".join(_chosen_where(name)) for name in houses()}
    with_bank = ", ".join(chosen[name] for name, house in houses().items() if house.game.against_bank) or ".never"
    shown = {
        **{f".of-{name}": f":is({where})" for name, where in chosen.items()},
        ".with-bank": f":is({with_bank})",
        ".without-bank": f":not({with_bank})",
        **{f".tick-{name}": f':not(:has([name="game"][value="{name}"]:checked))' for name in houses()},
    }
    return "".join(f".opening:not({where}) {what} {{ display: none; }}\n" for what, where in shown.items())


def _chosen_where(game: str) -> tuple[str, ...]:
    """The form where a game is chosen, as the first or as one of those played too."""
    return tuple(f':has([name="{name}"][value="{game}"]:checked)' for name in ("game", "following"))


class ClosingCount(Frozen):
    """The closing count of a night: who counted how much on which day.

    ``left_cents`` is what was left of it after the close, without the dealers' tips.
    """

    who: str
    day: str
    cash_cents: int
    left_cents: int


def closing_count_of(night: Night, events: NightEvents) -> ClosingCount | None:
    """The last closing count of a closed night; ``None`` without one."""
    counted = next(
        (
            recorded
            for recorded in reversed(events.effective)
            if isinstance(recorded.event, DrawerCounted) and recorded.event.at == CLOSING
        ),
        None,
    )
    if counted is None or not night.closed:
        return None
    event = counted.event
    assert isinstance(event, DrawerCounted)
    paid_since = event.expected_cents - box_cents(night.ledger) + bank_line(night.ledger).tokes_cents
    return ClosingCount(
        who=counted.who,
        day=day_of(counted.at, None),
        cash_cents=event.cash_cents,
        left_cents=max(0, event.cash_cents - paid_since),
    )


def closing_count(night: str) -> ClosingCount | None:
    """The last closing count of a night by its id; ``None`` while it is open and without a count."""
    state, _head, events = service().with_events(night)
    return closing_count_of(state, events)


class NextRoll(Frozen):
    """The roll for a night like an earlier one, in cents, and where it comes from if it was counted."""

    cents: int
    note: str = ""


def next_roll(night: str) -> NextRoll:
    """The roll for a night like this one: what its last count left in the drawer, or the roll it was opened with."""
    state, count = service().night(night), closing_count(night)
    if count is None:
        return NextRoll(cents=state.opened.roll_cents)
    cents = count.left_cents - count.left_cents % state.check_cents
    counted = {"name": count.who, "cash": brief(count.cash_cents), "day": count.day, "roll": brief(cents)}
    note = (
        _("%(name)s counted %(cash)s at the last close, %(day)s.", **counted)
        if cents == count.cash_cents
        else _("%(name)s counted %(cash)s at the last close, %(day)s. %(roll)s of it is left for a roll.", **counted)
    )
    return NextRoll(cents=cents, note=note)
