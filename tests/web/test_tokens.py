"""The design tokens: what is written is AA on what it is written on, in the dark room and in the bright one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import web

TOKENS = (Path(web.__file__).parent / "static/css/base.css").read_text(encoding="utf-8")

TEXT = 4.5
SIGN = 3.0
"""What WCAG 2.2 AA asks of text (1.4.3), and of the parts of a control or a drawing (1.4.11)."""

WRITTEN: list[tuple[str, str, float]] = [
    *(("cream", ground, TEXT) for ground in ("room", "room-high", "wood", "wood-low", "wood-high")),
    *(("cream-soft", ground, TEXT) for ground in ("room", "wood", "wood-low", "wood-high")),
    *(("brass-soft", ground, TEXT) for ground in ("room-high", "wood", "wood-low")),
    *(("glow", ground, SIGN) for ground in ("room", "wood", "wood-low")),
    *(("cloth-ink", ground, TEXT) for ground in ("cloth", "cloth-dark")),
    ("cloth-ink", "cloth-light", SIGN),
    *(("cloth-mark", ground, SIGN) for ground in ("cloth-light", "cloth", "cloth-dark")),
    *((ink, "card", TEXT) for ink in ("card-ink", "card-case", "alarm", "bead")),
    ("card-dead-ink", "card-dead", TEXT),
    *((ink, "paper", TEXT) for ink in ("ink", "ink-soft", "take", "pay", "bead")),
    ("ink", "paper-low", TEXT),
    ("gone-ink", "gone", TEXT),
    ("amber-ink", "amber", TEXT),
    ("badge-ink", "badge", TEXT),
    *(("white", ground, TEXT) for ground in ("pay", "open", "alarm", "take")),
]


def tokens(theme: str) -> dict[str, str]:
    """The colours of a theme: the bright one says only what differs from the dark."""
    found = {"white": "#ffffff"}
    blocks = {"dark": r":root \{(.*?)\n\}", "bright": r':root\[data-theme="bright"\] \{(.*?)\n\}'}
    for name in ("dark", theme):
        block = re.search(blocks[name], TOKENS, re.DOTALL)
        assert block
        found |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block[1]))
    return found


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_ratio_is_the_one_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["dark", "bright"])
def test_everything_written_can_be_read(theme: str) -> None:
    colours = tokens(theme)
    faint = [
        f"{ink} on {ground}: {contrast(colours[ink], colours[ground]):.2f}, not {least}"
        for ink, ground, least in WRITTEN
        if contrast(colours[ink], colours[ground]) < least
    ]
    assert faint == []


def test_the_bright_room_is_bright() -> None:
    assert luminance(tokens("bright")["room"]) > 0.6
    assert luminance(tokens("dark")["room"]) < 0.05
