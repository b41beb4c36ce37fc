"""Put right: choose what should have been entered; the last confirmation changes the night."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import Amend
from dealer.commands.fields import RANKS, CardText
from dealer.commands.refusal import Refusal, marked
from dealer.game.actions import Argument as Takes
from dealer.game.actions import Cards, Chips, Seats, Tricks
from dealer.game.cards import NUMBER, PACK, SUITS, by_rank, rank_of, suit_of
from dealer.night.amending import Document, check_on, frames_since
from dealer.night.house import Earlier
from dealer.night.night import Night
from dealer.what_if import Proposed
from events.common.play import CardsShown, InTurn, RoundBegun, StakeLaid
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from events.schema import schema_for
from reports.words.formatting import card_words, name_of, signed, signed_number
from reports.words.game_words import refusal_text
from reports.words.language import gettext as _
from reports.words.sentences import asked_for
from web.app.errors import refusal_status
from web.app.parties import with_party
from web.app.request_parsing import command_id, seconds_for, sender, service, with_second
from web.audit.command_form import ARGUMENT, Argument, CommandForm
from web.audit.what_if import settled_text
from web.game_screens import screens_of
from web.tablet.seats import marks_of

T = TypeVar("T")

Asked = Mapping[str, str]
"""What the address says: which turn or bet, and what was chosen instead."""


STEPS = (-10, -5, -1, 1, 5, 10)
"""The steps by which chips are made more or less."""


class Choice(Frozen):
    """One thing that it could have been: how it is called, and what it changes in the address.

    ``aloud`` is its text for screen readers, if not the label. ``was`` marks what was entered, ``chosen`` what is
    chosen instead.
    """

    label: str
    changes: dict[str, str]
    aloud: str = ""
    was: bool = False
    chosen: bool = False
    player: str = ""


class Row(Frozen):
    """Choices of one kind under a heading; ``kind`` says how they are laid out."""

    title: str
    kind: str
    choices: tuple[Choice, ...]


class Subject(Frozen):
    """A command that can be put right: what is said of it, its id, the rows of choices, and what is chosen.

    ``address`` names it in the address; ``around`` lead to the turns before and after it. ``chosen`` is
    whether anything else was chosen, and ``instead`` is that, ``None`` to strike it. ``includes`` is the id of a later
    command that ``instead`` does as well: it falls out, and nothing is lost by it.
    """

    title: str
    command: str
    address: dict[str, str]
    rows: tuple[Row, ...]
    chosen: bool = False
    instead: Document | None = None
    includes: str = ""
    more: tuple[Choice, ...] = ()
    around: tuple[Choice, ...] = ()


def subject_of(night: Night, stand: Sequence[Recorded], query: Asked, documents: Earlier) -> Subject:
    """What the address asks to put right: a ``turn`` of the round that is on, or a ``bet`` laid in it.

    Raises :class:`Refusal`: ``unknown_command`` where no such thing stands, ``wrong_phase`` where it is of a round that
    is over, of which nothing that could be chosen would be allowed.
    """
    check_on(night)
    of_game = screens_of(night.dealing).correcting or of_schema
    subject: Subject = of_game(night, stand, query, documents)
    frames_since(night, subject.command)
    return subject


def of_schema(night: Night, stand: Sequence[Recorded], query: Asked, documents: Earlier) -> Subject:
    """A command as its schema has it: what can be chosen for each of its arguments, and the cards for its card."""
    address = {name: query[name] for name in ("bet", "turn") if name in query}
    begun = next((at for at in range(len(stand) - 1, -1, -1) if isinstance(stand[at].event, RoundBegun)), 0)
    of_round = [recorded for recorded in stand[begun:] if isinstance(recorded.event, InTurn)]
    if "bet" in query:
        laid = (
            recorded
            for recorded in reversed(stand)
            if isinstance(recorded.event, StakeLaid) and recorded.event.bet == query["bet"]
        )
        command = found(laid, _("The bet %(key)s", key=query["bet"][:64])).command
    else:
        turn = query.get("turn", "")
        command = found(
            (recorded for recorded in reversed(of_round) if str(_turn_of(recorded)) == turn),
            _("Turn %(turn)s", turn=turn[:9]),
        ).command
    document = documents(command)
    chosen = {name: value for name, value in query.items() if name.startswith(ARGUMENT)}
    form = CommandForm.of(night, document)
    sent = {**{ARGUMENT + name: typed for name, typed in form.typed.items()}, **chosen}
    return Subject(
        title=asked_for(night, document),
        command=command,
        address=address,
        rows=tuple(
            _rows(night, form, chosen, cards_shown(event for event in stand[begun:] if event.command != command))
        ),
        chosen=bool(chosen) or "strike" in query,
        instead=None if "strike" in query or not chosen else CommandForm.read(night, document, sent).document(),
        more=(*_exchanged(form, chosen), struck(_("It was not done"), query)),
        around=around(query["turn"], max(map(_turn_of, of_round))) if "turn" in query else (),
    )


def _turn_of(recorded: Recorded) -> int:
    return recorded.event.turn_number if isinstance(recorded.event, InTurn) else 0


def _is_card(form: CommandForm, argument: Argument) -> bool:
    return isinstance(schema_for(form.asked_for).fields.get(argument.name), CardText)


def _exchanged(form: CommandForm, chosen: Asked) -> Iterator[Choice]:
    """The choice to exchange the cards of a command that has two of them."""
    cards = [argument for argument in form.arguments if _is_card(form, argument)]
    if len(cards) != 2 or cards[0].typed == cards[1].typed:
        return
    first, second = cards
    changes = {ARGUMENT + first.name: second.typed, ARGUMENT + second.name: first.typed}
    label = _("“%(first)s” and “%(second)s” swapped", first=first.label, second=second.label)
    yield Choice(label=label, changes=changes, chosen=changes.items() <= dict(chosen).items())


def _rows(night: Night, form: CommandForm, chosen: Asked, shown: Sequence[str]) -> Iterator[Row]:
    game = night.game_of(form.asked_for)
    takes = game.actions[form.asked_for].takes if game and game.actions else {}
    for argument in form.arguments:
        name, was = ARGUMENT + argument.name, argument.typed
        several = _rows_of_several(night, takes.get(argument.name), argument, chosen.get(name, was))
        if several:
            yield from several
        elif argument.choices:
            offered = [(value, words) for value, words in argument.choices if value]
            aloud = _("%(label)s: %(choice)s", label=argument.label, choice=_CHOICE)
            yield row_of(argument.label, "players", name, offered, (was,), chosen.get(name, ""), aloud=aloud)
        elif _is_card(form, argument):
            besides = [typed for other, typed in form.typed.items() if other != argument.name and typed in PACK]
            yield from rows_of_cards(name, (was,), chosen.get(name, ""), possible(PACK, (*shown, *besides)))


def _rows_of_several(night: Night, takes: Takes | None, argument: Argument, typed: str) -> tuple[Row, ...]:
    """The rows of an argument that has several cards, players or numbers, one touch for each change."""
    name, label = ARGUMENT + argument.name, argument.label
    match takes:
        case Cards(pack=pack):
            cards = typed.split()
            rest = ((" ".join((*cards[:at], *cards[at + 1 :])), card_words(card)) for at, card in enumerate(cards))
            more = ((" ".join((*cards, rank)), rank) for rank in by_rank(pack))
            return (
                row_of(
                    _("%(label)s: take one off", label=label),
                    "ranks",
                    name,
                    rest,
                    (),
                    "",
                    aloud=_("Take off %(choice)s", choice=_CHOICE),
                ),
                row_of(
                    _("%(label)s: add one", label=label),
                    "ranks",
                    name,
                    more,
                    (),
                    "",
                    aloud=_("Add %(choice)s", choice=_CHOICE),
                ),
            )
        case Seats():
            named = [player.strip() for player in typed.split(",") if player.strip()]
            return (Row(title=label, kind="players", choices=tuple(_toggles(night, name, named, argument.typed))),)
        case Chips() | Tricks():
            numbers = {player: int(number) for player, _, number in (part.rpartition(" ") for part in _parts(typed))}
            steps = STEPS if isinstance(takes, Chips) else (-1, 1)
            return tuple(_row_of_numbers(night, name, numbers, player, steps) for player in _players(night))
    return ()


def _parts(typed: str) -> list[str]:
    return [part.strip() for part in typed.split(",") if part.strip()]


def _players(night: Night) -> Sequence[str]:
    players: Sequence[str] = night.tables[night.dealing].players
    return players


def _toggles(night: Night, name: str, named: Sequence[str], was: str) -> Iterator[Choice]:
    """Each player of the hand, to be named or not."""
    for player in _players(night):
        others = [other for other in _players(night) if (other in named) != (other == player)]
        yield Choice(
            label=name_of(night, player),
            changes={name: ", ".join(others)},
            was=player in _parts(was),
            chosen=player in named,
            player=player,
        )


def _row_of_numbers(night: Night, name: str, numbers: Mapping[str, int], player: str, steps: Sequence[int]) -> Row:
    """A player's number, to be made more or less."""
    called, number = name_of(night, player), numbers.get(player, 0)
    changed = ({**numbers, player: number + step} for step in steps)
    texts = (", ".join(f"{key} {value}" for key, value in values.items() if value) for values in changed)
    offered = zip(texts, map(signed_number, steps), strict=True)
    title, aloud = (_("%(label)s: %(choice)s", label=called, choice=of) for of in (signed_number(number), _CHOICE))
    return row_of(title, "ranks", name, offered, (), "", aloud=aloud)


