"""Finding what a sentence cites: ``Rule 1.4 case 4, laws 1 and 8`` has three citations, each with a place of its own.

English only, as the screens are; paper has the numbers alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reports.rulebook import Citation

_CITED = re.compile(
    r"\b[Rr]ule (?P<rule>\d+(?:\.\d+)?)(?: case (?P<case>\d+))?"
    r"|\b[Ll]aws? (?P<laws>\d+(?:(?:, \d+)* and \d+)?)"
)
_NUMBER = re.compile(r"\d+")


def citations_in(sentence: str) -> Iterator[tuple[int, int, Citation]]:
    """What a sentence cites, in order: where the words of it begin and end, and the citation.

    >>> [(one.anchor) for _, _, one in citations_in("Rule 1.4 case 4, laws 1 and 8: a split")]
    ['rule-1.4-case-4', 'law-1', 'law-8']
    """
    for found in _CITED.finditer(sentence):
        if found["rule"]:
            case = int(found["case"]) if found["case"] else None
            yield found.start(), found.end(), Citation(found["rule"], case)
            continue
        # The word belongs to the first number: "law 8", "laws 1" and "8" are what is touched.
        start = found.start()
        for number in _NUMBER.finditer(sentence, found.start("laws"), found.end("laws")):
            yield (
                start if number.start() == found.start("laws") else number.start(),
                number.end(),
                Citation(law=int(number[0])),
            )
