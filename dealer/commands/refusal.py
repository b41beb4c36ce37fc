"""Refusals by the rules (a stable code and one sentence), and the phrases that sentences are filled with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec
from marshmallow import ValidationError
from msgspec import field

from events.frozen import Frozen
from events.schema import problem_at


def counted(number: int, what: str, plural: str = "") -> str:
    """A number with its noun; ``plural`` where an s does not make it.

    >>> counted(1, "pass", "passes"), counted(2, "pass", "passes"), counted(0, "chip"), counted(1200, "turn")
    ('1 pass', '2 passes', '0 chips', '1,200 turns')
    """
    return f"{number:,} {what if number == 1 else plural or what + 's'}"


def dollars(cents: int) -> str:
    """An amount as a person reads it.

    >>> dollars(125000), dollars(-325), dollars(25)
    ('$1,250', '-$3.25', '25¢')
    """
    if 0 < abs(cents) < 100:
        return f"{'-' if cents < 0 else ''}{abs(cents)}¢"
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02d}" if rest else "")


def printable(text: str) -> str:
    """A text on one line, with whatever cannot be printed escaped: refusals quote what people and programs sent."""
    return text if text.isprintable() else "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


class Amount(msgspec.Struct, frozen=True, tag="amount"):
    """An amount within a phrase, in cents."""

    cents: int


class Player(msgspec.Struct, frozen=True, tag="player"):
    """A player by the seat's key, whom a screen calls by name."""

    seat: str


class Cards(msgspec.Struct, frozen=True, tag="cards"):
    """One card or several, each with its suit or without."""

    cards: tuple[str, ...]


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A number of things: the texts for one of them and for several have the number as ``%(num)s``."""

    number: int
    one: str
    several: str

    def __str__(self) -> str:
        return _counted_in_english(self.one, self.several, self.number)


class Listed(msgspec.Struct, frozen=True, tag="list"):
    """Several arguments, with commas between them."""

    items: tuple[Argument, ...]


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """A text with its ``%(name)s`` placeholders, and what stands for each: a word, a number, an amount, a phrase.

    >>> str(phrase("%(bet)s wins %(amount)s", bet=phrase("the %(ranks)s", ranks="Q"), amount=Amount(500)))
    'the Q wins $5'
    """

    text: str
    named: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        return self.said(ENGLISH)

    def said(self, reader: Reader) -> str:
        """The phrase as a reader has it."""
        filled = {name: _filled(value, reader) for name, value in self.named}
        return reader.translated(self.text) % filled if filled else reader.translated(self.text)


# msgspec looks the name up while it makes a decoder.
Argument: TypeAlias = str | int | Amount | Player | Cards | Number | Listed | Phrase


def _counted_in_english(one: str, several: str, number: int) -> str:
    return (one if number == 1 else several) % {"num": f"{number:,}"}


class Reader(Frozen):
    """How somebody has what is said: the language of texts, numbers, amounts and cards, and players' ``names``."""

    translated: Callable[[str], str] = str
    counted: Callable[[str, str, int], str] = _counted_in_english
    amount: Callable[[int], str] = dollars
    card: Callable[[str], str] = str
    names: Mapping[str, str] = field(default_factory=dict)


ENGLISH = Reader()


def phrase(text: str, **named: Argument) -> Phrase:
    """A phrase of a text and what is filled into it."""
    return Phrase(text, tuple(named.items()))


def number_of(number: int, one: str, several: str) -> Number:
    """A number of things; the texts as :class:`Number` has them."""
    return Number(number, one, several)


def marked(text: str) -> str:
    """A text that papers translate, as it is."""
    return text


def without_words(argument: Argument) -> object:
    """What an argument says whatever the words: what must be the same where its texts are worded anew."""
    match argument:
        case Phrase(named=named):
            return {name: without_words(value) for name, value in named}
        case Number(number=number):
            return number
        case Listed(items=items):
            return [without_words(item) for item in items]
        case _:
            return msgspec.to_builtins(argument)


def _filled(value: Argument, reader: Reader) -> str:
    match value:
        case Phrase():
            return value.said(reader)
        case Amount(cents=cents):
            return reader.amount(cents)
        case Player(seat=seat):
            return reader.names.get(seat, seat)
        case Cards(cards=cards):
            return " ".join(map(reader.card, cards))
        case Number():
            return reader.counted(value.one, value.several, value.number)
        case Listed(items=items):
            return ", ".join(_filled(item, reader) for item in items)
        case _:
            return str(value)


CODES = frozenset(
    {
        "unknown_player",
        "unknown_bet",
        "unknown_command",
        "wrong_phase",
        "bets_closed",
        "bank_broken",
        "already_done",
        "bad_input",
        "bad_placement",
        "not_a_multiple",
        "not_allowed_here",
        "dead_card",
        "under_minimum",
        "over_limit",
        "not_enough_checks",
        "odd_card",
        "suit_needed",
        "not_your_turn",
        "bid_too_low",
        "bad_result",
        "cannot_play",
        "nothing_to_void",
        "no_such_night",
        "no_such_printing",
        "other_currency",
        "press_failed",
        "stale_version",
        "command_reused",
        "unknown_staff",
        "unknown_device",
        "unknown_session",
        "wrong_pin",
        "sign_in_locked",
        "sign_in_busy",
        "too_many_sheets",
        "too_quick",
    }
)


