"""A hand in the file: whatever it does to the rows is named at the exact fact; a night rebuilt whole, by the paper."""

from __future__ import annotations

import json
from sys import getrecursionlimit
from typing import Any

import pytest

from dealer.verification.chains import CHAINS
from dealer.verification.inspection import Finding, Rows
from dealer.verification.night import verify_rows
from events.book.chain import COMMAND_COLUMNS, FACT_COLUMNS
from events.book.documents import canonical
from tests.support.stored import (
    KINDS,
    both_made_good,
    copied,
    facts_made_good,
    first_of,
    nights,
    of_both_games,
    renumbered,
    stored,
    with_command,
    with_fact,
)


def finding(rows: Rows) -> Finding:
    """What a night that was tampered with is found out by."""
    found = verify_rows(rows).finding
    assert found
    return found


def spoiled(value: Any) -> Any:
    """Another value of the same sort."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case None:
            return 1
        case [{**first}, *rest]:
            return [{**first, **{name: spoiled(one) for name, one in list(first.items())[:1]}}, *rest]
        case [*rest, _]:
            return rest
        case {**named}:
            return {**named, "x": 1}
        case _:
            return ["7h"]


def test_the_nights_that_are_tampered_with_are_sound_and_hold_every_kind_of_fact() -> None:
    assert {row.kind for rows in nights() for row in rows.facts} == set(KINDS)
    assert any(row.refused for rows in nights() for row in rows.commands)
    for rows in nights():
        assert verify_rows(copied(rows)).finding is None


@pytest.mark.parametrize("column", [*FACT_COLUMNS, "hash"])
def test_each_column_of_each_kind_of_fact_is_watched(column: str) -> None:
    """Changed to another value of its sort, or to one of another, it is the very fact that is named."""
    for kind in KINDS:
        rows, version = first_of(kind)
        value = getattr(rows.facts[version - 1], column)
        for other in (spoiled(value), None, 1.5):
            found = verify_rows(with_fact(rows, version, **{column: other}), CHAINS).finding
            assert found, (kind, other)
            assert (found.check, found.version) == ("chain of facts", version), (kind, other)


@pytest.mark.parametrize("column", [*COMMAND_COLUMNS, "hash"])
def test_each_column_of_each_command_is_watched(column: str) -> None:
    """Of every word, and of one that was refused."""
    seen = set()
    for rows in nights():
        for row in rows.commands:
            word = (json.loads(row.body)["do"], row.refused is None)
            if word in seen:
                continue
            seen.add(word)
            found = verify_rows(
                with_command(rows, row.number, **{column: spoiled(getattr(row, column))}), CHAINS
            ).finding
            assert found, word
            assert (found.check, found.command) == ("chain of commands", row.number), word
    assert len(seen) > 40


@pytest.mark.parametrize("kind", KINDS)
def test_each_field_of_each_kind_of_fact_is_watched_by_the_rules(kind: str) -> None:
    """Whoever changes it makes every hash good, to the end: the rules still make another fact of the same command."""
    rows, version = first_of(kind)
    body: dict[str, Any] = json.loads(rows.facts[version - 1].body)
    for field, value in body.items():
        forged = canonical({**body, field: spoiled(value)})
        found = finding(both_made_good(with_fact(rows, version, body=forged)))
        assert found.version == version, (field, found)


def test_a_marker_that_was_forged_to_nobody_is_held_against_what_its_command_makes() -> None:
    """It was said to be "nobody", and no more: the night could not be folded."""
    rows, version = first_of("MarkerIssued")
    body: dict[str, Any] = json.loads(rows.facts[version - 1].body)
    forged = with_fact(rows, version, body=canonical({**body, "player": "nobody"}))
    found = finding(both_made_good(forged))
    assert (found.check, found.version) == ("decided again", version)
    assert found.difference
    assert found.difference.paths == ("player",)


def test_what_a_body_says_besides_is_found_too() -> None:
    """A field that no fact has, a blank, another order: the record reads the same, and it is not as it was written."""
    rows, version = first_of("BetPlaced")
    body: dict[str, Any] = json.loads(rows.facts[version - 1].body)
    backwards = json.dumps(dict(reversed(body.items())), separators=(",", ":"))
    for forged in (canonical({**body, "zone": "x"}), json.dumps(body), backwards):
        found = finding(both_made_good(with_fact(rows, version, body=forged)))
        assert (found.check, found.version) == ("chain of facts", version), forged
    number = next(row.number for row in rows.commands if row.version_after >= version)
    asked = rows.commands[number - 1].body
    found = finding(both_made_good(with_command(rows, number, body=asked.replace(":", ": "))))
    assert (found.check, found.command) == ("chain of commands", number)


def test_a_body_nested_deeper_than_it_can_be_read_is_named() -> None:
    """Without end; and, in a command, just so deep that one check still reads it and another does no longer."""
    rows = stored([*of_both_games()][:4])
    fact, command = rows.facts[1].body, rows.commands[1].body
    for endless in ("[" * 200_000, '{"x":' * 200_000):
        found = finding(both_made_good(with_fact(rows, 2, body=endless)))
        assert (found.check, found.version) == ("chain of facts", 2)
        found = finding(both_made_good(with_command(rows, 2, body=endless)))
        assert (found.check, found.command) == ("chain of commands", 2)
    checks = set()
    for depth in range(getrecursionlimit() - 120, getrecursionlimit()):
        deep = f'"zone":{"[" * depth}{"]" * depth}}}'
        found = finding(both_made_good(with_fact(rows, 2, body=f"{fact[:-1]},{deep}")))
        assert (found.check, found.version) == ("chain of facts", 2), depth
        found = finding(both_made_good(with_command(rows, 2, body=f"{command[:-1]},{deep}")))
        assert found.command == 2, depth
        checks.add(found.what if found.check == "decided again" else found.check)
    assert {"chain of commands", "decided again it fails: maximum recursion depth exceeded"} <= {
        what.partition(" while")[0] for what in checks
    }


def test_half_a_character_is_named() -> None:
    """As the book gives it of bytes that are no UTF-8; no hash can be taken over it."""
    rows = stored([*of_both_games()][:4])
    for column in ("who", "device", "body"):
        found = finding(with_fact(rows, 2, **{column: "M.\udcff"}))
        assert (found.version, found.what) == (2, f"its '{column}' is no text in UTF-8")
        found = finding(with_command(rows, 2, **{column: "M.\udcff"}))
        assert (found.command, found.what) == (2, f"its '{column}' is no text in UTF-8")


def test_what_was_forged_is_told_in_print() -> None:
    """It quotes the forged text: nothing of it may wipe the finding off a terminal."""
    rows = stored([*of_both_games()][:4])
    wipe = "\x1b[2K\r2026-11-21-1: sound."
    nobody = '{"amount":5000,"do":"buy_checks","player":"nobody"}'
    refused = with_command(rows, 2, body=nobody, refused="unknown_player", why=wipe, version_after=1)
    for forged in (both_made_good(refused), facts_made_good(with_fact(rows, 2, kind=wipe))):
        assert r"\x1b[2K\r2026-11-21-1: sound." in str(finding(forged))
        assert str(finding(forged)).isprintable()


@pytest.mark.parametrize("column", [name for name in FACT_COLUMNS if name not in ("body", "night", "prev_hash")])
def test_a_column_changed_with_the_facts_chain_made_good_is_named_at_its_fact(column: str) -> None:
    """A fact's night is what it is found by: changed, the fact is one that was dropped."""
    for kind in KINDS[::6]:
        rows, version = first_of(kind)
        # A book gives out its positions without a gap: only one beyond the last is free to be forged.
        other = 99_999 if column == "position" else spoiled(getattr(rows.facts[version - 1], column))
        found = finding(facts_made_good(with_fact(rows, version, **{column: other})))
        assert found.version == version, (kind, found)


