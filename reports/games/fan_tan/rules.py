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
        "Fan-Tan, also Sevens or Parliament: whoever is first to lay all their cards takes the pot. Two forms of it "
        "have come down, one with a chip for every pass and one with antes and penalties; a house plays either, or a "
        "form of its own, by its settings."
    ),
    rules=(
        Rule(
            number="3.1",
            title="Cards and seats",
            says=(
                "Three to eight players, 52 cards, the king the highest, the ace the lowest. All cards are dealt, one "
                "at a time, clockwise from the dealer’s left; hands may differ by a card. The player at the dealer’s "
                "left is the first to lay, or in some houses whoever holds a certain seven, with that card.",
                "A hand takes in everybody who does not sit out (rule 4.9). Any of them may deal it; where the house "
                "has the deal move, the player at the last dealer’s left deals, after a dead hand too, and after a "
                "hand that was broken off the same player again.",
            ),
            sources=(_ENCYCLOPEDIA, _WITH_ANTES),
            ours="The first card laid by the holder of a seven. That a hand broken off is dealt again by its dealer.",
            settings={"first": None, "deal_moves": None},
        ),
        Rule(
            number="3.2",
            title="Laying",
            says=(
                "A suit is opened by its seven, then built upward to the king and downward to the ace, card by card. "
                "A turn is one card, in some houses several openers together, or several cards of a suit, upward and "
                "downward, which may be an opener and what follows it. Where a certain seven comes first it is laid "
                "alone.",
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
                "Whoever cannot lay a card passes. Whoever can must lay one, unless the house lets players pass at "
                "will, in each hand as often as it says.",
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
                "The hand ends when somebody has laid their last card. The others show what they still hold and pay "
                "for it into the pot, by the card or, in some houses, by the pip, court cards counting ten. The "
                "winner takes the pot whole.",
            ),
            sources=(_ENCYCLOPEDIA, _WITH_ANTES),
            ours="Counting by pips.",
            settings={"card_pays": None, "counted": None},
        ),
        Rule(
            number="3.5",
            title="Wrong passes, and how they are proved",
            says=(
                "To pass while holding a card that could be laid is wrong, where passing at will is not allowed. "
                "Nobody draws a card during a hand: what a player lays later or shows at the end was in their hand at "
                "each of their earlier passes. So at the end of a hand every pass that was wrong is found, with the "
                "cards that prove it and when they came out.",
                "The dealer takes the penalty, before the pot is paid, or waives it. It goes to the pot. For an "
                "opener that was kept back the player pays besides whoever held the card below it and the card above "
                "it, each their part or a shared one as the house has it, and nothing to themselves.",
            ),
            sources=(_WITH_ANTES,),
            ours="The proof, and that the dealer may waive what it shows.",
            settings={"wrong_pass": None, "wrong_pass_opener": None, "opener_chips": None},
        ),
        Rule(
            number="3.6",
            title="Dead and foul hands",
            says=(
                "Where everybody has passed before any card was laid the hand is dead: each pays what the house asks, "
                "the pot waits for the next hand, and new antes are paid. Since somebody always holds an opener, only "
                "a wrong pass or a short pack brings it about.",
                "A foul hand is broken off: everybody has back what they put in, and its number is not used again. "
                "What nobody has won at the close of the night is divided evenly among the seats, odd chips from the "
                "last dealer’s left (rule 4.6).",
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
        ("3", _("Fan-Tan has no bank: the players play for a pot, and the percentage of the house is 0.")),
        (
            "3.3",
            _(
                "Antes, passes, dead hands and wrong passes are paid into the pot; what a kept opener costs goes to "
                "players."
            ),
        ),
        (
            "3.4",
            _(
                "The pot is the winner’s, whole. What dead hands have left in it at the close of the night is "
                "divided evenly among the seats, odd chips from the last dealer’s left."
            ),
        ),
        ("3.6", _("Of a hand that is broken off everybody gets back what they put in.")),
    )


def _layout(house: FanTanHouse) -> Sentences:
    first = {
        "dealer_left": _("The player at the dealer’s left begins."),
        "7d": _("Whoever holds the seven of diamonds begins, with that card."),
        "7h": _("Whoever holds the seven of hearts begins, with that card."),
    }
    return {
        "opener": _("Each suit is opened by its seven, and built up to the king and down to the ace.")
        if house.opener == "7"
        else _(
            "The first suit is opened by a five or a nine, the others then by that rank; suits are built up to "
            "the king and down to the ace."
        ),
        "first": first[house.first],
        "several_openers": _("A player lays one card in a turn, or several openers together.")
        if house.several_openers
        else _("A player lays one card in a turn."),
        "several_cards": _("Several cards of one suit may also go down together in a turn, upward and downward.")
        if house.several_cards
        else _("Cards of one suit are laid one at a time."),
        "deal_moves": _("The deal moves to the left after every hand, a dead one too.")
        if house.deal_moves
        else _("Whoever the players like deals the next hand."),
    }


def _pot(house: FanTanHouse) -> Sentences:
    return {
        "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
        "ante": _ante(house),
        "card_pays": _card_pays(house),
        "dead_hand": _(
            "When everybody has passed and no card lies the hand is dead: each pays %(chips)s, and the pot waits "
            "for the next.",
            chips=number_of_chips(house.dead_hand),
        )
        if house.dead_hand
        else _("When everybody has passed and no card lies the hand is dead, and the pot waits for the next."),
    }


def _ante(house: FanTanHouse) -> str:
    ante, extra = number_of_chips(house.ante), number_of_chips(house.ante_extra)
    if house.ante == house.ante_extra:
        return _("Each player’s ante is %(chips)s.", chips=ante) if house.ante else _("There is no ante.")
    if house.extra_from == "long":
        return _(
            "Each player’s ante is %(chips)s; with a card more than others it is %(extra)s.", chips=ante, extra=extra
        )
    return _("Each player’s ante is %(chips)s; with a card fewer than others it is %(extra)s.", chips=ante, extra=extra)


def _card_pays(house: FanTanHouse) -> str:
    if not house.card_pays:
        return _("Who is out first takes the pot; cards left in hand cost nothing.")
    chips = number_of_chips(house.card_pays)
    if house.counted == "cards":
        return _(
            "Who is out first takes the pot, after the others have paid into it %(chips)s for each card they hold.",
            chips=chips,
        )
    return _(
        "Who is out first takes the pot, after the others have paid into it %(chips)s for each pip of the cards "
        "they hold, a court card counting ten.",
        chips=chips,
    )


def _passing(house: FanTanHouse) -> Sentences:
    return {
        "pass_pays": _("A pass costs %(chips)s.", chips=number_of_chips(house.pass_pays))
        if house.pass_pays
        else _("A pass costs nothing."),
        "voluntary_pass": _voluntary(house),
        "wrong_pass": _(
            "A wrong pass, found when the cards show it, costs %(chips)s.",
            chips=number_of_chips(house.wrong_pass),
        )
        if house.wrong_pass
        else _("A wrong pass is named when the cards show it, and costs nothing."),
        "wrong_pass_opener": _kept_opener(house),
    }


def _voluntary(house: FanTanHouse) -> str:
    if not house.voluntary_pass:
        return _("Who can lay a card must: to pass then is wrong.")
    if house.free_passes is None:
        return _("A player may pass although they could lay a card.")
    return ngettext(
        "A player may pass although they could lay a card, but only in their first %(num)s pass of a hand.",
        "A player may pass although they could lay a card, but only in their first %(num)s passes of a hand.",
        house.free_passes,
    )


def _kept_opener(house: FanTanHouse) -> str:
    if not house.wrong_pass_opener:
        return _("An opener kept back costs no more than that.")
    chips = number_of_chips(house.wrong_pass_opener)
    if house.opener_chips == "each":
        return _(
            "An opener kept back costs besides %(chips)s to the holder of the card below it and as much to that "
            "of the card above.",
            chips=chips,
        )
    return _(
        "An opener kept back costs besides %(chips)s, shared by the holders of the card below it and of the card "
        "above.",
        chips=chips,
    )
