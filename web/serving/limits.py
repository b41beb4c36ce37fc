"""How much of the server anybody may take: every limit by its name. Times are seconds, sizes bytes."""

from __future__ import annotations

from events.frozen import Frozen


class Limits(Frozen):
    """What a connection, a caller and a request may take; ``body_bytes`` is the application's own limit."""

    body_bytes: int
    head_bytes: int = 16 * 1024
    """The first line and all header fields: a browser with its cookie sends about one kilobyte."""
    head_fields: int = 100
    head_s: float = 10.0
    """From the connection, or from the first byte on one that is kept, to the end of the head."""
    body_s: float = 10.0
    """From the end of the head to the end of the body: the largest body at 6 kB a second."""
    idle_s: int = 120
    """Between an answer and the next request."""
    unread_s: float = 15.0
    """How long a caller may leave a part of an answer unread."""
    handshake_s: float = 5.0
    linger_s: float = 1.0
    """After a refusal, for the caller to read it."""

    connections: int = 4_096
    """All at once, as far as the system gives as many files."""
    connections_a_stranger: int = 1_024
    """Of an address that has shown neither a sign-in nor a link: a house may have one address for all its guests."""
    connections_a_link: int = 256
    """A board's link is a whole house's, and each browser has a connection or two besides its stream."""
    connections_a_member: int = 128

    begun_s: float = 400.0
    """Connections that begin to be served, a second in the long run; as many more wait, and cost nothing."""
    begun_at_once: int = 40
    begun_tls_s: float = 150.0
    """The same over TLS: a handshake costs a millisecond and more."""
    begun_tls_at_once: int = 20
    begun_each_s: float = 120.0
    """Of one address."""
    begun_each_at_once: int = 40

    staff_threads: int = 12
    other_threads: int = 3
    """One of them, while the staff are being answered: threads share one interpreter."""
    caller_threads: int = 2
    """These find out who is calling."""
    telling_threads: int = 8
    """For answers that are told part by part as something happens, and are no streams: a verification under way."""
    waiting: int = 512
    """Requests that wait for a thread of a kind."""
    waiting_each: int = 64
    """Of one caller."""

    files_s: float = 40.0
    """Files that the application answers with, a second in the long run, to a stranger's address or by one link.

    The staff have none of these limits.
    """
    files_at_once: int = 1_200
    """A house of guests may load their pages together, from one address and by one link."""
    files_of_all_s: float = 300.0
    """The same for all strangers and links together, wherever they come from."""
    files_of_all_at_once: int = 2_400
    page_in_files: int = 4
    """As how many of those anything else counts."""
    kept_files_s: float = 300.0
    """The program's files that are answered from memory, to an address: each costs a tenth and less."""
    kept_files_at_once: int = 6_000
    """Over TLS a device that comes for the first time keeps all of them, some ninety: as many as sixty guests."""
    kept_files_of_all_s: float = 600.0
    kept_files_of_all_at_once: int = 9_000
    longest_pause_s: float = 5.0
    """A request beyond that waits for its turn; one that would wait longer is turned away, after ``turned_away_s``."""
    turned_away_s: float = 1.0

    stop_s: float = 2.0
    """For what is being answered when the server is told to stop."""
