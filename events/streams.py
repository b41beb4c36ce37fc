"""The streams of a book that are no nights: nobody plays in them, and no page of a night shows them."""

from __future__ import annotations

from events.facts.papers import PAPERS
from events.facts.staff import STAFF

NOT_NIGHTS = frozenset({PAPERS, STAFF})
