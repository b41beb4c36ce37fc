"""What the program says of scripted nights of each game, and prints: one golden file a game and language.

``python -m tests.golden.wording`` writes the files anew; ``git diff`` shows every sentence that has changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import reports.games  # noqa: F401 - registers the words of all games
from dealer.commands.refusal import Refusal
from dealer.night.evolve import History
from events.effective_events import effective
from reports.pdf import render
from reports.render_options import HouseStyle, RenderOptions
from reports.rounds.story import Line
from reports.sheets.disputes import disputes_of
from reports.sheets.dossier import round_story, rounds_of, stake_story, stakes_of
from reports.sheets.papers import list_papers, name_of
from reports.words.game_words import refusal_text
from reports.words.language import LANGUAGES, written_in
from reports.words.naming import where_play_stands
from reports.words.sentences import asked_for, event_sentence, last_sentence_of
from tests.support.pure import AskedNight
from tests.toys.registers import NAMES as TOYS
from tests.toys.registers import toys_registered

SCRIPTS = Path(__file__).parent / "scripts"
GOLDEN = Path(__file__).parent / "wording"
GAMES = sorted(path.stem for path in SCRIPTS.glob("*.jsonl"))
"""The games, those that only the tests know among them; ``several`` has nights of more than one."""
PRINTED = "printed: "
"""What the title of a night begins with whose papers are in the golden file too."""
BLOCK_END = re.compile(r"</(?:tr|p|h\d|li|caption|div|section|header|dt|dd|text|title)>|<br ?/?>")
HASH = re.compile(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3,}\b|\b[0-9a-f]{8,}\b")


def scripts(game: str) -> dict[str, list[dict[str, Any]]]:
    """The commands of each scripted night of a game, by the night's title."""
    nights: dict[str, list[dict[str, Any]]] = {}
    for line in (SCRIPTS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            commands = nights[line.removeprefix("# ")] = []
        else:
            commands.append(json.loads(line))
    return nights


def wording(game: str, language: str) -> str:
    """All that is said and printed of a game's scripted nights in a language."""
    style = HouseStyle(language=language, currency="USD" if language == "en" else "EUR")
    lines: list[str] = []
    with known(game), written_in(style), printed_as_html():
        for title, commands in scripts(game).items():
            night = AskedNight()
            lines += ["", f"# {title}", *commands_said(night, commands), *stories(night)]
            lines += papers(night, style) if title.startswith(PRINTED) else ()
    return "\n".join(lines).strip() + "\n"


def known(game: str) -> AbstractContextManager[None]:
    """Has a game among those of the house, which a toy is not of itself."""
    return toys_registered() if game in TOYS else nullcontext()


def commands_said(night: AskedNight, commands: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Carry out commands; yield what each asked for, what it did, what its events say, and where the play stands."""
    stood = ""
    for number, command in enumerate(commands, start=1):
        yield f"{number:<8}{command['do']}"
        asked = asked_for(night.now, command) if night.night is not None else ""
        known = len(night.recorded)
        try:
            night.do(command, number)
        except Refusal as refusal:
            yield from (f"asked   {asked}", f"refused {refusal.code}: {refusal_text(refusal, night.now.names)}")
            continue
        said = last_sentence_of(night.now, night.recorded)
        yield from (f"asked   {asked}" for _ in range(asked not in ("", said)))
        yield f"said    {said}"
        history = night.history
        for recorded in night.recorded[known:] if known and len(night.recorded) > known + 1 else ():
            before, after = history.at(recorded.version - 1), history.at(recorded.version)
            yield f"event   {recorded.kind}: {event_sentence(before, after, recorded.event)}"
        if stood != (stands := where_play_stands(night.now)):
            yield f"stands  {stands}"
            stood = stands


def stories(night: AskedNight) -> Iterator[str]:
    """Every round, stake and dispute of a night, with its story."""
    history = night.history
    for played in rounds_of(history):
        yield from ("", f"round   {played.called} · {played.dealer} · {played.turns} · {played.came_of_it}")
        yield from map(line_of_story, round_story(history, night.commands, played.game, played.number))
    for stake in stakes_of(history):
        yield from ("", f"stake   {stake.title} · {stake.came_of_it}")
        yield from map(line_of_story, stake_story(history, night.commands, stake.bet))
    for dispute in disputes_of(night.now, effective(history.events)):
        yield from ("", f"dispute {dispute.where} · {dispute.outcome}")


def line_of_story(line: Line) -> str:
    struck = "struck  " if line.struck else "refused " if line.refused else "line    "
    return struck + " | ".join(filter(None, (line.numbers, line.text, line.reason)))


def papers(night: AskedNight, style: HouseStyle) -> Iterator[str]:
    """The text of each paper, a line a row; hashes and seals are left out."""
    begun = datetime(2026, 11, 22, 1, 10, tzinfo=UTC)
    events = tuple(
        replace(
            recorded,
            at=(begun + timedelta(seconds=11 * recorded.version)).isoformat(),
            hash=f"{Random(recorded.version).getrandbits(256):064x}",
        )
        for recorded in night.recorded
    )
    now = History.of(events).states[-1]
    listed = list_papers(now, events, RenderOptions(style=style, zone=UTC))
    of_others = {f"{kind}-{number}" for kind in ("marker", "settlement") for number in range(3, 10)}
    for paper in listed:
        name = name_of(now, paper)
        if not name.startswith(tuple(of_others)):
            yield from ("", f"== {name} ==", *text_lines(paper.make().decode()))


def text_lines(html: str) -> Iterator[str]:
    """The text of a page, without markup, drawings' paths and hashes."""
    body = re.sub(r"<style>.*?</style>", "", html[html.index("<body") :], flags=re.DOTALL)
    for block in BLOCK_END.split(body):
        text = " ".join(unescape(re.sub(r"</?(?:b|em|i|strong|cite)\b[^>]*>|(<[^>]+>)", r" ", block)).split())
        if text := HASH.sub("#", text).strip():
            yield text


@contextmanager
def printed_as_html() -> Iterator[None]:
    """Papers come as the HTML that would be printed: for what they say, in a hundredth of the time."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(render, "to_pdf", lambda html, _options, *, tall_mm=0: html.encode())
        patched.setattr(render, "_height_on_the_roll", lambda _: 0)
        yield


def write() -> None:
    """Write every golden file anew."""
    for game in GAMES:
        for language in LANGUAGES:
            (GOLDEN / f"{game}.{language}.txt").write_text(wording(game, language), encoding="utf-8")


if __name__ == "__main__":
    write()
