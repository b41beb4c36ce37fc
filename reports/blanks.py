"""Blank papers to print and use by hand; each game has its own.

They belong to no night: no seal, no date, no facts with them; the same style gives the same bytes always.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reports.render_options import PLAIN, RenderOptions
from reports.words.language import gettext as _
from reports.words.language import written_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """A blank paper: the name of its file without its end, what it is called and is for, and what prints it."""

    name: str
    title: str
    about: str
    make: Callable[[str, RenderOptions], bytes]

    def print(self, options: RenderOptions = PLAIN) -> bytes:
        """The paper as PDF."""
        with written_in(options.style):
            return self.make(_(self.title), options)
