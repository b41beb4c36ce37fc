"""What the oracle's games share and what knows no night: refusals, cards and the layout, settings, bidding."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cache
from math import inf
from types import SimpleNamespace
from typing import Any

Command = dict[str, Any]


class Refusal(Exception):
    """A command that the rules refuse: a code of the contract and a sentence."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def need_keys(command: Command, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> None:
    """Refuse a command that lacks an argument or brings one that nobody knows."""
    for key in required:
        if key not in command:
            raise Refusal("bad_input", f"{key} is missing")
    for key in command:
        if key != "do" and key not in required and key not in optional:
            raise Refusal("bad_input", f"nobody knows the argument {key}")


def need_texts(command: Command, *keys: str) -> None:
    """Refuse an argument, where it is given, that is no text or a blank one."""
    for key in keys:
        if key in command and not (isinstance(command[key], str) and command[key].strip()):
            raise Refusal("bad_input", f"{key} must be a text")


def need_word(command: Command, key: str, words: tuple[str, ...]) -> None:
    """Refuse an argument, where it is given, that is none of these words."""
    if key in command and not (isinstance(command[key], str) and command[key] in words):
        raise Refusal("bad_input", f"{key} must be one of {', '.join(words)}")


def need_flags(command: Command, *keys: str) -> None:
    """Refuse an argument, where it is given, that is neither true nor false."""
    for key in keys:
        if key in command and not isinstance(command[key], bool):
            raise Refusal("bad_input", f"{key} must be true or false")


def need_integer(value: object, name: str) -> int:
    """An integer argument; anything else is refused."""
    if type(value) is not int:
        raise Refusal("bad_input", f"{name} must be a whole number of cents")
    return value


def need_multiple(amount: int, check: int) -> None:
    """Refuse an amount that is not a positive whole number of smallest checks."""
    if amount <= 0 or amount % check:
        raise Refusal("not_a_multiple", f"{amount} is not a whole number of checks of {check}")


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("s", "h", "d", "c")
COLOUR_OF_SUIT = {"s": "black", "c": "black", "h": "red", "d": "red"}

LOW_ROW = ("A", "2", "3", "4", "5", "6")
HIGH_ROW = ("8", "9", "10", "J", "Q", "K")


def _places(text: str) -> frozenset[frozenset[str]]:
    """Read places written as words of ranks joined by hyphens."""
    return frozenset(frozenset(word.split("-")) for word in text.split())


PLACES: dict[str, frozenset[frozenset[str]]] = {
    "single": _places("A 2 3 4 5 6 7 8 9 10 J Q K"),
    "split": _places(
        "A-2 2-3 3-4 4-5 5-6 "  # the top row
        "8-9 9-10 10-J J-Q Q-K "  # the bottom row
        "A-K 2-Q 3-J 4-10 5-9 6-8 "  # across
        "6-7 7-8"  # the seven
    ),
    "diagonal": _places("A-Q 2-K 2-J 3-Q 3-10 4-J 4-9 5-10 5-8 6-9"),
    "corner": _places("A-3 2-4 3-5 4-6 8-10 9-J 10-Q J-K 5-7 7-9"),
    "figure": _places("A-2-3 2-3-4 3-4-5 4-5-6 8-9-10 9-10-J 10-J-Q J-Q-K"),
    "pot": _places("6-7-8"),
    "square": _places("A-2-Q-K 2-3-J-Q 3-4-10-J 4-5-9-10 5-6-8-9"),
}

OPEN_KINDS = (*PLACES, "row", "parity_string", "string")
KINDS = (*OPEN_KINDS, "heeled", "side", "colors", "high_card", "parity")

PLACE_KEYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*PLACES, "string"), ("ranks",)),
    "heeled": ("win", "lose"),
    "row": ("row",),
    "parity_string": ("parity",),
    "side": ("win",),
    "colors": ("win",),
    "high_card": (),
    "parity": ("card", "parity"),
}

WORDS_ALLOWED: dict[tuple[str, str], tuple[str, ...]] = {
    ("row", "row"): ("high", "low"),
    ("parity_string", "parity"): ("odd", "even"),
    ("side", "win"): ("high", "low"),
    ("colors", "win"): ("black", "red"),
    ("parity", "card"): ("winner", "loser"),
    ("parity", "parity"): ("odd", "even"),
}


@cache
def rank_of(card: str) -> str:
    """The rank of a card that may or may not carry its suit."""
    return card if card in RANKS else card[:-1]


def suit_of(card: str) -> str | None:
    """The suit letter of a card, or None for a bare rank."""
    return None if card in RANKS else card[-1]


