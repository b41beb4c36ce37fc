"""The form of a ruling: what is missing is asked for in a sentence before anything is sent to the rules."""

from __future__ import annotations

import pytest

from web.app.schema_fields import FieldRefused
from web.audit.disputes import Row, RulingForm

FULL = {"ruling": "corrected", "law": "4", "reason": "The copper was moved", "rows": (Row("bank", "red", "2.50"),)}

MISSING = [
    ({"ruling": ""}, "ruling", "Choose what is ruled"),
    ({"reason": ""}, "reason", "Give the reason"),
    ({"law": "11"}, "law", "There are the laws 1 to 10"),
    ({"law": "0"}, "law", "There are the laws 1 to 10"),
    ({"law": "4" * 5_000}, "law", "There are the laws 1 to 10"),
    ({"rows": (*FULL["rows"], Row("", "red", "1"))}, "from", "Correction 2: choose from whom it goes."),
    ({"rows": (Row("bank", "", "1"),)}, "to", "Correction 1: choose to whom it goes."),
    ({"rows": (Row("bank", "red", ""),)}, "amount", "Correction 1: say how many dollars."),
    ({"rows": (Row("bank", "red", "1e9"),)}, "amount", "Correction 1: “1e9” is no amount in dollars and cents."),
]


def form(**differs: object) -> RulingForm:
    return RulingForm(dispute="d1", command_id="a-command", **{**FULL, **differs})  # type: ignore[arg-type]


def test_a_form_filled_in_makes_the_command() -> None:
    correction = {"from": "bank", "to": "red", "amount": 250}
    made = {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "reason": "The copper was moved"}
    assert form().document() == {**made, "corrections": [correction], "law": 4}
    assert form(law="").document() == {**made, "corrections": [correction]}


@pytest.mark.parametrize(("differs", "field", "why"), MISSING)
def test_what_is_missing_is_asked_for(differs: dict[str, object], field: str, why: str) -> None:
    with pytest.raises(FieldRefused) as refused:
        form(**differs).document()
    assert refused.value.field == field
    assert refused.value.why.startswith(why)
    assert "rule_dispute" not in refused.value.why
