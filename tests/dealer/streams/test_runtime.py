"""What every stream has alike: the ids of commands whose senders gave none."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dealer import streams as runtime


def test_ids_made_here_are_in_the_order_of_time_and_never_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter((1, 999_999, 1_000_000, 1_764_183_600_000_000_000, 1_764_183_600_001_000_000))
    monkeypatch.setattr(runtime, "time_ns", lambda: next(moments))
    first, second, *later = [runtime.new_command_id() for _ in range(5)]
    assert first != second
    assert first[:12] == second[:12] == "0" * 12
    assert all(one < other for one, other in pairwise((first, *later)))
    assert all(len(one) == 32 and int(one, 16) for one in (first, second, *later))