def is_card(text: object) -> bool:
    """Whether this is a rank with a suit letter, or a bare rank."""
    if not isinstance(text, str):
        return False
    return text in RANKS or (text[-1:] in SUITS and text[:-1] in RANKS)


def is_rank_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(rank, str) and rank in RANKS for rank in value)


def is_such_a_place(kind: str, arguments: dict[str, object]) -> bool:
    """Whether well-formed arguments name a place of this kind on the layout."""
    if kind == "heeled":
        win, lose = arguments["win"], arguments["lose"]
        assert isinstance(win, list)
        assert isinstance(lose, list)
        both = win + lose
        return bool(win) and bool(lose) and len(set(both)) == len(both)
    if "ranks" not in arguments:
        return True
    ranks = arguments["ranks"]
    assert isinstance(ranks, list)
    if len(set(ranks)) != len(ranks):
        return False
    if kind == "string":
        return len(ranks) >= 2
    return frozenset(ranks) in PLACES[kind]


Settings = dict[str, Any]
House = SimpleNamespace
"""The settings of a house of Faro or Fan-Tan, each by its name."""


@dataclass(frozen=True)
class Setting:
    """What a setting is where nobody names it, and whether a value is one that it can have."""

    default: Any
    allows: Callable[[Any], bool]


def at_least(least: int, default: int | None, *, most: float = inf, or_none: bool = False) -> Setting:
    """A whole number, of a house in which it may also be no number at all."""
    return Setting(default, lambda value: least <= value <= most if type(value) is int else or_none and value is None)


def yes_or_no(default: bool) -> Setting:
    return Setting(default, lambda value: isinstance(value, bool))


def one_of(*words: str) -> Setting:
    """One of some words, the first by default."""
    return Setting(words[0], lambda value: isinstance(value, str) and value in words)


FARO = {
    "check": at_least(1, 25),
    "minimum": at_least(1, None),  # the check
    "limit": at_least(1, 10000),
    "case_limit": at_least(1, None),  # half the limit
    "running_limit": at_least(1, None),
    "paroli_times": at_least(1, None),
    "both_ways": one_of("standoff", "split"),
    "split_takes": one_of("half", "all"),
    "high_card_equal": one_of("split", "standoff"),
    "combination_pays": one_of("whole", "proportional"),
    "call_pays": at_least(1, 4),
    "cat_pays": at_least(1, 2),
    "call_quote": one_of("to_one", "for_one"),
    "last_turn_counts": yes_or_no(True),
    "after_hock": one_of("dealer", "returned"),
    "sleepers": one_of("first_claim", "returned", "dealer"),
    "lift_before_hock": yes_or_no(True),
    "hockelty": yes_or_no(False),
    "turns": at_least(25, 25, most=26),
    "locked_until_action": yes_or_no(False),
    "copper": yes_or_no(True),
    "king_is_odd": yes_or_no(False),
    "kinds": Setting(KINDS, lambda value: isinstance(value, list) and all(kind in KINDS for kind in value)),
    "marker_limit": at_least(1, None),
    "settle_markers": one_of("night", "deal"),
}
FAN_TAN = {
    "chip": at_least(1, 25),
    "ante": at_least(0, 0, most=1000),
    "ante_extra": at_least(0, 0, most=1000),
    "pass_pays": at_least(0, 1, most=1000),
    "several_openers": yes_or_no(False),
    "several_cards": yes_or_no(False),
    "deal_moves": yes_or_no(False),
    "opener": one_of("7", "5_or_9"),
    "card_pays": at_least(0, 1, most=1000),
    "wrong_pass": at_least(0, 0, most=1000),
    "wrong_pass_opener": at_least(0, 0, most=1000),
    "dead_hand": at_least(0, 0, most=1000),
    "first": one_of("dealer_left", "7d", "7h"),
    "extra_from": one_of("long", "short"),
    "voluntary_pass": yes_or_no(False),
    "free_passes": at_least(0, None, or_none=True),
    "opener_chips": one_of("each", "shared"),
    "counted": one_of("cards", "pips"),
    "marker": at_least(1, 50000),
    "marker_limit": at_least(1, None, or_none=True),
}
PHARO = {
    "check": at_least(1, 25),
    "minimum": at_least(1, None, or_none=True),  # the check
    "limit": at_least(1, 10000),
    "figures": yes_or_no(True),
    "oppose": yes_or_no(True),
    "hockley": yes_or_no(True),
    "late_cards": at_least(0, 8),
    "drawn": one_of("punter", "bet"),
    "highest": at_least(1, 5),
    "carry": one_of("soixante", "chain", "none"),
}
FARMER = {
    "chip": at_least(1, 25),
    "ante": at_least(0, 1),
    "farmer_plays": yes_or_no(True),
    "nearest_pays": at_least(0, 1),
    "over_pays": at_least(0, 1),
}
SPOIL_FIVE = {"chip": at_least(1, 25), "ante": at_least(0, 1), "all_five": at_least(0, 1)}
FIVE_IN_ONE = {"chip": at_least(1, 25), "cold_hand_pays": at_least(0, 1), "hit_pays": at_least(0, 1)}

