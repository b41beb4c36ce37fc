"""Statistical tests of the sides, splits and take of Faro, and the inspection of one night or many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from dealer.commands.refusal import Decimals, Phrase, marked, number_of, phrase
from dealer.game.cards import is_red, rank_of, suit_of
from dealer.game.cards import number_of as value_of
from dealer.game.statistics import (
    EXACT,
    TURNS,
    Distribution,
    Fairness,
    Observation,
    PlayersTurn,
    SkippedTest,
    StatisticalTest,
    before_turn,
    decimals,
    look_at_players,
    look_at_ranks,
    look_at_splits,
    look_at_take,
    splits_in,
    splits_of,
    splits_of_deals,
    stands_after,
    trials,
    won_and_lost,
)
from dealer.games.faro.card_order import (
    COLOURS,
    PARITY,
    ROWS,
    Dealt,
    deals_of,
    look_at_calls,
    look_at_cats,
    look_at_places,
    look_at_runs,
    looks_by_shuffling,
    without_suit,
)
from events.common.event import Event
from events.frozen import Frozen
from events.games import faro

_FAIR = Fraction(1, 2)


def look_at_high_card(deals: Sequence[Dealt]) -> StatisticalTest | SkippedTest:
    """In how many turns of two ranks the higher card won."""
    turns = [(value_of(loser), value_of(winner)) for deal in deals for loser, winner in deal.turns]
    uneven = [winner > loser for loser, winner in turns if winner != loser]
    name, title = "high_card", phrase("The high card")
    if not uneven:
        return SkippedTest(name=name, title=title, why=phrase("no turn of two ranks was dealt"))
    return _coins(
        name,
        title,
        uneven,
        marked("the higher card won in %(times)s of %(turns)s"),
        phrase("that high or low cards were brought to one side"),
    )


def look_at_winning_colour(deals: Sequence[Dealt]) -> StatisticalTest | SkippedTest:
    """In how many turns with a red and a black card the red card won."""
    noted = [turn for deal in deals for turn in deal.turns if all(map(suit_of, turn))]
    turns = [[is_red(card) for card in turn] for turn in noted]
    mixed = [winner for loser, winner in turns if winner != loser]
    name, title = "winning_colour", phrase("The winning colour")
    if not mixed:
        return SkippedTest(name=name, title=title, why=phrase("no turn has a red and a black card noted"))
    return _coins(
        name,
        title,
        mixed,
        marked("the red card won in %(times)s of %(turns)s"),
        phrase("that one colour was brought to one side"),
    )


def look_at_case_cards(deals: Sequence[Dealt]) -> StatisticalTest | SkippedTest:
    """In how many turns with one case card (the last of its rank) it won: players stake most on these."""
    found = [won for deal in deals for won in _case_cards(deal)]
    name, title = "case_cards", phrase("Case cards")
    if not found:
        return SkippedTest(name=name, title=title, why=phrase("no turn with one case card was dealt"))
    return _coins(
        name,
        title,
        found,
        marked("the case card won in %(times)s of %(turns)s"),
        phrase("that case cards were put up to one side, as in a tie-up"),
    )


def _case_cards(deal: Dealt) -> Iterator[bool]:
    """For every turn of a deal in which exactly one card is the last of its rank: whether it won."""
    out = Counter({rank_of(deal.tabs.soda): 1} if deal.tabs.soda else {})
    for turn in deal.turns:
        ranks = [rank_of(card) for card in turn]
        out.update(ranks)
        loser, winner = (out[rank] == 4 for rank in ranks)
        if loser != winner:
            yield winner


def _coins(name: str, title: Phrase, won: Sequence[bool], observed: str, means: Phrase) -> StatisticalTest:
    number, heads = len(won), sum(won)
    return StatisticalTest(
        name=name,
        title=title,
        observed=phrase(observed, times=heads, turns=TURNS.counted(number)),
        square=phrase("%(number)s", number=Decimals(f"{number / 2:g}")),
        chance=float(trials(number, _FAIR).either_way(heads)),
        way=EXACT,
        means=means,
        figures={"times": heads, "turns": number, "expected": number / 2},
    )


SODA_AND_HOCK = phrase("Soda and hock")


def look_at_soda_and_hock(deals: Sequence[Dealt]) -> StatisticalTest | SkippedTest:
    """The rank that was soda or hock too often: the rarest of 26 counts, with its exact chance times twenty-six."""
    sodas = Counter(rank_of(deal.tabs.soda) for deal in deals if deal.tabs.soda)
    hocks = Counter(rank_of(deal.tabs.hock) for deal in deals if deal.tabs.hock)
    seen = [
        (float(trials(ranks.total(), Fraction(1, 13)).at_least(times)), rank, times, ranks.total(), place)
        for place, ranks in (("soda", sodas), ("hock", hocks))
        for rank, times in ranks.items()
    ]
    if max(sodas.total(), hocks.total()) < 2:
        return SkippedTest(
            name="soda_and_hock", title=SODA_AND_HOCK, why=phrase("it needs two deals with a soda or a hock")
        )
    chance, rank, times, among, place = min(seen)
    return StatisticalTest(
        name="soda_and_hock",
        title=SODA_AND_HOCK,
        observed=phrase(
            _OFTEN_AS[place], rank=rank, times=times, deals=number_of(among, "%(num)s deal", "%(num)s deals")
        ),
        square=phrase("each rank once in 13 deals, which is %(mean)s here", mean=decimals(among / 13)),
        chance=min(1.0, 26 * chance),
        way=phrase("exact, for the rarest of 13 ranks in two places"),
        means=phrase("that somebody knew where the %(rank)s lay before the cards went into the box", rank=rank),
        figures={"times": times, "deals": among, "expected": among / 13},
    )


_OFTEN_AS = {
    "soda": marked("most often the %(rank)s as soda, in %(times)s of %(deals)s"),
    "hock": marked("most often the %(rank)s as hock, in %(times)s of %(deals)s"),
}

MOST_PUT_UP = 13
"""The most splits that can be put up in a deal: one for each rank."""

OFTEN_ENOUGH = Fraction(9, 10)
"""How likely put-up splits should be noticed."""


def put_up_to_be_noticed(deals: int, turns: int, level: Fraction) -> int | None:
    """How many splits must be put up in so many deals to be noticed 9 times in 10.

    Noticed means a two-sided chance of ``level`` or less for a fair pack. ``None`` if one per rank in every deal is not
    enough.
    """
    noticed = splits_of(turns).times(deals).rare_from(level / 2)
    most = MOST_PUT_UP * deals
    low, high = 0, 1
    while _chance_to_notice(deals, turns, high, noticed) < OFTEN_ENOUGH:
        if high == most:
            return None
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        if _chance_to_notice(deals, turns, middle, noticed) >= OFTEN_ENOUGH:
            high = middle
        else:
            low = middle
    return high


def _chance_to_notice(deals: int, turns: int, put_up: int, noticed: int) -> Fraction:
    """The chance of at least ``noticed`` splits with so many put up, spread evenly over the deals."""
    each, more = divmod(put_up, deals)
    fewer = splits_of(turns, each).times(deals - more)
    return (fewer.plus(splits_of(turns, each + 1).times(more)) if more else fewer).at_least(noticed)


class Power(Frozen):
    """How many splits must be put up in ``deals`` whole deals to stand out 9 times in 10.

    ``put_up`` is ``None`` if one for each rank in every deal is not enough.
    """

    deals: int
    put_up: int | None

    @property
    def text(self) -> Phrase:
        """The same as a sentence."""
        deals = number_of(self.deals, "%(num)s whole deal", "%(num)s whole deals")
        if self.put_up is None:
            return phrase(
                "With %(deals)s even a split of every rank put up would not be noticed 9 times in 10.", deals=deals
            )
        return phrase(
            "With %(deals)s, %(splits)s put up in all (%(mean)s a deal) would stand out 9 times in 10, and fewer not "
            "so often.",
            deals=deals,
            splits=number_of(self.put_up, "%(num)s split", "%(num)s splits"),
            mean=decimals(self.put_up / self.deals),
        )


class FaroObservation(Observation):
    """The findings for Faro: how much was tested, the tests, and the data of the charts.

    ``stopped`` are deals that were not finished and ``voided`` foul deals, whose cards count too. ``whole_deals`` is
    the number of finished deals, of ``whole_turns`` turns each. ``rank_by_rank`` has each rank's wins and losses,
    ``splits`` the distribution for a fair pack.
    """

    deals: int
    turns: int
    cards: int
    stopped: int
    voided: int
    without_suit: int
    whole_deals: int
    whole_turns: int
    splits_found: int
    splits_in_voided: int
    splits: Distribution
    rank_by_rank: dict[str, tuple[int, int]]

    @property
    def looked_at(self) -> tuple[Phrase, ...]:
        """How much was tested, in sentences, and what is unlike the rest."""
        sentences = [
            phrase(
                "%(cards)s of Faro, in %(turns)s of %(deals)s.",
                cards=number_of(self.cards, "%(num)s card", "%(num)s cards"),
                turns=TURNS.counted(self.turns),
                deals=number_of(self.deals, "%(num)s deal", "%(num)s deals"),
            )
        ]
        if self.voided:
            sentences.append(
                phrase(
                    "%(deals)s of these found foul: the cards are tested like the others (%(splits)s among them).",
                    deals=number_of(self.voided, "%(num)s deal", "%(num)s deals"),
                    splits=number_of(self.splits_in_voided, "%(num)s split", "%(num)s splits"),
                )
            )
        if self.stopped:
            stopped = number_of(self.stopped, "%(num)s deal", "%(num)s deals")
            sentences.append(phrase("%(deals)s not dealt out: tested as far as dealt.", deals=stopped))
        if self.without_suit:
            without = number_of(self.without_suit, "%(num)s card", "%(num)s cards")
            sentences.append(phrase("%(cards)s noted without the suit: left out of tests of colours.", cards=without))
        return tuple(sentences)

    def power(self, level: float) -> Power | None:
        """What would be noticed if tests stand out at ``level``; ``None`` if no whole deal was dealt."""
        if not self.whole_deals:
            return None
        exact = Fraction(level).limit_denominator()
        return Power(deals=self.whole_deals, put_up=put_up_to_be_noticed(self.whole_deals, self.whole_turns, exact))

    def can_see(self, level: float) -> tuple[Phrase, ...]:
        """What so many deals can show."""
        power = self.power(level)
        noticed = phrase(
            "A box that chooses the loser by the bets, cards put up to win or lose, a player who is let win often, a "
            "pack that was not shuffled."
        )
        return (power.text, noticed) if power else (noticed,)

    @property
    def cannot_see(self) -> tuple[Phrase, ...]:
        """What no test of Faro shows."""
        return (
            phrase(
                "Marked cards in the hands of a player who loses at times on purpose, checks dropped or pulled off, a "
                "copper drawn off by a hair: those are for the lookout."
            ),
            phrase("A deal that was stopped because of the cards it showed; the chances take it that it was not."),
        )

    @property
    def may_be_watched(self) -> Phrase:
        """The only test that may be repeated as often as you like."""
        return phrase("Only the take may be tested by looking again and again.")

    def figures(self, level: float) -> dict[str, Any]:
        """What would be noticed, and each rank's wins and losses."""
        power = self.power(level)
        return {
            "power": {"deals": power.deals, "splits_put_up": power.put_up} if power else None,
            "ranks": {rank: list(counts) for rank, counts in self.rank_by_rank.items()},
        }


