"""Seeds of random nights that reach in the rules all that many more reach.

Of the seeds 0 to 239 of Faro, 0 to 199 of Fan-Tan and 0 to 59 of both, these nights go through every line, every way
from one line to the next, every kind of fact and every refusal of every command that all five hundred go through, in
``dealer`` and ``ledger``, and one more refusal. ``tools/soak`` plays others, as many as one likes.
"""

from __future__ import annotations

# fmt: off
FARO_SEEDS = (
    0, 2, 3, 8, 10, 27, 28, 31, 38, 44, 49, 63, 73, 74, 78, 80, 82, 91,
    97, 103, 108, 109, 117, 129, 147, 157, 170, 178, 191, 192, 200, 206, 215,
)
FAN_TAN_SEEDS = (
    0, 1, 6, 11, 16, 25, 28, 30, 32, 49, 53, 68, 80, 83,
    90, 105, 119, 141, 159, 180, 390,
)
# fmt: on
SEEDS_OF_BOTH = (2, 15, 25, 35)
