"""The books of rules as pages of the documentation, and what is said of a rule on every page alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from reports.game_papers import all_papers
from reports.rulebook import Block, Citation, Drawing, Rule, Rulebook, Table, citations_in
from reports.rulebooks.books import book_citing, rulebooks
from reports.words.house_rules import is_named, rule_name

MADE = "<!-- Made by tools/rules from the rulebooks of reports: change it there. -->"
ABOUT = (
    "Dossiers, rulings, screens and printed house rules cite rules by these numbers, such as “rule 1.4 case 4, "
    "law 1”. The pages are the program’s own words; under each rule stands what it was taken from, and what no source "
    "says. The numbers 5 and 6 stand for nothing."
)


def pages() -> dict[str, str]:
    """All pages by the names of their files."""
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
            f"{law.number}. {_place(Citation(law=law.number))}**{capital(law.said)}.** {_linked(law.means, book)}"
            for law in rule.laws
        )
    yield from _blocks(rule.after, book)
    if settings := settings_of(rule, book):
        yield "House rules: " + "; ".join(_setting(*one) for one in settings) + "."
    yield from provenance(rule)


def capital(text: str) -> str:
    """A text with a capital first letter.

    >>> capital("a bar holds until “it goes”")
    'A bar holds until “it goes”'
    """
    return text[:1].upper() + text[1:]


def provenance(rule: Rule) -> Iterator[str]:
    """What a rule was taken from, and what of it is the program's own."""
    if rule.sources:
        yield "Taken from " + "; ".join(rule.sources) + "."
    if rule.ours:
        yield f"Ours: {rule.ours[:1].lower()}{rule.ours[1:]}"


def settings_of(rule: Rule, book: Rulebook) -> tuple[tuple[str, str, int | None], ...]:
    """The house rules that decide something of a rule: what each is called, its setting, and the case it decides."""
    game = next((papers.name for papers in all_papers() if papers.rulebook is book), "")
    return tuple((rule_name(name, game), name, case) for name, case in rule.settings.items() if is_named(name, game))


def _setting(said: str, name: str, case: int | None) -> str:
    told = f"{said} (`{name}`)"
    return f"{told}, case {case}" if case else told


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
    """A text with what it cites as links."""
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
