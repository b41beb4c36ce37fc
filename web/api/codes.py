"""The codes of errors: each with its HTTP status and what it means."""

from __future__ import annotations

from web.app.errors import BOOK_OUT_OF_REACH, REFUSED_BY_THE_RULES, STATUS_OF_REFUSAL

_BY_THE_RULES = {
    "already_done": "This is done already, or the key is in use.",
    "bad_input": "The request or an argument is invalid.",
    "bad_placement": "Such a bet does not exist on this layout.",
    "bad_result": "The result does not fit the hand.",
    "bank_broken": "The bank is broken. Take bets down and settle.",
    "bets_closed": "The loser is out. Bets open again after the turn.",
    "bid_too_low": "The bid must be higher.",
    "cannot_play": "The card cannot be played now.",
    "command_reused": "Another command has this id. Choose a new id.",
    "dead_card": "All cards of this rank are out.",
    "no_such_night": "There is no such night.",
    "no_such_printing": "There is no such printing.",
    "not_a_multiple": "The amount must be in whole checks.",
    "not_allowed_here": "The rules of this house do not allow it.",
    "not_enough_checks": "Somebody does not have that much.",
    "not_permitted": "The role does not include it.",
    "not_your_turn": "It is another player's turn.",
    "nothing_to_void": "There is no command to take back.",
    "odd_card": "The card cannot come now: it is out already, or the pack lacks one.",
    "other_currency": "The night has papers in another currency.",
    "over_limit": "The amount is over a limit.",
    "player_barred": "The house has barred this player.",
    "press_failed": "The papers could not be printed.",
    "second_needed": "A second person has to confirm it, with `second` and `second_pin`.",
    "sign_in_busy": "Too many people are signing in. Try again.",
    "sign_in_locked": "Too many wrong PINs. Wait as the sentence says.",
    "stale_version": "The night has moved on since the version in `If-Match`.",
    "suit_needed": "The card needs its suit.",
    "too_many_sheets": "Too many sheets are being printed. Try again.",
    "too_quick": "A player's phone sends too many actions.",
    "under_minimum": "The amount is under a minimum.",
    "unknown_bet": "There is no bet with this key.",
    "unknown_card": "The house has no such card.",
    "unknown_command": "The night has no command with this id, or it was taken back.",
    "unknown_device": "Nobody has used this device.",
    "unknown_player": "There is no player with this key.",
    "unknown_program": "No program of this name has a token.",
    "unknown_session": "The session has ended.",
    "unknown_staff": "Nobody on the staff has this name, or they have no role.",
    "wrong_phase": "It is the wrong moment for this command.",
    "wrong_pin": "The PIN is wrong.",
}

_OF_HTTP = {
    "bad_request": (400, "The request is not valid HTTP."),
    "bad_token": (400, "The header `X-CSRFToken` is missing or out of date. Programs with a token need none."),
    "not_signed_in": (401, "Nobody is signed in, and there is no token."),
    "unknown_token": (401, "The house has no such token, or it was revoked."),
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
    "book_busy": "Another program writes to the book. Try again.",
    "book_closed": "The server is stopping.",
    "book_damaged": "The book is damaged. Verify it.",
    "book_linked": "The book's file is linked elsewhere.",
    "book_read_only": "The book is open for reading only.",
    "book_replaced": "The file of the book was replaced. Start the server again.",
    "book_trouble": "The database reports an error.",
    "book_unreadable": "The book cannot be read.",
    "head_unreadable": "The file with the book's head cannot be read.",
    "newer_book": "A newer version of the program made the book.",
    "older_book": "An older version of the program made the book.",
    "unkeepable": "The book cannot store this text.",
    "writer_stuck": "The disk does not answer.",
}

CODES: dict[str, tuple[int, str]] = {
    **{code: (STATUS_OF_REFUSAL.get(code, REFUSED_BY_THE_RULES), meaning) for code, meaning in _BY_THE_RULES.items()},
    **_OF_HTTP,
    **{code: (BOOK_OUT_OF_REACH, meaning) for code, meaning in _OF_THE_BOOK.items()},
}
"""The status of each code and what it means."""