class Refusal(Exception):
    """Raised by a decider instead of giving facts. ``code`` is one of :data:`CODES`.

    ``template`` is a sentence with a place ``%(name)s`` for each of its ``parameters``, which catalogs find here.
    ``names`` are the names of the night's players by seat key, ``version`` is the one that a recorded command found;
    whoever carries a command out sets them.

    >>> Refusal("already_done", "Command %(number)s is changed twice.", number=2).why
    'Command 2 is changed twice.'
    """

    def __init__(self, code: str, template: str, **parameters: Argument) -> None:
        if code not in CODES:
            raise AssertionError(f"no refusal has the code {code}")
        super().__init__(code, template)
        self.code = code
        self.sentence = Phrase(template, tuple(parameters.items()))
        self.names: Mapping[str, str] = {}
        self.version: int | None = None

    @classmethod
    def told(cls, code: str, why: str) -> Refusal:
        """One whose sentence was made elsewhere, and is taken as it is."""
        return cls(code, _AS_TOLD, why=why)

    @property
    def why(self) -> str:
        """The sentence in English; a player without a name is called by the seat key."""
        return self.said(Reader(names=self.names))

    def said(self, reader: Reader) -> str:
        """The sentence as a reader has it."""
        # Languages part a number from its unit by a space that does not break, which counts as not printable.
        return _UNBROKEN.join(map(printable, self.sentence.said(reader).split(_UNBROKEN)))

    def among(self, names: Mapping[str, str]) -> str:
        """The sentence in English with players called as in ``names``, by seat key."""
        return self.said(Reader(names=names))

    @property
    def recorded(self) -> str:
        """What a book keeps of it beside its code: template and parameters as JSON."""
        kept = _Recorded(template=self.sentence.text, parameters=dict(self.sentence.named))
        text = _encoder.encode(kept).decode()
        if text.isprintable():
            return text
        # Whatever cannot be printed stands escaped in a book, in JSON's own way.
        return "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in text)

    def is_as_kept(self, code: str | None, recorded: str | None) -> bool:
        """Whether it is the refusal that was recorded of the same command, if one was; :class:`ValueError` for none."""
        if code is None:
            return False
        if code == self.code and recorded == self.recorded:
            return True
        return not self.differs_from(refusal_of(code, recorded))

    def differs_from(self, recorded: Refusal) -> bool:
        """Whether it is another refusal than one of the same command that was recorded.

        The words do not matter, and what only one of the two has a place for cannot be compared: a sentence that is
        worded anew leaves it the same.
        """
        own, other = self._parameters, recorded._parameters
        return self.code != recorded.code or any(
            _compared(own[name]) != _compared(other[name]) for name in own.keys() & other.keys()
        )

    @property
    def values(self) -> dict[str, object]:
        """What its parameters say, whatever the words; nothing of one whose sentence was made elsewhere."""
        return {name: without_words(value) for name, value in self._parameters.items()}

    @property
    def _parameters(self) -> dict[str, Argument]:
        return {} if self.sentence.text == _AS_TOLD else dict(self.sentence.named)

    def __str__(self) -> str:
        return f"{self.why} [{self.code}]"


class _Recorded(msgspec.Struct, forbid_unknown_fields=True):
    template: str
    parameters: dict[str, Argument]


def _compared(value: Argument) -> object:
    """What of a parameter is compared with that of a refusal which was recorded.

    Not which argument is unknown: of several, earlier programs named any one.
    """
    match value:
        case Phrase(named=(("key", _), ("problem", Phrase(text="unknown field")))):
            return {}
        case _:
            return without_words(value)


OLDER_TEMPLATES = (
    marked("%(seat)s is the seat of %(name)s for the whole night."),
    marked("A pli follows a doublet that halved a plain stake which was not pressed since, and %(bet)s has had none."),
    marked("Dispute %(dispute)s has been ruled."),
    marked("Dispute %(dispute)s waits for a ruling."),
    marked("No bet %(bet)s lies on the layout."),
    marked("No bet %(bet)s lies on the table."),
    marked("No bet %(bet)s stands in this night."),
    marked("No win of %(bet)s awaits a decision."),
    marked("Only a plain stake is pressed, and %(bet)s has folds, a win that awaits or a pli."),
    marked("The bet %(bet)s has %(folds)s folds, the most that a card takes here: it can only be paid."),
    marked("The bet %(bet)s is no sleeper: %(place)s can still act."),
    marked("The bet %(bet)s lies on %(card)s of that livret: a card bears one stake."),
    marked("The bet %(bet)s stays where it lies until it has had action."),
    marked("The call %(bet)s is settled by the hock, and lies until it is shown."),
    marked("The night has had a bet %(bet)s already."),
    marked("The night has had a dispute %(dispute)s already."),
    marked("There is no dispute %(dispute)s."),
)
"""The sentences of refusals in older books that no rule gives any more, for the catalogs to translate."""

_AS_TOLD = "%(why)s"
_UNBROKEN = "\N{NO-BREAK SPACE}"
_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(_Recorded)


def refusal_of(code: str, recorded: str | None) -> Refusal:
    """A refusal as a book has it; older ones have a sentence in place of a template.

    Raises :class:`ValueError` where it is none.
    """
    if not recorded or not recorded.startswith("{"):
        return Refusal.told(code, recorded or "")
    try:
        kept = _decoder.decode(recorded)
        kept.template % kept.parameters
        refusal = Refusal(code, kept.template, **kept.parameters)
        # What a phrase is filled with is text.
        refusal.said(ENGLISH)
    except (LookupError, RecursionError, TypeError) as error:
        raise ValueError(f"the template of a refusal does not fit its parameters: {error}") from None
    return refusal


def problem_in(error: ValidationError) -> Phrase:
    """What is wrong with a document: the first key in trouble and why."""
    path, why = problem_at(error)
    return phrase("%(key)s: %(problem)s", key=path, problem=Phrase(why)) if path else Phrase(why)


def does_not_read(word: str, problem: Phrase) -> Refusal:
    """The refusal of a command that is none for what is wrong with its arguments."""
    return Refusal("bad_input", "%(command)s: %(problem)s.", command=word, problem=problem)
