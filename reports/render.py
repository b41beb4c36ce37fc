"""From a view to a PDF. WeasyPrint is imported only when the first paper is made, for it takes its time to load.

The same view gives the same bytes: dates come from the night, nothing is fetched, and the fonts are the bundled files.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from functools import cache, partial
from threading import Lock
from typing import Any

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from dealer.wording import counted
from reports import wording
from reports.chart import chart
from reports.paths import FONTS, STYLES, TEMPLATES
from reports.pips import card, pip
from reports.seal import Seal
from reports.swatch import mark_of, small_check, swatch

PAPERS = ("A4", "Letter")
_FONT_SCHEME = "casekeeper-font:"
_one_at_a_time = Lock()


def pdf(template: str, title: str, paper: str, zone: tzinfo | None, **view: Any) -> bytes:
    """A paper as PDF: a template filled with a view, on ``A4`` or ``Letter``."""
    return to_pdf(to_html(template, title, paper, zone, **view))


def to_html(template: str, title: str, paper: str, zone: tzinfo | None, **view: Any) -> str:
    """A paper as the HTML that is printed."""
    if paper not in PAPERS:
        raise ValueError(f"no paper is called {paper[:20]!r}; there are {', '.join(PAPERS)}")
    hour = partial(wording.hour, zone=zone)
    return _templates().get_template(template).render(title=title, paper=paper, hour=hour, **view)


def to_pdf(html: str) -> bytes:
    """HTML as PDF. One at a time: more threads only make it slower."""
    with _one_at_a_time:
        weasyprint, fetcher, faces, styles = _press()
        document = weasyprint.HTML(string=html, url_fetcher=fetcher)
        made: bytes = document.write_pdf(stylesheets=styles, font_config=faces, pdf_tags=True)
    return made


def seal_code(seal: Seal) -> Markup:
    """The seal as a QR code: where a house prints it, the address at which it is checked."""
    return code(seal.code)


def code(text: str) -> Markup:
    """A text as a QR code."""
    return Markup(segno.make(text, error="m", micro=False).svg_inline(border=0, omitsize=True, dark="#1d1a16"))


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for name in ("money", "signed", "or_dash", "signed_or_dash", "signed_number", "clipped", "grouped"):
        made.filters[name] = getattr(wording, name)
    made.globals.update(
        counted=counted,
        swatch=swatch,
        small_check=small_check,
        mark_of=mark_of,
        seal_code=seal_code,
        code=code,
        card=card,
        pip=pip,
        chart=chart,
    )
    return made


@cache
def _press() -> tuple[Any, Callable[..., Any], Any, list[Any]]:
    """WeasyPrint with what it needs for every paper, read once: fetcher, faces and style sheets."""
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class BundledOnly(URLFetcher):
        """Fetches the bundled fonts and ``data:``, and nothing else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            if not url.startswith(_FONT_SCHEME):
                return super().fetch(url, headers)
            name = url.removeprefix(_FONT_SCHEME)
            if name not in {path.name for path in FONTS.glob("*.woff2")}:
                raise ValueError(f"no bundled font is called {name}")
            return URLFetcherResponse(url, (FONTS / name).read_bytes(), {"Content-Type": "font/woff2"})

    fetcher = BundledOnly(allowed_protocols={"data"})
    faces = FontConfiguration()
    styles = [
        weasyprint.CSS(string=(STYLES / name).read_text("utf-8"), font_config=faces, url_fetcher=fetcher)
        for name in ("faces.css", "papers.css", "hands.css", "dossier.css")
    ]
    return weasyprint, fetcher, faces, styles
