"""A checker of PDF/A that others wrote: Apache PDFBox's preflight, which knows part 1 of ISO 19005, level B.

What part 3 allows beyond part 1 it finds fault with, and says so; all else that it finds is a fault for us too.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

JARS = Path("/usr/share/java")
"""Where Debian has them."""

_NEEDED = ("preflight", "pdfbox2", "xmpbox", "fontbox2", "commons-logging", "jaxb-api", "javax.activation")
_PACKAGES = "default-jre-headless libpdfbox2-java libjaxb-api-java libactivation-java"
_ALLOWED_BY_PART_3 = (
    r"EmbeddedFile entry is present in the Names dictionary",
    r"EmbeddedFile entry is present in a FileSpecification dictionary",
    r"/XRef cross reference streams are not allowed",
    r"Filter specified in metadata dictionary",
    r"The CIDSet entry is missing for the Composite Subset",
)
"""Files within, packed lists of objects, packed metadata, and fonts that do not list their letters."""


def faults_of(sheets: Mapping[str, bytes], folder: Path) -> dict[str, list[str]]:
    """What preflight finds against each of some sheets, less what part 3 allows; it is run once for all."""
    java = shutil.which("java")
    jars = [JARS / f"{name}.jar" for name in _NEEDED]
    if java is None or not all(path.exists() for path in jars):
        pytest.fail(f"preflight is not installed (on Debian: apt-get install {_PACKAGES}); nothing else can stand in.")
    for name, content in sheets.items():
        (folder / f"{name}.pdf").write_bytes(content)
    listed = folder / "sheets.txt"
    listed.write_text("".join(f"{folder / name}.pdf\n" for name in sheets), "utf-8")
    path = ":".join(map(str, jars))
    command = [java, "-XX:TieredStopAtLevel=1", "-cp", path, "org.apache.pdfbox.preflight.Validator_A1b"]
    subprocess.run([*command, "xml", "group", str(listed)], capture_output=True, check=False)
    judged = ElementTree.parse(f"{listed}.preflight.xml").getroot()
    found = {one.get("name", "").removesuffix(".pdf"): _faults(one) for one in judged.iter("preflight")}
    assert found.keys() == sheets.keys(), "every sheet is judged"
    return found


def _faults(judged: ElementTree.Element) -> list[str]:
    said = [f"{one.findtext('code')}: {one.findtext('details')}" for one in judged.iter("error")]
    assert said or judged.find("exceptionThrown") is None, ElementTree.tostring(judged)
    return [one for one in said if not any(re.search(allowed, one) for allowed in _ALLOWED_BY_PART_3)]
