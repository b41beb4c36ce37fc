"""``casekeeper verify``: whether the nights of a book hold, and whether a sheet on paper agrees with it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealer.commands.refusal import printable, printable_sentence
from events.records import BookError
from reports.words.formatting import labelled
from reports.words.language import book_error_text, ngettext, number
from reports.words.language import gettext as _
from web.app.secret_key import key_file_of
from web.command_line.terminal import (
    DEFAULT_BOOK,
    PROGRAM_FAILED,
    PathOnly,
    book_option,
    finding_text,
    key_option,
    named,
    opened_to_read,
    print_json,
    print_line,
    say,
    stop,
)
from web.start import loading

if TYPE_CHECKING:
    from dealer.verification.book import HeldAgainst
    from dealer.verification.inspection import Difference, Finding, HouseOfBook, Looked, Watch
    from dealer.verification.streams import Verdict
    from events.book.book import Book
    from events.book.external_head import BookHead
    from events.book.stored_rows import Spans
    from reports.sheets.agreement import Agreement


UNSOUND = 1


@click.command()
@click.argument("nights", nargs=-1)
@book_option(DEFAULT_BOOK)
@click.option(
    "--head",
    "heads",
    type=PathOnly(dir_okay=False),
    multiple=True,
    help="Also check the book against a head that was kept elsewhere.",
)
@click.option(
    "--anchor",
    "anchors",
    type=PathOnly(dir_okay=False),
    multiple=True,
    help="Also check the house against an anchor that was kept elsewhere.",
)
@click.option("--require-head", is_flag=True, help="The book is not sound unless a head was compared with it.")
@key_option
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON and nothing else.")
@click.option(
    "--sheet",
    metavar="TEXT",
    help="Check a sheet against the book instead: the seal in its QR code, or - for standard input.",
)
def verify(
    nights: tuple[str, ...],
    where: str,
    heads: tuple[Path, ...],
    anchors: tuple[Path, ...],
    require_head: bool,
    key_file: Path | None,
    as_json: bool,
    sheet: str | None,
) -> None:
    """Verify nights (without one all of a book, the house, staff and papers): chains, ledger, sums, decided again.

    The exit status is 0 where all is sound (or the sheet agrees), 1 where it is not, and 2 where nothing is wrong with
    the book and the program itself failed.
    """
    if sheet is not None:
        _verify_sheet(nights, where, as_json, sheet)
        return
    with loading():
        from dealer.verification.book import head_missed, held_against, verify_book
        from dealer.verification.house import house_of

    with opened_to_read(where) as book:
        # Before anything of the book: it only grows meanwhile, and is no shorter than they are.
        noted = _noted(where, book)
        kept, unreadable = _heads(where, heads, noted)
        spans = book.spans()
        wanted = nights or tuple(spans.streams)
        house = house_of(book, spans)
        verdicts = [_verify_one(book, night, as_json, spans, house) for night in wanted]
        finding = verify_book(book, spans)
        if not wanted and not finding and not as_json:
            click.echo(_("The book has no night yet."))
        held = [held_against(book, head, path.name) for path, head in kept]
        missed = None if held else head_missed(noted, unreadable, required=require_head)
        anchored = _anchored(book, anchors, key_file or key_file_of(where))
    of_book = [found for found in (finding, missed, *(head.finding for head in held), *anchored.values()) if found]
    sound = not of_book and all(verdict.sound for verdict in verdicts)
    is_wrong = bool(of_book) or bool(_not_sound(verdicts))
    if as_json:
        print_json(
            {
                "sound": sound or (False if is_wrong else None),
                "book": _finding(finding),
                "empty": not wanted,
                "head_missed": _finding(missed),
                "heads": [{"head": head.name, "at": head.head.at, "finding": _finding(head.finding)} for head in held],
                "anchors": [{"anchor": name, "finding": _finding(found)} for name, found in anchored.items()],
                "nights": [_document(verdict) for verdict in verdicts],
            }
        )
    else:
        for found in of_book:
            print_line(_("The book: NOT SOUND. %(finding)s.", finding=finding_text(found)))
        for name in (name for name, found in anchored.items() if not found):
            print_line(_("Checked against %(anchor)s: nothing of the house is missing.", anchor=name))
        if not missed:
            _say_heads(where, held)
        if verdicts or of_book:
            print_line(_overall(verdicts, bool(of_book)))
    if not sound:
        sys.exit(UNSOUND if is_wrong else PROGRAM_FAILED)


def _anchored(book: Book, paths: tuple[Path, ...], key_file: Path) -> dict[str, Finding | None]:
    """What is wrong by each anchor, by its path. The house's key is the one beside its secret key, if that is there."""
    if not paths:
        return {}
    with loading():
        from dealer.verification.anchor import anchor_finding, read_anchor
    from web.command_line.anchor import public_key_beside

    key = public_key_beside(key_file)
    if not key:
        say(
            _(
                "There is no public key of the house at %(file)s. Compare the key in the anchor by hand.",
                file=f"{key_file}.pub",
            )
        )
    return {str(path): anchor_finding(book, read_anchor(path), path.name, key) for path in paths}


