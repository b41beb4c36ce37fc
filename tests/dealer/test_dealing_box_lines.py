"""The lines of Python in docs/dealing-box.md find right boxes right, and every box that was tampered with wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dealer.dealing_box import commitment_to
from dealer.night.boxes import revealed_boxes
from tests.dealer.test_dealing_box import BoxedNight, is_sound

DOCUMENTATION = (Path(__file__).parents[2] / "docs" / "dealing-box.md").read_text(encoding="utf-8")
LINES = DOCUMENTATION.split("```python\n")[1].split("```")[0]


def checked(boxes: dict[str, Any]) -> list[str]:
    """What the lines of the documentation say of some boxes."""
    run = subprocess.run(
        [sys.executable, "-I", "-c", LINES], input=json.dumps(boxes), capture_output=True, text=True, check=False
    )
    return run.stdout.splitlines() if not run.returncode else [run.stderr.splitlines()[-1] + " WRONG"]


def three_deals() -> dict[str, Any]:
    """The boxes of a deal with words, a deal of Pharo, and a deal that was given up."""
    night = BoxedNight(["faro", "pharo"])
    night.do("add_words", player="red", words="Faites “vos” jeux")
    night.do("add_words", player="blue", words="Ümläut \\ ☃")
    for do in ("start_deal", "expose_soda", *["turn"] * 25, "expose_hock", "end_deal"):
        night.do(do, **({"game": "faro"} if do in ("start_deal", "end_deal") else {}))
    for do in ("start_deal", "show_bottom", *["coup"] * 26, "end_deal"):
        night.do(do, **({"game": "pharo"} if do in ("start_deal", "end_deal") else {}))
    for do in ("start_deal", "expose_soda", "turn"):
        night.do(do, **({"game": "faro"} if do == "start_deal" else {}))
    night.do("void_deal", game="faro", reason="given up")
    assert is_sound(night)
    document: dict[str, Any] = json.loads(json.dumps(revealed_boxes(night.service.night(night.night))))
    return document


def test_the_lines_of_the_documentation_find_right_boxes_right() -> None:
    verdicts = checked(three_deals())
    assert [line.split(" [")[0] for line in verdicts] == [f"2026-11-21-1 box {box} right" for box in (1, 2, 3)]


def other_hex(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def swapped(values: list[Any], first: int, second: int) -> list[Any]:
    values[first], values[second] = values[second], values[first]
    return values


def drawn(box: dict[str, Any]) -> list[str]:
    """The cards of the only run of a box."""
    ((_, run),) = box["drawn"]
    return run


Boxes = list[dict[str, Any]]
TAMPERED: dict[str, Callable[[Boxes], Any]] = {
    "a card changed": lambda boxes: drawn(boxes[0]).__setitem__(7, "Qs" if drawn(boxes[0])[7] != "Qs" else "Kh"),
    "two cards swapped": lambda boxes: swapped(drawn(boxes[0]), 7, 8),
    "the soda changed": lambda boxes: drawn(boxes[0]).__setitem__(0, drawn(boxes[0])[51]),
    "the hock changed": lambda boxes: drawn(boxes[0]).__setitem__(51, drawn(boxes[0])[0]),
    "a card left out": lambda boxes: drawn(boxes[0]).pop(20),
    "a card put in": lambda boxes: drawn(boxes[0]).insert(20, "Qs"),
    "a card more than the pack has": lambda boxes: drawn(boxes[0]).append("Qs"),
    "a card without a suit": lambda boxes: drawn(boxes[0]).__setitem__(3, drawn(boxes[0])[3][:-1]),
    "the place of the cards": lambda boxes: boxes[2]["drawn"][0].__setitem__(0, 1),
    "the secret changed": lambda boxes: boxes[0].update(secret=other_hex(boxes[0]["secret"])),
    "the commitment changed": lambda boxes: boxes[0].update(commitment=other_hex(boxes[0]["commitment"])),
    "the secret and its commitment changed": lambda boxes: boxes[0].update(
        secret="00" * 32, commitment=commitment_to("00" * 32)
    ),
    "another box's secret and commitment": lambda boxes: boxes[0].update(
        secret=boxes[2]["secret"], commitment=boxes[2]["commitment"]
    ),
    "a whole deal given out for another": lambda boxes: boxes.append({**boxes[0], "box": 4}),
    "words changed": lambda boxes: boxes[0]["words"][0].__setitem__(1, "Faites vos jeux"),
    "the order of words": lambda boxes: swapped(boxes[0]["words"], 0, 1),
    "a player's words left out": lambda boxes: boxes[0]["words"].pop(),
    "all words left out": lambda boxes: boxes[0]["words"].clear(),
    "words added": lambda boxes: boxes[0]["words"].append(["white", "after the soda"]),
    "words given to another player": lambda boxes: boxes[0]["words"][0].__setitem__(0, "white"),
    "words of two run together": lambda boxes: boxes[0].update(
        words=[["red", "".join(w for _, w in boxes[0]["words"])]]
    ),
    "the number of the deal": lambda boxes: boxes[0].update(round=2),
    "the number of the box": lambda boxes: boxes[0].update(box=5),
    "the night": lambda boxes: boxes[0].update(night="2026-11-22-1"),
    "the game": lambda boxes: boxes[0].update(game="pharo"),
    "the pack in another order": lambda boxes: swapped(boxes[0]["pack"], 3, 4),
    "a card twice in the pack": lambda boxes: boxes[0]["pack"].__setitem__(3, boxes[0]["pack"][4]),
    "a short pack": lambda boxes: boxes[0]["pack"].pop(),
}


def test_the_lines_find_each_box_that_was_tampered_with() -> None:
    right, verdicts = three_deals(), {}
    for name, tamper in TAMPERED.items():
        boxes = json.loads(json.dumps(right))
        tamper(boxes["boxes"])
        verdicts[name] = any("WRONG" in line for line in checked(boxes))
    assert len(TAMPERED) >= 20
    assert [name for name, is_caught in verdicts.items() if not is_caught] == []
