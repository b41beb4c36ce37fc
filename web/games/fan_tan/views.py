"""The board of Fan-Tan and the player's page: the layout, the turns, the outcome of a hand, each player's part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import asdict, replace

from dealer.commands.refusal import marked
from dealer.game.hands import PLAYING
from dealer.games.fan_tan.state import FAN_TAN, FanTanHouse, FanTanTable, Hand, fan_tan_of
from dealer.night.night import Night
from dealer.projections import RoundEvents
from events.common.event import Event
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games.fan_tan import HandVoided, PotLeft, PotWon, WrongPassProved
from events.records import Recorded
from reports.games.fan_tan.papers import HANDS, FanTanFigures, FanTanHand, Penalty
from reports.rounds.hands import Ending, hands_play_of
from reports.rounds.statement import assert_equal
from reports.words.formatting import brief, card_words, chips_words, either, number_of_chips
from reports.words.game_words import clauses
from reports.words.language import gettext as _
from reports.words.language import ngettext, number
from web.game_screens import PlayerPart
from web.games.fan_tan.tablet import (
    KIT,
    LAID,
    Place,
    TurnLine,
    held_in_words,
    last_places,
    phase_words,
    player_on_turn,
    rows_of,
    turn_lines,
)
from web.hands.views import HandOfTheirs, HandsBoard, PaidLine, PartNow, hands_board, player_page, where_it_stands
from web.tablet.seats import marks_of

_OPENERS = {"5": marked("a five"), "7": marked("a seven"), "9": marked("a nine")}


def dead_hand_in_words(house: FanTanHouse) -> str:
    """A dead hand in a sentence. Somebody always holds an opener: it needs a wrong pass or a short pack."""
    openers = either([_(_OPENERS[rank]) for rank in house.openers])
    return _("A dead hand: nobody laid %(openers)s. Somebody held one, or the pack was short.", openers=openers)


class PlayedHand(HandOfTheirs):
    """A hand of a player, with its number and a sentence for each of their proved wrong passes."""

    hand: int
    wrong: tuple[str, ...]


_PAGE = player_page(KIT)


def part_of(night: Night, game: str, effective: Sequence[Recorded], player: str) -> PlayerPart:
    """A player's part in a night's Fan-Tan, from its effective events."""
    return replace(_PAGE.part_of(night, game, effective, player), now=part_now(night.tables[game], player))


def part_now(table: FanTanTable, player: str) -> PartNow | None:
    """A player's part in the hand that is on; ``None`` if they have no part in it."""
    hand, chips = table.hand, table.put_in.get(player, 0)
    if not table.is_on or player not in hand.players:
        return None
    on_turn = table.phase == PLAYING and hand.on_turn == player
    return PartNow(
        title=_("Hand %(number)s", number=table.round),
        figures=(
            (_("cards left"), str(hand.left(player))),
            (_("passes"), str(hand.passes(player))),
            (_("chips in the pot"), f"{number(chips)} ({brief(chips * table.house.chip)})" if chips else "0"),
        ),
        note=_("it is your turn") if on_turn else "",
        on_turn=on_turn,
    )


def hand_of(night: Night, of_hand: RoundEvents, player: str) -> PlayedHand | None:
    """A player's hand; ``None`` if they were dealt no cards."""
    table: FanTanTable = night.tables[of_hand.game]
    play = hands_play_of((night.opened, *of_hand.events), HANDS)
    for record in play.hands_of(player):
        return _played_hand(record, play.figures.of(record.hand, player), table.house, player)
    return None


def _played_hand(record: FanTanHand, figures: FanTanFigures, house: FanTanHouse, player: str) -> PlayedHand:
    lines = tuple(_lines(record, figures, player))
    played = PlayedHand(
        hand=record.hand,
        title=_("Hand %(number)s", number=record.hand),
        ending=_ending(record, house, player),
        chip_cents=house.chip,
        lines=lines,
        wrong=tuple(_sentence(record, wrong_pass) for wrong_pass in record.wrong_passes(player)),
    )
    assert_equal(f"{player}'s lines of hand {record.hand}", played.net_cents, figures.net * house.chip)
    return played


