"""A night as of a fact as the command line prints it, within 80 columns; see :mod:`web.command_line.shown_night`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from dealer.fields import RANKS
from dealer.games import game_called
from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.faro.game import FARO
from dealer.refusal import dollars, printable
from dealer.wording import counted
from reports.cards import SUIT_NAMES
from reports.wording import money, or_dash, signed, written_out
from web.command_line.terminal import clipped

WIDTH = 80

_NAME, _WHERE = 18, 25
_TABS_A_LINE = 5


def lines_of_night(shown: dict[str, Any]) -> Iterator[str]:
    """The lines of a night, all of them printable whatever is in it."""
    shown = _printable(shown)
    names = {one["player"]: one["name"] for one in shown["players"]}
    yield from _heading(shown)
    for game in sorted(shown["games"], key=lambda one: one != shown["on"]):
        yield from _GAMES[game](shown[game], names)
    yield from _players(shown["players"])
    yield from _bank(shown["bank"])
    yield from _owed(shown, names)


def _printable(shown: Any) -> Any:
    """The same data with every text in it printable: a forged name must not move a terminal's cursor."""
    if isinstance(shown, dict):
        return {name: _printable(value) for name, value in shown.items()}
    if isinstance(shown, list):
        return [_printable(value) for value in shown]
    return printable(shown) if isinstance(shown, str) else shown


def _heading(shown: dict[str, Any]) -> Iterator[str]:
    games = " and ".join(game_called(game).title for game in shown["games"])
    yield from _wrapped(f"{shown['table']} · {games} · {written_out(shown['date'])} · dealer {shown['dealer']}")
    state = "closed" if shown["closed"] else "open"
    yield f"Night {shown['night']}, {state}. Fact {shown['fact']:,} of {shown['facts']:,}, {shown['at']}"
    yield f"head {shown['head']}"
    yield from _wrapped(f"{shown['who']}: {shown['said']}")


def _faro(faro: dict[str, Any], names: dict[str, str]) -> Iterator[str]:
    where = f"deal {faro['deal']}, " if faro["deal"] and faro["cards_left"] is not None else ""
    turn = f"turn {faro['turn']}, " if where and faro["turn"] else ""
    broken = "; the bank is broken" if faro["broken"] else ""
    yield _title(f"Faro: {where}{turn}{faro['phase']}{broken}")
    if faro["bets"] or faro["calls"]:
        yield f"{'player':<{_NAME}}{'where':<{_WHERE}}{'stake':>10}  bet, orders"
    for one in faro["bets"]:
        yield from _in_columns(names[one["player"]], one["place"], one["stake"], _orders(one))
    for one in faro["calls"]:
        yield from _in_columns(names[one["player"]], f"calls {'-'.join(one['order'])}", one["stake"], one["bet"])
    if not faro["bets"] and not faro["calls"]:
        yield "The layout is empty."
    if faro["cards_left"] is not None:
        yield from _case_keeper(faro)


def _in_columns(name: str, place: str, cents: int, besides: str) -> Iterator[str]:
    """A bet: whose, where, how much, and what is besides, which goes on below where it is long."""
    start = f"{clipped(name, _NAME - 1):<{_NAME}}{clipped(place, _WHERE - 1):<{_WHERE}}{money(cents):>10}  "
    first, *rest = wrap(besides, WIDTH - len(start)) or [""]
    yield (start + first).rstrip()
    for line in rest:
        yield " " * len(start) + line


def _orders(one: dict[str, Any]) -> str:
    orders = [one["bet"]]
    orders += [word for word in ("coppered", "paroli") if one[word]]
    if one["barred"]:
        turns = one["bar_turns"]
        orders.append(f"barred for {counted(turns, 'turn')}" if turns else "barred")
    if one["half"]:
        orders.append("half goes")
    if one["form"] != "checks":
        orders.append(f"in {one['form']}")
    return ", ".join(orders)


def _case_keeper(faro: dict[str, Any]) -> Iterator[str]:
    keeper = faro["case_keeper"]
    yield ""
    yield f"case-keeper ({counted(faro['cards_left'], 'card')} in the box; I winner, O loser, · soda, – hock)"
    for title, column in (
        ("rank", dict(zip(RANKS, RANKS, strict=True))),
        ("left", {rank: str(keeper[rank]["left"]) for rank in RANKS}),
        ("shown", {rank: "".join(keeper[rank]["shown"]) for rank in RANKS}),
    ):
        yield (f"  {title:<6}" + "".join(f"{column[rank]:>5}" for rank in RANKS)).rstrip()
    yield from _tabs(faro["tabs"])


