"""Renders a view to PDF. WeasyPrint is imported with the first paper, because it loads slowly."""

from __future__ import annotations

import atexit
import re
from collections.abc import Callable, Iterator
from ctypes import CDLL
from datetime import datetime
from functools import cache, partial
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any
from unicodedata import normalize

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from dealer.commands.refusal import Listed, Refusal
from reports.game_papers import all_papers, papers_of
from reports.pdf import archive
from reports.pdf.drawings import card, chart, checks_of, pip, small_check, sparkline, suited, swatch
from reports.pdf.qr_codes import code_on_paper, fits_foot
from reports.pdf.seal import Seal
from reports.render_options import FONTS, PLAIN, STYLES, TEMPLATES, RenderOptions
from reports.words import formatting, language
from reports.words.formatting import density

_OF_THE_BUNDLED_FONTS = re.compile(
    "[\x00-\u0148\u014a-\u017e\u01fa-\u021b\u2009-\u200f"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u202f\u2039\u203a\u20ac\u2212]*"
)
"""Letters of most texts, which need no closer look."""


def missing_letters(document: Any) -> set[str]:
    """The letters of a document laid out by WeasyPrint for which it found no font."""
    return {
        letter
        for page in document.pages
        for box in page._page_box.descendants()
        if not _OF_THE_BUNDLED_FONTS.fullmatch(getattr(box, "text", ""))
        for unknown in _without_a_glyph(box)
        for letter in _as_written(unknown, box.text)
    }


def numbered(html: str, letters: set[str]) -> str:
    """A paper's HTML with these letters replaced by their code points: ``[U+674E 5C0F]``."""
    some = re.compile(f"[{''.join(map(re.escape, sorted(letters)))}]+")
    return some.sub(lambda match: f"[U+{' '.join(f'{ord(letter):04X}' for letter in match[0])}]", html)


def _as_written(letter: str, text: str) -> Iterator[str]:
    """The letter, or the letters of a text that it is part of: Thai's sara am is drawn as two other letters."""
    if letter in text:
        yield letter
    else:
        yield from (written for written in text if letter in normalize("NFKD", written))


def _without_a_glyph(box: Any) -> Iterator[str]:
    """The letters of a line of text that Pango marks as unknown; checked as WeasyPrint does when it draws."""
    from weasyprint.text.ffi import ffi, pango

    box.pango_layout.reactivate(box.style)
    line, _ = box.pango_layout.get_first_line()
    run = line.runs[0]
    while run != ffi.NULL:
        glyphs = run.data.glyphs
        for at in range(glyphs.num_glyphs):
            glyph = glyphs.glyphs[at].glyph
            if glyph != pango.PANGO_GLYPH_EMPTY and glyph & pango.PANGO_GLYPH_UNKNOWN_FLAG:
                yield chr(glyph - pango.PANGO_GLYPH_UNKNOWN_FLAG)
        run = run.next
    box.pango_layout.deactivate()


ROLL_MM = 80
"""Width of the roll of a slip printer."""

_FONT_SCHEME = "casekeeper-font:"
_A_MILE_MM = 5_000
_MM_PER_PIXEL = 25.4 / 96
_one_at_a_time = Lock()


def pdf(template: str, title: str, options: RenderOptions, **view: Any) -> bytes:
    """Render a template with a view as PDF, on sheets in the chosen style."""
    return to_pdf(to_html(template, title, options, **view), options)


def blank_paper(
    title: str, options: RenderOptions, kind: str, *, template: str = "", orientation: str = "portrait", **view: Any
) -> bytes:
    """Render a blank paper as PDF.

    The macro ``blank`` of ``template`` draws it from the title and the view; without one it is the score sheet of a
    game played for points. ``kind`` has the classes of its style; ``orientation`` is ``portrait`` or ``landscape``.
    """
    return pdf("blank.html", title, options, kind=kind, game_template=template, orientation=orientation, view=view)


def slip(template: str, title: str, options: RenderOptions, **view: Any) -> bytes:
    """Render a template with a view as PDF on the roll, cut at its end."""
    html = to_html(template, title, options, **view)
    return to_pdf(html, options, tall_mm=_height_on_the_roll(html))


def to_html(template: str, title: str, options: RenderOptions, **view: Any) -> str:
    """Render a template with a view as HTML for printing."""
    hour = partial(formatting.hour, zone=options.zone)
    with language.written_in(options.style):
        day = partial(formatting.day_of, zone=options.zone)
        shown = {"title": title, "options": options, "paper": options.style.paper, "hour": hour, "day": day, **view}
        shown["device"] = options.device_called
        return _templates().get_template(template).render(lang=options.style.language, **shown)


def to_pdf(html: str, options: RenderOptions = PLAIN, *, tall_mm: float = 0) -> bytes:
    """Convert HTML to PDF with the events in the options; on the roll with at least ``tall_mm`` if that is given.

    Runs one at a time: more threads only make it slower.
    """
    with _one_at_a_time:
        document = _laid_out(html, tall_mm)
        while tall_mm and len(document.pages) > 1:
            tall_mm += 1
            document = _laid_out(html, tall_mm)
        pdf: bytes = document.write_pdf(
            finisher=archive.finish,
            pdf_variant=archive.VARIANT,
            attachments=_attachments(options, document.metadata.created),
        )
    return pdf


