"""A command as a form: a field for each argument, made from the command's schema and read back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count, takewhile
from typing import Any

from marshmallow.fields import Dict, Field, List, Nested, Raw

from dealer.commands.commands import PLAYER_FIELDS, Command, OpenNight, SeatPlayer
from dealer.commands.refusal import Refusal, marked
from dealer.games import GAMES
from dealer.night.command_parsing import GAME, command_type
from dealer.night.night import Night
from dealer.rules_version import CURRENT
from events.frozen import Frozen
from events.schema import EitherOf, schema_for
from reports.words.formatting import SUIT_NAMES, name_of
from reports.words.game_words import GameWords, refusal_text, words_of
from reports.words.language import currency_sign
from reports.words.language import gettext as _
from reports.words.naming import bet_of, turn_called
from web.app.request_parsing import json_of, number_of
from web.app.schema_fields import (
    Choices,
    FieldRefused,
    Kind,
    allowed_in,
    kind_of,
    plain_words,
    read_typed,
    typed_amount,
)
from web.tablet.seats import marks_of

_SIDES, _PLAYERS = "/", ","


def is_of_several(field: Field[Any]) -> bool:
    """Whether a field that names players takes several of them."""
    return isinstance(field, List | Dict)


def written(value: Any) -> str:
    """What a document has, as it is typed."""
    if isinstance(value, dict):
        return f"{_PLAYERS} ".join(f"{player} {number}" for player, number in value.items())
    if not isinstance(value, list):
        return str(value)
    between = f" {_SIDES} " if any(isinstance(item, list) for item in value) else f"{_PLAYERS} "
    return between.join(map(written, value))


def read(field: Field[Any], name: str, typed: str, label: str) -> Any:
    """What was typed as a document has it, ``None`` for nothing; :class:`FieldRefused` where it does not read."""
    if not typed:
        return None
    if isinstance(field, Dict):
        return dict(_with_number(part, name, label) for part in _parted(typed, _PLAYERS))
    if isinstance(field, List) and isinstance(field.inner, List):
        return [_parted(side, _PLAYERS) for side in _parted(typed, _SIDES)]
    return _parted(typed, _PLAYERS)


def _parted(typed: str, between: str) -> list[str]:
    return [part.strip() for part in typed.split(between) if part.strip()]


def _with_number(typed: str, name: str, label: str) -> tuple[str, int]:
    player, text = typed.rpartition(" ")[::2]
    unsigned = text.lstrip("-−")
    number = number_of(unsigned)
    if not player or number is None or len(text) > len(unsigned) + 1:
        raise FieldRefused(
            name, _("%(field)s: “%(typed)s” is not a player with a number.", field=label, typed=typed[:20])
        )
    return player.strip(), number if text == unsigned else -number


ARGUMENT = "a."
"""What an argument's name has before it in an address, so that it is no name of the page's own."""


_LABELS = {
    "about": marked("About"),
    "after": marked("After"),
    "amount": marked("Amount"),
    "at": marked("When"),
    "backer": marked("Backer"),
    "bet": marked("Bet"),
    "bid": marked("Bid"),
    "borrower": marked("Borrower"),
    "card": marked("Card"),
    "cards": marked("Cards"),
    "cash": marked("Cash"),
    "claim": marked("Claim"),
    "command": marked("Command"),
    "coppered": marked("Coppered"),
    "date": marked("Date"),
    "dealer": marked("Dealer"),
    "dispute": marked("Dispute"),
    "drop": marked("Commands dropped"),
    "form": marked("Laid in"),
    "honours": marked("Honours"),
    "instead": marked("Instead"),
    "item": marked("Item"),
    "kind": marked("Kind"),
    "law": marked("Law"),
    "lender": marked("Lender"),
    "lender_name": marked("Lender who does not play"),
    "loser": marked("Loser"),
    "name": marked("Name"),
    "number": marked("Number"),
    "opener": marked("Opener"),
    "opposed": marked("Opposed"),
    "parity": marked("Parity"),
    "paroli": marked("Paroli"),
    "player": marked("Player"),
    "profit_share": marked("Share of profit (0 to 1)"),
    "ranks": marked("Ranks"),
    "reason": marked("Reason"),
    "roll": marked("Roll"),
    "row": marked("Row"),
    "ruling": marked("Ruling"),
    "sides": marked("Sides"),
    "stake": marked("Stake"),
    "table": marked("Table"),
    "take_down": marked("Take down"),
    "tricks": marked("Tricks"),
    "turn": marked("Turn"),
    "turns": marked("Turns"),
    "went_on": marked("Went on"),
    "why": marked("Why"),
    "winner": marked("Winner"),
    "with": marked("Paid in"),
}
"""What arguments of commands are called on a form; the games have others of their own."""

_CHOICES = {
    "bills": marked("bills"),
    "cash": marked("cash"),
    "checks": marked("checks"),
    "closing": marked("closing"),
    "corrected": marked("corrected"),
    "credit": marked("credit"),
    "drop": marked("drop"),
    "even": marked("even"),
    "exposure": marked("exposure"),
    "fill": marked("fill"),
    "high": marked("high"),
    "irregular": marked("irregular"),
    "loser": marked("loser"),
    "low": marked("low"),
    "marker": marked("marker"),
    "odd": marked("odd"),
    "opening": marked("opening"),
    "relief": marked("relief"),
    "revoke": marked("revoke"),
    "robbing": marked("robbing"),
    "stands": marked("stands"),
    "winner": marked("winner"),
}
"""The values that arguments of commands may have, in words; the games have others of their own."""

_ELSEWHERE = {
    "bet": marked("a bet that is not there"),
    "about": marked("what it was about"),
    "dispute": marked("another dispute"),
}
"""What a choice is called that a night does not have by then, where its key would say nothing."""


class Argument(Frozen):
    """One argument on the form: as ``typed``, with the ``choices`` to pick from, if it has any; or ``ticked`` or not.

    ``folded`` ones are empty and not asked for most of the time.
    """

    name: str
    label: str
    typed: str = ""
    choices: Choices = ()
    ticked: bool | None = None
    folded: bool = False


class CommandForm(Frozen):
    """The form of one command: its type, the document it begins with, what was typed, and what there is to choose from.

    ``offered`` are the choices of arguments by their names: players, bets, turns, disputes by what they are called. A
    key for something new is chosen by nobody, and not on the form.
    """

    asked_for: type[Command]
    begun_with: Mapping[str, Any]
    typed: Mapping[str, str]
    offered: Mapping[str, Choices]

    @classmethod
    def of(cls, night: Night, document: Mapping[str, Any]) -> CommandForm:
        """A document as it stands; :class:`Refusal` (``bad_input``) where its word is no command's."""
        asked_for = kind_asked(night, document)
        typed = {
            name: _written(asked_for, name, field, document[name])
            for name, field in _fields(asked_for).items()
            if document.get(name) is not None
        }
        return cls(asked_for=asked_for, begun_with=document, typed=typed, offered=_offered(night, asked_for))

    @classmethod
    def read(cls, night: Night, document: Mapping[str, Any], sent: Mapping[str, str]) -> CommandForm:
        """A document as it was changed on the form."""
        form = cls.of(night, document)
        new_values = {new: form.typed.get(new, "") for new in new_keys(form.asked_for)}
        typed = {name: sent.get(ARGUMENT + name, new_values.get(name, "")).strip() for name in _fields(form.asked_for)}
        return cls(asked_for=form.asked_for, begun_with=document, typed=typed, offered=form.offered)

    @property
    def do(self) -> str:
        """The command's word."""
        return self.asked_for.do

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The fields, the kinds first that are disputed most often."""
        fields = sorted(_fields(self.asked_for).items(), key=_how_seldom)
        return tuple(self._argument(name, field) for name, field in fields if name not in new_keys(self.asked_for))

    @property
    def as_json(self) -> str:
        """The document that it began with."""
        return json.dumps(self.begun_with, ensure_ascii=False, indent=1)

    def document(self) -> dict[str, Any]:
        """The document that the form makes; :class:`FieldRefused` names the argument that does not read.

        What was left as it was stays as it was written: a form that nobody touched makes the same document.
        """
        document = {name: value for name, value in self.begun_with.items() if name not in _fields(self.asked_for)}
        for name, field in _fields(self.asked_for).items():
            if self.typed.get(name, "") == _written_of(self.asked_for, name, field, self.begun_with.get(name)):
                value = self.begun_with.get(name)
                if name in self.begun_with:
                    document[name] = value
                continue
            reader = read if _is_of_several(self.asked_for, name, field) else read_typed
            value = reader(field, name, self.typed.get(name, ""), _label(self.asked_for, name))
            if value is not None:
                document[name] = value
        return {"do": self.do, **document}

    def asked(self) -> dict[str, Any]:
        """The document that the form makes, which reads as a command.

        Raises :class:`FieldRefused`, naming the first argument on the form that is missing or does not read. What no
        field shows is left to the command's own rules.
        """
        document = self.document()
        troubles = schema_for(self.asked_for).validate(
            {name: value for name, value in document.items() if name != "do"}
        )
        for argument in self.arguments:
            if argument.name in troubles:
                raise FieldRefused(
                    argument.name,
                    _(
                        "%(field)s: %(problem)s.",
                        field=_label(self.asked_for, argument.name),
                        problem=_trouble(argument, troubles[argument.name]),
                    ),
                )
        return document

    def _argument(self, name: str, field: Field[Any]) -> Argument:
        label = _label(self.asked_for, name)
        typed = self.typed.get(name, "")
        kind = kind_of(field)
        if kind is Kind.TICK:
            return Argument(name=name, label=label, ticked=bool(typed))
        return Argument(
            name=name,
            label=_("%(field)s, %(sign)s", field=label, sign=currency_sign()) if kind is Kind.AMOUNT else label,
            typed=typed,
            choices=self._choices(name, field, typed),
            folded=not (field.required or typed or name in self.begun_with),
        )

    def _choices(self, name: str, field: Field[Any], typed: str) -> Choices:
        allowed = tuple((str(value), _value_text(self.asked_for, name, value)) for value in allowed_in(field))
        is_typed = _is_of_several(self.asked_for, name, field)
        choices = () if is_typed else allowed or self.offered.get(name, ())
        if choices and typed not in dict(choices) and typed:
            choices = (*choices, (typed, _(_ELSEWHERE[name]) if name in _ELSEWHERE else typed))
        return (("", "–"), *choices) if choices and not (field.required and typed) else choices


def kind_asked(night: Night, document: Mapping[str, Any]) -> type[Command]:
    """The type of command that a document asks for; :class:`Refusal` (``bad_input``) where it names none."""
    do = str(document.get("do"))
    command = command_type(do, night, document.get(GAME))
    if command is None:
        raise Refusal("bad_input", "There is no command %(do)s.", do=repr(do[:40]))
    return command


def arguments_of(command: type[Command]) -> frozenset[str]:
    """The names of a command's arguments."""
    return frozenset(field.data_key or name for name, field in schema_for(command).fields.items())


