"""The rules of Pharo, numbered 2.1 to 2.7, and its house rules as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.commands.refusal import marked
from dealer.games.pharo.commands import PharoHouse
from dealer.games.pharo.state import PAIX, PAROLI
from dealer.night.night import Night
from events.games import pharo
from reports.games.pharo.words import AT_THE_END, PAROLIS, WHY_RETURNED, chain_called
from reports.house_rules import CHECK, MARKERS, Preset, Setting
from reports.rulebook import Guide, Rule, Rulebook, Table
from reports.words.formatting import money
from reports.words.language import gettext as _
from reports.words.language import ngettext

_Reason = Callable[[Any, Night], str]


def _by_reason(**reasons: str) -> _Reason:
    """The reason of a payment or return, by the reason in its event."""
    return lambda event, now: _(reasons[event.reason]) if event.reason in reasons else ""


def _plain(why: str) -> _Reason:
    """The reason of a settlement of a stake without folds."""
    return lambda event, now: "" if event.folds else _(why)


def _folded(last: str, why: str) -> _Reason:
    """The reason of a settlement of a stake whose last fold is a paix or a paroli; "" for any fold."""
    return lambda event, now: _(why) if event.folds and event.folds[-1].startswith(last) else ""


def _any(*reasons: _Reason) -> _Reason:
    return lambda event, now: "".join(reason(event, now) for reason in reasons)


_HOYLE = "a dissertation on Faro, which has Hoyle’s older game of it: A Step Back"

PHARO_RULES = Rulebook(
    name="pharo",
    number="2",
    title="Pharo",
    about=(
        "Pharo as Hoyle’s treatise has it, from which Faro came: no box and no layout, but a livret for "
        "each punter, on which a stake that has won may be ventured again and again. Named settings may "
        "differ by house."
    ),
    rules=(
        Rule(
            number="2.1",
            title="Pack, banker and livrets",
            says=(
                "A banker deals 52 cards from the hand against any number of punters. Only the rank of a card counts. "
                "Each punter has a livret: one card of every rank, and four figures.",
                Table(
                    heads=("figure", "covers"),
                    rows=(
                        ("little", "A-2-3"),
                        ("yellow", "4-5-6"),
                        ("black", "7-8-9-10"),
                        ("red", "J-Q-K"),
                    ),
                ),
                "A stake lies on one card of its punter’s livret, and each card bears one stake. The house "
                "has a smallest stake and a largest; what a stake wins has no limit. No stake may be laid "
                "on a card whose ranks are all dealt.",
            ),
            sources=(_HOYLE,),
            ours="that one card of a livret bears one stake.",
        ),
        Rule(
            number="2.2",
            title="The deal",
            says=(
                "The dealer counts the pack before each deal, and a punter may ask for a count. It is recorded.",
                "The bottom card is shown to all. Then the punters make their game, and 26 coups follow of two cards "
                "each: the bank’s first, then the punters’. The 52nd card is the one that was shown.",
                "A fifth card of a rank, the same card of a suit again, the bottom card before its time, or another "
                "card in its place is an odd card: it is refused, and the deal can be voided.",
                "Between coups stakes are laid, pressed, moved, masked and taken down. With few cards left nothing is "
                "taken down any more, and a card is changed only right after an event of its stake: a win, a loss or "
                "a doublet. New stakes may be made to the end; one that is laid before the last coup is warned of.",
                "A pressed stake is a plain one that awaits no decision. A stake that is moved takes all with it that "
                "lies on it.",
            ),
            sources=(_HOYLE,),
            ours="that only an event gives leave to change a card when it is late.",
            why={pharo.GainPaid: _by_reason(taken_down=marked("a stake is taken down with its winnings"))},
        ),
        Rule(
            number="2.3",
            title="How a coup settles",
            says=("Of the two cards of a coup, for a stake that is shown:",),
            cases=(
                "The punters’ card is covered: the stake wins. An opposed stake wins on the bank’s card.",
                "The bank’s card is covered: the stake loses. An opposed stake loses on the punters’ card.",
                "Both cards are of one covered rank, a doublet: the bank takes the bigger half of a plain stake in "
                "whole checks. Of a stake with folds half of what is ventured is lost (rule 2.4).",
                "Both cards are covered and of two ranks, under one figure or under two cards of one punter: l’une "
                "pour l’autre, all stakes of theirs that the cards touch are drawn, and nothing moves. In some houses "
                "each stake is for itself, and only a figure is drawn.",
                "The last coup is the hockley, the bank’s chance: nothing wins in it. What would lose loses, a doublet "
                "is a loss of all that is ventured, of two covered cards the losing one counts, and nothing is drawn. "
                "Some houses have no hockley.",
            ),
            after=(
                "A masked card is untouched until it is shown, and covers nothing; a win of it that awaits a decision "
                "is paid when the next coup begins.",
                "A coup goes in this order: wins that await a decision are paid, the largest first; the cards come; "
                "losses, doublets and draws in the order in which the stakes were placed; plis that won, the largest "
                "first; the other wins.",
            ),
            sources=(_HOYLE,),
            ours="that a masked card neither wins nor loses. How the hockley meets doublets and two covered cards.",
            why={
                pharo.CardLost: _plain(marked("the card against it came")),
                pharo.DoubletDealt: _plain(marked("on a doublet the bank takes the bigger half in whole checks")),
                pharo.CardsDrawn: marked("both cards are under the punter’s stakes, so nothing moves"),
            },
        ),
        Rule(
            number="2.4",
            title="Paix and paroli",
            says=(
                "What a stake has won is in suspense. After the coup its punter takes it, or ventures it: "
                "by a paix, for which the card is doubled, or by a paroli, for which a corner is bent. A "
                "punter who does nothing is paid when the next coup begins, and the "
                "stake stays on, plain.",
                Table(
                    heads=("last fold", "ventured", "a win", "a loss", "a doublet"),
                    rows=(
                        (
                            "none",
                            "the stake",
                            "the gain is the stake",
                            "the bank takes the stake",
                            "the bank takes the bigger half of the stake",
                        ),
                        (
                            "paix",
                            "the gain",
                            "the gain is doubled",
                            "the gain is lost, the stake stays on, plain",
                            "the bigger half of the gain is gone, the fold stays",
                        ),
                        (
                            "paroli",
                            "stake and gain",
                            "the gain is doubled, and the stake added",
                            "the bank takes the stake, the gain is gone",
                            "the gain loses the bigger half of both, at most the whole of it, and the fold comes down",
                        ),
                    ),
                ),
                "If no gain is left, all folds come down. So parolis bring 1, 3, 7 (sept et le va), 15 "
                "(quinze), 31 (trente) and 63 (soixante) times the stake; a paix on the paroli brings 6, "
                "on the trente 62.",
                "A card takes as many folds as the house says, usually five, and can then only be paid.",
            ),
            sources=(_HOYLE,),
            ours="that half of what is ventured is the measure of a doublet for paix and for mixed chains.",
            why={
                pharo.CardWon: marked("a gain is in suspense until it is taken or ventured"),
                pharo.GainPaid: _by_reason(
                    taken=marked("a win may be taken after its coup"),
                    next_coup=marked("a punter who does nothing is paid when the next coup begins"),
                ),
                pharo.CardLost: _any(
                    _folded(PAIX, marked("under a paix only the gain is ventured")),
                    _folded(PAROLI, marked("under a paroli, stake and gain are ventured together")),
                ),
                pharo.DoubletDealt: _folded("", marked("a doublet takes half of what is ventured, out of the gain")),
            },
        ),
        Rule(
            number="2.5",
            title="The pli",
            says=(
                "After a doublet that halved a plain stake its punter may venture what is left to win back what "
                "doublets have taken in a row. On a win the bank pays exactly that onto the card; the win gives no "
                "right to a fold. A doublet halves what is left again, and the pli stands; on a loss all is gone.",
                "Pressing the stake ends the right to a pli. Without a pli what is left is a plain stake.",
            ),
            sources=(_HOYLE,),
            why={pharo.PliWon: marked("a pli wins back what doublets have taken in a row")},
        ),
        Rule(
            number="2.6",
            title="The end of a deal",
            says=(
                "Gains in suspense are paid, then stakes go back. A card with five folds or more, the last "
                "of them ventured and neither won nor lost, is carried into the next deal as it is: the "
                "soixante et le va. Some houses carry any card with folds, some none.",
                "When a deal is voided or the night is closed, all gains in suspense are paid and every "
                "stake goes back, carried stakes included.",
                "If the pack was miscounted, the dealer forfeits: every stake on the table, masked or not, "
                "is paid as if it had won, an undecided win its gain, a pli the lost part. The stakes go "
                "back, and the deal is over.",
            ),
            sources=(_HOYLE,),
            why={
                pharo.GainPaid: _by_reason(
                    **dict.fromkeys(AT_THE_END, marked("gains in suspense are paid before stakes go back"))
                ),
                pharo.ForfeitPaid: marked("the pack was miscounted, so every stake is paid as if it had won"),
                pharo.CardReturned: _by_reason(**{reason: WHY_RETURNED[reason] for reason in AT_THE_END}),
            },
        ),
        Rule(
            number="2.7",
            title="Payments, and the bank that breaks",
            says=(
                "Losses come before payments. Of the payments of one command the largest is made first, of equals in "
                "the order in which the stakes were placed. A payment that goes beyond what the bank has in sight is "
                "made as far as it goes, and those after it are void (law 8). Then every stake that lies, in any game, "
                "goes back, gains in suspense are void, and no bet is taken until the roll is raised.",
            ),
            ours="as in Faro (rule 1.9).",
            why={pharo.CardReturned: _by_reason(bank_broken=WHY_RETURNED["bank_broken"])},
        ),
    ),
)


def _limits(house: PharoHouse) -> str:
    return _(
        "A stake is at least %(least)s and at most %(most)s; winnings have no limit.",
        least=money(house.minimum_cents),
        most=money(house.limit),
    )


def _late(house: PharoHouse) -> str:
    if not house.late_cards:
        return _("Stakes may be taken down and cards changed until the last coup.")
    return ngettext(
        "With %(num)s card left or none, no stake can be taken down, and a card can be changed only "
        "right after a win, a loss or a doublet.",
        "With %(num)s cards left or fewer, no stake can be taken down, and a card can be changed only "
        "right after a win, a loss or a doublet.",
        house.late_cards,
    )


def _highest(house: PharoHouse) -> str:
    return ngettext(
        "A card takes %(num)s paix or paroli, as far as the %(chain)s; then it can only be paid.",
        "A card takes %(num)s paix or parolis, as far as the %(chain)s; then it can only be paid.",
        house.highest,
        chain=chain_called(("paroli",) * house.highest),
    )


SETTINGS = {
    marked("The livret"): (
        Setting(
            "figures",
            marked("figures"),
            "2.1",
            says=marked("A livret has thirteen cards and four figures: A-2-3, 4-5-6, 7-8-9-10 and J-Q-K."),
            off=marked("A livret has thirteen cards and no figures."),
        ),
        Setting(
            "oppose",
            marked("opposed stakes"),
            "2.3",
            1,
            says=marked("A stake may be opposed: it wins on the bank’s card and loses on the punters’ card."),
            off=marked("No stake is opposed."),
        ),
    ),
    marked("Stakes"): (
        CHECK.under("2.1"),
        Setting("minimum", marked("smallest stake"), "2.1", within="limit", unset=marked("a smallest check")),
        Setting("limit", marked("limit"), "2.1", says=_limits, shown=True),
        Setting("late_cards", marked("late with this many cards left"), "2.2", says=_late),
    ),
    marked("The coups"): (
        Setting(
            "drawn",
            marked("l’une pour l’autre draws"),
            "2.3",
            4,
            choices={
                "punter": (
                    marked("all that they touch"),
                    marked(
                        "If both cards of a coup are under stakes of one punter, all stakes that they touch are drawn: "
                        "l’une pour l’autre."
                    ),
                ),
                "bet": (
                    marked("a figure alone"),
                    marked("Each stake stands alone: both cards of a coup draw only a figure that has both."),
                ),
            },
        ),
        Setting(
            "hockley",
            marked("hockley"),
            "2.3",
            5,
            says=marked("The last coup is the hockley: nothing wins in it, and a doublet loses."),
            off=marked("The last coup is like any other: the bottom card also wins."),
            shown=True,
        ),
    ),
    marked("Paix and paroli"): (
        Setting("highest", marked("most folds on a card"), "2.4", says=_highest),
        Setting(
            "carry",
            marked("carried into the next deal"),
            "2.6",
            choices={
                "soixante": (
                    PAROLIS[-1],
                    marked("A soixante et le va that is undecided at the end of the deal is carried into the next."),
                ),
                "chain": (
                    marked("any chain"),
                    marked(
                        "Any card with a paix or a paroli that is undecided at the end of the deal is carried into the "
                        "next."
                    ),
                ),
                "none": (marked("nothing"), marked("Nothing is carried into the next deal.")),
            },
        ),
    ),
    **MARKERS,
}

FORM = {
    marked("Limits"): ("check", "minimum"),
    marked("The livret"): ("figures", "oppose", "highest"),
    marked("The end of a deal"): ("late_cards", "carry"),
    marked("Two covered cards"): ("drawn",),
}

PRESETS = {
    "hoyle": Preset(marked("Hoyle"), marked("late from eight cards on, the soixante carried")),
    "salon": Preset(marked("salon"), marked("nothing late, nothing carried")),
}


GUIDE = Guide(
    aim=marked("Bet on the cards of your own livret against a banker. Let a win ride to multiply it."),
    steps=(
        marked("Each punter has a livret: one card of every rank, and four figures that cover several ranks."),
        marked(
            "Lay your stake on a card of your livret. The banker shows the bottom card of the pack, and then deals."
        ),
        marked(
            "A coup is two cards: the first is the bank’s, the second the punters’. A stake loses on the bank’s "
            "card and wins on the punters’."
        ),
        marked("Two cards of one rank are a doublet. The bank takes half of a plain stake on it."),
        marked(
            "After a win, take your gain or let it ride: double the card for a paix, or bend a corner for a paroli."
        ),
        marked("A paroli risks stake and gain. In a row parolis bring 1, 3, 7, 15, 31 and 63 times the stake."),
        marked("If you say nothing, you are paid before the next coup and your stake stays."),
        marked("The last coup is the bank’s chance: in most houses nothing wins in it."),
    ),
    terms=(
        (marked("livret"), marked("A punter’s own set of cards to bet on.")),
        (marked("coup"), marked("One turn: a card for the bank and a card for the punters.")),
        (marked("doublet"), marked("Both cards of a coup have one rank.")),
        (marked("paix"), marked("The gain alone is risked again. The card is doubled to show it.")),
        (marked("paroli"), marked("Stake and gain are risked again. A corner of the card is bent to show it.")),
        (marked("pli"), marked("A stake halved by a doublet tries to win the lost half back.")),
        (marked("hockley"), marked("The last coup of the deal, in which nothing wins.")),
    ),
)
