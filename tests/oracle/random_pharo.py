"""Random deals of Pharo, legal as far as the house and the pack allow, and commands that are wrong on purpose."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.basics import RANKS, SUITS, Command, rank_of, suit_of
from tests.oracle.pharo import COUPS, FIGURES, PharoBet, PharoTable
from tests.oracle.random_commands import seated_players
from tests.oracle.state import Night

STAKES_IN_CHECKS = (1, 1, 2, 3, 3, 4, 5, 7, 10, 20)


def cards_left(table: PharoTable) -> list[str]:
    """A pack less what is seen, each bare rank taken for the first card of it that is not."""
    seen = [card for card in (table.bottom if table.coups < COUPS else "", *table.dealt) if card]
    left: list[str] = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in seen]
    for card in seen:
        if suit_of(card) is None:
            left.remove(next(one for one in left if rank_of(one) == card))
    return left


def random_coup(random: Random, table: PharoTable, favour: float, bare: float) -> Command:
    """The next two cards; as often as not in favour of some bet that lies."""
    left = cards_left(table)
    random.shuffle(left)
    if table.coups == COUPS - 1:
        bank, punters = left[0], table.bottom
    else:
        bank, punters = left[0], left[1]
        wished = wished_ranks(random, table, favour)
        if wished is not None:
            chosen = [card for card in left if rank_of(card) in wished[0]] or left
            punters = chosen[0]
            others = [card for card in left if card != punters]
            bank = next((card for card in others if rank_of(card) in wished[1]), others[0])
    if table.coups == COUPS - 1 and random.random() < 0.2:
        punters = random.choice([*(rank_of(punters) + suit for suit in SUITS), rank_of(bank), "8h", bank])
    cards = [rank_of(card) if random.random() < bare else card for card in (bank, punters)]
    return {"do": "coup", "bank": cards[0], "punters": cards[1]}


def wished_ranks(random: Random, table: PharoTable, favour: float) -> tuple[frozenset[str], frozenset[str]] | None:
    """The ranks that the punters' card and the bank's are to be of, if anybody wishes."""
    bets = [bet for bet in table.bets.values() if not bet.masked]
    if not bets or random.random() >= favour:
        return None
    bet = max(bets, key=lambda one: (len(one.folds) * (random.random() < 0.8), random.random()))
    if random.random() < 0.13:
        one = frozenset([random.choice(sorted(bet.ranks))])
        return one, one
    covered: frozenset[str] = frozenset().union(*(other.ranks for other in bets if other.player == bet.player))
    elsewhere = frozenset(RANKS) - covered
    return (elsewhere, bet.ranks) if bet.opposed else (bet.ranks, elsewhere)


def random_place(random: Random, table: PharoTable) -> Command:
    """A card of a livret, most often one that is not dead."""
    for _ in range(6):
        ranks = frozenset([random.choice(RANKS)]) if random.random() < 0.65 else random.choice(FIGURES)
        if not table.is_dead(ranks) or random.random() < 0.05:
            break
    listed = sorted(ranks, key=RANKS.index)
    if random.random() < 0.2:
        random.shuffle(listed)
    return {"kind": "single" if len(ranks) == 1 else "figure", "ranks": listed}


def random_pharo_bet(random: Random, night: Night, table: PharoTable, key: str) -> Command:
    players = seated_players(night)
    player = random.choice([one for one in players if night.players[one].checks] or players)
    stake = table.check * random.choice(STAKES_IN_CHECKS)
    if random.random() < 0.85:
        stake = max(stake, min(table.settings["minimum"], night.players[player].checks) or stake)
    command: Command = {"do": "place_bet", "bet": key, "player": player, **random_place(random, table), "stake": stake}
    if random.random() < 0.2:
        command["opposed"] = random.choice([True, True, False, None])
    return command


def decision(random: Random, bet: PharoBet) -> Command:
    """What a punter does with a win."""
    do = random.choices(["paroli", "paix", "take_win", "move_bet", "mask_bet"], [12, 3, 1.2, 0.5, 0.5])[0]
    return {"do": do, "bet": bet.key} | ({"kind": bet.kind, "ranks": sorted(bet.ranks)} if do == "move_bet" else {})


def random_punting(random: Random, night: Night, table: PharoTable, key: str) -> Command:
    """Something that a punter does between coups."""
    bets = list(table.bets.values())
    lot = random.random()
    if lot < 0.5 or not bets:
        return random_pharo_bet(random, night, table, key)
    bet = random.choice(bets)
    if lot < 0.6:
        return {"do": "press_bet", "bet": bet.key, "add": table.check * random.choice([1, 1, 2, 5])}
    if lot < 0.74:
        return {"do": "move_bet", "bet": bet.key, **random_place(random, table)}
    if lot < 0.8:
        return {"do": "take_down_bet", "bet": bet.key}
    if lot < 0.88:
        return {"do": "unmask_bet" if bet.masked else "mask_bet", "bet": bet.key}
    return {"do": random.choice(["unmask_bet", "paix", "paroli", "take_win", "pli"]), "bet": bet.key}


def next_of_pharo(random: Random, night: Night, table: PharoTable, key: str, favour: float, bare: float) -> Command:
    foul = foul_deal(random) if random.random() < 0.004 else None
    if foul is not None:
        return foul
    waiting = [bet for bet in table.bets.values() if bet.waits]
    if table.phase == "bottom":
        card = random.choice(cards_left(table))
        return {"do": "show_bottom", "card": rank_of(card) if random.random() < bare else card}
    if waiting and random.random() < (0.8 if table.phase == "betting" else 0.6):
        return decision(random, random.choice(waiting))
    if table.phase == "dealt":
        return foul_deal(random) if random.random() < 0.04 else {"do": "end_deal"}
    halved = [bet for bet in table.bets.values() if bet.lost_part and not bet.pli]
    if halved and random.random() < 0.5:
        return {"do": "pli", "bet": random.choice(halved).key}
    if random.random() < 0.45:
        return random_punting(random, night, table, key)
    return random_coup(random, table, favour, bare)


def foul_deal(random: Random) -> Command:
    """A pack that was no pack."""
    if random.random() < 0.4:
        return {"do": "void_deal", "reason": "foul"}
    return {"do": "miscount", "cards": random.choice([51, 53, 0, 104])}


WRONG_PLACES: tuple[dict[str, Any], ...] = (
    {"kind": "single", "ranks": ["A", "2"]},
    {"kind": "single", "ranks": []},
    {"kind": "single", "ranks": ["A", "2", "3"]},
    {"kind": "figure", "ranks": ["A"]},
    {"kind": "figure", "ranks": ["2", "3", "4"]},
    {"kind": "figure", "ranks": ["6", "7", "8", "9", "10"]},
    {"kind": "figure", "ranks": ["7", "8", "9"]},
)
WRONG_FORMS: tuple[dict[str, Any], ...] = (
    {"kind": "single", "ranks": ["1"]},
    {"kind": "single", "ranks": "Q"},
    {"kind": "single", "ranks": [12]},
    {"kind": "single", "ranks": ["Qs"]},
    {"kind": "split", "ranks": ["A", "2"]},
    {"kind": "pot", "ranks": ["6", "7", "8"]},
    {"kind": None, "ranks": ["Q"]},
    {"kind": 7, "ranks": ["Q"]},
    {"kind": "figure", "ranks": None},
    {"ranks": ["Q"]},
    {"kind": "single"},
)
ORDERS = ("press_bet", "move_bet", "take_down_bet", "paix", "paroli", "take_win", "pli", "mask_bet", "unmask_bet")
WRONG_CARDS: tuple[Any, ...] = ("1s", "Qx", 7, None, "", ["Qs"], "qs")
ANY_PHASE: tuple[Command, ...] = (
    {"do": "start_deal"},
    {"do": "end_deal"},
    {"do": "show_bottom"},
    {"do": "show_bottom", "card": "1s"},
    {"do": "miscount"},
    {"do": "miscount", "cards": 52},
    {"do": "miscount", "cards": -1},
    {"do": "miscount", "cards": "51"},
    {"do": "miscount", "cards": 51.0},
    {"do": "miscount", "cards": True},
    {"do": "miscount", "cards": None},
    {"do": "void_deal"},
    {"do": "void_deal", "reason": ""},
    {"do": "void_deal", "reason": "  "},
    {"do": "void_deal", "reason": None},
    {"do": "void_deal", "reason": 7},
)


def spoil_pharo_bet(random: Random, night: Night, table: PharoTable, command: Command) -> Command:
    """Make a bet wrong in one way, or in some ways at once."""
    check, limit = table.check, table.settings["limit"]
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        fault = random.randrange(13)
        if fault == 0:
            command["player"] = random.choice(["nobody", "nobody", None, 7])
        elif fault in (1, 2):
            command = without(command, "kind", "ranks") | random.choice(WRONG_PLACES if fault == 1 else WRONG_FORMS)
        elif fault == 3:
            command["stake"] = random.choice([0, -check, check * 10 + 1 if check > 1 else -1, f"{check}", check * 1.0])
        elif fault == 4:
            command["stake"] = limit + check * random.randint(1, 9)
        elif fault == 5 and night.used_keys:
            command["bet"] = random.choice(sorted(night.used_keys))
        elif fault == 6:
            command["opposed"] = random.choice([1, "yes", 0])
        elif fault == 7:
            command["stake"] = check
        elif fault == 8 and command.get("player") in night.players:
            command["stake"] = night.players[command["player"]].checks // check * check + check
        elif fault == 9:
            command[random.choice(["bet", "player", "kind", "ranks", "stake", "opposed"])] = None
        elif fault == 10:
            command |= {"kind": "figure", "ranks": sorted(random.choice(FIGURES))}
        elif fault == 11:
            command["opposed"] = True
        else:
            command |= taken_or_dead(random, table, command)
    return command


def without(command: Command, *names: str) -> Command:
    return {key: value for key, value in command.items() if key not in names}


def taken_or_dead(random: Random, table: PharoTable, command: Command) -> Command:
    """A card that bears a stake of the player's, or of which all are dealt."""
    taken = [{"kind": bet.kind, "ranks": list(bet.ranks)} for bet in table.bets.values()]
    taken += [{"kind": "single", "ranks": [rank]} for rank in RANKS if table.is_dead([rank])] * 2
    return random.choice(taken) if taken else {}


