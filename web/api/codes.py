"""The codes of errors: each with its HTTP status and what it means."""

from __future__ import annotations

from dealer.commands.refusal import CODES as OF_REFUSALS
from web.app.errors import BOOK_OUT_OF_REACH, REFUSED_BY_THE_RULES, STATUS_OF_REFUSAL

_OF_HTTP = {
    "bad_request": (400, "The request is not valid HTTP."),
    "bad_token": (400, "The header `X-CSRFToken` is missing or out of date. Programs with a token need none."),
    "needs_tls": (400, "The port takes TLS only. Use `https://`."),
    "not_signed_in": (401, "Nobody is signed in, and there is no token."),
    "unknown_token": (401, "The house has no such token, or it was revoked."),
    "other_site": (403, "The headers `Origin` or `Sec-Fetch-Site` name a page of another site."),
    "not_found": (404, "There is nothing at this address."),
    "method_not_allowed": (405, "The address does not allow this method."),
    "too_slow": (408, "The request took too long to arrive."),
    "link_ended": (410, "The link has ended."),
    "too_large": (413, "The body is too large."),
    "unknown_host": (421, "The server does not answer under this name."),
    "too_many_requests": (429, "Too many requests. Wait a moment."),
    "head_too_large": (431, "The header fields are too large."),
    "internal": (500, "Something went wrong in the program. The log has the incident."),
    "busy": (503, "The server is overloaded. Try again."),
}

_OF_THE_BOOK = {
    "append_only": "Nothing in the book can be changed or removed.",
    "book_busy": "Another program writes to the book. Try again.",
    "book_closed": "The server is stopping.",
    "book_damaged": "The book is damaged. Verify it.",
    "book_full": "The disk is full. Nothing was recorded.",
    "book_linked": "The book's file is linked elsewhere.",
    "book_read_only": "The book is open for reading only.",
    "book_replaced": "The file of the book was replaced. Start the server again.",
    "book_short": "The database has gone back to an earlier state. Nothing was recorded.",
    "book_trouble": "The database reports an error.",
    "book_unreadable": "The book cannot be read.",
    "book_unwritable": "The book cannot be written. Nothing was recorded.",
    "head_unreadable": "The file with the book's head cannot be read.",
    "newer_book": "A newer version of the program made the book.",
    "no_such_database": "The database server has no such database.",
    "no_such_role": "The database server has no such user.",
    "older_book": "An older version of the program made the book.",
    "unkeepable": "The book cannot store this text.",
    "writer_stuck": "The disk does not answer.",
    "wrong_password": "The database refuses the password.",
}

CODES: dict[str, tuple[int, str]] = {
    **{code: (STATUS_OF_REFUSAL.get(code, REFUSED_BY_THE_RULES), meaning) for code, meaning in OF_REFUSALS.items()},
    **_OF_HTTP,
    **{code: (BOOK_OUT_OF_REACH, meaning) for code, meaning in _OF_THE_BOOK.items()},
}
"""The status of each code and what it means."""
