"""What every screen shows of the scripted nights of each game: one golden file a game.

After each command, the lines are written that were not on that screen before it: on the tablet, the board, the pages
of the first two players and the terminal. Labels of keys and drawings are among them, in brackets.

``python -m tests.golden.screens`` writes the files anew; ``git diff`` shows every screen that has changed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

from dealer.commands.refusal import Refusal
from tests.golden.wording import GAMES, PRINTED, known, scripts
from tests.support.house import Client, House
from web.app.links import board_link, player_link
from web.command_line.output import lines_of_night, shown_night

GOLDEN = Path(__file__).parent / "screens"
SHOWN = [game for game in GAMES if game != "several"]
"""A night of several games has the screens of each."""
PLAYERS = 2
"""So many players' pages are looked at: one who won has another who paid."""
LABEL = re.compile(r'<[^>]*\baria-label="([^"]*)"[^>]*>')
ASLEEP = re.compile(r"<(?:button|input|fieldset)[^>]* disabled[^>]*>")
BLOCK_END = re.compile(r"</(?:tr|p|h\d|li|caption|div|section|header|dt|dd|text|title|button|a|g)>|<br ?/?>")
INLINE = re.compile(r"</?(?:b|em|i|strong|small|span)\b[^>]*>|<[^>]+>")
CHANGES = re.compile(r"\b\d{1,2}:\d\d [ap]m\b|\b20\d\d-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{10,}\b")
"""Hours and hashes, which are others each time."""
LONG = {"faro", "fan_tan", "pharo"}
"""The games of whose scripted nights only those are looked at that are printed too: the others are about words."""


def screens(game: str) -> str:
    """All that the screens show of a game's scripted nights."""
    lines: list[str] = []
    with known(game):
        house = House()
        with closing(house.book):
            client, seen = house.client(), dict[str, Counter[str]]()
            for title, commands in nights(game).items():
                lines += ["", f"# {title}", *changes_of(house, client, commands, seen)]
    return "\n".join(lines).strip() + "\n"


def nights(game: str) -> dict[str, list[dict[str, Any]]]:
    """The scripted nights that are worded too, and those that are only looked at."""
    by_title = {
        title: commands for title, commands in scripts(game).items() if game not in LONG or title.startswith(PRINTED)
    }
    only_shown = GOLDEN / f"{game}.jsonl"
    for line in only_shown.read_text(encoding="utf-8").splitlines() if only_shown.exists() else ():
        if line.startswith("# "):
            commands = by_title[line.removeprefix("# ")] = []
        else:
            commands.append(json.loads(line))
    return by_title


def changes_of(
    house: House, client: Client, commands: list[dict[str, Any]], seen: dict[str, Counter[str]]
) -> Iterator[str]:
    """Carry out the commands of a night; yield what is new on each screen after each, and keep it in ``seen``."""
    night: str | None = None
    for number, command in enumerate(commands, start=1):
        document = {name: value for name, value in command.items() if name != "id"}
        try:
            night = house.service.execute(document, house.sender, night=night, command_id=command.get("id")).night
        except Refusal:
            continue
        yield f"{number:<8}{command['do']}"
        for screen, lines in shown(house, client, night).items():
            new = Counter(lines) - seen.get(screen, Counter())
            seen[screen] = Counter(lines)
            yield from (f"{screen:<8}{line}" for line in dict.fromkeys(lines) if new[line])


def shown(house: House, client: Client, night: str) -> dict[str, list[str]]:
    """The lines of each screen of a night as it stands."""
    state = house.service.night(night)
    with house.app.test_request_context():
        pages = {"tablet": f"/nights/{night}", "board": board_link(night)}
        pages |= {player: player_link(night, player) for player in [*state.seats][:PLAYERS]}
    by_screen = {screen: text_lines(client.get(address).text) for screen, address in pages.items()}
    history = house.service.history(night)
    terminal = "\n".join(lines_of_night(shown_night(history, history.version)))
    return {**by_screen, "prints": [CHANGES.sub("#", line) for line in terminal.splitlines() if line]}


def text_lines(html: str) -> list[str]:
    """The text of a page with its labels, a line for each block."""
    main = html[html.index("<main") :]
    labelled = LABEL.sub(r" [\1] ", ASLEEP.sub(r"\g<0> (asleep) ", main))
    texts = unescape(INLINE.sub(" ", BLOCK_END.sub("\0", labelled))).split("\0")
    lines = (" ".join(text.split()) for text in texts)
    return CHANGES.sub("#", "\n".join(line for line in lines if line)).split("\n")


def write() -> None:
    """Write every golden file anew."""
    for game in SHOWN:
        (GOLDEN / f"{game}.txt").write_text(screens(game), encoding="utf-8")


if __name__ == "__main__":
    write()
