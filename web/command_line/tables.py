"""A game's table for ``casekeeper show``: its state as data for JSON, and these data in lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import json

from dealer.commands.refusal import marked
from dealer.game.table import GameTable
from dealer.games import game_called
from dealer.night.night import Night
from events.effective_events import effective
from events.records import Recorded
from reports.words.formatting import labelled, money
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
from reports.words.naming import where_table_stands
from web.games import screens_of
from web.text import NAME, clipped, data_text, in_columns, title, wrapped

Names = Mapping[str, str]

_STATES = {
    "on": marked("still on"),
    "won": marked("won"),
    "settled": marked("settled"),
    "drawn": marked("drawn"),
    "abandoned": marked("abandoned"),
}
"""How a match stands."""

_BOOKKEEPING = frozenset(
    (
        *GameTable.__struct_fields__,
        "deals_again",
        "matches",
        "hands_before",
        "hands",
        "goes_on",
        "winner",
        "gone",
        "placed",
    )
)
"""The fields of a table that its state leaves out: they are told by other data, or only the rules need them."""


def table_data(night: Night, game: str, events: Sequence[Recorded]) -> dict[str, Any]:
    """A table of a night as JSON-ready data, from all events until then.

    A game can have data of its own. Otherwise there are amounts in cents, the points of the current or last round, the
    current match, and the fields of the table's ``state``.
    """
    record, table = game_called(game), night.tables[game]
    place = {"place": where_table_stands(game, table)}
    own = screens_of(game).table_data
    if own:
        return {**place, **own(night, events)}
    stakes, phase = record.stakes(table), getattr(table, "phase", None)
    scores = list(record.scores([recorded.event for recorded in effective(events)]))
    return {
        **place,
        "stakes": {player: stakes[player] for player in night.seats if stakes.get(player)},
        "points": dict(getattr(table, "points", {})),
        "pot": record.pot(table),
        "match": scores[-1] if scores else None,
        "phase": getattr(phase, "words", phase.value) if isinstance(phase, Enum) else phase,
        "state": {
            name: json.decode(json.encode(getattr(table, name), enc_hook=str))
            for name in table.__struct_fields__
            if name not in (*_BOOKKEEPING, "phase")
        },
    }


def table_lines(table: dict[str, Any], game: str, names: Names) -> Iterator[str]:
    """The lines of a table's data; ``names`` are the players' names by seat key."""
    called, place = game_called(game).title, table["place"]
    yield title(f"{place[:1].upper()}{place[1:]}" if called in place else labelled(called, place))
    own = screens_of(game).table_lines
    if own:
        yield from own(table, names)
        return
    if "state" not in table:
        yield from details({name: value for name, value in table.items() if name != "place"}, names)
        return
    for player, cents in table["stakes"].items():
        yield f"{_name(player, names)}{money(cents):>10}"
    for player, points in table["points"].items():
        yield f"{_name(player, names)}{_points(points):>17}"
    if table["pot"]:
        in_pot = _("in the pot")
        yield f"{in_pot:<{NAME}}{money(table['pot']):>12}"
    if table["match"]:
        yield from match_lines(table["match"], names)
    phase = table["phase"]
    yield from details({"phase": _(phase) if phase else "", **table["state"]}, names)


def match_lines(row: dict[str, Any], names: Names) -> Iterator[str]:
    """The lines of a match's row: how it stands, and each side with its points."""
    heading = _("%(game)s, match %(match)s", game=game_called(row["game"]).title, match=row["match"])
    hands = ngettext("%(num)s hand", "%(num)s hands", row["hands"])
    state = _STATES[row["state"]]
    stands = [hands, _(state)]
    if row["winner"] is not None:
        stands.append(_("won by %(side)s", side=data_text(row["sides"][row["winner"]], names)))
    yield labelled(heading, ", ".join(stands))
    for side, points in zip(row["sides"], row["points"], strict=True):
        yield from wrapped(f"{data_text(side, names)} {data_text(points, names)}", indent=2)


def details(data: Mapping[str, Any], names: Names, indent: int = 0) -> Iterator[str]:
    """Any data in lines: what is short in one sentence, and a line for each player or item of a list of records."""
    known = {_plain(name): value for name, value in data.items() if value}
    short = [_field(name, value, names) for name, value in known.items() if not _has_rows(value)]
    yield from wrapped("; ".join(short), indent)
    for name, value in known.items():
        if _has_rows(value):
            yield " " * indent + f"{name}:"
            yield from _rows(value, names, indent + 2)


