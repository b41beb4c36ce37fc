"""The page "What if": change, remove or add a command, and see both nights side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import partial, reduce
from typing import Any

from flask import Blueprint, Response, request, url_for
from msgspec.structs import replace

from dealer.commands.commands import HOUSE_COMMANDS, OpenNight
from dealer.commands.refusal import Refusal, marked
from dealer.game.game import TABLE, EndedRound
from dealer.game.hands import HANDS
from dealer.games import game_called
from dealer.night.evolve import History
from dealer.night.night import Dispute, Loan, Night, Pledge
from dealer.night_differences import BetDifference, Both, Differences, PlayerStanding, Settled
from dealer.what_if import Alternative, Change, Fate, Inserted, Otherwise, Put, Struck, ruling_refused, what_if
from events.common.night import NightOpened
from events.frozen import Frozen
from events.records import RecordedCommand
from reports.house_rules import rule_name, rule_text
from reports.rounds.tables import noun_of
from reports.rulebooks import capital
from reports.words.formatting import NOTHING, listed, money, name_of, short_date, signed, signed_or_dash
from reports.words.game_words import Difference, DifferenceWords, Names, refusal_text, words_of
from reports.words.language import gettext as _
from reports.words.language import ngettext, percentage, pgettext
from reports.words.naming import in_turn, position_at, result_of, round_called, where_play_stands, within
from reports.words.night_words import dispute_called, moved
from reports.words.sentences import asked_for, kind_called, sentence_of
from web.app.authorization import device_names
from web.app.background_work import kind_to_others, turn
from web.app.errors import refusal_status
from web.app.request_parsing import number_asked, number_of, service
from web.app.schema_fields import FieldRefused, plain_words
from web.audit.command_form import CommandForm, arguments_of, document_of, kind_asked, new_keys
from web.audit.pages import render_room
from web.audit.register import Search, command_list
from web.text import data_text
from web.time_travel import Step, steps_of


class MoneyRow(Frozen):
    """One side's money in both courses; ``way`` is ``won`` or ``lost`` by whether they would have more or less."""

    name: str
    net: Both[str]
    difference: str
    way: str
    checks: Both[str]
    besides: str = ""


class BetLine(Difference):
    """A bet that was settled otherwise, with the difference for its owner."""

    difference: str
    way: str


class Things(Frozen):
    """What differs of one group of things that a game compares: the heads of its table and of the first column."""

    title: str
    first: str
    lines: tuple[Difference, ...]


class Outcome(Frozen):
    """What comes out otherwise, for a page.

    ``misfits`` says how many commands of the table do not fit the other night, ``hindered`` why a ruling could not
    bring it about now; each is empty where there is nothing to say. ``money`` is empty where nothing differs.
    """

    headline: str
    misfits: str
    money: tuple[MoneyRow, ...]
    bets: tuple[BetLine, ...]
    things: tuple[Things, ...]
    others: tuple[Difference, ...]
    fared: tuple[Otherwise, ...]
    corrections: tuple[str, ...]
    hindered: str
    names: Mapping[str, str]


def outcome_of(night: Night, found: Alternative) -> Outcome:
    """The outcome of an alternative to a night."""
    differ = found.differences
    names = {player.player: player.name for player in differ.players}
    refusal = ruling_refused(night, found.corrections) if found.corrections else None
    return Outcome(
        headline=_headline(found),
        misfits=_misfits(found),
        money=() if differ.none else _money(differ),
        bets=tuple(_bet(bet, names) for bet in differ.bets),
        things=tuple(
            Things(title=_(words.title), first=_(words.first), lines=tuple(lines))
            for words, lines in _things_text(found, night, names, with_title=True)
        ),
        others=tuple(_others(found, night, names)),
        fared=tuple(command for command in found.otherwise if command.fate not in _BY_THE_CHANGE),
        corrections=tuple(moved(correction, names, money) for correction in found.corrections),
        hindered=refusal_text(refusal, names) if refusal else "",
        names=names,
    )