FROG = {"chip": at_least(1, 25), "frog": at_least(0, 1), "chico": at_least(0, 2), "grand": at_least(0, 3)}


def of_a_score_game(point: int, **settings: Setting) -> dict[str, Setting]:
    """What every score game has, and what this one has besides."""
    of_all = {"point": at_least(1, point), "game_stake": at_least(0, 0), "pays": one_of("winner", "all")}
    return of_all | settings


FIVE_HUNDRED = of_a_score_game(
    5,
    goal=at_least(1, 500),
    bidding=one_of("auction", "one_bid"),
    bid_table=one_of("avondale", "original"),
    suits=Setting("scdh", lambda value: isinstance(value, str) and sorted(value) == sorted("scdh")),
    nullo=yes_or_no(True),
    nullo_failed=one_of("bidder_tricks", "own_tricks"),
    slam=Setting(250, lambda value: type(value) is int and value >= 0 and value % 10 == 0),
    set_back=at_least(1, 500, or_none=True),
    all_pass=one_of("dead", "no_trump"),
    two_partners_at=at_least(0, 0),
    shared_bid=one_of("whole", "half"),
)
FORTY_FIVE = of_a_score_game(5, goal=at_least(1, 45), scoring=one_of("odd_trick", "difference"))
AUCTION_FORTY_FIVE = of_a_score_game(
    5,
    goal=at_least(1, 120),
    must_bid_at=at_least(0, 100),
    must_bid=at_least(0, 20),
    thirty_pays=at_least(0, 60),
    all_pass=one_of("dead", "dealer_bids"),
)
HASENPFEFFER = of_a_score_game(5, goal=at_least(1, 10), forced_bid=at_least(1, 3, most=6))
BIG_THREE = of_a_score_game(5, goal=at_least(1, 20), times=at_least(1, 2), bidder_loses=yes_or_no(False))
FOUR_DEAL_BRIDGE = of_a_score_game(
    1,
    vulnerable=one_of("dealer", "other"),
    penalties=one_of("modern", "old"),
    insult_redoubled=at_least(0, 100),
    honours=yes_or_no(False),
)

KNOWN: dict[str, dict[str, Setting]] = {
    "faro": FARO,
    "fan_tan": FAN_TAN,
    "pharo": PHARO,
    "farmer": FARMER,
    "spoil_five": SPOIL_FIVE,
    "five_in_one": FIVE_IN_ONE,
    "frog": FROG,
    "five_hundred": FIVE_HUNDRED,
    "forty_five": FORTY_FIVE,
    "auction_forty_five": AUCTION_FORTY_FIVE,
    "hasenpfeffer": HASENPFEFFER,
    "big_three": BIG_THREE,
    "four_deal_bridge": FOUR_DEAL_BRIDGE,
}
for settings_of_a_game in KNOWN.values():
    settings_of_a_game.setdefault("marker_limit", at_least(1, None, or_none=True))
PRESETS: dict[str, dict[str, Settings]] = {
    "faro": {
        "american": {},
        "early_bank": {
            "hockelty": True,
            "copper": False,
            "locked_until_action": True,
            "lift_before_hock": False,
            "kinds": ["single", "split", "figure", "pot", "square"],
        },
        "late_bank": {},
        "home_night": {"check": 500},
        "stuss": {
            "split_takes": "all",
            "turns": 26,
            "kinds": ["single"],
            "copper": False,
            "sleepers": "returned",
            "after_hock": "returned",
        },
    },
    "fan_tan": {
        "encyclopedia": {},
        "antes": {
            "ante": 1,
            "ante_extra": 2,
            "pass_pays": 0,
            "several_openers": True,
            "several_cards": True,
            "deal_moves": True,
            "wrong_pass": 3,
            "wrong_pass_opener": 5,
            "dead_hand": 1,
        },
        "five_or_nine": {"opener": "5_or_9"},
    },
    "pharo": {"hoyle": {}, "salon": {"late_cards": 0, "carry": "none"}},
    "farmer": {"farm": {}, "banker": {"farmer_plays": False}},
    "spoil_five": {"spoil_five": {}},
    "five_in_one": {"five_in_one": {}},
    "frog": {"frog": {}},
    "five_hundred": {
        "auction": {},
        "one_bid": {"bidding": "one_bid", "nullo_failed": "own_tricks", "set_back": None},
    },
    "forty_five": {"forty_five": {}, "difference": {"scoring": "difference"}, "twenty_five": {"goal": 25}},
    "auction_forty_five": {"auction_forty_five": {}},
    "hasenpfeffer": {"hasenpfeffer": {}},
    "big_three": {"big_three": {}},
    "four_deal_bridge": {"chicago": {}},
}