def _has_rows(value: Any) -> bool:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return any(isinstance(item, dict | list | tuple) for item in items)


def _rows(value: Any, names: Names, indent: int) -> Iterator[str]:
    """A line for each item: the player or key that it belongs to, and the rest."""
    for key, item in value.items() if isinstance(value, dict) else (("", item) for item in value):
        whose = item.get("player", key) if isinstance(item, dict) else key
        text = _record(item, names) if isinstance(item, dict) else data_text(item, names)
        yield from in_columns(" " * indent + _name(str(whose), names), text)


def _record(item: dict[str, Any], names: Names) -> str:
    known = {_plain(name): value for name, value in item.items() if value and name != "player"}
    return ", ".join(_field(name, value, names) for name, value in known.items())


def _field(name: str, value: Any, names: Names) -> str:
    if name.endswith(" cents"):
        return f"{_plain(name.removesuffix(' cents'))} {money(value)}"
    return name if value is True else f"{name} {data_text(value, names)}"


def _name(key: str, names: Names) -> str:
    return f"{clipped(names.get(key) or _field_words().get(key, key), NAME):<{NAME + 2}}"


def _plain(name: str) -> str:
    """A field of a table's state or of a round's result in words; in English those of the contract."""
    plain = name.replace("_", " ")
    return _field_words().get(plain) or _(plain)


def _field_words() -> dict[str, str]:
    return {
        "awaits": pgettext("a field", "awaits"),
        "bets": pgettext("a field", "bets"),
        "bid": pgettext("a field", "bid"),
        "bidder": pgettext("a field", "bidder"),
        "bidding": pgettext("a field", "bidding"),
        "bottom": pgettext("a field", "bottom"),
        "calls": pgettext("a field", "calls"),
        "cards": pgettext("a field", "cards"),
        "deal": pgettext("a field", "deal"),
        "dealer": pgettext("a field", "dealer"),
        "dealt": pgettext("a field", "dealt"),
        "doubled": pgettext("a field", "doubled"),
        "drawn": pgettext("a field", "drawn"),
        "folds": pgettext("a field", "folds"),
        "gain": pgettext("a field", "gain"),
        "hits": pgettext("a field", "hits"),
        "key": pgettext("a field", "key"),
        "kind": pgettext("a field", "kind"),
        "last event": pgettext("a field", "last event"),
        "left": pgettext("a field", "left"),
        "lost": pgettext("a field", "lost"),
        "made": pgettext("a field", "made"),
        "match": pgettext("a field", "match"),
        "nearest": pgettext("a field", "nearest"),
        "net": pgettext("a field", "net"),
        "opener": pgettext("a field", "opener"),
        "opposed": pgettext("a field", "opposed"),
        "order": pgettext("a field", "order"),
        "pack": pgettext("a field", "pack"),
        "partners": pgettext("a field", "partners"),
        "penalty": pgettext("a field", "penalty"),
        "phase": pgettext("a field", "phase"),
        "player": pgettext("a field", "player"),
        "players": pgettext("a field", "players"),
        "pli": pgettext("a field", "pli"),
        "points": pgettext("a field", "points"),
        "pot": pgettext("a field", "pot"),
        "put in": pgettext("a field", "put in"),
        "ranks": pgettext("a field", "ranks"),
        "shown": pgettext("a field", "shown"),
        "stake": pgettext("a field", "stake"),
        "state": pgettext("a field", "state"),
        "taken": pgettext("a field", "taken"),
        "totals": pgettext("a field", "totals"),
        "tricks": pgettext("a field", "tricks"),
        "turn": pgettext("a field", "turn"),
        "vulnerable": pgettext("a field", "vulnerable"),
        "waiting": pgettext("a field", "waiting"),
        "winner": pgettext("a field", "winner"),
        "won": pgettext("a field", "won"),
        "wrong passes": pgettext("a field", "wrong passes"),
    }


def _points(points: int) -> str:
    return ngettext("%(num)s point", "%(num)s points", points)


def ended_lines(row: dict[str, Any], sentence: str, names: Names) -> Iterable[str]:
    """The lines of a finished round in a night's result: its sentence, then the fields of its row."""
    yield from wrapped(sentence)
    yield from details({name: value for name, value in row.items() if name not in ("hand", "game")}, names, 2)