_BY_THE_CHANGE = (Fate.STRUCK, Fate.CHANGED, Fate.INSERTED)


def _headline(found: Alternative) -> str:
    differ = found.differences
    sides = [(player.name, player.cents) for player in differ.players]
    sides += [(_("the bank"), differ.bank_cents), (_("the dealer’s tips"), differ.tokes_cents)]
    sides += [(pgettext("at the table", "the pot"), differ.in_pot_cents)]
    changed = [(name, cents) for name, cents in sides if cents]
    if changed:
        first, *others = changed
        return capital(_("%(changes)s.", changes=listed([_would_have(*first), *(_also(*other) for other in others)])))
    if not differ.none:
        return _("Nobody’s money would change, but something else would.")
    if any(otherwise.fate in (Fate.REFUSED, Fate.TAKEN) for otherwise in found.otherwise):
        return _("Nobody’s money would change, but some commands would have a different result.")
    return _("Nothing would change.")


def _would_have(name: str, cents: int) -> str:
    amount = money(abs(cents))
    if cents > 0:
        return _("%(name)s would have %(amount)s more", name=name, amount=amount)
    return _("%(name)s would have %(amount)s less", name=name, amount=amount)


def _also(name: str, cents: int) -> str:
    """The same in a list after the first, which has the verb."""
    amount = money(abs(cents))
    if cents > 0:
        return _("%(name)s %(amount)s more", name=name, amount=amount)
    return _("%(name)s %(amount)s less", name=name, amount=amount)


def _misfits(found: Alternative) -> str:
    refused = sum(otherwise.fate is Fate.REFUSED for otherwise in found.otherwise)
    if not refused:
        return ""
    return ngettext(
        "%(num)s later command would not be possible and drops out of it.",
        "%(num)s later commands would not be possible and drop out of it.",
        refused,
    )


def _money(differ: Differences) -> tuple[MoneyRow, ...]:
    rows = [_player(player) for player in differ.players]
    bank = differ.bank.each(lambda line: line.result_cents)
    tokes = differ.bank.each(lambda line: line.tokes_cents)
    rows.append(_money_row(_("The bank"), bank))
    for name, cents in ((_("The dealer’s tips"), tokes), (pgettext("at the table", "The pot"), differ.pot_cents)):
        if cents.book or cents.other:
            rows.append(_money_row(name, cents))
    return tuple(rows)


def _player(player_standing: PlayerStanding) -> MoneyRow:
    line = player_standing.line
    row = _money_row(player_standing.name, line.each(lambda own: own.net_cents))
    changed = [
        _("%(what)s %(before)s → %(after)s", what=what, before=money(both.book), after=money(both.other))
        for what, both in (
            (_("on the layout"), line.each(lambda own: own.staked_cents)),
            (_("checks bought"), line.each(lambda own: own.bought_cents)),
            (_("markers open"), line.each(lambda own: own.markers_open_cents)),
            (_("pledges"), line.each(lambda own: own.pledges_open_cents)),
            (_("cashed in"), line.each(lambda own: own.cashed_cents)),
        )
        if both.differ
    ]
    before, after = player_standing.seat.book, player_standing.seat.other
    if before and after and before.name != after.name:
        changed.append(_("would be called %(name)s", name=after.name))
    if player_standing.seated.differ:
        changed.append(
            _("would have left the table") if player_standing.seated.book else _("would still sit at the table")
        )
    return replace(row, checks=line.each(lambda own: money(own.checks_cents)), besides=", ".join(changed))


def _money_row(name: str, cents: Both[int]) -> MoneyRow:
    by = cents.other - cents.book
    return MoneyRow(name=name, net=cents.each(signed), difference=signed_or_dash(by), way=_way(by), checks=Both("", ""))


def _bet(bet_difference: BetDifference, names: Mapping[str, str]) -> BetLine:
    return BetLine(
        what=f"{names.get(bet_difference.player, bet_difference.player)}, {_once(bet_difference.where)}",
        where=within(round_called(bet_difference.game, bet_difference.deal), in_turn(bet_difference.turn)),
        values=bet_difference.settled.each(lambda settled: settled_text(settled, names, bet_difference.game)),
        difference=signed_or_dash(bet_difference.cents),
        way=_way(bet_difference.cents),
    )