def new_keys(command: type[Command]) -> tuple[str, ...]:
    """The arguments of a command that are keys of something new."""
    return tuple(name for name, field in _fields(command).items() if field.metadata.get("new"))


def document_of(text: str) -> dict[str, Any]:
    """A document written as JSON; :class:`FieldRefused` where it is no object."""
    try:
        document = json_of(text)
    except ValueError:
        raise FieldRefused("json", _("This is not valid JSON.")) from None
    except Refusal as refusal:
        raise FieldRefused("json", refusal_text(refusal, {})) from None
    if not isinstance(document, dict):
        raise FieldRefused("json", _("A command must be a JSON object."))
    return document


def _fields(command: type[Command]) -> dict[str, Field[Any]]:
    """The arguments of a command that a field can show, by their names in a document."""
    return {
        field.data_key or name: field
        for name, field in schema_for(command).fields.items()
        if not isinstance(field, EitherOf)
        and not field.metadata.get("by_program")
        and not (isinstance(field, List) and isinstance(field.inner, Nested))
        and not (type(field) is Raw and name == "house")
    }


def _label(command: type[Command], name: str) -> str:
    label = {**_LABELS, **_words_of(command).arguments}.get(name)
    return _(label) if label else plain_words(name).capitalize()


def _value_text(command: type[Command], name: str, value: object) -> str:
    """A value that an argument may have, in words."""
    text, own = str(value), _words_of(command).choices.get(name)
    if own:
        return own(text)
    if text in SUIT_NAMES:
        return _(SUIT_NAMES[text])
    return _(_CHOICES[text]) if text in _CHOICES else plain_words(text)