def _lines(record: FanTanHand, figures: FanTanFigures, player: str) -> Iterator[PaidLine]:
    if figures.ante:
        yield PaidLine(what=_("Ante"), chips=-figures.ante)
    if figures.passes:
        yield PaidLine(what=ngettext("%(num)s pass", "%(num)s passes", figures.passes), chips=-figures.passing)
    for wrong_pass in record.wrong_passes():
        if record.fate(wrong_pass) is Penalty.TAKEN:
            yield from _penalty(wrong_pass, player)
    left = record.left(player) if record.is_won else 0
    if left or figures.for_cards:
        # During the payment, cards are paid for before the end of the hand counts them.
        text = (
            ngettext("%(num)s card left in hand", "%(num)s cards left in hand", left)
            if left
            else _("Cards left in hand")
        )
        yield PaidLine(what=text, chips=-figures.for_cards)
    if figures.dead:
        yield PaidLine(what=_("The hand was dead"), chips=-figures.dead)
    if figures.pot:
        yield PaidLine(what=_("The pot"), chips=figures.pot)
    if figures.returned:
        yield PaidLine(what=_("Given back"), chips=figures.returned)


def _penalty(wrong: WrongPassProved, player: str) -> Iterator[PaidLine]:
    """What a penalty cost the player, or paid them for a card they held."""
    if wrong.player == player and wrong.penalty:
        yield PaidLine(what=_("Penalty for turn %(turn)s", turn=wrong.turn), chips=-wrong.penalty)
    for gift in wrong.besides:
        if gift.player == player:
            yield PaidLine(what=_("From a penalty, for your %(card)s", card=card_words(gift.card)), chips=gift.chips)


def _ending(record: FanTanHand, house: FanTanHouse, player: str) -> str:
    match record.ending:
        case Ending.VOIDED:
            return _("Broken off: %(reason)s.", reason=(record.voided or "").rstrip(". "))
        case Ending.BROKEN_OFF:
            return _("Broken off by the close of the night.")
        case Ending.OVER if not record.is_won:
            return dead_hand_in_words(house)
        case Ending.OVER:
            return _("You went out first.") if record.winner == player else _("Another player went out first.")
    return _("In play.")


def _sentence(record: FanTanHand, wrong: WrongPassProved) -> str:
    text = _("At turn %(turn)s you passed and held %(cards)s", turn=wrong.turn, cards=held_in_words(wrong))
    is_waived = record.fate(wrong) is Penalty.WAIVED and wrong.penalty
    return f"{clauses(text, _('the penalty is waived') if is_waived else '')}."


BOARD = replace(KIT, places=last_places)
"""The screens of the board, on which the last hand stays until the next."""

LINES, LETTERS_A_LINE = 15, 56
"""The room for the sentences of wrong passes, in two columns."""


class Outcome(Frozen):
    """The result of a hand: sentences about the hand, the pot and each wrong pass, in the order of play.

    ``more`` counts the wrong passes that do not fit on the board.
    """

    result: str
    pot: str
    wrong: tuple[str, ...] = ()
    more: int = 0


def outcome_of(night: Night, effective: EffectiveEvents) -> Outcome | None:
    """The result of the hand, ``None`` while it is played; ``effective`` are the night's effective events."""
    table, names = fan_tan_of(night), night.names
    hand, ended = table.hand, None if table.is_on else effective.up_to_last(HandVoided, PotLeft, PotWon)
    ending = ended.last.event if ended is not None else None
    if isinstance(ending, HandVoided):
        reason = ending.reason.rstrip(". ")
        return Outcome(
            result=_("Hand %(hand)s was broken off: %(reason)s.", hand=hand.number, reason=reason),
            pot=_("Everybody gets back what they put in."),
        )
    if not hand.winner and not hand.ended:
        return None
    result, pot = _result(table, names, ending)
    wrong = tuple(_wrong_pass(proof, hand, names, settled=not table.is_on) for proof in hand.proved)
    room = _with_room(wrong)
    return Outcome(result=result, pot=pot, wrong=wrong[:room], more=len(wrong) - room)


def _result(table: FanTanTable, names: Mapping[str, str], ending: Event | None) -> tuple[str, str]:
    """Sentences about who went out, and about the pot."""
    hand = table.hand
    if isinstance(ending, PotWon):
        won = chips_words(ending.chips, table.house.chip)
        name = names[ending.player]
        return _("%(name)s went out first and takes the pot of %(chips)s.", name=name, chips=won), ""
    result = _("%(name)s went out first.", name=names[hand.winner]) if hand.winner else dead_hand_in_words(table.house)
    if isinstance(ending, PotLeft):
        left = chips_words(ending.chips, table.house.chip)
        return result, _("The pot of %(chips)s waits for the next hand.", chips=left)
    if not hand.ended:
        return result, _("The others show their cards.")
    pot = chips_words(table.pot_chips, table.house.chip)
    if hand.winner:
        return result, _("In the pot: %(chips)s; cards left in hand are not paid yet.", chips=pot)
    return result, _("In the pot: %(chips)s; the hand is not settled yet.", chips=pot)