def inspect_faro(nights: Sequence[Sequence[Dealt]]) -> FaroObservation | None:
    """All tests of the deals of some nights; ``None`` if no turn was dealt."""
    deals = list(chain.from_iterable(nights))
    turns = [deal.turns for deal in deals]
    if not any(turns):
        return None
    voided = [deal for deal in deals if deal.tabs.voided is not None]
    whole = [len(deal.turns) for deal in deals if deal.is_whole]
    usual = max(whole, key=whole.count, default=0)
    return FaroObservation(
        deals=len(deals),
        turns=sum(map(len, turns)),
        cards=sum(len(deal.cards) for deal in deals),
        stopped=len(deals) - len(whole),
        voided=len(voided),
        without_suit=without_suit(deals),
        whole_deals=whole.count(usual),
        whole_turns=usual,
        splits_found=splits_in(turns),
        splits_in_voided=splits_in(deal.turns for deal in voided),
        splits=splits_of_deals([len(of_deal) for of_deal in turns]),
        rank_by_rank=won_and_lost(turns),
        tests=(
            look_at_splits(
                turns, "splits", phrase("Splits"), TURNS, phrase("that splits were put up, by which the bank gains")
            ),
            look_at_take(
                (order.gain_cents for deal in deals for order in deal.orders),
                TURNS,
                phrase("no bets for which the order of the two cards mattered"),
                (
                    phrase("that the box chose its losers by the bets on the layout"),
                    phrase("that the bets were laid by somebody who knew the cards"),
                ),
            ),
            *looks_at_players(deals),
            look_at_ranks(
                turns,
                phrase("Winners and losers"),
                lambda won, lost: phrase("it won %(won)s and lost %(lost)s", won=won, lost=lost),
                ("won", "lost"),
            ),
            look_at_case_cards(deals),
            look_at_high_card(deals),
            look_at_winning_colour(deals),
            *(look_at_runs(deals, sorts) for sorts in (COLOURS, PARITY, ROWS)),
            look_at_places(nights),
            *looks_by_shuffling(nights),
            look_at_soda_and_hock(deals),
            look_at_cats(deals),
            look_at_calls(deals),
        ),
    )