def _words_of(command: type[Command]) -> GameWords:
    return words_of(next((game.name for game in GAMES.values() if command in game.commands), ""))


def _trouble(argument: Argument, trouble: Any) -> str:
    """What is wrong with an argument, by the schema's messages."""
    if not argument.typed and argument.ticked is None:
        return _("choose one") if argument.choices else _("fill this in")
    # Of a list the schema says where in it; the field shows what is in it.
    while isinstance(trouble, Mapping):
        trouble = next(iter(trouble.values()))
    text = _(str(trouble[0])).rstrip(".")
    return text[:1].lower() + text[1:]


def _offered(night: Night, command: type[Command]) -> dict[str, Choices]:
    if command in (SeatPlayer, OpenNight):
        return {}
    marks = marks_of(night)
    seats = tuple((player, f"{seat.name} ({marks[player].name})") for player, seat in night.seats.items())
    bets = tuple(_bets(night))
    disputes = (
        (key, _("%(name)s: “%(claim)s”", name=name_of(night, dispute.player), claim=dispute.claim))
        for key, dispute in night.disputes.items()
    )
    return {
        **dict.fromkeys(command.seats, seats),
        "after": seats,
        "bet": bets,
        "about": (*bets, *_turns(night)),
        "dispute": tuple(disputes),
    }


