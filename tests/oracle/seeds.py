"""Seeds of random nights that reach in the rules all that many more reach.

Of the seeds 0 to 239 of Faro, 0 to 199 of Fan-Tan and 0 to 59 of both, these nights go through every line, every way
from one line to the next, every kind of fact and every refusal of every command that all five hundred go through, in
``dealer`` and ``ledger``. ``tools/soak`` plays others, as many as one likes.
"""

from __future__ import annotations

# fmt: off
FARO_SEEDS = (
    0, 1, 16, 22, 28, 37, 40, 53, 64, 77, 79, 83, 88, 97, 131, 149, 163, 169,
    170, 171, 182, 184, 186, 188, 198, 200, 202, 206, 208, 216, 220, 224, 225, 234, 236,
)
FAN_TAN_SEEDS = (
    0, 1, 18, 19, 20, 33, 34, 42, 56, 61, 67, 68, 75, 79,
    94, 105, 135, 138, 139, 141, 142, 150, 152, 172, 176, 178, 187,
)
# fmt: on
SEEDS_OF_BOTH = (0, 1, 2, 14, 16, 41)
