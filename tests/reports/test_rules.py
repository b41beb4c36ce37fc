"""House rules and the books of rules: every setting is said and decides a rule, every citation stands in a book."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from marshmallow import fields as fields_of_schemas
from marshmallow.fields import Field
from marshmallow.validate import OneOf, Range
from pypdf import PdfReader

from dealer.commands.refusal import phrase
from dealer.game.house import is_amount
from dealer.games import GAMES, game_called
from dealer.games.faro.reasons import Reason
from dealer.night.disputes import laws
from events.common.night import Setting
from events.schema import schema_for
from reports.game_papers import papers_of
from reports.house_rules import Rule, changed_rules, rule_groups, rule_name, setting_of
from reports.render_options import RenderOptions
from reports.rulebook import Citation, Drawing, Table, citations_in
from reports.rulebooks import MADE, book_called, book_citing, pages, rulebooks
from reports.sheets.rules_sheet import RulesSheet, print_rules_sheet, rules_sheet_view
from reports.words.game_words import phrase_text
from tests.reports import nights

WHERE_IT_MATTERS: dict[str, dict[str, Any]] = {
    "paroli_times": {"running_limit": 80_000},
    "extra_from": {"ante_extra": 2},
    "free_passes": {"voluntary_pass": True},
    "opener_chips": {"wrong_pass_opener": 5},
    "wrong_pass_opener": {"wrong_pass_opener": 5},
    "wrong_pass": {"wrong_pass": 3},
    "dead_hand": {"dead_hand": 2},
}
"""What else a house must have for a setting to have an effect."""


def other_values(field: Field[Any], usual: Any) -> list[Any]:
    """Values that a setting can have besides its usual one."""
    if isinstance(field, fields_of_schemas.Boolean):
        return [not usual]
    if isinstance(field, fields_of_schemas.List):
        return [["single", "high_card"]]
    choices = [choice for rule in field.validators if isinstance(rule, OneOf) for choice in rule.choices]
    if choices:
        return [choice for choice in choices if choice != usual]
    if isinstance(usual, str):
        return [usual[::-1]]
    if is_amount(field):
        return [2 * usual if usual else 500]
    least = [rule.min for rule in field.validators if isinstance(rule, Range)]
    return [(usual or 0) + 1, *(value for value in least if value != usual)]


def cases() -> Iterator[tuple[str, str, Any]]:
    for game, rules in GAMES.items():
        usual = recorded(game)
        for setting, field in schema_for(rules.house).fields.items():
            if setting not in ("preset", "rules"):
                yield from ((game, setting, value) for value in other_values(field, usual[setting]))


def recorded(game: str, **rules: Any) -> dict[str, Setting]:
    """The usual house of a game with some rules of its own."""
    return game_called(game).read_house({"preset": next(iter(GAMES[game].presets)), **rules})


def rules_of(game: str, house: dict[str, Setting]) -> list[Rule]:
    return [rule for group in rule_groups(game, house) for rule in group.rules]


@pytest.mark.parametrize(("game", "setting", "value"), [*cases()], ids=str)
def test_a_changed_setting_is_said_in_a_sentence_and_marked(game: str, setting: str, value: Any) -> None:
    before = recorded(game, **WHERE_IT_MATTERS.get(setting, {}))
    after = {**before, setting: value}
    texts = {rule.text for rule in rules_of(game, after)}
    assert texts != {rule.text for rule in rules_of(game, before)}
    usual = recorded(game)
    alone = rules_of(game, {**usual, setting: value})
    # One rule is marked, with what the preset says in its place; none where the setting has no effect by itself.
    marked = [rule.usual for rule in alone if rule.usual]
    assert len(marked) == (alone != rules_of(game, usual))
    assert set(marked) <= {rule.text for rule in rules_of(game, usual)} - {rule.text for rule in alone}


@pytest.mark.parametrize(
    ("game", "preset"), [(game.name, preset) for game in GAMES.values() for preset in game.presets]
)
def test_a_house_as_its_preset_has_it_marks_nothing_and_says_whole_sentences(game: str, preset: str) -> None:
    house = game_called(game).read_house(preset)
    assert changed_rules(house, game) == []
    rules = rules_of(game, house)
    assert not [rule for rule in rules if rule.usual]
    assert len({rule.text for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.text[0].isupper()
        assert rule.text.endswith(".")
        assert not {"_", "%", "None"} & {*rule.text, *rule.text.split()}


def test_a_limit_that_follows_from_another_is_not_marked_as_changed() -> None:
    rules = rules_of("faro", recorded("faro", limit=20_000))
    assert [rule.text for rule in rules if "case card" in rule.text] == [
        "For a single bet on a case card (the last of its rank in the box) the limit is $100.00."
    ]
    assert [rule.usual for rule in rules if rule.usual] == [
        "A bet or call is at least $0.25 and at most $100.00; checks are paid in full, bank bills up to that limit."
    ]


def recorded_as(game: str, house: object) -> dict[str, Setting]:
    """A house as the event that opens a night records it."""
    return game_called(game).read_house(house)


def test_a_rule_that_a_night_was_opened_without_is_not_said() -> None:
    recorded = recorded_as("faro", "american")
    del recorded["marker_limit"]
    assert changed_rules(recorded, "faro") == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_words_of_its_own(game: str) -> None:
    recorded = recorded_as(game, next(iter(GAMES[game].presets)))
    names = recorded.keys() - {"preset"}
    assert len({rule_name(name, game) for name in names}) == len(names)
    for name in names:
        (rule,) = changed_rules(recorded | {name: "another way"}, game)
        assert "_" not in rule.name
        assert rule.here == "another way"


AT_UTC = RenderOptions(zone=UTC)
MARGIN = 16 * 72 / 25.4
"""In points."""

OF_BOTH = {
    "game": ["fan_tan", "faro"],
    "house": {
        "faro": {"preset": "early_bank", "limit": 20_000, "sleepers": "dealer"},
        "fan_tan": {"preset": "antes", "chip": 50},
    },
}


def view_of(**opening: object) -> RulesSheet:
    night = nights.played([nights.opening(**opening)])
    return rules_sheet_view(night.now, night.events, UTC)


def pages_of(view: RulesSheet, options: RenderOptions = AT_UTC) -> list[str]:
    """The text of every page, without spaces: a column breaks words where it likes. All of it is within the margins."""
    content = print_rules_sheet(view, options)
    assert_within_margins(content)
    return ["".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def assert_within_margins(content: bytes) -> None:
    for page in pypdfium2.PdfDocument(content):
        text = page.get_textpage()
        for at in range(text.count_rects()):
            left, _, right, _ = text.get_rect(at)
            assert left > MARGIN - 1
            assert right < page.get_width() - MARGIN + 1


def close(text: str) -> str:
    return "".join(text.split())


@pytest.fixture(scope="module")
def both() -> tuple[RulesSheet, list[str]]:
    view = view_of(**OF_BOTH)
    return view, pages_of(view)


def test_every_rule_of_both_games_is_on_the_sheet(both: tuple[RulesSheet, list[str]]) -> None:
    view, pages = both
    text = "".join(pages)
    assert [game.game for game in view.games] == ["Fan-Tan", "Faro"]
    said = [f"{rule.number} {rule.text}" for game in view.games for group in game.groups for rule in group.rules]
    said += [" ".join(one) for one in view.games[0].banks_part]
    said += [*(view.games[1].percentages.notes if view.games[1].percentages else ())]
    assert len(said) > 40
    for sentence in said:
        assert close(sentence) in text, sentence


def test_what_is_not_as_the_preset_has_it_is_marked_in_words(both: tuple[RulesSheet, list[str]]) -> None:
    view, pages = both
    assert [game.changed for game in view.games] == [1, 2]
    text = "".join(pages)
    assert close("“antes” with 1 rule changed") in text
    assert close("A chip is $0.50. Changed; “antes” has: A chip is $0.25.") in text
    assert close("“early bank” with 2 rules changed") in text


def test_every_figure_is_on_the_sheet_with_its_fraction(both: tuple[RulesSheet, list[str]]) -> None:
    view, pages = both
    told = view.games[1].percentages
    assert told is not None
    text = "".join(pages).replace("\u200b", "")
    figures = [
        figure
        for row in (*told.rows, *told.of_one_check)
        for figure in (row.laid, row.decided, row.a_turn, row.first_turn)
        if figure
    ]
    figures += [figure for row in told.left for figure in row.figures if figure]
    for figure in figures:
        assert figure.percent + figure.exact in text


def test_every_page_is_numbered_and_sealed(both: tuple[RulesSheet, list[str]]) -> None:
    view, pages = both
    assert len(pages) == 3
    for number, page in enumerate(pages, start=1):
        assert f"page{number}of{len(pages)}" in page
        assert view.seal.head in page


def test_the_usual_house_of_fan_tan_fills_one_sheet_and_tells_of_no_bank() -> None:
    (page,) = pages_of(view_of(game="fan_tan", house="encyclopedia", roll=0, backers=[]))
    assert "Fan-Tanhasnobank" in page
    assert "Ofastakelaid" not in page


ROOT = Path(__file__).parents[2]
FLOORS = ("events", "ledger", "dealer", "reports", "web")
_IN_DOCSTRINGS = re.compile(r"\brulebook (\d(?:\.\d+)?)(?:-(\d\.\d+))?")
_RANGE = re.compile(r"\d\.\d+-\d\.\d+")


def sources() -> Iterator[Path]:
    return chain.from_iterable((ROOT / floor).rglob("*.py") for floor in FLOORS)


def cited_in_code(source: Path) -> Iterator[tuple[str, Citation]]:
    """Every citation in a module: in its texts, in reasons that it makes, and in what it says of itself."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = _RANGE.sub("", node.value)
            yield from ((node.value, one) for _, _, one in citations_in(text))
            for found in _IN_DOCSTRINGS.finditer(node.value):
                yield from ((node.value, Citation(number)) for number in found.groups() if number)
        elif isinstance(node, ast.Call):
            given = {one.arg: one.value.value for one in node.keywords if isinstance(one.value, ast.Constant)}
            if isinstance(node.func, ast.Name) and node.func.id == "under" and isinstance(node.args[0], ast.Constant):
                given["rule"] = node.args[0].value
            if isinstance(rule := given.get("rule"), str) and rule[:1].isdigit():
                case = given.get("case")
                yield ast.unparse(node), Citation(rule, case if isinstance(case, int) else None)


