"""The catalogs of the languages: every text of papers, screens and scripts, with its translations.

The same code gives the same files: there are no dates and no line numbers in them, and the texts are sorted.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

import reports.games  # noqa: F401  (registers the games, whose books have texts)
from ledger.export import FORMATS
from reports import rulebooks
from reports.render_options import CATALOGS
from reports.words.language import ENGLISH, LANGUAGES

ROOT = Path(__file__).parent.parent
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH)

# Which arguments of a call are texts; what is counted has two, and "c" is the context that tells two meanings apart.
CALLS = {
    "BookError": (2,),
    "Refusal": (2,),
    "_": None,
    "gettext": None,
    "marked": None,
    "ngettext": (1, 2),
    "number_of": (2, 3),
    "pgettext": ((1, "c"), 2),
    "phrase": None,
    "say": None,
}
CALLS_OF_SCRIPTS = {"gettext": None, "ngettext": (1, 2)}
SOURCES = (
    ("events", "*.py", "python"),
    ("ledger", "*.py", "python"),
    ("reports", "*.py", "python"),
    ("reports", "*.html", "jinja2"),
    ("dealer", "*.py", "python"),
    ("web", "*.py", "python"),
    ("web", "*.html", "jinja2"),
    ("web", "*.js", "javascript"),
)
TEMPLATES_AS_RENDERED = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
WIDTH = 120

HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: casekeeper\\n"
"Language: {locale}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def texts() -> Catalog:
    """Every text of the code and the templates, untranslated, with the files that it is in."""
    found = Catalog()
    for path, method in _sources():
        at = [(path.relative_to(ROOT).as_posix(), 0)]
        for _, text, comments, context in _texts_in(path, method):
            found.add(text, locations=at, auto_comments=comments, context=context)
    for text in rulebooks.texts():
        found.add(text, locations=[("reports/rulebooks.py", 0)])
    for export in FORMATS.values():
        found.add(export.says, locations=[("ledger/export.py", 0)])
    return found


def read(code: str) -> Catalog:
    """A language's catalog as its file has it."""
    return read_po(BytesIO((CATALOGS / f"{code}.po").read_bytes()), locale=code)


def updated(code: str, found: Catalog) -> bytes:
    """A language's catalog with the texts found: translations are kept, texts that are gone are dropped."""
    catalog = read(code)
    catalog.update(found, no_fuzzy_matching=True)
    lines = BytesIO()
    write_po(
        lines, catalog, width=WIDTH, sort_output=True, omit_header=True, ignore_obsolete=True, include_lineno=False
    )
    header = HEADER.format(locale=code, plurals=Catalog(locale=code).plural_forms)
    return header.encode() + lines.getvalue().lstrip(b"\n")


def _sources() -> Iterator[tuple[Path, str]]:
    found = [(path, method) for folder, names, method in SOURCES for path in (ROOT / folder).rglob(names)]
    # A folder of code has templates beside it: the files are in order, whatever they are.
    yield from sorted(found)


def _texts_in(path: Path, method: str) -> list[tuple[int, Any, list[str], str | None]]:
    options = TEMPLATES_AS_RENDERED if method == "jinja2" else {}
    calls = CALLS_OF_SCRIPTS if method == "javascript" else CALLS
    return extract_from_file(method, path, keywords=calls, comment_tags=("Translators:",), options=options)


def is_translated(message: Message) -> bool:
    """Whether a text has its translation, in all of its plural forms."""
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def main() -> None:
    """Write every catalog anew, and say how much of each is still to be translated."""
    found = texts()
    for code in TRANSLATED:
        (CATALOGS / f"{code}.po").write_bytes(updated(code, found))
        messages = [message for message in read(code) if message.id]
        left = sum(1 for message in messages if not is_translated(message))
        print(f"{code}.po: {len(messages)} texts, {left} of them not translated")


if __name__ == "__main__":
    main()