_SUITS = {"s": marked("Spades"), "h": marked("Hearts"), "d": marked("Diamonds"), "c": marked("Clubs")}


_CHOICE = "%(choice)s"


def rows_of_cards(name: str, was: Sequence[str], chosen: str, offered: Collection[str]) -> tuple[Row, ...]:
    """The cards ``offered``, and what ``was`` given, in a row for each suit that has any.

    ``name`` is what a choice changes in the address.
    """
    pack = {suit: [rank + suit for rank in RANKS if rank + suit in {*offered, *was}] for suit in SUITS}
    return tuple(
        row_of(_(_SUITS[suit]), "ranks", name, [(card, card_words(card)) for card in cards], was, chosen)
        for suit, cards in pack.items()
        if cards
    )


def possible(cards: Iterable[str], elsewhere: Sequence[str], was: Collection[str] = ()) -> list[str]:
    """Those of some cards or ranks that one pack can have beside the cards ``elsewhere``, and what ``was`` given."""
    suited = {card for card in elsewhere if suit_of(card)}
    left = Counter(map(rank_of, PACK))
    left.subtract(map(rank_of, (*suited, *(card for card in elsewhere if not suit_of(card)))))
    return [card for card in cards if card in was or (card not in suited and left[rank_of(card)] > 0)]