def _once(where: Both[str]) -> str:
    """Where a bet lay: in both courses, where it is not the same place."""
    if where.differ and where.book and where.other:
        return _("%(place)s; changed to %(other)s", place=where.book, other=where.other)
    return where.book or where.other


def _others(found: Alternative, night: Night, names: Mapping[str, str]) -> Iterable[Difference]:
    differ = found.differences
    for untitled in _things_text(found, night, names, with_title=False):
        yield from untitled[1]
    for both in differ.disputes.values():
        claim = next(dispute.claim for dispute in (both.book, both.other) if dispute)
        yield Difference(what=dispute_called(claim), values=both.each(_dispute_text))
    plain = (
        (_("Pledges"), differ.pledges.each(lambda pledges: _pledges_text(pledges, names))),
        (_("Loans"), differ.loans.each(lambda loans: _loans_text(loans, names))),
        (_("Markers issued"), differ.markers.each(str)),
        (_("Where the play stands"), Both(_play_text(night), _play_text(found.night))),
        (_("The night"), differ.closed.each(_closed_text)),
        *_opening_text(differ.opened),
    )
    yield from (Difference(what=what, values=values) for what, values in plain if values.differ)


def _closed_text(closed: bool) -> str:
    return pgettext("a night", "closed") if closed else pgettext("a night", "open")


BECAME = {
    Fate.REFUSED: marked("It would be refused."),
    Fate.TAKEN: marked("It would be accepted; it was refused at the table."),
    Fate.KEPT: marked("It would stay; at the table a correction dropped it."),
    Fate.EMPTY: marked("It would take nothing back: the command is not there."),
}


def _way(cents: int) -> str:
    return "won" if cents > 0 else "lost" if cents < 0 else ""


def settled_text(settled: Iterable[Settled], names: Names, game: str) -> str:
    """The settlements of a bet of a game in one turn."""
    first, *later = [_settled_once(settlement, names, game) for settlement in settled] or [NOTHING]
    return reduce(lambda text, following: _("%(first)s, then %(next)s", first=text, next=following), later, first)


def _settled_once(settled: Settled, names: Names, game: str) -> str:
    own = words_of(game).settled.get(settled.result)
    if own:
        return own(settled, names)
    match settled.result:
        case "won":
            return _("won %(amount)s", amount=money(settled.paid_cents))
        case "lost":
            return _("lost %(amount)s", amount=money(settled.taken_cents))
        case "split":
            return _("split, %(amount)s taken", amount=money(settled.taken_cents))
        case "standoff":
            return _("stood off with %(amount)s", amount=money(settled.stake_cents))
        case "returned":
            return _("%(amount)s given back", amount=money(settled.stake_cents))
        case result:
            return f"{result_of(result, game)}, {signed(settled.paid_cents - settled.taken_cents)}"


def _things_text(
    found: Alternative, night: Night, names: Names, *, with_title: bool
) -> Iterable[tuple[DifferenceWords, list[Difference]]]:
    """What differs of the games' things, a group at a time; those that have a table of their own, or the others."""
    for game, groups in sorted(found.differences.things.items()):
        rounds = {HANDS: _rounds_group(game, Both(night, found.night))}
        for group, things in groups.items():
            words = {**rounds, **words_of(game).differences}.get(group) or _plain_group(group)
            if bool(words.title) is with_title:
                yield words, [line for key, both in things.items() for line in words.lines(key, both, names)]


def _rounds_group(game: str, nights: Both[Night]) -> DifferenceWords:
    """How the finished rounds of a game are said: by the sentences of the events that ended them."""
    noun = noun_of(game)

    def lines(place: int | tuple[int, int], both: Both[EndedRound | None], names: Names) -> Iterable[Difference]:
        match, number = place if isinstance(place, tuple) else (0, place)
        values = Both(_ended_text(nights.book, both.book), _ended_text(nights.other, both.other))
        if not values.differ:
            values = _other_fields(both, names)
        called = round_called(game, number, match=match)
        yield Difference(what=capital(called), values=values)

    return DifferenceWords(title=noun.compared(), first=noun.head(), lines=lines)


