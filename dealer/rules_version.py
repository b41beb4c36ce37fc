"""Versions of the rules under which nights are decided, and what each version changed.

The opening event of a night records the version, and the night is always decided under it, so that old books verify. A
change in decisions (a refusal added or other events) gets a constant here, named after the change, with the version
that introduced it; the decider tests ``night.opened.rules >= THE_CONSTANT``. New nights get :data:`CURRENT`.
"""

from __future__ import annotations

FIRST = 1
"""The rules of a night whose opening has no version."""

DISPUTED_TURNS_WERE_DEALT = 2
"""A dispute about a turn must name a turn that was dealt; before, any number that a deal can have."""

UNNAMED_ROLL_IS_THE_HOUSES = 2
"""A roll raised without a backer is the house's; before, the first backer's."""

TIMES_IN_ORDER = 3
"""A night's times never run backwards even if the clock does; before, they are the clock's."""

WORDS_ARE_SHARED = 4
"""Several games may share a word, and ``game`` says whose a command is. All players named in a command must have seats.
A word of no game of the night is refused before its arguments are checked. ``null`` omits an argument, and arguments of
other games' commands with the same word are ignored. Before, a word belonged to one game.
"""

NOBODY_LEAVES_A_STAKE = 4
"""Leaving with stakes on the table is refused as leaving at the wrong time (``wrong_phase``); before, as not allowed.
"""

SETTINGS_RECORDED_WHOLE = 7
"""An opening has all house rules; before, it lacks later ones. A new house rule sets this to its own version."""

THE_HOUSE = 5
"""Commands and arguments of the house: cards, deposits, carried markers, reliefs, counts and slips. Before, their words
were unknown.
"""

SHARES_ARE_OF_THE_WHOLE = 6
"""Backers' shares are parts of the whole: the house has what is left of it, and more than the whole is refused. Before,
they were relative to their sum.
"""

PRESETS_ARE_THE_SOURCES = 7
"""A preset named after a source has every rule of that source; before, rules that were added later were off in it."""

THE_PACK_IS_COUNTED = 7
"""The pack is counted at a player's request (``count_pack``). Before, the word was unknown."""

BYSTANDERS_LEND = 7
"""A bystander lends a stake by name. Before, a lender was a player, and the name an unknown argument."""

CALLS_HAVE_A_FORM = 7
"""A call may be laid in cash or on a marker. Before, its form was an unknown argument."""

CURRENT = 7
"""The rules of nights opened now."""
