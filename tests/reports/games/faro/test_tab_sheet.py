"""The cue-card's marks, in the order in which the cards were shown."""

from __future__ import annotations

import re
from datetime import UTC

from events.facts.papers import CROSS_AND_NAUGHT, MARKS, TABS
from reports.games.faro.layout import SIGNS
from reports.games.faro.papers import TabSheet, tab_sheet_view
from reports.pdf.render import to_html
from reports.render_options import RenderOptions
from tests.reports import nights


def sheet(deal: int, *, closed: bool = True) -> TabSheet:
    night = nights.crowded(closed=closed)
    return tab_sheet_view(night.now, night.facts, deal, UTC)


def test_every_card_of_a_whole_deal_makes_its_mark() -> None:
    cards = nights.pack(1)
    marks = ["·", *("O" if at % 2 == 0 else "I" for at in range(50)), "–"]
    when = ["soda", *(str(at // 2 + 1) for at in range(50)), "hock"]
    expected: dict[str, list[tuple[str, str]]] = {}
    for card, mark, at in zip(cards, marks, when, strict=True):
        expected.setdefault(card[:-1], []).append((mark, at))
    view = sheet(1)
    assert {row.rank: [(one.mark, one.when) for one in row.marks] for row in view.ranks} == expected
    assert (view.soda, view.hock, view.shown, view.turns_dealt) == (cards[0], cards[-1], 52, 25)


def test_a_voided_deal_says_so_and_has_only_its_own_cards() -> None:
    view = sheet(2)
    assert view.voided == "a fifth nine was found in the box"
    assert (view.turns_dealt, view.shown, view.hock) == (9, 19, None)
    assert sum(row.left for row in view.ranks) == 52 - 19


def test_splits_and_what_the_bank_won_stand_beside_their_turns() -> None:
    cards = nights.pack(1)
    split = {turn for turn in range(1, 26) if cards[2 * turn - 1][:-1] == cards[2 * turn][:-1]}
    view = sheet(1)
    assert {turn.number for turn in view.turns if turn.remark == "split"} == split
    assert view.splits == len(split)
    assert view.bank_cents == sum(turn.bank_cents for turn in view.turns) == 2250


def test_words_of_single_turns_and_ranks() -> None:
    cards = ["Ks", "2s", "As", "Jc", "Kh", "2h", "Ah", "2c", "Ac", "2d", "Ad"]
    lines = [nights.opening(), {"do": "start_deal"}, {"do": "expose_soda", "card": cards[0]}]
    for at in range(1, len(cards), 2):
        lines.append({"do": "turn", "loser": cards[at], "winner": cards[at + 1]})
    lines.append({"do": "draw_loser", "card": "9s"})
    night = nights.played(lines)
    view = tab_sheet_view(night.now, night.facts, 1, UTC)
    assert [turn.remark for turn in view.turns] == ["", "hangman’s turn", "", "", "", "winner not drawn"]
    assert {row.rank: row.remark for row in view.ranks if row.remark} == {"A": "wins out", "2": "loses out"}


def test_a_cat_is_said_of_the_last_turn() -> None:
    cards = nights.pack(11)
    last = cards[-3:]
    swap = next(at for at, card in enumerate(cards[:-3]) if card[:-1] == last[0][:-1])
    cards[-1], cards[swap] = cards[swap], cards[-1]
    lines = [nights.opening(), {"do": "start_deal"}, {"do": "expose_soda", "card": cards[0]}]
    lines += [{"do": "turn", "loser": cards[at], "winner": cards[at + 1]} for at in range(1, 51, 2)]
    lines.append({"do": "expose_hock", "card": cards[-1]})
    night = nights.played(lines)
    assert tab_sheet_view(night.now, night.facts, 1, UTC).turns[-1].remark in ("cat", "hangman’s turn, cat")


def test_the_marks_and_their_key_are_those_of_the_house_s_style() -> None:
    view = sheet(1)
    found: dict[str, list[str]] = {}
    for style in MARKS:
        html = to_html("faro/papers.html", "tabs", RenderOptions(), view=view, signs=SIGNS[style])
        found[style] = re.findall(r'<span class="sign[ a-z]*">(.)</span>', html)
        assert f"<b>{SIGNS[style].winner}</b> winner <b>{SIGNS[style].loser}</b> loser" in html
    tabs, older = found[TABS], found[CROSS_AND_NAUGHT]
    assert sorted(tabs) == sorted(["·", "–", *"I" * 25, *"O" * 25])
    assert older == [{"I": "×", "O": "0"}.get(mark, mark) for mark in tabs]