def _ended_text(night: Night, ended: EndedRound | None) -> str:
    return sentence_of(night, ended.event) if ended else _("not over")


def _other_fields(both: Both[EndedRound | None], names: Names) -> Both[str]:
    """The fields of a row that differ, where the sentences are the same."""
    rows = both.each(lambda ended: ended.row if ended else {})
    fields = [name for name in rows.book if rows.book[name] != rows.other.get(name)]
    return rows.each(lambda row: "; ".join(f"{plain_words(name)} {data_text(row.get(name), names)}" for name in fields))


def _plain_group(group: str) -> DifferenceWords:
    """How a group is said that its game says nothing of; the table itself is told by where the play stands."""
    if group == TABLE:
        return DifferenceWords(lines=lambda key, both, names: ())
    return DifferenceWords(title=group.replace("_", " ").capitalize(), first=_("What"))


def _dispute_text(dispute: Dispute | None) -> str:
    if dispute is None:
        return _("not raised")
    ruled = {"stands": _("ruled, stands"), "corrected": _("ruled, corrected")}
    return ruled.get(dispute.ruling or "") or pgettext("a dispute", "open")


def _play_text(night: Night) -> str:
    """Where the play stands, and who dealt the round that is on or was last."""
    dealer = position_at(night.dealing, night.tables[night.dealing]).dealer
    stands = where_play_stands(night)
    return _("%(place)s, dealt by %(name)s", place=stands, name=name_of(night, dealer)) if dealer else stands


def _pledges_text(pledges: Iterable[Pledge], names: Names) -> str:
    items = [
        _(
            "%(name)s’s %(item)s for %(amount)s",
            item=pledge.item,
            name=names.get(pledge.player, pledge.player),
            amount=money(pledge.amount_cents),
        )
        for pledge in pledges
    ]
    return ", ".join(items) or NOTHING


def _loans_text(loans: Iterable[Loan], names: Names) -> str:
    return ", ".join(_loan_text(loan, names) for loan in loans) or NOTHING


def _loan_text(loan: Loan, names: Mapping[str, str]) -> str:
    lender = loan.lender_name or names.get(loan.lender, loan.lender)
    borrower = names.get(loan.borrower, loan.borrower)
    if not loan.profit_share:
        return _("%(lender)s to %(borrower)s", lender=lender, borrower=borrower)
    share = percentage(Decimal(f"{float(loan.profit_share):.6g}"))
    return _("%(lender)s to %(borrower)s for %(share)s of their profit", lender=lender, borrower=borrower, share=share)


def _opening_text(opened: Both[NightOpened]) -> Iterable[tuple[str, Both[str]]]:
    yield _("Table"), opened.each(lambda event: event.table)
    yield _("Date"), opened.each(lambda event: short_date(event.date))
    yield pgettext("of the house", "Dealer"), opened.each(lambda event: event.dealer)
    yield _("Games"), opened.each(lambda event: listed([game_called(game).title for game in event.games]))
    yield _("The roll"), opened.each(lambda event: money(event.roll_cents))
    yield (
        _("Backers"),
        opened.each(lambda event: ", ".join(f"{backer.name} {backer.share}" for backer in event.backers) or NOTHING),
    )
    for game in (name for name in opened.book.games if name in opened.other.games):
        for rule, value in opened.book.houses[game].items():
            there = opened.other.houses[game].get(rule)
            values = Both(rule_text(rule, value, game), rule_text(rule, there, game))
            yield _("House: %(rule)s", rule=rule_name(rule, game)), values


blueprint = Blueprint("what_if", __name__)

STRIKE, PUT, INSERT = "strike", "put", "insert"
NEW = "what if"
"""The key of a bet or dispute that there is in the other night alone."""


