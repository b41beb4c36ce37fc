"""Refusals by the rules (a stable code and a sentence), and the phrases in their sentences."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec
from marshmallow import ValidationError
from msgspec import field

from events.frozen import Frozen
from events.printable import is_printable
from events.schema import problem_at


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
    """A text on a single line with unprintable characters escaped, because refusals quote what was sent."""
    return (
        text
        if is_printable(text)
        else "".join(character if is_printable(character) else ascii(character)[1:-1] for character in text)
    )


def printable_sentence(text: str) -> str:
    """The same of a sentence, with the no-break spaces that some languages put between number and unit."""
    return _UNBROKEN.join(map(printable, text.split(_UNBROKEN)))


class Amount(msgspec.Struct, frozen=True, tag="amount"):
    """An amount within a phrase, in cents."""

    cents: int


class Player(msgspec.Struct, frozen=True, tag="player"):
    """A player by seat key, shown by name on screens."""

    seat: str


class Cards(msgspec.Struct, frozen=True, tag="cards"):
    """One card or several, each with its suit or without."""

    cards: tuple[str, ...]


class Number(msgspec.Struct, frozen=True, tag="number"):
    """A number of things, with the singular and plural texts; ``%(num)s`` is the number."""

    number: int
    singular: str = msgspec.field(name="one")
    several: str

    def __str__(self) -> str:
        return _counted_in_english(self.singular, self.several, self.number)


class Decimals(msgspec.Struct, frozen=True, tag="decimals"):
    """A number with decimals, as written in English."""

    text: str

    def __str__(self) -> str:
        return self.text


class Listed(msgspec.Struct, frozen=True, tag="list"):
    """Several arguments, separated by commas."""

    items: tuple[Argument, ...]


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """A text with ``%(name)s`` placeholders, and their values: a word, a number, an amount, a phrase.

    >>> str(phrase("%(bet)s wins %(amount)s", bet=phrase("the %(ranks)s", ranks="Q"), amount=Amount(500)))
    'the Q wins $5'
    """

    text: str
    named: tuple[tuple[str, Argument], ...] = ()

    def __str__(self) -> str:
        return self.render(ENGLISH)

    def render(self, reader: Reader) -> str:
        """The phrase in a reader's language."""
        filled = {name: _filled(value, reader) for name, value in self.named}
        return reader.translated(self.text) % filled if filled else reader.translated(self.text)


# msgspec looks up this name when it creates a decoder.
Argument: TypeAlias = str | int | Amount | Player | Cards | Number | Decimals | Listed | Phrase


def _counted_in_english(singular: str, several: str, number: int) -> str:
    return (singular if number == 1 else several) % {"num": f"{number:,}"}


class Reader(Frozen):
    """How texts are written for a reader: the language of texts, numbers, amounts and cards, and player ``names``."""

    translated: Callable[[str], str] = str
    counted: Callable[[str, str, int], str] = _counted_in_english
    amount: Callable[[int], str] = dollars
    card: Callable[[str], str] = str
    decimals: Callable[[str], str] = str
    names: Mapping[str, str] = field(default_factory=dict)


ENGLISH = Reader()


def phrase(text: str, **named: Argument) -> Phrase:
    """A phrase from a text and its parameters."""
    return Phrase(text, tuple(named.items()))


def number_of(number: int, singular: str, several: str) -> Number:
    """A number of things, with the texts as in :class:`Number`."""
    return Number(number, singular, several)


def marked(text: str) -> str:
    """Mark a text for translation; returns it unchanged."""
    return text


def without_words(argument: Argument) -> object:
    """An argument without its wording: the part that stays equal when its texts are reworded."""
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
            return value.render(reader)
        case Amount(cents=cents):
            return reader.amount(cents)
        case Player(seat=seat):
            return reader.names.get(seat, seat)
        case Cards(cards=cards):
            return " ".join(map(reader.card, cards))
        case Number():
            return reader.counted(value.singular, value.several, value.number)
        case Decimals(text=text):
            return reader.decimals(text)
        case Listed(items=items):
            return ", ".join(_filled(item, reader) for item in items)
        case _:
            return str(value)


