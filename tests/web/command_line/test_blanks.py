"""``casekeeper blanks``: every blank paper as a PDF in a folder."""

from __future__ import annotations

from pathlib import Path

from pypdf import PdfReader

from reports.game_papers import all_blanks
from tests.web.command_line.called import assert_one_sentence, casekeeper


def test_every_blank_is_written_in_the_style_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "wall"
    ran = casekeeper("blanks", "--out", out, "--paper", "Letter", "--marks", "cross_and_naught")
    assert ran.exit_code == 0
    assert ran.stdout.splitlines() == [str(out / f"{name}.pdf") for name in all_blanks()]
    for name in all_blanks():
        box = PdfReader(out / f"{name}.pdf").pages[0].mediabox
        assert sorted([round(float(box.width)), round(float(box.height))]) == [612, 792]
    assert "× winner" in PdfReader(out / "cue-cards.pdf").pages[0].extract_text()


def test_a_folder_that_cannot_be_written_to_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert_one_sentence(casekeeper("blanks", "--out", tmp_path / "file" / "wall"), "unwritable")