def test_whatever_the_code_cites_stands_in_a_book() -> None:
    found = [(source, said, one) for source in sources() for said, one in cited_in_code(source)]
    assert len(found) > 100
    assert [(source.name, said, one.anchor) for source, said, one in found if book_citing(one) is None] == []


def test_what_the_documentation_cites_stands_in_a_book() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = [(page.name, one) for page in documents for _, _, one in citations_in(page.read_text(encoding="utf-8"))]
    assert found
    assert [(page, one.anchor) for page, one in found if book_citing(one) is None] == []


def test_every_place_is_one_of_a_kind_and_numbered_in_order() -> None:
    places = [one for book in rulebooks() for one in book.citations]
    assert len(places) == len(set(places)) == len({one.anchor for one in places})
    for book in rulebooks():
        assert [rule.number for rule in book.rules] == [f"{book.number}.{at}" for at in range(1, len(book.rules) + 1)]


def test_rule_14_has_the_five_cases_and_rule_19_the_ten_laws_as_rulings_cite_them() -> None:
    rules = {rule.number: rule for rule in book_called("faro").rules}
    assert len(rules["1.4"].cases) == 5
    assert [(law.number, law.title) for law in rules["1.9"].laws] == list(enumerate(laws(), start=1))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("1.3", ("grand or king square", "3-4-10-J the jack square", "2-3-J-Q", "5-6-8-9 the nine square", "4-5-9-10")),
        ("1.10", ("doubles", "on velvet", "earthquake", "piker", "whipsawed", "hangman’s turn", "in hock")),
    ],
)
def test_the_rules_of_faro_explain_the_words_of_the_table(number: str, words: tuple[str, ...]) -> None:
    (rule,) = (rule for rule in book_called("faro").rules if rule.number == number)
    assert [word for word in words if word not in str(rule.says)] == []


