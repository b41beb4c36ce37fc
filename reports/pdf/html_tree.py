"""A paper's HTML as the tree that WeasyPrint prints, read by the parser of XML that comes with Python.

WeasyPrint reads HTML of any kind, letter by letter in Python, which takes a thirtieth of the time of a settlement. The
templates close what they open, and so but for a few things their HTML is XML.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_BEGINNING = re.compile(r"\s*<!doctype html>")
_NEVER_CLOSED = re.compile(r"<((?:br|meta)\b[^>]*)>")
_SVG = "{http://www.w3.org/2000/svg}"


def tree_of(html: str) -> Element | None:
    """The elements that a browser makes of a paper; nothing where its HTML is not as that of papers is."""
    # Late, as a server that prints nothing does not need it.
    from xml.etree import ElementTree

    try:
        root = ElementTree.fromstring(_NEVER_CLOSED.sub(r"<\1/>", _BEGINNING.sub("", html, count=1)))
    except ElementTree.ParseError:
        return None
    if [root.tag, *(kid.tag for kid in root)] != ["html", "head", "body"]:
        return None
    for drawing in root.iter("svg"):
        for element in drawing.iter():
            element.tag = _SVG + element.tag
    for table in root.iter("table"):
        _give_rows_a_body(table)
    return root


def _give_rows_a_body(table: Element) -> None:
    parts: list[Element] = []
    body = None
    for part in table:
        if part.tag != "tr":
            body = None
            parts.append(part)
            continue
        if body is None:
            body = table.makeelement("tbody", {})
            parts.append(body)
        body.append(part)
    table[:] = parts
