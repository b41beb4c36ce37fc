"""A plain interpreter of night scripts, of one game or of several: `play` gives the contract's result."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle import fan_tan, faro, money, pharo, score_games
from tests.oracle.basics import (
    PRESETS,
    Command,
    House,
    Refusal,
    Settings,
    need_integer,
    need_keys,
    need_texts,
    read_settings,
)
from tests.oracle.chip_games import FarmerTable, FiveInOneTable, FrogTable, SpoilFiveTable
from tests.oracle.matches import MatchTable
from tests.oracle.pharo import PharoTable
from tests.oracle.score_games import (
    AuctionFortyFiveTable,
    BigThreeTable,
    BridgeTable,
    FiveHundredTable,
    FortyFiveTable,
    HasenpfefferTable,
)
from tests.oracle.state import Handler, Night, Table, need_seats, without_nulls

CHIP_GAMES = (FarmerTable, SpoilFiveTable, FiveInOneTable, FrogTable)
SCORE_GAMES = (
    *(FiveHundredTable, FortyFiveTable, AuctionFortyFiveTable),
    *(HasenpfefferTable, BigThreeTable, BridgeTable),
)
TABLES: dict[str, Callable[[Settings], Table]] = {
    "pharo": PharoTable,
    **{table.game: table for table in (*CHIP_GAMES, *SCORE_GAMES)},
}


def at_a_table(game: str, word: str) -> Handler:
    """Carries a command out at a game's table."""
    name = "pass_" if word == "pass" else word

    def act(night: Night, command: Command) -> None:
        looked_at = score_games.looked_at(game, command)
        need_seats(night, looked_at)
        getattr(night.tables[game], name)(night, looked_at)

    return act


WORDS_AT_TABLES = {table.game: table.words for table in CHIP_GAMES} | score_games.OF_EACH
OF_A_GAME: dict[str, dict[str, Handler]] = {
    "faro": faro.HANDLERS,
    "fan_tan": fan_tan.HANDLERS,
    "pharo": pharo.HANDLERS,
    **{game: {word: at_a_table(game, word) for word in words} for game, words in WORDS_AT_TABLES.items()},
}
ARGUMENTS_OF_OTHERS = {("faro", "place_bet"): ("opposed",), ("fan_tan", "start_hand"): ("opener", "players")}
"""What commands of Faro and Fan-Tan do not look at, because only another game's command of the same word has it."""


def which_game(night: Night, command: Command) -> str:
    """The game of the night that a word is for; refuses a word that none has, and a game that does not have it."""
    word = command["do"]
    having = [game for game in night.games if word in OF_A_GAME[game]]
    named = command.get("game")
    if not having and named is None:
        need_seats(night, command)
        night.need_open()
        raise Refusal("not_allowed_here", f"{word} is no word of this night")
    unnamed = night.last_game if night.last_game in having else next(iter(having), "")
    if named is None:
        return unnamed
    if named not in having:
        need_seats(night, score_games.looked_at(unnamed, command))
        if having:
            need_bet(night, command, having)
        raise Refusal("bad_input", f"{word} is no word of {named}")
    return str(named)


def need_bet(night: Night, command: Command, games: list[str]) -> None:
    """Refuse an order for a bet that lies at none of these games."""
    key = command.get("bet")
    lying = set(night.bets) if "faro" in games else set()
    lying = lying.union(*(getattr(night.tables[game], "bets", ()) for game in games if game in night.tables))
    if isinstance(key, str) and key not in lying and command["do"] not in ("place_bet", "call_turn"):
        raise Refusal("unknown_bet", f"no bet {key} lies")


def carry_out_at_a_game(night: Night, command: Command) -> None:
    """Carry out a command of a game of the night, which is then the one that words are for."""
    game = which_game(night, command)
    others = ARGUMENTS_OF_OTHERS.get((game, command["do"]), ())
    read = {name: value for name, value in command.items() if name != "game" and name not in others}
    OF_A_GAME[game][command["do"]](night, read)
    night.last_game = game


def open_night(command: Command) -> Night:
    """A fresh night under its house rules."""
    command = without_nulls(command)
    need_keys(command, ("table", "date", "game", "roll", "dealer"), ("house", "backers"))
    need_texts(command, "table", "date", "dealer")
    games = read_games(command["game"])
    texts = read_house_texts(command["game"], games, command.get("house", "usual"))
    faro_house = House(**read_settings("faro", texts.get("faro", "usual")))
    fan_tan = House(**read_settings("fan_tan", texts["fan_tan"])) if "fan_tan" in games else None
    night = Night(games, faro_house, fan_tan, need_integer(command["roll"], "roll"), last_game=games[0])
    night.tables = {game: TABLES[game](read_settings(game, texts[game])) for game in games if game in TABLES}
    if any(check % night.check for check in night.checks):
        raise Refusal("bad_input", "the checks of the games do not go together")
    if night.roll < 0 or night.roll % night.check:
        raise Refusal("not_a_multiple", "the roll is counted in checks")
    return night


