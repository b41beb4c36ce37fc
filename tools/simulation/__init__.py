"""A deterministic simulation of a house: its servers, its tablets, the line between them, and a disk that fails.

Everything runs on one thread. The tasks of servers and clients wait only where the simulation lets them: on the line,
in the writer's queue, and in system calls of SQLite, in each of which a server may crash. One seed gives one order of
events, and so one trace.

Real: the night service, the writer with its groups, the book's tables, chains and heads, SQLite in WAL mode, `verify`.
Restated and held against the original by a test: the rules of the tablet's outbox. Not simulated: HTTP and sessions,
the staff's register, papers, live streams, the watch over replaced files, PostgreSQL.

Several servers write beside each other to one SQLite file without the owner's lock, as servers do on PostgreSQL.
"""
