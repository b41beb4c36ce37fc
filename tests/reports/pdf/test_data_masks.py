"""The mask of a square code is the one that segno finds, and what it is judged by comes to the same points."""

from __future__ import annotations

from random import Random

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st
from segno import encoder

from reports.pdf.qr_codes import _number, _Size, with_best_mask

SIDE = 21


def _of_bits(some: bytes) -> bytearray:
    return bytearray(byte & 1 for byte in some)


FINDER = (1, 0, 1, 1, 1, 0, 1)
PIECES = st.sampled_from([(0,), (1,), (0,) * 4, (1,) * 5, (0,) * 6, FINDER, FINDER[1:], FINDER + FINDER[1:]])
LINES = st.lists(PIECES, min_size=SIDE, max_size=SIDE).map(lambda pieces: bytearray(sum(pieces, ())[:SIDE]))
MODULES = st.lists(
    st.one_of(LINES, st.binary(min_size=SIDE, max_size=SIDE).map(_of_bits)), min_size=SIDE, max_size=SIDE
)


@given(MODULES)
def test_modules_of_any_kind_come_to_the_points_of_segno(modules: list[bytearray]) -> None:
    columns = [bytes(column) for column in zip(*modules, strict=True)]
    theirs = encoder.evaluate_mask(modules, SIDE, SIDE)  # type: ignore[no-untyped-call]
    assert _Size.of(1).penalty(_number(modules), _number(columns)) == theirs


@pytest.mark.parametrize("letters", [8, 60, 150, 220, 260, 400, 4_000])
def test_a_code_of_any_size_is_the_one_of_segno(letters: int) -> None:
    """From version 7 on a code says its version, which is entered after the mask was chosen."""
    random = Random(letters)
    chosen = set()
    for _ in range(20 if letters < 1_000 else 1):
        text = random.randbytes(letters // 2).hex().upper()
        theirs = segno.make(text, error="l", micro=False)
        ours = with_best_mask(segno.make(text, error="l", mask=0, micro=False))
        assert (ours.mask, [*ours.matrix]) == (theirs.mask, [*theirs.matrix])
        chosen.add(ours.mask)
    assert len(chosen) > 1 or letters >= 1_000