def read_games(game: Any) -> tuple[str, ...]:
    """The games of a night: one by its name, or a list."""
    games = game if isinstance(game, list) else [game]
    if not games or not all(isinstance(one, str) and one in PRESETS for one in games):
        raise Refusal("bad_input", "this oracle knows no such game")
    if len(set(games)) != len(games):
        raise Refusal("bad_input", "a game is named twice")
    return tuple(games)


def read_house_texts(game: Any, games: tuple[str, ...], text: Any) -> dict[str, Any]:
    """What the opening says of each game's house; a game left out has its usual one."""
    if len(games) == 1:
        keyed = isinstance(game, list) and isinstance(text, dict) and list(text) == list(games)
        return text if keyed else {games[0]: text}
    if isinstance(text, str) and text != "usual":
        of_the_preset = [game for game in games if text in PRESETS[game]]
        if not of_the_preset:
            raise Refusal("bad_input", "no such preset")
        text = dict.fromkeys(of_the_preset, text)
    if text == "usual":
        text = {}
    if not isinstance(text, dict) or not set(text) <= set(games):
        raise Refusal("bad_input", "a house for each game")
    return {game: text.get(game, "usual") for game in games}


Given = tuple[str, Command]
"""A command that stands, by its id."""


@dataclass(frozen=True)
class Rules:
    """How a whole course is played, and one more command carried out."""

    played: Callable[[Sequence[Given]], Night]
    carry_out_one: Callable[[Night, Command], None]


STARTS = ("start_deal", "start_hand")


def place_of(course: Sequence[Given], night: Night, ident: object) -> int:
    """Where in the course a command stands that may be put right."""
    place = next((at for at, (one, _) in enumerate(course) if one == ident), None)
    if place is None:
        raise Refusal("unknown_command", f"{ident} does not stand")
    if night.game_on is None:
        night.wrong_phase("no game is on")
    began = max(at for at, (_, command) in enumerate(course) if command["do"] in STARTS)
    if place < began:
        night.wrong_phase("that was before this deal or hand")
    return place


def changed(
    course: Sequence[Given], place: int, instead: Command | None, rules: Rules
) -> tuple[list[Given], list[str]]:
    """The course with one command changed, and the ids of the later ones that are refused in it."""
    kept, dropped = list(course[:place]), []
    night = rules.played(kept)
    if instead is not None:
        if instead.get("do") in ("void", "amend"):
            raise Refusal("not_allowed_here", "that does not stand by itself")
        rules.carry_out_one(night, instead)
        kept.append((course[place][0], instead))
    for ident, command in course[place + 1 :]:
        try:
            rules.carry_out_one(night, command)
        except Refusal:
            dropped.append(ident)
        else:
            kept.append((ident, command))
    return kept, dropped


def amend(course: Sequence[Given], night: Night, command: Command, rules: Rules) -> list[Given]:
    """The course that the night goes by after an amend."""
    ident = command.get("command")
    place = place_of(course, night, ident) if isinstance(ident, str) else None
    need_keys(command, ("command", "instead", "drop"))
    instead, drop = command["instead"], command["drop"]
    form = (instead is None or isinstance(instead, dict)) and isinstance(drop, list)
    if place is None or not form or not all(isinstance(one, str) and one for one in drop):
        raise Refusal("bad_input", "that is no amend")
    kept, dropped = changed(course, place, instead, rules)
    if set(dropped) != set(drop):
        raise Refusal("not_allowed_here", f"these would be dropped: {dropped}")
    return kept


FOR_EVERYONE: dict[str, Handler] = {
    "seat_player": money.seat_player,
    "move_seat": money.move_seat,
    "sit_out": money.sit_out,
    "sit_in": money.sit_out,
    "buy_checks": money.buy_checks,
    "issue_marker": money.issue_marker,
    "redeem_marker": money.redeem_marker,
    "take_pledge": money.take_pledge,
    "return_pledge": money.return_pledge,
    "lend_stake": money.lend_stake,
    "repay_stake": money.repay_stake,
    "cash_in": money.cash_in,
    "raise_roll": money.raise_roll,
    "tip": money.tip,
    "leave_table": money.leave_table,
    "raise_dispute": money.raise_dispute,
    "rule_dispute": money.rule_dispute,
    "close_night": money.close_night,
}
WORDS = frozenset(FOR_EVERYONE).union(*OF_A_GAME.values())


