"""Paths of the fonts, templates, style sheets and catalogs of papers; pages use the same fonts."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

FONTS = _HERE / "fonts"
TEMPLATES = _HERE / "templates"
STYLES = _HERE / "css"
CATALOGS = _HERE / "catalogs"
