"""WeasyPrint as it comes: the same HTML, style sheets and fonts, and a plain PDF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from reports.render_options import FONTS

SCHEME = "casekeeper-font:"


class Fonts(URLFetcher):  # type: ignore[misc]
    """Gives the bundled fonts."""

    def fetch(self, url: str, headers: Any = None) -> Any:
        """The file of a face."""
        if not url.startswith(SCHEME):
            return super().fetch(url, headers)
        font = (FONTS / url.removeprefix(SCHEME)).read_bytes()
        return URLFetcherResponse(url, font, {"Content-Type": "font/woff2"})


def render(pages: Sequence[str], styles: tuple[Path, ...], variant: str | None = None) -> int:
    """The bytes of all PDFs of these pages; the style sheets are read with the first."""
    fetcher, faces, sheets = _read(styles)
    made = (
        weasyprint.HTML(string=page, url_fetcher=fetcher).write_pdf(
            stylesheets=sheets, font_config=faces, pdf_variant=variant
        )
        for page in pages
    )
    return sum(len(one) for one in made)


@cache
def _read(styles: tuple[Path, ...]) -> tuple[Fonts, FontConfiguration, list[weasyprint.CSS]]:
    fetcher, faces = Fonts(allowed_protocols={"data"}), FontConfiguration()
    read = [weasyprint.CSS(string=one.read_text("utf-8"), font_config=faces, url_fetcher=fetcher) for one in styles]
    return fetcher, faces, read
