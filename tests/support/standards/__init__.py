"""What PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) ask of a PDF, rule by rule.

They are written for what a typesetter of text and lines puts into a file: where a standard allows a thing under
conditions (pictures, forms, layers, signatures, spot colours), these rules ask that it is not there at all. What they
cover, and what not, stands in ``docs/paper.md``.
"""

from __future__ import annotations

from tests.support.standards import access, drawing, files, fonts, metadata
from tests.support.standards.rules import RULES, Given, faults_of

__all__ = ["RULES", "Given", "access", "drawing", "faults_of", "files", "fonts", "metadata"]