class RulingLink(Frozen):
    """The way to a dispute's ruling with the corrections filled in; ``first`` unless another one was looked at."""

    dispute: str
    address: str
    first: bool


class Answer(Frozen):
    """The change in words, and its outcome, or the refusal with the field that is wrong."""

    change: str = ""
    instead_of: str = ""
    outcome: Outcome | None = None
    refused: str = ""
    wrong: str = ""
    rulings: tuple[RulingLink, ...] = ()
    status: int = 200


class _LookedAt(Frozen, kw_only=False):
    """The night that is looked at: its history, all of its commands, and what they say."""

    history: History
    commands: Sequence[RecordedCommand]
    steps: Sequence[Step]

    @property
    def now(self) -> Night:
        """The night as it stands."""
        return self.history.at(self.history.version)

    def when(self, chosen: RecordedCommand, how: str) -> Night:
        """The night as a command found it, or, for one that is put in after it, as it left it."""
        return self.history.at(max(chosen.version_after if how == INSERT else chosen.version_before, 1))


@blueprint.get("/nights/<night>/what-if")
def page(night: str) -> Response:
    """The commands of a night, the one chosen with its form, and what comes of the change that is asked for."""
    history = service().history(night)
    commands = [command for command in service().book.commands(night) if command.version_after <= history.version]
    steps = steps_of(night)[: len(commands)]
    state = history.at(history.version)
    chosen = _chosen(commands)
    how = request.args.get("how", "")
    dispute = _dispute(state)
    search = Search.read(request.args, "words", "player", "part", "turn")
    form, answer = None, Answer()
    if chosen:
        form, answer = _form_and_answer(_LookedAt(history, commands, steps), chosen, how)
    return render_room(
        "audit/what-if.html",
        state,
        history.head(history.version),
        list=command_list(state, device_names(), steps, search, chosen.number if chosen else 0, number_asked("start")),
        chosen=steps[chosen.number - 1] if chosen else None,
        form=form,
        how=how,
        proposed=_proposed(state, chosen),
        answer=answer,
        step_of=lambda command: steps[command.number - 1],
        became=BECAME,
        refusal_text=refusal_text,
        words=_words_of(state),
        dispute=dispute or None,
        disputed=_text_of(state, dispute) if dispute else "",
        status=answer.status,
    )


def _dispute(state: Night) -> str:
    """The open dispute that the address came from; nothing where it names none."""
    dispute = request.args.get("dispute", "")
    return dispute if dispute in state.open_disputes else ""


def _text_of(state: Night, dispute: str) -> str:
    open_dispute = state.disputes[dispute]
    name = state.seats[open_dispute.player].name
    return _("%(name)s: “%(claim)s”", name=name, claim=open_dispute.claim)


def _chosen(commands: Sequence[RecordedCommand]) -> RecordedCommand | None:
    """The command that the address names; :class:`Refusal` (``bad_input``) if the night does not have it."""
    typed = request.args.get("command", "")
    if not typed:
        return None
    number = number_of(typed) or 0
    if not 1 <= number <= len(commands):
        raise Refusal(
            "bad_input",
            "The night has the commands 1 to %(commands)s, and no command %(wanted)s.",
            commands=len(commands),
            wanted=repr(typed[:20]),
        )
    return commands[number - 1]


def _form_and_answer(looked_at: _LookedAt, chosen: RecordedCommand, how: str) -> tuple[CommandForm, Answer]:
    then = looked_at.when(chosen, how)
    document = _begun_with(then, chosen, how)
    form = CommandForm.of(then, document)
    if how == STRIKE:
        return form, _answer(looked_at, chosen, Struck(chosen.number))
    if how not in (PUT, INSERT) or "ready" not in request.args:
        return form, Answer()
    written = request.args.get("json")
    if not written:
        form = CommandForm.read(then, document, request.args)
    try:
        edited = document_of(written) if written else form.asked()
    except FieldRefused as refused:
        return form, _what_if_refused(refused)
    change = Put(chosen.number, edited) if how == PUT else Inserted(chosen.number, edited)
    return form, _answer(looked_at, chosen, change)