def drawn(template: str, macro: str, **view: Any) -> Markup:
    """What a macro of a template draws, in the language in force."""
    draw: Callable[..., str] = getattr(_templates().get_template(template).module, macro)
    return Markup(draw(**view))


def style_sheets() -> list[Path]:
    """The style sheets of all papers in order: the house's first, then each game's."""
    of_games = [papers.folder / "papers.css" for papers in all_papers() if papers.folder]
    return [STYLES / "papers.css", *(path for path in of_games if path.exists())]


def seal_code(seal: Seal) -> Markup:
    """The seal as a QR code; it holds the address of the check if a house prints it."""
    return code_on_paper(seal.code)


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), FunctionLoader(_template_of_a_game)]),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for name in (
        "money",
        "brief",
        "signed",
        "or_dash",
        "signed_or_dash",
        "signed_number",
        "number",
        "grouped",
        "short_date",
    ):
        environment.filters[name] = getattr(formatting, name)
    environment.filters["suited"] = suited
    environment.globals.update(
        **language.for_html(),
        swatch=swatch,
        small_check=small_check,
        checks_of=checks_of,
        seal_code=seal_code,
        code=code_on_paper,
        fits_foot=fits_foot,
        card=card,
        pip=pip,
        chart=chart,
        density=density,
        sparkline=sparkline,
    )
    return environment


def _template_of_a_game(name: str) -> str | None:
    """The template in a game's folder, by the names of the game and the template."""
    game, _, file = name.partition("/")
    folder = papers_of(game).folder
    path = folder / file if folder else None
    return path.read_text("utf-8") if path and path.exists() else None


def _laid_out(html: str, tall_mm: float = 0) -> Any:
    """Lay out a paper; letters that no font has are replaced by their code points."""
    document = _set(html, tall_mm)
    letters = missing_letters(document)
    return _set(numbered(html, letters), tall_mm) if letters else document


def _set(html: str, tall_mm: float) -> Any:
    weasyprint, fetcher, faces = _weasyprint()
    roll = f"@page {{ size: {ROLL_MM}mm {tall_mm:.2f}mm }}"
    sheets = [_style_of(tuple(style_sheets())), *([weasyprint.CSS(string=roll)] if tall_mm else [])]
    page = weasyprint.HTML(string=html, url_fetcher=fetcher)
    return page.render(stylesheets=sheets, font_config=faces, pdf_variant=archive.VARIANT)


@cache
def _style_of(paths: tuple[Path, ...]) -> Any:
    """Combine style sheets into one, so that elements are matched against a single set of rules."""
    weasyprint, fetcher, faces = _weasyprint()
    text = "\n".join(path.read_text("utf-8") for path in paths)
    return weasyprint.CSS(string=text, font_config=faces, url_fetcher=fetcher)


def _height_on_the_roll(html: str) -> float:
    """The height in millimetres that a slip needs on the roll, margins included, found on a very long sheet.

    It is rounded up. If the slip still breaks, because WeasyPrint leaves room at the end of a sheet, it is laid out
    again a millimetre longer.
    """
    with _one_at_a_time:
        (page,) = _laid_out(html, _A_MILE_MM).pages
    box = page._page_box
    body = box.children[0].children[0]
    margins = box.margin_top + box.margin_bottom
    return ceil(float(body.position_y + body.margin_height() - box.margin_top + margins) * _MM_PER_PIXEL)


def _attachments(options: RenderOptions, made_at: str) -> list[Any]:
    """The events that a sheet carries as a file in the PDF, with the date of the paper."""
    if options.log is None:
        return []
    weasyprint, *_ = _weasyprint()
    dated = datetime.fromisoformat(made_at)
    return [
        weasyprint.Attachment(
            string=options.log(),
            name=archive.NAME,
            description="events of the night",
            relationship="Source",
            created=dated,
            modified=dated,
        )
    ]


LIBRARIES = {
    "libpango-1.0.so.0": "libpango-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
}
"""The system's libraries that WeasyPrint needs, and the Debian packages that they are in."""


def assert_can_print() -> None:
    """Raise :class:`Refusal` (``press_failed``) if a system library for printing is missing."""
    try:
        for library in LIBRARIES:
            CDLL(library)
    except OSError:
        raise Refusal(
            "press_failed",
            "Papers cannot be printed on this machine. Install the Debian packages %(packages)s.",
            packages=Listed(tuple(LIBRARIES.values())),
        ) from None


@cache
def _weasyprint() -> tuple[Any, Callable[..., Any], Any]:
    """WeasyPrint with its parts for every paper: the fetcher and the fonts; raises as :func:`assert_can_print`."""
    assert_can_print()
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class BundledOnly(URLFetcher):  # type: ignore[misc]
        """Fetches the bundled fonts and ``data:`` URLs, and nothing else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            if not url.startswith(_FONT_SCHEME):
                return super().fetch(url, headers)
            name = url.removeprefix(_FONT_SCHEME)
            if name not in {path.name for path in FONTS.glob("*.woff2")}:
                raise ValueError(f"no bundled font is called {name}")
            return URLFetcherResponse(url, (FONTS / name).read_bytes(), {"Content-Type": "font/woff2"})

    faces = FontConfiguration()
    # It removes its folder when it is collected, which may be so late in a process that what removes folders is gone.
    atexit.register(faces.__del__)
    return weasyprint, BundledOnly(allowed_protocols={"data"}), faces