@pytest.mark.parametrize("game", [name for name in GAMES if papers_of(name).rulebook])
def test_every_house_rule_decides_a_rule(game: str) -> None:
    for setting in fields(GAMES[game].house):
        if setting.name not in ("preset", "rules"):
            decided = setting_of(setting.name, game).decides
            assert decided, setting.name
            assert book_citing(decided), setting.name


def test_every_row_of_a_table_is_whole() -> None:
    for rule in chain.from_iterable(book.rules for book in rulebooks()):
        for block in (*rule.says, *rule.after):
            assert isinstance(block, str | Drawing) or (
                isinstance(block, Table) and {len(row) for row in block.rows} == {len(block.heads)}
            )


def test_every_rule_says_where_it_comes_from() -> None:
    assert all(rule.sources or rule.ours for book in rulebooks() for rule in book.rules)


def test_the_documentation_is_what_the_books_say() -> None:
    written = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "rules").glob("*.md")}
    assert {name: text for name, text in written.items() if text.startswith(MADE)} == pages(), "run tools/rules"


def test_every_link_between_the_pages_of_the_documentation_leads_somewhere() -> None:
    made = pages()
    places = {name: set(re.findall(r'<a id="([^"]+)"', text)) for name, text in made.items()}
    for name, text in made.items():
        for page, place in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text):
            assert (page or name) in made
            assert not place or place in places[page or name]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Rule 1.4 case 4, law 1: a split", [("Rule 1.4 case 4", "rule-1.4-case-4"), ("law 1", "law-1")]),
        ("Rule 1.10: a tab", [("Rule 1.10", "rule-1.10")]),
        ("laws 1, 6 and 8 speak", [("laws 1", "law-1"), ("6", "law-6"), ("8", "law-8")]),
        ("It stands under law 10, says who ruled.", [("law 10", "law-10")]),
        ("see rule 3.5, turn 4 and case 2", [("rule 3.5", "rule-3.5")]),
        ("the rule of 1880, outlaw 7, lawful, Law of 9", []),
    ],
)
def test_each_citation_is_found_with_its_words(sentence: str, found: list[tuple[str, str]]) -> None:
    assert [(sentence[start:end], one.anchor) for start, end, one in citations_in(sentence)] == found


def test_a_reason_is_cited_as_sentences_are_read() -> None:
    for cited_laws in ((), (1,), (1, 8), (8, 6, 1)):
        cited = phrase_text(Reason(rule="1.4", case=2, laws=cited_laws, why=phrase("won, even money")).cited)
        anchors = [one.anchor for _, _, one in citations_in(cited)]
        assert anchors == ["rule-1.4-case-2", *(f"law-{law}" for law in sorted(cited_laws))]
