"""What the staff are told where somebody guesses at PINs: whose, how many wrong ones, since when and from where."""

from __future__ import annotations

from dealer.commands.phrases import counted
from dealer.staff.sign_in_delays import duration
from dealer.staff.staff import Register
from events.frozen import Frozen
from reports.words.formatting import day_of, hour
from web.app.authentication import authentication

WHAT_TO_DO = (
    "Devices on which somebody has signed in before let them in as ever; on another device the name waits, or is "
    "unlocked on the page Staff. A PIN of eight digits is not guessed. Look who is in your network."
)


class Guess(Frozen):
    """Wrong PINs under a name from devices on which its bearer has not signed in, in words."""

    name: str
    wrong: str
    since: str
    from_where: str
    wait: str

    def __str__(self) -> str:
        waits = f"; strange devices wait {self.wait}" if self.wait else ""
        return f"{self.wrong} for {self.name} since {self.since}{self.from_where}{waits}"


def guesses_at(register: Register, at: str) -> list[Guess]:
    """Whose PINs are being guessed at a time: of whom more wrong ones came than slip."""
    return [
        Guess(
            name=one.name,
            wrong=counted(one.guessed.count, "wrong PIN"),
            since=f"{day_of(one.guessed.first_at, None)}, {hour(one.guessed.first_at, None)}",
            from_where=f", from {', '.join(one.guessed_from)}" if one.guessed_from else "",
            wait=str(duration(wait)) if (wait := one.guessed.wait_at(at)) else "",
        )
        for one in register.members.values()
        if one.is_guessed_at(at)
    ]


def guesses() -> list[Guess]:
    """Whose PINs are being guessed now, looked up once a request."""
    # The command line needs the rest of this module, and starts in half the time without Flask.
    from flask import g

    from web.app.authorization import register

    if "guesses" not in g:
        g.guesses = guesses_at(register(), authentication().clock())
    found: list[Guess] = g.guesses
    return found
