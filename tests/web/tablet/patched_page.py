"""A page that shows a table, brought on by answers as its script does it, in as few lines as can be read."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TypeAlias

_VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))


class Element:
    """An element with its attributes and what is in it."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.content: list[Node] = []

    @property
    def elements(self) -> list[Element]:
        return [one for one in self.content if isinstance(one, Element)]

    @property
    def said(self) -> tuple[object, ...]:
        """All of it, to be compared; where text breaks is no matter."""
        inside = (one.said if isinstance(one, Element) else " ".join(one.split()) for one in self.content)
        return (self.tag, *sorted(self.attributes.items(), key=str), *(one for one in inside if one))

    def find(self, name: str) -> Element | None:
        for one in self.elements:
            if one.attributes.get("id") == name:
                return one
            if found := one.find(name):
                return found
        return None


Node: TypeAlias = "Element | str"


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, dict(attrs))
        self.open[-1].content.append(made)
        if tag not in _VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].content.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].content.append(data)


def parsed(html: str) -> Element:
    parser = _Parser()
    parser.feed(html)
    (root,) = parser.open
    return root


def parts(page: Element) -> list[tuple[object, ...]]:
    """The parts of a page, wherever they stand, to be compared."""
    found = []
    for one in page.elements:
        if "part" in (one.attributes.get("class") or "").split():
            found.append(one.said)
        else:
            found += parts(one)
    return found


def bring_on(page: Element, html: str) -> int:
    """Put what differs in its place; what came without its content stays as it was. Gives how many elements came."""
    came = parsed(html).elements
    for one in came:
        assert one.tag == "template"
        (inside,) = one.elements
        fresh = inside if "id" in inside.attributes else inside.elements[0]
        _put(page, fresh)
    return len(came)


def _put(page: Element, fresh: Element) -> None:
    old = page.find(fresh.attributes["id"] or "")
    assert old is not None, fresh.attributes
    _fill(old, fresh)
    old.attributes, old.content = fresh.attributes, fresh.content


def _fill(old: Element, fresh: Element) -> None:
    for at, one in enumerate(fresh.content):
        if isinstance(one, Element) and "data-same" in one.attributes:
            kept = old.find(one.attributes["id"] or "")
            assert kept is not None, one.attributes
            assert kept.tag == one.tag
            fresh.content[at] = kept
        elif isinstance(one, Element):
            _fill(old, one)
