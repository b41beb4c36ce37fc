"""A bettor against the order of the two cards of a turn, given the bets that lay.

Whatever was dealt before, and whichever two cards come next, a square box brings them in either order with the same
chance, and the bets lay before the first of them was drawn. So it is a fair coin whether a turn's order is the one
that is better for the bank. But the bets of later turns hang on how earlier coins fell: who doubles a stake when one
is lost tells by the next stake how the last coin fell. To take the stakes as given and flip all the signs, as a
permutation test would, is therefore not valid; nor is it to count the coins, when players leave while they lose.

What stays valid is a bettor. They begin with $1 and bet before each coin, on no more than is known by then, and never
more than they have. The coins being fair, that dollar becomes X dollars at any time of the night with a chance of 1/X
at the most (Ville). Here 36 such bettors share the dollar: half bet that the order favours the bank and half that it
favours the players, half bet the same part of what they have on each turn and half in proportion to what the turn's
order is worth (by the greatest so far); the parts are a tenth to nine tenths. The chance is 1 over the most they held
together. It holds whenever one looks, and however the players bet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, log1p

PARTS = tuple(sign * tenths / 10 for tenths in range(1, 10) for sign in (1, -1))
"""What part of their money the bettors venture: above nothing that the order favours the bank, below the players."""


def most_held(gains: Iterable[int]) -> float:
    """The logarithm of the most that the bettors' dollar came to together, over turns with these gains of the bank."""
    even = [0.0] * len(PARTS)
    by_worth = [0.0] * len(PARTS)
    greatest, most = 0, 0.0
    for gain in gains:
        greatest = max(greatest, abs(gain))
        side = 1 if gain > 0 else -1
        weight = gain / greatest
        even = [held + log1p(part * side) for held, part in zip(even, PARTS, strict=True)]
        by_worth = [held + log1p(part * weight) for held, part in zip(by_worth, PARTS, strict=True)]
        most = max(most, _log_of_mean([*even, *by_worth]))
    return most


def _log_of_mean(logarithms: Sequence[float]) -> float:
    highest = max(logarithms)
    return highest + log(sum(exp(one - highest) for one in logarithms) / len(logarithms))
