"""All rulebooks: what a ruling may cite, the house rules that decide a rule, and Markdown pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from events.frozen import Frozen
from reports.game_papers import all_papers, papers_of
from reports.house_rules import SHARED_SETTINGS, Setting, settings_of
from reports.rulebook import SHARED_BOOKS, Block, Citation, Drawing, Rule, Rulebook, Table, citations_in
from reports.words.language import gettext as _


def rulebooks() -> tuple[Rulebook, ...]:
    """The books in the order of their numbers."""
    books = (*(papers.rulebook for papers in all_papers() if papers.rulebook), *SHARED_BOOKS)
    return tuple(sorted(books, key=lambda book: int(book.number)))


class Citable(Frozen, kw_only=False):
    """A law or a rule that a ruling may cite, with its short text."""

    citation: Citation
    title: str

    @property
    def value(self) -> str:
        """Its value in a form: the number of a law, or the words that cite a rule."""
        if self.citation.law:
            return str(self.citation.law)
        return _("Rule %(number)s (%(title)s)", number=self.citation.rule, title=_(self.title))

    @property
    def text(self) -> str:
        """Number and text: ``Law 1: bets are taken or paid as they lie``, ``Rule 3.3: Antes and passes``."""
        if self.citation.law:
            return _("Law %(number)s: %(text)s", number=self.citation.law, text=_(self.title))
        return _("Rule %(number)s: %(title)s", number=self.citation.rule, title=_(self.title))


def citable_in(game: str) -> tuple[Citable, ...]:
    """What a ruling on a game may cite: the game's laws if it has any, else the rules of its book."""
    book = papers_of(game).rulebook
    rules = book.rules if book else ()
    laws = tuple(Citable(Citation(law=law.number), law.title) for rule in rules for law in rule.laws)
    return laws or tuple(Citable(Citation(rule=rule.number), rule.title) for rule in rules)


def book_called(name: str) -> Rulebook:
    """A book by its name; :class:`LookupError` if there is none."""
    for book in rulebooks():
        if book.name == name:
            return book
    raise LookupError(f"there are no rules called {name}")


def book_citing(citation: Citation) -> Rulebook | None:
    """The book that contains a citation; ``None`` if none does."""
    return next((book for book in rulebooks() if citation in book.citations), None)


MADE = "<!-- Made by tools/rules from the rulebooks of reports: change it there. -->"
ABOUT = (
    "Dossiers, rulings, screens and printed house rules cite rules by these numbers, such as “rule 1.4 "
    "case 4, law 1”. The wording is the program’s own. Each rule names its sources, and what no source "
    "says. The numbers 5 and 6 are unused."
)


def cell_text(cell: str) -> str:
    """A cell of a table of the rules in the language in force; figures and cards stay as they are."""
    return _(cell) if has_words(cell) else cell


def texts() -> Iterator[str]:
    """Every text of the books, for the catalogs."""
    yield ABOUT
    for book in rulebooks():
        yield from (book.title, book.about)
        for rule in book.rules:
            yield rule.title
            for block in (*rule.says, *rule.after):
                yield from _texts_of(block)
            yield from rule.cases
            for law in rule.laws:
                yield from (law.title, law.means)
            yield from filter(None, (*rule.sources, rule.ours))


def _texts_of(block: Block) -> Iterator[str]:
    match block:
        case Table():
            yield from filter(has_words, chain(block.heads, *block.rows))
        case Drawing():
            yield block.shows
        case str():
            yield block


def has_words(text: str) -> bool:
    """Whether a text has anything to translate, and not only figures, cards and signs."""
    return _WORD.search(text) is not None


_WORD = re.compile(r"[^\W\d_]{2,}")


def pages() -> dict[str, str]:
    """All pages by file name."""
    return {"README.md": _index_page(), **{f"{book.name}.md": _book_page(book) for book in rulebooks()}}


def _index_page() -> str:
    """The page that lists the books."""
    books = (f"- [Rule {book.number}: {book.title}]({book.name}.md). {book.about}" for book in rulebooks())
    return _page("# The rules", _linked(ABOUT), "\n".join(books))


def _book_page(book: Rulebook) -> str:
    """The page of one book."""
    parts = [f"# {_place(Citation(book.number))}Rule {book.number}: {book.title}", _linked(book.about, book)]
    for rule in book.rules:
        parts += _rule(rule, book)
    return _page(*parts, "[The other rules](README.md)")


def _page(*parts: str) -> str:
    return "\n\n".join((MADE, *parts)) + "\n"


def _rule(rule: Rule, book: Rulebook) -> Iterator[str]:
    yield f"## {_place(Citation(rule.number))}{rule.number} {rule.title}"
    yield from _blocks(rule.says, book)
    if rule.cases:
        yield "\n".join(
            f"{number}. {_place(Citation(rule.number, number))}{_linked(case, book)}"
            for number, case in enumerate(rule.cases, start=1)
        )
    if rule.laws:
        yield "\n".join(
            f"{law.number}. {_place(Citation(law=law.number))}**{capital(law.title)}.** {_linked(law.means, book)}"
            for law in rule.laws
        )
    yield from _blocks(rule.after, book)
    if settings := deciding(rule, book):
        yield "House rules: " + "; ".join(map(_setting, settings)) + "."
    yield from provenance(rule)


def capital(text: str) -> str:
    """A text with a capital first letter.

    >>> capital("a bar holds until “it goes”")
    'A bar holds until “it goes”'
    """
    return text[:1].upper() + text[1:]


def provenance(rule: Rule) -> Iterator[str]:
    """The sources of a rule, and what the program adds to them."""
    if rule.sources:
        yield _("Taken from %(sources)s.", sources="; ".join(map(_, rule.sources)))
    if rule.ours:
        yield _("Ours: %(text)s", text=_(rule.ours))


def deciding(rule: Rule, book: Rulebook) -> tuple[Setting, ...]:
    """The house rules that decide part of a rule."""
    game = next((papers.name for papers in all_papers() if papers.rulebook is book), "")
    settings = chain.from_iterable(settings_of(game).values()) if game else SHARED_SETTINGS
    return tuple(setting for setting in settings if setting.rule == rule.number)


def _setting(setting: Setting) -> str:
    text = f"{setting.name} (`{setting.field}`)"
    return f"{text}, case {setting.case}" if setting.case else text


def _blocks(blocks: Iterable[Block], book: Rulebook) -> Iterator[str]:
    for block in blocks:
        match block:
            case Table():
                rows = (block.heads, ("---",) * len(block.heads), *block.rows)
                yield "\n".join(f"| {' | '.join(_linked(cell, book) for cell in row)} |" for row in rows)
            case Drawing():
                yield "\n".join(f"    {line}" for line in block.lines.splitlines())
            case str():
                yield _linked(block, book)


def _linked(text: str, here: Rulebook | None = None) -> str:
    """A text with its citations as links."""
    marks = [(start, end, f"[{text[start:end]}]({_address(cited, here)})") for start, end, cited in citations_in(text)]
    cuts = [(0, 0, ""), *marks, (len(text), len(text), "")]
    return "".join(left[2] + text[left[1] : right[0]] for left, right in pairwise(cuts))


def _address(cited: Citation, here: Rulebook | None) -> str:
    book = book_citing(cited)
    if book is None:
        raise AssertionError(f"{cited.anchor} is cited, and stands nowhere")
    return f"#{cited.anchor}" if book is here else f"{book.name}.md#{cited.anchor}"


def _place(cited: Citation) -> str:
    return f'<a id="{cited.anchor}"></a>'