def test_a_dropped_fact_is_named() -> None:
    """As it is; with the others moved up; and with both chains made good."""
    for rows, version in map(first_of, KINDS[::5]):
        dropped = copied(rows, facts=[row for row in rows.facts if row.version != version])
        moved_up = renumbered(dropped)
        for forged in (dropped, moved_up, facts_made_good(moved_up), both_made_good(moved_up)):
            assert finding(forged).version == version


def test_two_swapped_facts_are_named() -> None:
    """As they are; numbered anew; and with the chain made good."""
    for rows, version in map(first_of, KINDS[::5]):
        if version == len(rows.facts):
            continue
        facts = list(rows.facts)
        facts[version - 1], facts[version] = facts[version], facts[version - 1]
        swapped = copied(rows, facts=facts)
        for forged in (swapped, renumbered(swapped), facts_made_good(renumbered(swapped))):
            assert finding(forged).version == version


def test_a_fact_slipped_in_is_named() -> None:
    """A second one of the same, right after the first: as it is, and with the chain made good."""
    for rows, version in map(first_of, KINDS[1::5]):
        if (version + 1, version) in zip(sorted(rows.ends)[1:], sorted(rows.ends), strict=False):
            continue
        facts = [*rows.facts[:version], rows.facts[version - 1], *rows.facts[version:]]
        slipped_in = copied(rows, facts=facts)
        for forged in (slipped_in, renumbered(slipped_in), facts_made_good(renumbered(slipped_in))):
            assert finding(forged).version == version + 1