def cards_shown(events: Iterable[Recorded]) -> tuple[str, ...]:
    """The cards that events showed, each with its suit where that was noted."""
    shown: list[str] = []
    for event in (recorded.event for recorded in events if isinstance(recorded.event, CardsShown)):
        for value in (getattr(event, name) for name in event.__struct_fields__):
            cards = value if isinstance(value, tuple) else (value,)
            shown += [card for card in cards if isinstance(card, str) and (card in NUMBER or card in PACK)]
    return tuple(shown)


def row_of(
    title: str,
    kind: str,
    name: str,
    offered: Iterable[tuple[str, str]],
    was: Collection[str],
    chosen: str,
    *,
    aloud: str = "",
) -> Row:
    """A row of what the address may have under a name: values, each with its words.

    ``was`` are the values that were entered, ``chosen`` is chosen instead. ``aloud`` is the text of a choice for
    screen readers, with ``%(choice)s`` for its words.
    """
    return Row(
        title=title,
        kind=kind,
        choices=tuple(
            Choice(
                label=words,
                aloud=aloud.replace(_CHOICE, words),
                changes={name: value},
                was=value in was,
                chosen=value == chosen,
            )
            for value, words in offered
        ),
    )


def found(events: Iterable[T], what: str) -> T:
    """The first of what was asked for; :class:`Refusal` (``unknown_command``) where there is none of it."""
    first = next(iter(events), None)
    if first is None:
        raise Refusal("unknown_command", "%(what)s is not in the current deal or hand.", what=what)
    return first