class Interpreter:
    """Carries commands out one by one; a refused one changes nothing."""

    def __init__(self) -> None:
        self.night: Night | None = None
        self.course: list[Given] = []
        self.courses_before: list[list[Given]] = []
        self.refused: list[dict[str, Any]] = []

    def carry_out(self, line: Command, number: int) -> str | None:
        """Carry one line out; the code of the refusal, or None. A line without an id goes by its number."""
        command = {key: value for key, value in line.items() if key != "id"}
        try:
            self._carry_out(line.get("id", str(number)), command)
        except Refusal as refusal:
            name = command.get("do")
            self.refused.append({"line": number, "do": name, "code": refusal.code, "why": refusal.why})
            return refusal.code
        return None

    def _carry_out(self, ident: str, command: Command) -> None:
        name = command.get("do")
        if self.night is None:
            if name != "open_night":
                raise Refusal("no_such_night", "no night is open")
            self.night = open_night(command)
            self.course.append((ident, command))
        elif name == "void":
            self._void(command)
        elif name == "amend":
            self.night.need_open()
            self._go_by(amend(self.course, self.night, command, RULES))
        else:
            carry_out_one(self.night, command)
            self.courses_before.append(list(self.course))
            self.course.append((ident, command))

    def _void(self, command: Command) -> None:
        """Take the last standing command back by playing all that stood before it again."""
        assert self.night is not None
        self.night.need_open()
        need_keys(command)
        if not self.courses_before:
            raise Refusal("nothing_to_void", "nothing stands but the night itself")
        self.course = self.courses_before.pop()
        self.night = played(self.course)

    def _go_by(self, course: list[Given]) -> None:
        """Go on from another course of the night; one step back is the course up to now."""
        self.courses_before.append(self.course)
        self.course = course
        self.night = played(course)

    def result(self) -> dict[str, Any]:
        """The result in the contract's words."""
        assert self.night is not None
        return {**result_of(self.night), "refused": self.refused}


def played(course: Sequence[Given]) -> Night:
    """The night that these commands make, each of them played."""
    (_, opening), *later = course
    night = open_night(opening)
    for _, command in later:
        carry_out_one(night, command)
    return night


def carry_out_one(night: Night, command: Command) -> None:
    """Carry out a command that is none of `open_night`, `void` and `amend`."""
    command = without_nulls(command)
    name = command.get("do")
    if name == "open_night":
        night.wrong_phase("the night is open")
    if not isinstance(name, str) or name not in WORDS:
        raise Refusal("bad_input", f"nobody knows {name}")
    if name in FOR_EVERYONE:
        FOR_EVERYONE[name](night, command)
    else:
        carry_out_at_a_game(night, command)


RULES = Rules(played, carry_out_one)


def result_of(night: Night) -> dict[str, Any]:
    """Players, bank and rows."""
    players = {}
    for key, player in night.players.items():
        players[key] = {
            "name": player.name,
            "checks": player.checks,
            "bought": player.bought,
            "markers_issued": player.markers_issued,
            "markers_open": player.markers_open,
            "cashed": player.cashed,
            "staked": night.staked(key),
            "net": money.net_of(night, key),
        }
    bank = {
        "roll": night.roll,
        "play": night.play,
        "sleepers": night.sleepers,
        "after_hock": night.after_hock,
        "tokes": night.tokes,
        "in_sight": night.in_sight,
    }
    game = night.games[0] if len(night.games) == 1 else list(night.games)
    scores = [row for table in night.tables.values() if isinstance(table, MatchTable) for row in table.score_rows()]
    rows = {"bets": night.rows, "hands": night.hand_rows, "scores": scores}
    return {"game": game, "players": players, "bank": bank, **rows}


def play(lines: Sequence[Any]) -> dict[str, Any]:
    """Play a script as `--keep-going` does: one command an element, a string is a file's line."""
    interpreter = Interpreter()
    for number, line in enumerate(lines, start=1):
        if isinstance(line, str):
            if not line.strip() or line.startswith("#"):
                continue
            line = json.loads(line)
        assert isinstance(line, dict)
        interpreter.carry_out(line, number)
    return interpreter.result()