def read_settings(game: str, text: Any) -> Settings:
    """Every setting of a game's house, of a preset's name or an object of what differs."""
    known = KNOWN[game]
    presets = {"usual": next(iter(PRESETS[game].values())), **PRESETS[game]}
    differing = {name: value for name, value in text.items() if name != "preset"} if isinstance(text, dict) else {}
    preset = text.get("preset", "usual") if isinstance(text, dict) else text
    if not isinstance(preset, str) or preset not in presets:
        raise Refusal("bad_input", f"no such preset for {game}")
    for name, value in differing.items():
        if name not in known or not known[name].allows(value):
            raise Refusal("bad_input", f"{name} is no setting of {game}, or cannot be {value!r}")
    settings = {name: setting.default for name, setting in known.items()} | presets[preset] | differing
    if "game_stake" in known and settings["game_stake"] % settings["point"]:
        raise Refusal("bad_input", "the stake of a match is counted in points")
    if game == "fan_tan" and settings["opener"] == "5_or_9" and settings["first"] != "dealer_left":
        raise Refusal("bad_input", "no seven opens where fives and nines do")
    if "minimum" in known and settings["minimum"] is None:
        settings["minimum"] = settings["check"]
    if "case_limit" in known and settings["case_limit"] is None:
        settings["case_limit"] = settings["limit"] // 2
    return settings


PASS = "pass"
HOLD = "hold"
DOUBLE = "double"
REDOUBLE = "redouble"

Course = Generator[str, Any, None]
"""Gives who is to speak, and is sent what they said; is over with the bidding."""


def once(order: list[str]) -> Course:
    """Everybody speaks one time."""
    place = 0
    while place < len(order):  # what is said is sent: a list's own iterator would not hear it
        yield order[place]
        place += 1


def open_bidding(order: list[str], last: Any = None) -> Course:
    """Who has passed may bid again; over when all others have passed in a row after a bid, or all at the start.

    A bid of ``last`` ends it.
    """
    anybody_bid, passes, place = False, 0, 0
    while passes < len(order) - int(anybody_bid):
        said = yield order[place]
        place = (place + 1) % len(order)
        passes = passes + 1 if said == PASS else 0
        anybody_bid = anybody_bid or said != PASS
        if last is not None and said == last:
            return


def closed_bidding(order: list[str], last: Any) -> Course:
    """Who has passed is out; over when one who has bid is left, or nobody, or after a bid of ``last``."""
    left, have_bid = list(order), set()
    while True:
        for player in list(left):
            said = yield player
            if said == PASS:
                left.remove(player)
            else:
                have_bid.add(player)
            if said == last or not left or (len(left) == 1 and left[0] in have_bid):
                return


def with_holds(order: list[str], highest: Any) -> Course:
    """Auction Forty-Five: the dealer, last of the order, may hold; then who has not passed is asked again."""
    *asked, dealer = order
    standing, first_round = None, True
    while True:
        raised = False
        for player in list(asked):
            said = yield player
            if said == PASS:
                asked.remove(player)
            else:
                standing, raised = said, True
        if not raised and not first_round:
            return
        said = yield dealer
        if said != HOLD or standing == highest:
            return
        first_round = False


class Bidding:
    """What was said so far, and who speaks now; nobody when it is over."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.calls: list[tuple[str, Any]] = []
        self.turn: str | None = next(course)

    def say(self, player: str, call: Any) -> None:
        """The player on turn bids, passes, or whatever else they may."""
        self.calls.append((player, call))
        try:
            self.turn = self.course.send(call)
        except StopIteration:
            self.turn = None

    @property
    def bids(self) -> list[tuple[str, Any]]:
        """Who bid what, in order."""
        return [(player, call) for player, call in self.calls if call not in (PASS, HOLD, DOUBLE, REDOUBLE)]

    @property
    def standing(self) -> tuple[str, Any] | None:
        """Who has the bid that stands, and what it is: a bid that was held is the holder's."""
        if not self.bids:
            return None
        player, bid = self.bids[-1]
        holders = [one for one, call in self.calls[self.calls.index((player, bid)) :] if call == HOLD]
        return (holders[-1] if holders else player), bid

    @property
    def doubled(self) -> int:
        """How often the bid that stands counts: once, twice, four times."""
        times = 1
        for _, call in self.calls:
            times = {PASS: times, HOLD: times, DOUBLE: 2, REDOUBLE: 4}.get(call, 1)
        return times