def around(turn: str, last: int) -> tuple[Choice, ...]:
    """The ways to the turns before and after one, of so many."""
    numbers = (int(turn) - 1, int(turn) + 1)
    return tuple(
        Choice(label=_("Turn %(turn)s", turn=number), changes={"turn": str(number)})
        for number in numbers
        if 1 <= number <= last
    )


def struck(label: str, query: Asked) -> Choice:
    """The choice to strike a command."""
    return Choice(label=label, changes={"strike": "yes"}, chosen="strike" in query)


blueprint = Blueprint("correcting", __name__)

_NOT_SETTLED = marked("not settled")


class Gain(Frozen):
    """What somebody has more or less by a correction, in words; ``way`` is ``won`` or ``lost``."""

    name: str
    player: str
    amount: str
    way: str


class Comes(Frozen):
    """What comes of a correction: who gets and gives, the bets settled otherwise, and what falls out."""

    gains: tuple[Gain, ...]
    bets: tuple[tuple[str, str, str], ...]
    dropped: tuple[tuple[str, str], ...]


@blueprint.get("/nights/<night>/correct")
def page(night: str) -> Response:
    """What was given, what it could have been, and what comes of what is chosen."""
    return _page(night)


@blueprint.post("/nights/<night>/correct")
def put_right(night: str) -> AnyResponse:
    """Put it right as it was shown, unless the night has moved on since; then it is shown again."""
    state, _ = service().at(night)
    try:
        subject = _subject(night, state)
        proposed = service().propose(night, subject.command, subject.instead)
        document = {
            "do": Amend.do,
            "command": subject.command,
            "instead": subject.instead,
            "drop": list(proposed.amended.drop),
        }
        service().execute(
            with_second(with_party(night, document)),
            sender(),
            night=night,
            command_id=command_id(),
            expected_version=int(request.form.get("version", "0")),
        )
    except Refusal as refusal:
        if refusal.code != "command_reused":
            return _page(night, refusal)
    return redirect(url_for("pages.night", night=night), code=303)


def _subject(night: str, state: Night) -> Subject:
    events = service().events(night)
    return subject_of(state, effective(events), request.args, lambda command: service().asked(night, command))


def _page(night: str, refused: Refusal | None = None) -> Response:
    state, head = service().at(night)
    subject, comes = None, None
    try:
        subject = _subject(night, state)
        if subject.chosen:
            comes = _comes(state, service().propose(night, subject.command, subject.instead), subject.includes)
    except Refusal as refusal:
        refused = refused or refusal
    html = render_template(
        "correcting.html",
        view=state,
        night=night,
        subject=subject,
        comes=comes,
        instead=asked_for(state, subject.instead) if subject and subject.chosen and subject.instead else "",
        refused=refusal_text(refused, state.names) if refused else "",
        confirms=subject.instead["do"] if subject and subject.instead else Amend.do,
        seconds=seconds_for(refused, (subject and subject.instead) or {"do": Amend.do}, state),
        marks=marks_of(state),
        version=head.version,
        command_id=f"right-{secrets.token_hex(8)}",
    )
    return make_response(html, refusal_status(refused) if refused else 200)


def _comes(state: Night, found: Proposed, included: str) -> Comes:
    differ, names = found.differences, state.names
    sides = [(player.name, player.player, player.cents) for player in differ.players]
    sides += [(_("The bank"), "", differ.bank_cents), (_("The dealer’s tips"), "", differ.tokes_cents)]
    sides += [(_("The pot"), "", differ.in_pot_cents)]
    return Comes(
        gains=tuple(
            Gain(name=name, player=player, amount=signed(cents), way="won" if cents > 0 else "lost")
            for name, player, cents in sides
            if cents
        ),
        bets=tuple(
            (
                _(
                    "%(name)s, %(place)s, turn %(turn)s",
                    name=names.get(bet.player, bet.player),
                    place=bet.where.other or bet.where.book,
                    turn=bet.turn,
                ),
                settled_text(bet.settled.book, names, bet.game) if bet.settled.book else _(_NOT_SETTLED),
                settled_text(bet.settled.other, names, bet.game) if bet.settled.other else _(_NOT_SETTLED),
            )
            for bet in differ.bets
        ),
        dropped=tuple(
            (asked_for(state, dropped.document), refusal_text(dropped.refusal, names))
            for dropped in found.amended.dropped
            if dropped.command != included
        ),
    )