CODES = {
    "already_done": "This is done already, or the key is in use.",
    "bad_input": "The request or an argument is invalid.",
    "bad_placement": "Such a bet does not exist on this layout.",
    "bad_result": "The result does not fit the hand.",
    "bank_broken": "The bank is broken. Take bets down and settle.",
    "bets_closed": "The loser is out. Bets open again after the turn.",
    "bid_too_low": "The bid must be higher.",
    "cannot_play": "The card cannot be played now.",
    "command_reused": "Another command has this id. Choose a new id.",
    "dead_card": "All cards of this rank are out.",
    "hand_elsewhere": "The player's own hand is on another device.",
    "marker_due": "The player has a marker open from an earlier deal, and the house settles markers by the deal.",
    "no_such_night": "There is no such night.",
    "no_such_printing": "There is no such printing.",
    "not_a_multiple": "The amount must be in whole checks.",
    "not_allowed_here": "The rules of this house do not allow it.",
    "not_enough_checks": "Somebody does not have that much.",
    "not_permitted": "The role does not include it.",
    "not_your_turn": "It is another player's turn.",
    "nothing_to_void": "There is no command to take back.",
    "odd_card": "The card cannot come now: it is out already, or the pack lacks one.",
    "other_currency": "The night has papers in another currency.",
    "over_limit": "The amount is over a limit.",
    "player_barred": "The house has barred this player.",
    "press_failed": "The papers could not be printed.",
    "second_needed": "A second person has to confirm it, with `second` and `second_pin`.",
    "sign_in_busy": "Too many people are signing in. Try again.",
    "sign_in_locked": "Too many wrong PINs. Wait as the sentence says.",
    "stale_version": "The night has moved on since the version in `If-Match`.",
    "suit_needed": "The card needs its suit.",
    "too_many_sheets": "Too many sheets are being printed. Try again.",
    "too_quick": "A player's phone sends too many actions.",
    "under_minimum": "The amount is under a minimum.",
    "unknown_bet": "There is no bet with this key.",
    "unknown_card": "The house has no such card.",
    "unknown_command": "The night has no command with this id, or it was taken back.",
    "unknown_device": "Nobody has used this device.",
    "unknown_player": "There is no player with this key.",
    "unknown_program": "No program of this name has a token.",
    "unknown_session": "The session has ended.",
    "unknown_staff": "Nobody on the staff has this name, or they have no role.",
    "wrong_phase": "It is the wrong moment for this command.",
    "wrong_pin": "The PIN is wrong.",
}
"""The codes of refusals, with what each means."""


class Refusal(Exception):
    """Raised by a decider instead of returning events. ``code`` is one of :data:`CODES`.

    ``template`` is a translatable sentence with a placeholder ``%(name)s`` for each of its ``parameters``. ``names``
    are the players' names by seat key; ``version`` is the stream's version before a recorded command. The caller that
    carries out the command sets both.

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
    def with_sentence(cls, code: str, why: str) -> Refusal:
        """A refusal with a finished sentence."""
        return cls(code, _SENTENCE_ONLY, why=why)

    @property
    def why(self) -> str:
        """The sentence in English; a player without a name appears as the seat key."""
        return self.render(Reader(names=self.names))

    def render(self, reader: Reader) -> str:
        """The sentence in a reader's language."""
        return printable_sentence(self.sentence.render(reader))

    def among(self, names: Mapping[str, str]) -> str:
        """The sentence in English with the players' ``names`` by seat key."""
        return self.render(Reader(names=names))

    @property
    def recorded(self) -> str:
        """What a book stores besides the code: template and parameters as JSON."""
        kept = _Recorded(template=self.sentence.text, parameters=dict(self.sentence.named))
        text = _encoder.encode(kept).decode()
        if text.isprintable():
            return text
        # Unprintable characters are stored with JSON's escapes.
        return "".join(character if character.isprintable() else json.dumps(character)[1:-1] for character in text)

    def matches_recorded(self, code: str | None, recorded: str | None) -> bool:
        """Whether it equals the recorded refusal of the same command; raises :class:`ValueError` if there is none."""
        if code is None:
            return False
        if code == self.code and recorded == self.recorded:
            return True
        return not self.differs_from(refusal_of(code, recorded))

    def differs_from(self, recorded: Refusal) -> bool:
        """Whether this refusal differs from the recorded refusal of the same command.

        Wording does not count, and a parameter that only one of the two has is not compared.
        """
        own, other = self._parameters, recorded._parameters
        return self.code != recorded.code or any(
            _compared(own[name]) != _compared(other[name]) for name in own.keys() & other.keys()
        )

    @property
    def values(self) -> dict[str, object]:
        """The values of the parameters without their wording; empty if the sentence is finished."""
        return {name: without_words(value) for name, value in self._parameters.items()}

    @property
    def _parameters(self) -> dict[str, Argument]:
        return {} if self.sentence.text == _SENTENCE_ONLY else dict(self.sentence.named)

    def __str__(self) -> str:
        return f"{self.why} [{self.code}]"