def _noted(where: str, book: Book) -> list[Path]:
    """The files in which heads of a book are kept, by its note."""
    from events.book.file import head_beside
    from events.book.head_notes import paths_of

    return paths_of(book.heads_noted(), None if "://" in where else head_beside(Path(where)))


def _heads(
    where: str, paths: tuple[Path, ...], noted: Sequence[Path]
) -> tuple[list[tuple[Path, BookHead]], list[Path]]:
    """The heads to compare with a book: those asked for, those noted and the one beside it; and the unreadable ones."""
    from events.book.external_head import read_head
    from events.book.file import head_beside, open_to_others

    heads, unreadable = [], []
    for path in paths:
        head = read_head(path)
        if head is None:
            stop(_("There is no head of a book at %(file)s.", file=path), "no_such_head")
        heads.append((path, head))
    is_file = "://" not in where
    for path in dict.fromkeys((*([head_beside(Path(where))] if is_file else []), *noted)):
        try:
            own = None if path in paths else read_head(path)
            heads += [(path, own)] if own else []
        except BookError as error:
            say(book_error_text(error))
            unreadable.append(path)
    if is_file:
        others = open_to_others(Path(where))
        if others:
            files = ", ".join(map(str, others))
            say(_("Others can read %(files)s. 'serve' will fix that.", files=files))
    return heads, unreadable


def _say_heads(where: str, held: Sequence[HeldAgainst]) -> None:
    from reports.words.game_words import phrase_text

    for held_against in held:
        if not held_against.finding:
            print_line(phrase_text(held_against.said))
    if not held:
        print_line(
            _(
                "No head of %(book)s was kept elsewhere: a missing end of the book would not be noticed.",
                book=named(where),
            )
        )


def _overall(verdicts: Sequence[Verdict], is_book_wrong: bool) -> str:
    """The verdict on all that was verified, naming what is not sound."""
    wrong = [_("the book"), *_not_sound(verdicts)] if is_book_wrong else _not_sound(verdicts)
    if wrong:
        return _("Verdict: NOT SOUND. See %(names)s.", names=", ".join(wrong))
    failed = [verdict.night for verdict in verdicts if verdict.fault]
    if failed:
        return _("No verdict: the program failed at %(names)s.", names=", ".join(failed))
    return ngettext(
        "Verdict: sound. %(num)s stream verified.", "Verdict: sound. %(num)s streams verified.", len(verdicts)
    )


def _not_sound(verdicts: Sequence[Verdict]) -> list[str]:
    return [verdict.night for verdict in verdicts if verdict.finding and not verdict.fault]


def _verify_one(book: Book, night: str, as_json: bool, spans: Spans, house: HouseOfBook) -> Verdict:
    with _Bar(_("Verifying %(night)s", night=printable(night))) as bar:
        verdict = verdict_of(book, night, bar.show, spans, house)
    if not as_json:
        text, *checks = _lines(verdict)
        print_line(text)
        if verdict.finding and verdict.finding.difference:
            _print_difference(verdict.finding.difference)
        for line in checks:
            print_line(line)
    return verdict


def verdict_of(book: Book, night: str, watch: Watch, spans: Spans, house: HouseOfBook) -> Verdict:
    """Verify a night, or a stream that is none."""
    with loading():
        from dealer.verification.streams import verify as verify_night
        from dealer.verification.streams import verify_house, verify_printings, verify_staff
        from events.common.house import HOUSE, PAPERS, STAFF

    if night == HOUSE:
        return verify_house(book, watch, spans)
    if night == STAFF:
        return verify_staff(book, watch, spans)
    if night == PAPERS:
        return verify_printings(book, watch, spans)
    return verify_night(book, night, watch, spans=spans, house=house)


