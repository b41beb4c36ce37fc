"""The rules of Fan-Tan, numbered 3.1 to 3.6, and its house rules as sentences."""

from __future__ import annotations

from dealer.games.fan_tan.commands import FanTanHouse
from reports.rulebook import Rule, Rulebook, Table
from reports.words.formatting import money, number_of_chips
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.language import ngettext

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Fan-Tan"
_FIVE_OR_NINE = "an encyclopedia of card games, entry Five or Nine"
_WITH_ANTES = "a rule sheet of Fan Tan with antes"

FAN_TAN_RULES = Rulebook(
    name="fan-tan",
    number="3",
    title="Fan-Tan",
    about=(
        "Fan-Tan, also Sevens or Parliament: the first player to lay all their cards takes the pot. There "
        "are two forms, one with a chip for every pass and one with antes and penalties. House rules "
        "choose either, or a mixture."
    ),
    rules=(
        Rule(
            number="3.1",
            title="Cards and seats",
            says=(
                "Three to eight players, 52 cards, the king the highest, the ace the lowest. All cards are "
                "dealt, one at a time, clockwise from the dealer’s left; hands may differ by a card. The "
                "player on the dealer’s left lays first, or in some houses the holder of a certain seven, "
                "with that card.",
                "Everybody who does not sit out (rule 4.9) plays the hand, and any of them may deal. If "
                "the house has the deal move, the player on the last dealer’s left deals, also after a "
                "dead hand. After a hand that was broken off the same player deals again.",
            ),
            sources=(_ENCYCLOPEDIA, _WITH_ANTES),
            ours="The first card laid by the holder of a seven. That the same dealer deals again after a hand "
            "is broken off.",
            settings={"first": None, "deal_moves": None},
        ),
        Rule(
            number="3.2",
            title="Laying",
            says=(
                "A suit opens with its seven and is built upward to the king and downward to the ace, card "
                "by card. A turn is one card. In some houses it may be several openers together, or "
                "several cards of a suit, upward and downward, an opener included. If a certain seven "
                "comes first, it is laid alone.",
                "Five or Nine: the first card is a five or a nine, and that rank then opens the other three suits.",
            ),
            sources=(_ENCYCLOPEDIA, _FIVE_OR_NINE, _WITH_ANTES),
            settings={"opener": None, "several_openers": None, "several_cards": None},
        ),
        Rule(
            number="3.3",
            title="Antes and passes",
            says=(
                "Payments are made in chips, into the pot.",
                Table(
                    heads=("", "with a chip for a pass", "with antes"),
                    rows=(
                        ("ante", "none", "a chip; two with a card more than others"),
                        ("a pass", "a chip", "nothing"),
                        ("several openers in a turn", "no", "yes"),
                        ("several cards of a suit in a turn", "no", "as the house has it"),
                        ("a dead hand", "costs nothing", "costs each player a chip"),
                        ("a wrong pass", "costs nothing", "3 chips; for a kept opener 5 more to each neighbour"),
                    ),
                ),
                "A player who cannot lay a card passes. A player who can must lay one, unless the house "
                "allows passing at will, as often in a hand as it says.",
            ),
            sources=(_ENCYCLOPEDIA, _WITH_ANTES),
            ours="Passing at will.",
            settings={
                "chip": None,
                "ante": None,
                "ante_extra": None,
                "extra_from": None,
                "pass_pays": None,
                "voluntary_pass": None,
                "free_passes": None,
            },
        ),
        Rule(
            number="3.4",
            title="The end of a hand",
            says=(
                "The hand ends when somebody has laid their last card. The others show the cards they "
                "still hold and pay for them into the pot, by the card or, in some houses, by the pip, "
                "court cards counting ten. The winner takes the whole pot.",
            ),
            sources=(_ENCYCLOPEDIA, _WITH_ANTES),
            ours="Counting by pips.",
            settings={"card_pays": None, "counted": None},
        ),
        Rule(
            number="3.5",
            title="Wrong passes and their proof",
            says=(
                "Passing with a card that could be laid is wrong, unless passing at will is allowed. "
                "Nobody draws cards during a hand, so a card that a player lays later or shows at the end "
                "was in their hand at each earlier pass. At the end of a hand every wrong pass is found, "
                "with the cards that prove it and when they came out.",
                "The dealer takes the penalty, before the pot is paid, or waives it. It goes to the pot. "
                "For a kept opener the player also pays the holders of the card below it and the card "
                "above it, each in full or shared, as the house says, and nothing to themselves.",
            ),
            sources=(_WITH_ANTES,),
            ours="The proof, and that the dealer may waive what it shows.",
            settings={"wrong_pass": None, "wrong_pass_opener": None, "opener_chips": None},
        ),
        Rule(
            number="3.6",
            title="Dead and foul hands",
            says=(
                "If everybody passes before any card is laid, the hand is dead: each player pays what the "
                "house asks, the pot waits for the next hand, and new antes are paid. Since somebody "
                "always holds an opener, this takes a wrong pass or a short pack.",
                "A foul hand is broken off: everybody gets back what they put in, and its number is not "
                "used again. Chips that nobody has won at the close of the night are divided evenly among "
                "the seats, odd chips from the last dealer’s left (rule 4.6).",
            ),
            sources=(_WITH_ANTES,),
            ours="Breaking off a hand, and dividing a pot that is left.",
            settings={"dead_hand": None},
        ),
    ),
)