FEWEST_DEALS = 3
"""In how many deals bets must lie at the first turn, or at the last, for these to be tested."""


def looks_at_players(deals: Sequence[Dealt]) -> Iterator[StatisticalTest | SkippedTest]:
    """Whether a player won too much: over all turns, at first turns, and at the last three turns."""
    turns = [turn for deal in deals for turn in deal.players]
    yield look_at_players("players", phrase("The players"), turns, phrase("no player had a bet at a turn"), TURNS)
    for name, title, few, is_there in _PARTS_OF_A_DEAL:
        at = [[turn for turn in deal.players if is_there(turn)] for deal in deals]
        enough = sum(map(bool, at)) >= FEWEST_DEALS
        yield look_at_players(name, title, chain.from_iterable(at) if enough else (), few, TURNS)


_PARTS_OF_A_DEAL: tuple[tuple[str, Phrase, Phrase, Callable[[PlayersTurn], bool]], ...] = (
    (
        "first_turns",
        phrase("First turns"),
        phrase("it needs three deals with bets at the first turn"),
        lambda turn: turn.turn == 1,
    ),
    (
        "last_turns",
        phrase("The last three turns"),
        phrase("it needs three deals with bets in the last three turns"),
        lambda turn: turn.to_come < 3,
    ),
)


def _stands_after(event: Event) -> Phrase | None:
    match event:
        case faro.DealStarted():
            return phrase("before the first card")
        case faro.SodaExposed():
            return before_turn(1)
        case faro.WinnerDrawn(turn=25):
            return phrase("before the hock")
        case faro.HockExposed():
            return phrase("after the hock")
        case _:
            return stands_after(event)


FAIRNESS = Fairness(
    nothing=phrase("no turn of Faro was dealt"),
    cards_of=deals_of,
    inspect=inspect_faro,
    no_figures={"power": None, "ranks": {}},
    stands_after=_stands_after,
)
