"""What stands in a row's columns, by their places: for who looks at all rows of a night."""

from __future__ import annotations

from operator import itemgetter

from events.book.chain import StoredCommand, StoredFact

_of_facts, _of_commands = StoredFact._fields.index, StoredCommand._fields.index

hash_of = itemgetter(-1)
"""The hash of a fact or a command."""

fact_body = itemgetter(_of_facts("body"))
position_of = itemgetter(_of_facts("position"))
maker_of = itemgetter(_of_facts("command"))

command_id = itemgetter(_of_commands("id"))
number_of = itemgetter(_of_commands("number"))
command_body = itemgetter(_of_commands("body"))
time_of = itemgetter(_of_commands("at"))
before_of = itemgetter(_of_commands("version_before"))
after_of = itemgetter(_of_commands("version_after"))
refused_of = itemgetter(_of_commands("refused"))
why_of = itemgetter(_of_commands("why"))
