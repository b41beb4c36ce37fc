"""Versions of the rules by which a night is decided and kept, and what each of them changed.

The fact that opens a night records the version, and the night is decided under it to its end and ever after, so that a
book of any age decides again as it did. A change of what is decided (a command refused that was taken, other facts made
of one) gets a constant here, named after what it changed, whose value is the version since which it holds; the decider
asks ``night.opened.rules >= THE_CONSTANT``. New nights get :data:`CURRENT`.
"""

from __future__ import annotations

FIRST = 1
"""The rules of a night whose opening names no version."""

DISPUTED_TURNS_WERE_DEALT = 2
"""A dispute about a turn is about one that was dealt; before, about any number that a deal can have."""

UNNAMED_ROLL_IS_THE_HOUSES = 2
"""A roll raised without a backer is put up by the house; before, by the backer who was named first."""

TIMES_IN_ORDER = 3
"""A night's times never run backwards, though the machine's clock does; before, they are as the clock had them."""

WORDS_ARE_SHARED = 4
"""Several games may have a word, and ``game`` says whose a command is; who is named anywhere in it has to sit; a word
of no game of the night is refused as such before its arguments are looked at; ``null`` leaves an argument out, and one
that only another game's command of the word has is not looked at. Before, a word was one game's."""

NOBODY_LEAVES_A_STAKE = 4
"""Who leaves while their stakes lie is refused as everybody who leaves at the wrong time (``wrong_phase``); before, as
what is not allowed here."""

SETTINGS_RECORDED_WHOLE = 4
"""An opening has every house rule that there is; before, it lacks those that came later than it. Another house rule
moves this on to the version that it comes with."""

CURRENT = 4
"""The rules of a night that is opened now."""