class _Recorded(msgspec.Struct, forbid_unknown_fields=True):
    template: str
    parameters: dict[str, Argument]


def _compared(value: Argument) -> object:
    """The part of a parameter that is compared with a recorded refusal.

    The name of an unknown argument is left out: earlier programs named any of several.
    """
    match value:
        case Phrase(named=(("key", _), ("problem", Phrase(text="unknown field")))):
            return {}
        case _:
            return without_words(value)


OLDER_TEMPLATES = (
    marked(
        "%(wrong)s for %(name)s from new devices, as this one is: try again in %(wait)s, or when somebody unlocks "
        "the name. A device on which %(name)s has signed in before lets them in at once."
    ),
    marked(
        "%(wrong)s for %(name)s on this device: the next try here is in %(wait)s, or when somebody unlocks the name."
    ),
    marked("%(amount)s is not a whole number of %(check)s checks."),
    marked("%(name)s (%(roles)s) may not do that."),
    marked("%(name)s is one of the staff already."),
    marked("%(name)s is the last of the staff; engage somebody else first."),
    marked("%(name)s's open markers would be %(would_be)s; the house stops at %(limit)s."),
    marked("%(on)s is on; %(game)s is begun when that is over."),
    marked("%(player)s has a seat already."),
    marked("%(player)s has no last bets to lay again."),
    marked("%(player)s has pledged %(item)s already."),
    marked("%(player)s is in hand %(hand)s; they leave when it is settled."),
    marked("%(player)s is out, and the others show what they hold"),
    marked("%(player)s owes %(chips)s (%(due)s) and has %(held)s: they buy checks or take a marker first."),
    marked("%(seat)s is the seat of %(name)s for the whole night."),
    marked("'%(word)s' is no command of %(games)s."),
    marked("A bet on colours lies: the suit of the %(card)s is needed."),
    marked("A call may be taken down, and nothing else."),
    marked("A command is put right by one that stands by itself."),
    marked("A heeled bet names a rank to win and a rank to lose."),
    marked("A heeled bet names every rank once, to win or to lose."),
    marked("A pli follows a doublet that halved a plain stake which was not pressed since, and %(bet)s has had none."),
    marked("A roll of %(roll)s is no whole number of %(check)s checks."),
    marked("A sheet shows nothing that was begun after the fact as of which it is printed."),
    marked("A string covers two ranks or more."),
    marked("All 52 cards are out; the %(card)s is a 53rd."),
    marked("All cards of the %(ranks)s are out: that bet could never act."),
    marked("Another device is called %(name)s already."),
    marked("Bets are made, moved and taken down between turns; %(standing)s."),
    marked("Dealt from the hand there is no soda, no hock and no call."),
    marked("Dispute %(dispute)s has been ruled."),
    marked("Dispute %(dispute)s waits for a ruling."),
    marked("In this house one card is laid in a turn."),
    marked("No bet %(bet)s lies on the layout."),
    marked("No bet %(bet)s lies on the table."),
    marked("No bet %(bet)s stands in this night."),
    marked("No command %(command)s stands in this night."),
    marked("No deal is on that could be voided."),
    marked("No win of %(bet)s awaits a decision."),
    marked("Nobody called %(player)s sits at the table."),
    marked("Not now: %(player)s has still to show their hand."),
    marked("Not now: penalties of this hand are taken; they are taken back first."),
    marked("Nothing of %(player)s's lies that may be taken down now."),
    marked("Nothing stands that could be taken back."),
    marked("Only a plain stake is pressed, and %(bet)s has folds, a win that awaits or a pli."),
    marked("Only openers of one rank go down together."),
    marked("Only the deal or hand that is on can be corrected, from its start."),
    marked("Other commands than those named could not be given any more; none would."),
    marked("Other commands than those named could not be given any more; these would: %(commands)s."),
    marked("Sleepers are not for the claiming in this house."),
    marked("Stakes lie on the layout; they are settled first."),
    marked("The %(card)s cannot be laid now; what can: %(playable)s."),
    marked("The %(card)s is out already."),
    marked("The %(card)s lies already or was shown by another."),
    marked("The %(card)s lies already."),
    marked("The bank has %(in_sight)s in sight, not %(taken)s; raise the roll first."),
    marked("The bet %(bet)s has %(folds)s folds, the most that a card takes here: it can only be paid."),
    marked("The bet %(bet)s is no sleeper: %(place)s can still act."),
    marked("The bet %(bet)s lies on %(card)s of that livret: a card bears one stake."),
    marked("The bet %(bet)s stays where it lies until it has had action."),
    marked("The call %(bet)s is settled by the hock, and lies until it is shown."),
    marked("The dispute names no bet."),
    marked("The last turn is called when three cards are left in the box."),
    marked("The least stake here is %(minimum)s."),
    marked("The night has had a bet %(bet)s already."),
    marked("The night has had a dispute %(dispute)s already."),
    marked("The night is open already."),
    marked("The penalty for turn %(turn)s is taken already."),
    marked("There is no dispute %(dispute)s."),
    marked("There is staff already: sign in."),
    marked("This house has no running limit, and so no paroli."),
    marked("Three cards of the %(rank)s are left: there is no order to call."),
    marked("Whoever holds the %(card)s lays it first."),
    marked("hand %(hand)s is on, and it is %(player)s's turn"),
    marked("hand %(hand)s is over and waits to be settled"),
    marked("no deal is on"),
    marked("no hand is on"),
    marked("the deal is dealt out and waits for its end"),
    marked("the last turn is dealt and the hock is still to be shown"),
    marked("turn %(turn)s of %(turns)s is still to be dealt"),
)
"""Sentences that only older books contain, so that the catalogs translate them."""