def fan_tan_rules(house: FanTanHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The layout"): _layout(house),
        _("The pot"): _pot(house),
        _("Passing"): _passing(house),
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """Where every chip of Fan-Tan goes, in sentences."""
    return (
        ("3", _("Fan-Tan has no bank: the players play for a pot, and the house percentage is 0.")),
        (
            "3.3",
            _(
                "Antes, passes, dead hands and wrong passes are paid into the pot; payments for a kept "
                "opener go to players."
            ),
        ),
        (
            "3.4",
            _(
                "The winner takes the whole pot. Chips left by dead hands at the close of the night are "
                "divided evenly among the seats, odd chips from the last dealer’s left."
            ),
        ),
        ("3.6", _("If a hand is broken off, everybody gets back what they put in.")),
    )


def _layout(house: FanTanHouse) -> Sentences:
    first = {
        "dealer_left": _("The player on the dealer’s left begins."),
        "7d": _("The holder of the seven of diamonds begins with that card."),
        "7h": _("The holder of the seven of hearts begins with that card."),
    }
    return {
        "opener": _("Each suit opens with its seven and is built up to the king and down to the ace.")
        if house.opener == "7"
        else _(
            "The first suit opens with a five or a nine and the others with the same rank. Suits are built "
            "up to the king and down to the ace."
        ),
        "first": first[house.first],
        "several_openers": _("A player lays one card in a turn, or several openers together.")
        if house.several_openers
        else _("A player lays one card in a turn."),
        "several_cards": _("Several cards of one suit may also be laid together in a turn, upward and downward.")
        if house.several_cards
        else _("Cards of one suit are laid one at a time."),
        "deal_moves": _("The deal moves to the left after every hand, also after a dead one.")
        if house.deal_moves
        else _("The players choose who deals the next hand."),
    }


def _pot(house: FanTanHouse) -> Sentences:
    return {
        "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
        "ante": _ante(house),
        "card_pays": _card_pays(house),
        "dead_hand": _(
            "If everybody passes before a card is laid, the hand is dead: each player pays %(chips)s, and "
            "the pot waits for the next hand.",
            chips=number_of_chips(house.dead_hand),
        )
        if house.dead_hand
        else _("If everybody passes before a card is laid, the hand is dead and the pot waits for the next hand."),
    }


def _ante(house: FanTanHouse) -> str:
    ante, extra = number_of_chips(house.ante), number_of_chips(house.ante_extra)
    if house.ante == house.ante_extra:
        return _("Each player’s ante is %(chips)s.", chips=ante) if house.ante else _("There is no ante.")
    if house.extra_from == "long":
        return _(
            "Each player’s ante is %(chips)s; with one card more than others it is %(extra)s.", chips=ante, extra=extra
        )
    return _(
        "Each player’s ante is %(chips)s; with one card fewer than others it is %(extra)s.", chips=ante, extra=extra
    )


def _card_pays(house: FanTanHouse) -> str:
    if not house.card_pays:
        return _("The first player out takes the pot; cards left in hand cost nothing.")
    chips = number_of_chips(house.card_pays)
    if house.counted == "cards":
        return _(
            "The first player out takes the pot, after the others have paid %(chips)s into it for each card they hold.",
            chips=chips,
        )
    return _(
        "The first player out takes the pot, after the others have paid %(chips)s into it for each pip of "
        "the cards they hold. A court card counts ten.",
        chips=chips,
    )


def _passing(house: FanTanHouse) -> Sentences:
    return {
        "pass_pays": _("A pass costs %(chips)s.", chips=number_of_chips(house.pass_pays))
        if house.pass_pays
        else _("A pass costs nothing."),
        "voluntary_pass": _voluntary(house),
        "wrong_pass": _(
            "A wrong pass that the cards show costs %(chips)s.",
            chips=number_of_chips(house.wrong_pass),
        )
        if house.wrong_pass
        else _("A wrong pass that the cards show is named, but costs nothing."),
        "wrong_pass_opener": _kept_opener(house),
    }


def _voluntary(house: FanTanHouse) -> str:
    if not house.voluntary_pass:
        return _("A player who can lay a card must lay one; passing then is wrong.")
    if house.free_passes is None:
        return _("A player who could lay a card may pass.")
    return ngettext(
        "A player who could lay a card may pass, but only for their first %(num)s pass of a hand.",
        "A player who could lay a card may pass, but only for their first %(num)s passes of a hand.",
        house.free_passes,
    )


def _kept_opener(house: FanTanHouse) -> str:
    if not house.wrong_pass_opener:
        return _("A kept opener costs nothing more.")
    chips = number_of_chips(house.wrong_pass_opener)
    if house.opener_chips == "each":
        return _(
            "A kept opener costs %(chips)s more to the holder of the card below it and %(chips)s more to "
            "the holder of the card above it.",
            chips=chips,
        )
    return _(
        "A kept opener costs %(chips)s more, shared by the holders of the card below it and the card above it.",
        chips=chips,
    )
