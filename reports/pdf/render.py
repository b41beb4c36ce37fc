"""From a view to a PDF. WeasyPrint is imported only when the first paper is made, for it takes its time to load.

The same view gives the same bytes: dates come from the night, nothing is fetched, and the fonts are the bundled files.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable
from datetime import datetime
from functools import cache, partial
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from reports.game_papers import all_papers, papers_of
from reports.paths import FONTS, STYLES, TEMPLATES
from reports.pdf import archive, night_log
from reports.pdf.chart import chart, sparkline
from reports.pdf.drawings import card, checks_of, pip, small_check, suited, swatch
from reports.pdf.html_tree import tree_of
from reports.pdf.missing_letters import missing_letters, numbered
from reports.pdf.seal import Seal
from reports.pdf.square_codes import code_on_paper, fits_foot
from reports.render_options import PLAIN, RenderOptions
from reports.words import formatting, language
from reports.words.formatting import density

ROLL_MM = 80
"""How wide the roll of a slip printer is."""

_FONT_SCHEME = "casekeeper-font:"
_A_MILE_MM = 5_000
_MM_PER_PIXEL = 25.4 / 96
_one_at_a_time = Lock()


def pdf(template: str, title: str, options: RenderOptions, **view: Any) -> bytes:
    """A paper as PDF: a template filled with a view, on the sheets of its options."""
    return to_pdf(to_html(template, title, options, **view), options)


def slip(template: str, title: str, options: RenderOptions, **view: Any) -> bytes:
    """A slip as PDF: a template filled with a view, on the roll, cut where it ends."""
    html = to_html(template, title, options, **view)
    return to_pdf(html, options, tall_mm=_height_on_the_roll(html))


def to_html(template: str, title: str, options: RenderOptions, **view: Any) -> str:
    """A paper as the HTML that is printed."""
    hour = partial(formatting.hour, zone=options.zone)
    with language.written_in(options.style):
        day = partial(formatting.day_of, zone=options.zone)
        shown = {"title": title, "options": options, "paper": options.style.paper, "hour": hour, "day": day, **view}
        shown["device"] = options.device_called
        return _templates().get_template(template).render(lang=options.style.language, **shown)


def to_pdf(html: str, options: RenderOptions = PLAIN, *, tall_mm: float = 0) -> bytes:
    """HTML as PDF, the facts of the options with it; on the roll where ``tall_mm`` says how much of it, at the least.

    One at a time: more threads only make it slower.
    """
    with _one_at_a_time:
        document = _laid_out(html, tall_mm)
        while tall_mm and len(document.pages) > 1:
            tall_mm += 1
            document = _laid_out(html, tall_mm)
        made: bytes = document.write_pdf(
            finisher=archive.finish,
            pdf_variant=archive.VARIANT,
            attachments=_attachments(options, document.metadata.created),
        )
    return made


def style_sheets() -> list[Path]:
    """The style sheets of every paper in their order: those of the house, then each game's own."""
    of_games = [one.folder / "papers.css" for one in all_papers() if one.folder]
    return [STYLES / "papers.css", *(path for path in of_games if path.exists())]


def seal_code(seal: Seal) -> Markup:
    """The seal as a QR code: where a house prints it, the address at which it is checked."""
    return code_on_paper(seal.code)


@cache
def _templates() -> Environment:
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), FunctionLoader(_template_of_a_game)]),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for name in ("money", "brief", "signed", "or_dash", "signed_or_dash", "signed_number", "number", "grouped"):
        made.filters[name] = getattr(formatting, name)
    made.filters["suited"] = suited
    made.globals.update(
        _=_for_html(language.gettext),
        ngettext=_for_html(language.ngettext),
        pgettext=_for_html(language.pgettext),
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
    return made


def _template_of_a_game(name: str) -> str | None:
    """The template that lies in a game's room, by the game's name and its own."""
    game, _, file = name.partition("/")
    folder = papers_of(game).folder
    path = folder / file if folder else None
    return path.read_text("utf-8") if path and path.exists() else None


def _for_html(translate: Callable[..., str]) -> Callable[..., Markup]:
    """A translation as HTML: its own text may hold markup, what is filled in may not."""

    def translated(*given: Any, **named: Any) -> Markup:
        return Markup(translate(*given, **{name: escape(value) for name, value in named.items()}))

    return translated


def _laid_out(html: str, tall_mm: float = 0) -> Any:
    """A paper on its pages; letters that no font has are given by their numbers."""
    document = _set(html, tall_mm)
    letters = missing_letters(document)
    return _set(numbered(html, letters), tall_mm) if letters else document


def _set(html: str, tall_mm: float) -> Any:
    weasyprint, _, faces = _weasyprint()
    roll = f"@page {{ size: {ROLL_MM}mm {tall_mm:.2f}mm }}"
    sheets = [_style_of(tuple(style_sheets())), *([weasyprint.CSS(string=roll)] if tall_mm else [])]
    return _read(html).render(stylesheets=sheets, font_config=faces, pdf_variant=archive.VARIANT)


def _read(html: str) -> Any:
    """A paper as WeasyPrint prints it, which has no other way to be given a tree."""
    weasyprint, fetcher, _ = _weasyprint()
    tree = tree_of(html)
    if tree is None:
        return weasyprint.HTML(string=html, url_fetcher=fetcher)
    page = weasyprint.HTML(string="", url_fetcher=fetcher)
    page.wrapper_element = type(page.wrapper_element).from_html_root(tree, content_language=None)
    page.etree_element = tree
    return page


@cache
def _style_of(paths: tuple[Path, ...]) -> Any:
    """Style sheets as one, so that an element is looked up in one set of rules and not in each sheet's."""
    weasyprint, fetcher, faces = _weasyprint()
    text = "\n".join(path.read_text("utf-8") for path in paths)
    return weasyprint.CSS(string=text, font_config=faces, url_fetcher=fetcher)


def _height_on_the_roll(html: str) -> float:
    """How many millimetres of the roll a slip takes, its margins with it: it is laid out once on a very long sheet.

    They are whole ones. Where it breaks nevertheless, for WeasyPrint leaves a little room at the end of a sheet, it is
    laid out again a millimetre longer.
    """
    with _one_at_a_time:
        (page,) = _laid_out(html, _A_MILE_MM).pages
    box = page._page_box
    body = box.children[0].children[0]
    margins = box.margin_top + box.margin_bottom
    return ceil(float(body.position_y + body.margin_height() - box.margin_top + margins) * _MM_PER_PIXEL)


def _attachments(options: RenderOptions, made_at: str) -> list[Any]:
    """The facts that a sheet carries as a file within the PDF, dated as the paper is."""
    if options.log is None:
        return []
    weasyprint, *_ = _weasyprint()
    dated = datetime.fromisoformat(made_at)
    return [
        weasyprint.Attachment(
            string=options.log(),
            name=night_log.NAME,
            description="facts of the night",
            relationship="Source",
            created=dated,
            modified=dated,
        )
    ]


@cache
def _weasyprint() -> tuple[Any, Callable[..., Any], Any]:
    """WeasyPrint with what it needs for every paper: what fetches for it, and the faces."""
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class BundledOnly(URLFetcher):  # type: ignore[misc]
        """Fetches the bundled fonts and ``data:``, and nothing else."""

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