def _bets(night: Night) -> Iterator[tuple[str, str]]:
    """The bets of the rounds begun last: those that lie, and those that lay in them."""
    for game in night.games:
        for key in game.bets(night.tables[game.name]):
            yield key, bet_of(night, key)


def _turns(night: Night) -> Iterator[tuple[str, str]]:
    for turn in takewhile(partial(_has_turn, night), count(1)):
        yield str(turn), turn_called(night, turn)


def _has_turn(night: Night, turn: int) -> bool:
    return any(game.has_turn(night.tables[game.name], turn, CURRENT) for game in night.games)


def _how_seldom(named: tuple[str, Field[Any]]) -> int:
    """How seldom an argument is disputed, by its kind: orders, amounts and players are disputed most often."""
    name, kind = named[0], kind_of(named[1])
    return (kind is Kind.TICK, kind is Kind.AMOUNT, name in PLAYER_FIELDS, True).index(True)


def _is_of_several(command: type[Command], name: str, field: Field[Any]) -> bool:
    return name in command.seats and is_of_several(field)


def _written(command: type[Command], name: str, field: Field[Any], value: Any) -> str:
    """A value of a document as it stands in its field."""
    if _is_of_several(command, name, field):
        return written(value)
    if isinstance(value, bool):
        return "on" if value else ""
    if kind_of(field) is Kind.AMOUNT and isinstance(value, int):
        return typed_amount(value)
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)


def _written_of(command: type[Command], name: str, field: Field[Any], value: Any) -> str:
    return "" if value is None else _written(command, name, field, value)
