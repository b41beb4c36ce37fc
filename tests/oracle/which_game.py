"""Which game of the night a word is for."""

from __future__ import annotations

from tests.oracle import fan_tan_night, faro_night, newer_games, score_games
from tests.oracle.arguments import need_seats
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Handler, Night

OF_A_GAME: dict[str, dict[str, Handler]] = {
    "faro": faro_night.HANDLERS,
    "fan_tan": fan_tan_night.HANDLERS,
    "pharo": newer_games.PHARO,
    "farmer": newer_games.FARMER,
    "spoil_five": newer_games.SPOIL_FIVE,
    "five_in_one": newer_games.FIVE_IN_ONE,
    "frog": newer_games.FROG,
    **score_games.WORDS,
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
