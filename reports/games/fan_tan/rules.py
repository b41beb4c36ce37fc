"""The rules of Fan-Tan, numbered 3.1 to 3.6, and its house rules as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.commands.refusal import marked
from dealer.games.fan_tan.state import FanTanHouse, fan_tan_of
from dealer.night.night import Night
from events.games import fan_tan as facts
from reports.house_rules import ANTE, CHIP, MARKERS, Preset, Setting
from reports.rulebook import Guide, Rule, Rulebook, Table
from reports.words.formatting import card_in_words, number_of_chips
from reports.words.language import gettext as _
from reports.words.language import ngettext

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Fan-Tan"
_FIVE_OR_NINE = "an encyclopedia of card games, entry Five or Nine"
_WITH_ANTES = "a rule sheet of Fan Tan with antes"


def _why_proved(event: facts.WrongPassProved, now: Night) -> str:
    costs = _("it costs nothing here")
    if event.penalty:
        costs = ngettext(
            "the penalty is %(num)s chip to the pot", "the penalty is %(num)s chips to the pot", event.chips
        )
        for beside in event.besides:
            costs = _gift(costs, beside, now.names)
    return _("wrong pass: nobody draws cards, so a card held later was held then; %(costs)s", costs=costs)


def _gift(costs: str, to: facts.ChipsTo, names: Mapping[str, str]) -> str:
    """A penalty, with the part for a player who could not lay a card."""
    return ngettext(
        "%(costs)s and %(num)s chip to %(name)s for the %(card)s",
        "%(costs)s and %(num)s chips to %(name)s for the %(card)s",
        to.chips,
        costs=costs,
        name=names[to.player],
        card=card_in_words(to.card),
    )


def _why_paid(event: facts.HandPaid, now: Night) -> str:
    if not event.cards:
        return ""
    if fan_tan_of(now).house.counted == "pips":
        return _("cards left in hand are paid for by the pip")
    return _("cards left in hand are paid for by the card")


FAN_TAN_RULES = Rulebook(
    name="fan-tan",
    number="3",
    title="Fan-Tan",
    about=(
        "Fan-Tan, also Sevens or Parliament: the first player to lay all their cards takes the pot. There "
        "are two forms, one with a chip for every pass and one with antes and penalties. House rules "
        "choose either, or a mixture."
    ),
    without_bank=marked("Fan-Tan has no bank: the players play for a pot, and the house percentage is 0."),
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
            ours="the first card laid by the holder of a seven. That the same dealer deals again after a hand "
            "is broken off.",
            why={facts.HandStarted: marked("one at a time, from the dealer’s left")},
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
                        ("several cards of a suit in a turn", "no", "yes"),
                        ("the next deal", "as the players agree", "to the left"),
                        ("a dead hand", "costs nothing", "costs each player a chip"),
                        ("a wrong pass", "costs nothing", "3 chips; for a kept opener 5 more to each neighbour"),
                    ),
                ),
                "A player who cannot lay a card passes. A player who can must lay one, unless the house "
                "allows passing at will, as often in a hand as it says.",
            ),
            sources=(_ENCYCLOPEDIA, _WITH_ANTES),
            ours="passing at will.",
            without_bank=marked(
                "Antes, passes, dead hands and wrong passes are paid into the pot; payments for a kept "
                "opener go to players."
            ),
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
            ours="counting by pips.",
            why={
                facts.HandEnded: lambda event, now: _("the first to go out wins") if event.winner else "",
                facts.HandPaid: _why_paid,
                facts.PotWon: marked("the pot goes to the player who went out first"),
            },
            without_bank=marked(
                "The winner takes the whole pot. Chips left by dead hands at the close of the night are "
                "divided evenly among the seats, odd chips from the last dealer’s left."
            ),
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
            ours="the proof, and that the dealer may waive what it shows.",
            why={
                facts.WrongPassProved: _why_proved,
                facts.PenaltyTaken: marked("wrong pass: the dealer may take the penalty or waive it"),
            },
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
            ours="breaking off a hand, and dividing a pot that is left.",
            why={
                facts.HandEnded: lambda event, now: (
                    "" if event.winner else _("nobody laid a card: a wrong pass or a short pack")
                ),
                facts.HandPaid: lambda event, now: "" if event.cards else _("a dead hand"),
            },
            without_bank=marked("If a hand is broken off, everybody gets back what they put in."),
        ),
    ),
)


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


SETTINGS = {
    marked("The layout"): (
        Setting(
            "opener",
            marked("a suit is opened by"),
            "3.2",
            choices={
                "7": (
                    marked("the seven"),
                    marked("Each suit opens with its seven and is built up to the king and down to the ace."),
                ),
                "5_or_9": (
                    marked("the five or the nine"),
                    marked(
                        "The first suit opens with a five or a nine and the others with the same rank. Suits are built "
                        "up to the king and down to the ace."
                    ),
                ),
            },
        ),
        Setting(
            "first",
            marked("first to lay"),
            "3.1",
            choices={
                "dealer_left": (
                    marked("the dealer’s left"),
                    marked("The player on the dealer’s left begins."),
                ),
                "7d": (
                    marked("the holder of the seven of diamonds"),
                    marked("The holder of the seven of diamonds begins with that card."),
                ),
                "7h": (
                    marked("the holder of the seven of hearts"),
                    marked("The holder of the seven of hearts begins with that card."),
                ),
            },
        ),
        Setting(
            "several_openers",
            marked("several openers in a turn"),
            "3.2",
            says=marked("A player lays one card in a turn, or several openers together."),
            off=marked("A player lays one card in a turn."),
        ),
        Setting(
            "several_cards",
            marked("several cards of a suit in a turn"),
            "3.2",
            says=marked("Several cards of one suit may also be laid together in a turn, upward and downward."),
            off=marked("Cards of one suit are laid one at a time."),
        ),
        Setting(
            "deal_moves",
            marked("the deal moves left"),
            "3.1",
            says=marked("The deal moves to the left after every hand, also after a dead one."),
            off=marked("The players choose who deals the next hand."),
        ),
    ),
    marked("The pot"): (
        CHIP.under("3.3"),
        ANTE.under("3.3", says=_ante),
        Setting("ante_extra", marked("ante of an odd hand"), "3.3", within="ante", chips=True, shown=True),
        Setting(
            "extra_from",
            marked("odd hands are the"),
            "3.3",
            choices={"long": (marked("longer ones"), ""), "short": (marked("shorter ones"), "")},
            within="ante",
        ),
        Setting("card_pays", marked("a card or pip left in hand costs"), "3.4", says=_card_pays, chips=True),
        Setting(
            "counted",
            marked("cards left in hand count"),
            "3.4",
            choices={"cards": (marked("by the card"), ""), "pips": (marked("by the pip, court cards ten"), "")},
            within="card_pays",
        ),
        Setting(
            "dead_hand",
            marked("a dead hand costs each"),
            "3.6",
            says=marked(
                "If everybody passes before a card is laid, the hand is dead: each player pays %(chips)s, and "
                "the pot waits for the next hand."
            ),
            off=marked(
                "If everybody passes before a card is laid, the hand is dead and the pot waits for the next hand."
            ),
            chips=True,
        ),
    ),
    marked("Passing"): (
        Setting(
            "pass_pays",
            marked("a pass costs"),
            "3.3",
            says=marked("A pass costs %(chips)s."),
            off=marked("A pass costs nothing."),
            chips=True,
        ),
        Setting("voluntary_pass", marked("passing at will"), "3.3", says=_voluntary),
        Setting(
            "free_passes",
            marked("first passes of a hand that are free"),
            "3.3",
            within="voluntary_pass",
            unset=marked("all"),
        ),
        Setting(
            "wrong_pass",
            marked("a wrong pass costs"),
            "3.5",
            says=marked("A wrong pass that the cards show costs %(chips)s."),
            off=marked("A wrong pass that the cards show is named, but costs nothing."),
            chips=True,
        ),
        Setting("wrong_pass_opener", marked("a kept opener also costs"), "3.5", says=_kept_opener, chips=True),
        Setting(
            "opener_chips",
            marked("chips for a kept opener go"),
            "3.5",
            choices={
                "each": (marked("to the holders of both cards beside it, each"), ""),
                "shared": (marked("to the holders of both cards beside it, shared"), ""),
            },
            within="wrong_pass_opener",
        ),
    ),
    **MARKERS,
}

FORM = {
    marked("The pot"): ("pass_pays", "card_pays", "dead_hand"),
    marked("The layout"): ("opener", "several_openers", "several_cards", "deal_moves"),
    marked("Wrong passes"): ("wrong_pass", "wrong_pass_opener"),
    marked("Rules that some tables add"): (
        "voluntary_pass",
        "free_passes",
        "first",
        "opener_chips",
        "counted",
        "extra_from",
    ),
}

PRESETS = {
    "encyclopedia": Preset(marked("encyclopedia"), marked("every pass pays a chip")),
    "antes": Preset(marked("antes"), marked("passes are free, wrong ones cost")),
    "five_or_nine": Preset(marked("five or nine"), marked("a five or a nine opens")),
}


GUIDE = Guide(
    aim=marked("Be the first to lay all your cards, and take the pot."),
    steps=(
        marked("All cards are dealt. If the house has antes, everybody puts a chip into the pot."),
        marked("A seven opens its suit. The suit then grows card by card: up to the king and down to the ace."),
        marked("Players lay one card in turn. In some houses you may lay several at once."),
        marked("If no card of yours fits, you pass. In some houses a pass costs a chip."),
        marked(
            "You may not pass if you can lay a card, unless the house allows it. Wrong passes are found at the end "
            "of the hand and cost chips."
        ),
        marked(
            "The hand ends when somebody has laid their last card. The others pay for each card that they still "
            "hold, and the winner takes the pot."
        ),
    ),
    terms=(
        (marked("opener"), marked("A card that opens its suit: usually a seven.")),
        (marked("wrong pass"), marked("A pass by somebody who could have laid a card.")),
        (marked("dead hand"), marked("Everybody passed before any card was laid. The pot waits for the next hand.")),
    ),
)