def _wrong_pass(wrong: WrongPassProved, hand: Hand, names: Mapping[str, str], *, settled: bool) -> str:
    text = _(
        "Turn %(turn)s: %(name)s passed and held %(cards)s",
        turn=wrong.turn,
        name=names[wrong.player],
        cards=held_in_words(wrong),
    )
    fate = ""
    if wrong.turn in hand.taken:
        fate = _("the penalty is taken")
    elif settled and wrong.penalty:
        fate = _("the penalty is waived")
    return f"{clauses(text, fate)}."


def _with_room(sentences: Sequence[str]) -> int:
    """How many of the sentences fit on the board, with a line left for the number of the others."""
    lines = 0
    for at, sentence in enumerate(sentences):
        lines += -(-len(sentence) // LETTERS_A_LINE)
        if lines > LINES:
            return at
    return len(sentences)


TURNS_SHOWN = 6


class FanTanBoard(HandsBoard):
    """Everything on the board. The only amounts are the pot and the house's rules.

    ``suits`` says which cards are laid, in words; ``resting`` is across an empty cloth.
    """

    in_play: bool
    on_turn: str
    resting: str
    rows: tuple[tuple[Place, ...], ...]
    suits: str
    turns: tuple[TurnLine, ...]
    outcome: Outcome | None


def fan_tan_board(night: Night, effective: EffectiveEvents) -> FanTanBoard:
    """The board of a night; ``effective`` are its effective events."""
    table = fan_tan_of(night)
    rows = rows_of(table, marks_of(night))
    own = {
        "phase": _("The night is over") if night.closed else phase_words(night),
        "standing_at": where_it_stands(night, FAN_TAN),
        "rules": _rules(table.house),
    }
    resting = "" if table.round else _("The table is open")
    return FanTanBoard(
        in_play=table.phase == PLAYING,
        on_turn=player_on_turn(table),
        resting=_("The night is over. Good night.") if night.closed else resting,
        rows=rows,
        suits="; ".join(map(_row_words, rows)),
        turns=turn_lines(night, TURNS_SHOWN),
        outcome=outcome_of(night, effective),
        **{**asdict(hands_board(BOARD, night, effective)), **own},
    )


def _row_words(row: Sequence[Place]) -> str:
    """The laid cards of a suit, in words."""
    suit, laid = _(row[0].suit), [place.rank for place in row if place.state == LAID]
    if not laid:
        return _("%(suit)s: not opened", suit=suit)
    if len(laid) == 1:
        return _("%(suit)s: %(rank)s", suit=suit, rank=laid[0])
    return _("%(suit)s: %(first)s to %(last)s", suit=suit, first=laid[0], last=laid[-1])


def _rules(house: FanTanHouse) -> tuple[tuple[str, str], ...]:
    """The prices of this house as pairs of a word and an amount, without those that are zero."""
    paid = [
        (_("ante"), _ante(house), house.ante + house.ante_extra),
        (_("a pass"), number_of_chips(house.pass_pays), house.pass_pays),
        (
            _("a pip left") if house.counted == "pips" else _("a card left"),
            number_of_chips(house.card_pays),
            house.card_pays,
        ),
        (_("a wrong pass"), number_of_chips(house.wrong_pass), house.wrong_pass),
        (
            _("a kept seven") if house.opener == "7" else _("a kept opener"),
            _kept_opener(house),
            house.wrong_pass_opener,
        ),
        (_("a dead hand"), number_of_chips(house.dead_hand), house.dead_hand),
    ]
    return ((_("a chip"), brief(house.chip)), *((word, text) for word, text, chips in paid if chips))


def _ante(house: FanTanHouse) -> str:
    if house.ante == house.ante_extra:
        return number_of_chips(house.ante)
    if house.extra_from == "long":
        return _("%(ante)s, with a card more %(extra)s", ante=house.ante, extra=house.ante_extra)
    return _("%(ante)s, with a card fewer %(extra)s", ante=house.ante, extra=house.ante_extra)


def _kept_opener(house: FanTanHouse) -> str:
    if house.opener_chips == "shared":
        return _("%(chips)s more for the cards beside it", chips=house.wrong_pass_opener)
    return _("%(chips)s more for each card beside it", chips=house.wrong_pass_opener)