_SENTENCE_ONLY = "%(why)s"
_UNBROKEN = "\N{NO-BREAK SPACE}"
_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(_Recorded)


def refusal_of(code: str, recorded: str | None) -> Refusal:
    """The refusal in a book; older books have a sentence in place of a template.

    Raises :class:`ValueError` if it is invalid.
    """
    if not recorded or not recorded.startswith("{"):
        return Refusal.with_sentence(code, recorded or "")
    try:
        kept = _decoder.decode(recorded)
        kept.template % kept.parameters
        refusal = Refusal(code, kept.template, **kept.parameters)
        # Check that the parameters of the phrase are valid.
        refusal.render(ENGLISH)
    except (LookupError, RecursionError, TypeError) as error:
        raise ValueError(f"the template of a refusal does not fit its parameters: {error}") from None
    return refusal


def problem_in(error: ValidationError) -> Phrase:
    """The problem of an invalid document: the first key and the reason."""
    path, why = problem_at(error)
    return phrase("%(key)s: %(problem)s", key=path, problem=Phrase(why)) if path else Phrase(why)


def does_not_read(word: str, problem: Phrase) -> Refusal:
    """The refusal of a command with invalid arguments."""
    return Refusal("bad_input", "%(command)s: %(problem)s.", command=word, problem=problem)