class _Bar:
    """A bar on standard error, from the first that is heard of the checks on."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: Any = None

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.render_finish()

    def show(self, looked: Sequence[Looked]) -> None:
        """How far the checks are, all together."""
        if self._bar is None:
            self._bar = click.progressbar(length=1, label=self._label, file=sys.stderr)
        self._bar.length = sum(stream.of for stream in looked) or 1
        self._bar.update(sum(stream.done for stream in looked) - self._bar.pos)


def _lines(verdict: Verdict) -> list[str]:
    read = {
        "night": verdict.night,
        "events": ngettext("%(num)s event", "%(num)s events", verdict.events),
        "commands": ngettext("%(num)s command", "%(num)s commands", verdict.commands),
        "refused": number(verdict.refused),
        "seconds": f"{verdict.seconds:.2f}",
    }
    if verdict.fault:
        text = _(
            "%(night)s: NO VERDICT. %(finding)s. That is a fault of the program, not of the book. "
            "Checked %(events)s, %(commands)s (%(refused)s refused) in %(seconds)s s",
            finding=finding_text(verdict.fault),
            **read,
        )
    elif verdict.finding:
        text = _(
            "%(night)s: NOT SOUND. %(finding)s. "
            "Checked %(events)s, %(commands)s (%(refused)s refused) in %(seconds)s s",
            finding=finding_text(verdict.finding),
            **read,
        )
    else:
        text = _(
            "%(night)s: sound. %(events)s, %(commands)s (%(refused)s refused) in %(seconds)s s; head %(head)s",
            head=verdict.head,
            **read,
        )
    wide = max(len(_(looked.check)) for looked in verdict.looked)
    return [text, *(_line(stream, wide) for stream in verdict.looked)]


def _print_difference(difference: Difference) -> None:
    """Print what the book has beside what comes of deciding again, a field a line; fields that differ are marked."""
    from dealer.verification.inspection import Field

    heads = Field(path="", stored=_("in the book"), again=_("decided again"))
    named = max(len(field.path) for field in difference.fields)
    wide = max(len(field.stored) for field in (heads, *difference.fields))
    for field in (heads, *difference.fields):
        differs = field.differs and field is not heads
        line = f"  {'≠' if differs else ' '} {field.path:<{named}}  {field.stored or '–':<{wide}}  {field.again or '–'}"
        # Colour besides, where the terminal has it.
        click.secho(printable_sentence(line), fg="red" if differs else None, bold=differs)


def _line(looked: Looked, wide: int) -> str:
    from reports.words.game_words import phrase_text

    found = ""
    if looked.finding:
        wrong = _("THE PROGRAM FAILS") if looked.finding.fault else _("NOT SOUND")
        place = looked.finding.place
        where = phrase_text(place) if place else _("the night")
        found = "  " + labelled(wrong, where)
    done = _("%(done)s of %(of)s", done=f"{looked.done:>6}", of=looked.of)
    return f"  {_(looked.check):<{wide}}  {done} {_(looked.things):<8}  {looked.seconds:7.3f} s{found}"


def _document(verdict: Verdict) -> dict[str, Any]:
    return {
        "night": verdict.night,
        "sound": None if verdict.fault else verdict.sound,
        "facts": verdict.events,
        "commands": verdict.commands,
        "refused": verdict.refused,
        "head": verdict.head,
        "seconds": round(verdict.seconds, 6),
        "finding": _finding(verdict.finding),
        "checks": [
            {
                "check": looked.check,
                "says": looked.says,
                "things": looked.things,
                "looked_at": looked.done,
                "of": looked.of,
                "seconds": round(looked.seconds, 6),
                "finding": _finding(looked.finding),
            }
            for looked in verdict.looked
        ],
    }


def _finding(finding: Finding | None) -> dict[str, Any] | None:
    if finding is None:
        return None
    found: dict[str, Any] = {
        "check": finding.check,
        "fact": finding.version,
        "command": finding.command,
        "what": finding.what,
    }
    if finding.fault:
        found["fault"] = True
    if finding.difference:
        difference = finding.difference
        found |= {"stored": difference.stored, "decided_again": difference.again, "differs": list(difference.paths)}
    return found


def _verify_sheet(nights: tuple[str, ...], where: str, as_json: bool, sheet: str) -> None:
    """Say whether a sheet agrees with the book; the seal names its night."""
    import reports.games  # noqa: F401  (registers the papers of each game)
    from reports.pdf.seal import NotASeal, read_seal
    from reports.sheets.agreement import agreement_with

    if nights:
        stop(_("Do not name a night: the sheet has it."), "bad_input")
    try:
        seal = read_seal(sys.stdin.read() if sheet == "-" else sheet)
    except NotASeal as error:
        stop(str(error), "not_a_seal")
    with opened_to_read(where) as book, _Bar(_("Verifying %(night)s", night=seal.night)) as bar:
        agreement = agreement_with(book, seal, bar.show)
    if as_json:
        print_json(_sheet_document(agreement))
    else:
        print_line(agreement.why)
        for line in agreement.differences:
            print_line(f"  {line}")
        if agreement.finding:
            print_line(f"  {finding_text(agreement.finding)}.")
    if not agreement.agrees:
        sys.exit(1)


def _sheet_document(agreement: Agreement) -> dict[str, Any]:
    seal = agreement.seal
    return {
        "agrees": agreement.agrees,
        "outcome": agreement.outcome.value,
        "why": agreement.why,
        "night": seal.night,
        "version": seal.version,
        "head": seal.head,
        "since": agreement.since,
        "differences": list(agreement.differences),
        "finding": _finding(agreement.finding),
    }