def _tabs(tabs: dict[str, Any]) -> Iterator[str]:
    """The cards as they came, loser before winner."""
    turns = [f"{one['turn']:>2} {one['loser']:>3} {one['winner'] or '':<3}" for one in tabs["turns"]]
    if tabs["soda"]:
        yield f"  tabs   soda {tabs['soda']}" + (f", hock {tabs['hock']}" if tabs["hock"] else "")
    for at in range(0, len(turns), _TABS_A_LINE):
        yield ("         " + "    ".join(turns[at : at + _TABS_A_LINE])).rstrip()


def _fan_tan(fan_tan: dict[str, Any], names: dict[str, str]) -> Iterator[str]:
    chips, cents = fan_tan["pot"], fan_tan["pot"] * fan_tan["chip"]
    pot = f"{counted(chips, 'chip')} ({dollars(cents)}) in the pot" if chips else "the pot is empty"
    if "layout" not in fan_tan:
        yield _title(f"Fan-Tan: {fan_tan['phase']}, {pot}")
        return
    yield _title(f"Fan-Tan: hand {fan_tan['hand']}, turn {fan_tan['turns']}, {fan_tan['phase']}")
    told = f"{names[fan_tan['dealer']]} deals; {pot}"
    if fan_tan["to_play"]:
        told += f"; {names[fan_tan['to_play']]} to play"
    elif fan_tan["winner"]:
        told += f"; {names[fan_tan['winner']]} is out"
    yield from _wrapped(told + ".")
    for suit, cards in fan_tan["layout"].items():
        yield f"  {SUIT_NAMES[suit]:<9}" + (" ".join(card[:-1] for card in cards) or "–")
    yield ""
    yield f"{'in the order of play':<{_NAME + 2}}{'dealt':>6}{'left':>6}{'passes':>8}{'chips in':>10}  shown"
    for one in fan_tan["players"]:
        start = f"{clipped(names[one['player']], _NAME):<{_NAME + 2}}{one['dealt']:>6}{one['left']:>6}"
        start += f"{one['passes']:>8}{one['put_in']:>10}  "
        first, *rest = wrap(" ".join(one["shown"]), WIDTH - len(start)) or [""]
        yield (start + first).rstrip()
        yield from (" " * len(start) + line for line in rest)
    for one in fan_tan["wrong_passes"]:
        taken = "taken" if one["taken"] else "not taken"
        penalty = counted(one["penalty"], "chip")
        yield from _wrapped(f"{names[one['player']]} passed wrongly at turn {one['turn']}: {penalty}, {taken}.")


def _players(players: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield _title("Players")
    titles = ("checks", "lying", "markers", "net")
    yield f"{'':<9}{'':<{_NAME}}" + "".join(f"{title:>12}" for title in titles)
    for one in players:
        amounts = (money(one["checks"]), or_dash(one["staked"]), or_dash(one["markers_open"]), signed(one["net"]))
        name = one["name"] if one["seated"] else f"({one['name']})"
        columns = "".join(f"{amount:>12}" for amount in amounts)
        yield f"{clipped(one['player'], 8):<9}{clipped(name, _NAME - 1):<{_NAME}}{columns}"
        for pledge in one["pledges"]:
            yield from _wrapped(f"pledged {pledge['item']} for {money(pledge['amount'])}", indent=9)
    yield ""


def _bank(bank: dict[str, int]) -> Iterator[str]:
    told = ", ".join(f"{name.replace('_', ' ')} {money(cents)}" for name, cents in bank.items() if cents)
    if told:
        yield from _wrapped(f"bank: {told}")


def _owed(shown: dict[str, Any], names: dict[str, str]) -> Iterator[str]:
    for one in shown["loans"]:
        yield from _wrapped(f"stakes: {names[one['borrower']]} owes {names[one['lender']]} {dollars(one['owed'])}.")
    for one in shown["disputes"]:
        about = f"turn {one['about']}" if one["about"].isdigit() else f"bet {one['about']}"
        yield from _wrapped(f"open dispute {one['dispute']}: {names[one['player']]}, {about}: “{one['claim']}”")


def _title(text: str) -> str:
    """A heading with an empty line above it and a rule to the edge."""
    return f"\n{text} ".ljust(WIDTH + 1, "─")


def _wrapped(text: str, indent: int = 0) -> list[str]:
    return wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * max(indent, 2))


_GAMES = {FARO: _faro, FAN_TAN: _fan_tan}
