"""``casekeeper odds``: the odds now of every bet at the table whose deal is on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from dealer.commands.refusal import Refusal
from reports.words.formatting import listed
from reports.words.language import decimals
from reports.words.language import gettext as _
from reports.words.naming import result_of
from web.command_line.terminal import DEFAULT_BOOK, book_option, opened_to_read, print_json
from web.start import loading
from web.text import clipped, title, wrapped

if TYPE_CHECKING:
    from dealer.game.game import Game
    from dealer.game.odds import BetOdds, CallOdds, Odds

_NAME, _CHANCE, _EDGE = 25, 7, 9
"""The widths of the columns."""

_NONE = "–"
_RESULTS = {
    "win": "won",
    "lose": "lost",
    "split": "split",
    "standoff": "standoff",
    "doublet": "split",
    "drawn": "standoff",
}
"""The outcomes of a turn as results of bets, for their names."""


@click.command()
@click.argument("night")
@book_option(DEFAULT_BOOK)
@click.option("--at", "version", metavar="EVENT", help="As of this event of the night; the last by default.")
@click.option(
    "--bet",
    "bets",
    metavar="JSON",
    multiple=True,
    help="Another bet, by its arguments in place_bet: its kind, its ranks and how it lies. Repeat for several.",
)
@click.option("--stake", metavar="CENTS", help="Of stakes of so many cents, as they divide into checks.")
@click.option("--json", "as_json", is_flag=True, help="Print exact fractions as JSON and nothing else.")
def odds(night: str, where: str, version: str | None, bets: tuple[str, ...], stake: str | None, as_json: bool) -> None:
    """Print the odds now: for each bet the chances in the next turn and the bank's edge, with the cards left."""
    with loading():
        from dealer.game.odds import odds_data
        from dealer.night.odds import odds_of
        from dealer.night_service import NightService

    with opened_to_read(where, night) as book:
        history = NightService(book).history(night)
        wanted = history.version if version is None else _whole(version)
        if not 1 <= wanted <= history.version:
            raise Refusal(
                "bad_input",
                "The night has events 1 to %(version)s and no event %(wanted)s.",
                version=history.version,
                wanted=str(version)[:20],
            )
        # A stake that is no number is refused in its turn.
        game, now = odds_of(history.at(wanted), bets, None if stake is None else _whole(stake))
        if as_json:
            print_json(odds_data(game.name, now))
            return
        # Late, as it comes with the words of all games.
        import reports.games  # noqa: F401  (registers them)

        for line in _lines_of(game, now):
            click.echo(line)


def _whole(text: str) -> int:
    """A whole number; 0 if the text is none."""
    try:
        return int(text)
    except ValueError:
        return 0


def _lines_of(game: Game, odds: Odds) -> Iterator[str]:
    """The lines of the odds: bets in columns, in percent with two and three decimals, then calls."""
    heading = _(
        "%(game)s, turn %(turn)s. Cards unseen: %(unseen)s", game=game.title, turn=odds.turn, unseen=odds.unseen
    )
    yield title(heading)
    yield " ".join(f"{rank}:{cards}" for rank, cards in odds.left.items())
    yield ""
    outcomes = next((tuple(bet.figures.turn) for bet in odds.bets if bet.figures.turn), ())
    for sentence in (
        _(
            "Columns, in percent: %(outcomes)s in the next turn; what the bank gains of a stake in it, per decision, "
            "and until it is settled.",
            outcomes=listed([result_of(_RESULTS[outcome], game.name) for outcome in outcomes]),
        ),
        _("A bet that lies the other way is listed where its figures differ."),
    ):
        yield from wrapped(sentence)
    yield ""
    for at, bet in enumerate(odds.bets):
        if at == 0 or not bet.mirrors(odds.bets[at - 1]):
            yield f"{_called(bet):<{_NAME}}" + "".join(_columns(bet, outcomes))
    for call in odds.calls:
        chance, edge = _percent(call.win, _CHANCE, 2), _percent(call.edge, _EDGE, 3)
        yield f"{_called(call):<{_NAME}}{chance}{' ' * _CHANCE * (len(outcomes) - 1)}{edge}"


def _called(bet: BetOdds | CallOdds) -> str:
    from reports.words.game_words import phrase_text

    return clipped(phrase_text(bet.named), _NAME)


def _columns(bet: BetOdds, outcomes: tuple[str, ...]) -> Iterator[str]:
    figures = bet.figures
    for outcome in outcomes:
        yield _percent(figures.turn[outcome] if figures.turn else None, _CHANCE, 2)
    for edge in (figures.edge_turn, figures.edge_decided, figures.edge_settled):
        yield _percent(edge, _EDGE, 3)


def _percent(share: Fraction | None, width: int, digits: int) -> str:
    text = _NONE if share is None else decimals(float(100 * share), digits)
    return f"{text:>{width}}"
