"""An error outside the rules and the book: with the files that the house keeps beside it, or with its port."""

from __future__ import annotations


class SetupError(Exception):
    """A file of the house's cannot be had, made or used: a stable code and one sentence for a person."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