def _begun_with(then: Night, chosen: RecordedCommand, how: str) -> Mapping[str, Any]:
    """The document that the form begins with: the chosen one, or a new one that is about the same bet or player.

    New things get a key that no tablet gives.
    """
    do = request.args.get("do", "")
    if not do or how == STRIKE:
        return chosen.document
    command = kind_asked(then, {"do": do})
    asked_for, new = arguments_of(command), new_keys(command)
    same = (name for name in ("bet", "player") if name in chosen.document and name in asked_for)
    about_the_same: dict[str, Any] = {name: chosen.document[name] for name in same if name not in new or how == PUT}
    return {"do": do, **dict.fromkeys(new, NEW), **about_the_same}


def _answer(looked_at: _LookedAt, chosen: RecordedCommand, change: Change) -> Answer:
    try:
        with turn():
            house_at, watch = service().house_history().at, kind_to_others(lambda _: None)
            alternative = what_if(looked_at.history, looked_at.commands, (change,), house_at, watch)
    except Refusal as refusal:
        refusal.names = looked_at.now.names
        return _what_if_refused(refusal)
    change_in_words, instead_of = _in_words(looked_at, chosen, change)
    return Answer(
        change=change_in_words,
        instead_of=instead_of,
        outcome=outcome_of(looked_at.now, alternative),
        rulings=_rulings(looked_at.now, alternative, change_in_words),
    )


def _what_if_refused(refusal: Refusal) -> Answer:
    wrong = refusal.field if isinstance(refusal, FieldRefused) else ""
    return Answer(refused=refusal_text(refusal, refusal.names), wrong=wrong, status=refusal_status(refusal))


def _in_words(looked_at: _LookedAt, chosen: RecordedCommand, change: Change) -> tuple[str, str]:
    """The change in words, and what was done at the table where another thing stands in its place."""
    text = looked_at.steps[chosen.number - 1].sentence
    match change:
        case Struck():
            return _("Without command %(number)s: %(text)s", number=chosen.number, text=text), ""
        case Put():
            instead = asked_for(looked_at.when(chosen, PUT), change.document)
            return _("Command %(number)s instead: %(text)s", number=chosen.number, text=instead), text
        case Inserted():
            besides = asked_for(looked_at.when(chosen, INSERT), change.document)
            return _("After command %(number)s, also: %(text)s", number=chosen.number, text=besides), ""


def _rulings(state: Night, found: Alternative, reason: str) -> tuple[RulingLink, ...]:
    """The ways to the rulings of the open disputes with these corrections, first to the one that the address names."""
    corrections = [
        f"{correction.source}:{correction.target}:{correction.amount_cents}" for correction in found.corrections
    ]
    if not corrections or state.closed:
        return ()
    came_from = _dispute(state)
    filled = partial(url_for, "disputes.page", night=state.id, correction=corrections, reason=reason)
    return tuple(
        RulingLink(dispute=_text_of(state, key), address=filled(dispute=key, _anchor=key), first=came_from in ("", key))
        for key in sorted(state.open_disputes, key=lambda key: key != came_from)
    )


def _proposed(state: Night, chosen: RecordedCommand | None) -> str:
    """The word of another command: the one asked for, or for a bet the first order that is about nothing but a bet."""
    orders = (command.do for game in state.games for command in game.commands if arguments_of(command) == {"bet"})
    about_a_bet = chosen is not None and "bet" in chosen.document
    return request.args.get("do", "") or (next(orders, "") if about_a_bet else "")


def _words_of(state: Night) -> tuple[tuple[str, str], ...]:
    kinds = [*HOUSE_COMMANDS.values(), *(command for game in state.games_by_turn for command in game.commands)]
    known = {kind.do: kind_called(kind) for kind in reversed(kinds) if kind is not OpenNight}
    return tuple(sorted(known.items(), key=lambda item: item[1].casefold()))