def test_the_last_facts_cut_off_are_missed_by_their_commands() -> None:
    for rows in nights():
        for cut in (1, 3):
            facts = rows.facts[:-cut]
            found = finding(copied(rows, facts=facts))
            assert found.version == len(facts) + 1


def test_a_command_changed_with_both_chains_made_good_makes_other_facts() -> None:
    """The facts that are there are no longer those that it makes: the first of them is named, or the command."""
    for rows in nights():
        number = next(row.number for row in rows.commands if '"buy_checks"' in row.body and not row.refused)
        row = rows.commands[number - 1]
        asked = json.loads(row.body)
        forged = with_command(rows, number, body=canonical({**asked, "amount": asked["amount"] * 2}))
        assert finding(both_made_good(forged)).version == row.version_after


def test_a_fact_made_one_of_another_kind_with_the_same_body_is_named() -> None:
    """Both chains and every amount hold; only the rules know that the command coppers a bet."""
    rows, version = first_of("BetCoppered")
    found = finding(both_made_good(with_fact(rows, version, kind="BetUncoppered")))
    assert (found.check, found.version) == ("decided again", version)


def test_a_refusal_struck_or_made_up_is_found_by_deciding_again() -> None:
    for rows in nights():
        refused = next((row for row in rows.commands if row.refused), None)
        if refused is None:
            continue
        other = with_command(rows, refused.number, refused="command_reused")
        assert finding(both_made_good(other)).command == refused.number
        taken = next(row for row in rows.commands if not row.refused and row.number > 1)
        made_up = taken._replace(id="made-up", version_after=taken.version_before, refused="wrong_phase")
        at = taken.number - 1
        commands = [*rows.commands[:at], made_up._replace(why="It was late."), *rows.commands[at:]]
        numbered = [row._replace(number=number) for number, row in enumerate(commands, start=1)]
        assert finding(both_made_good(copied(rows, commands=numbered))).command == taken.number


def test_a_forged_sentence_of_a_refusal_is_found_by_the_chain_and_by_the_seal() -> None:
    """The rules don't decide its words: with every hash made good it is another head of the facts, as paper shows."""
    rows = next(one for one in nights() if any(row.refused for row in one.commands))
    refused = next(row for row in rows.commands if row.refused)
    assert refused.version_before < len(rows.facts), "facts came after it"
    other = with_command(rows, refused.number, why="They were late.")
    assert (finding(other).check, finding(other).command) == ("chain of commands", refused.number)
    forged = both_made_good(other)
    assert verify_rows(forged).sound
    assert forged.facts[-1].hash != rows.facts[-1].hash


UNSAID = '{"template":"%(number)d sit","parameters":{"number":5}}'
"""What is filled into a template is text: this one cannot be said."""


def test_a_refusal_has_a_sentence_and_nothing_else_has_one() -> None:
    rows = next(one for one in nights() if any(row.refused for row in one.commands))
    refused = next(row.number for row in rows.commands if row.refused)
    for number, sentences in ((refused, ("", " ", "Two\nlines.", None, UNSAID)), (2, ("It was late.", ""))):
        for why in sentences:
            found = finding(both_made_good(with_command(rows, number, why=why)))
            assert (found.check, found.command) == ("chain of commands", number), why