def wrong_order(random: Random, night: Night, table: PharoTable) -> Command:
    """An order for a bet that is not there, or that the bet cannot take."""
    gone = sorted(night.used_keys - set(table.bets))
    key = random.choice(["b0", None, 7, "", *random.sample(gone, min(len(gone), 3)), *table.bets, *table.bets])
    order: Command = {"do": random.choice(ORDERS), "bet": key}
    if order["do"] == "press_bet":
        add = [0, -table.check, 7, "25", None, table.check, table.settings["limit"], 10**7 * table.check]
        order |= random.choice([{"add": one} for one in add] + [{}])
    elif order["do"] == "move_bet":
        place = {"kind": "single", "ranks": [random.choice(RANKS)]}
        order |= random.choice([*WRONG_PLACES, *WRONG_FORMS, *[place] * 8])
        order |= taken_or_dead(random, table, order) if random.random() < 0.3 else {}
    return order


def odd_coup(random: Random, table: PharoTable) -> Command:
    """A coup with a card that cannot come."""
    seen = [card for card in (table.bottom, table.bottom, table.bottom, *table.dealt) if card]
    left = cards_left(table)
    cards: list[Any] = [random.choice(seen or ["Q"]), random.choice(left or ["Q"])]
    if random.random() < 0.2:
        cards[1] = random.choice(WRONG_CARDS)
    elif random.random() < 0.2 and left:
        cards = [left[0], left[0]]
    random.shuffle(cards)
    coup: Command = {"do": "coup", "bank": cards[0], "punters": cards[1]}
    return without(coup, random.choice(["bank", "punters"])) if random.random() < 0.1 else coup


def random_pharo_mischief(random: Random, night: Night, table: PharoTable, key: str) -> Command:
    """One wrong command (now and then it turns out to be right)."""
    choice = random.randrange(10)
    if choice < 4:
        return spoil_pharo_bet(random, night, table, random_pharo_bet(random, night, table, key))
    if choice < 7:
        return wrong_order(random, night, table)
    if choice == 7:
        return odd_coup(random, table)
    if choice == 8 and table.bets:
        return {"do": "leave_table", "player": random.choice([bet.player for bet in table.bets.values()])}
    if choice == 9 and random.random() < 0.3 and "faro" not in night.games:
        player = random.choice(seated_players(night))
        return random.choice(
            [{"do": "turn", "loser": "A", "winner": "2"}, {"do": "lay", "player": player, "card": "7s"}]
        )
    return dict(random.choice(ANY_PHASE))
