"""The rules of American Faro, numbered 1.1 to 1.11, the ten laws, and the house rules as sentences."""

from __future__ import annotations

from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import KINDS
from dealer.games.faro.reasons import LAWS
from reports.games.faro.words import kind_text
from reports.rulebook import Drawing, Law, Rule, Rulebook, Table
from reports.words.formatting import listed, money
from reports.words.house_rules import Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.language import ngettext, number

_DISSERTATION = "The Game of Faro, a dissertation (Don Meyer, 2012)"
_ENTRY = "an encyclopedia of card games, entry Faro"


def _dissertation(part: str) -> str:
    return f"{_DISSERTATION}: {part}"


_LAWS_MEAN = (
    "Where a check lies is what was bet. What its owner had in mind does not count, unless both sides had agreed on "
    "something else beforehand.",
    "A barred bet is out of the play: no card wins or loses it, until its owner lets it go or, where the bar was for "
    "so many turns, those are over.",
    "Half of a stake is at risk, and the order holds to the end of the deal if it is not taken back earlier.",
    "This holds for players and for the dealer, by design or by accident. A ruling moves the loss to the owner from "
    "whoever altered the bet, or from the bank where the dealer did.",
    "The stakes must be equal, single, on different cards, and won in one turn. The coppered one won with the "
    "first card of the turn, the other with the second.",
    "A bet records whether it lies in checks or in bills. Of a bet in bills the bank pays no more than the limit.",
    "Nothing is taken or paid wrongly, by intent or carelessness, and cards that were dealt stay on their piles.",
    "First every losing stake and half is taken. Then the largest amount due is paid first, with what the bank has in "
    "sight: its roll, its winnings, sleepers and what the hock left. The payment that goes beyond this is made as far "
    "as it goes, and those after it are void; all stakes still lying go back, and no bet is taken until the roll is "
    "raised.",
    "What has not been decided then goes back to its owner.",
    "Whoever suspects a foul pack may look. The last shuffle and cut are the dealer’s.",
)

FARO_RULES = Rulebook(
    name="faro",
    number="1",
    title="Faro",
    about=(
        "American Faro as it is dealt and settled here. Numbers, cases and laws are those that dossiers, rulings and "
        "the printed house rules cite. A house may differ where a setting is named; what a night’s house has "
        "chosen is recorded when the night opens and printed on its sheet of house rules."
    ),
    rules=(
        Rule(
            number="1.1",
            title="The deal",
            says=(
                "Faro is played with 52 cards from a box with the top card in sight. Only the rank of a card counts, "
                "save for bets on colors; the ace is the lowest, the king the highest.",
                "The first card is the soda. It is shown before any bet is made and decides nothing. Then come 25 "
                "turns of two cards each: the loser, which is the bank’s card, and the winner, which is the "
                "players’. The card that is left is the hock: 1 + 25 × 2 + 1 = 52.",
                "Bets are laid, moved and taken down between turns. Once the loser of a turn is drawn nothing may be "
                "touched until the turn is settled; a bet that is tried then is refused, and the refusal is kept.",
                "A card may be entered by its rank alone. A fifth card of a rank, the same card of a suit again, or "
                "a card more than the pack has, is an odd card: it is refused, and the deal can be voided (rule 1.9).",
            ),
            sources=(_dissertation("Play"), _ENTRY),
        ),
        Rule(
            number="1.2",
            title="The layout",
            says=(
                "Thirteen cards are painted on the cloth in two rows of six, with the seven between them at the end "
                "and a strip for the high card along the top. The players see it so; the dealer sees it turned round.",
                Drawing(
                    "           HIGH CARD\n7   6   5   4   3   2   A\n    8   9  10   J   Q   K",
                    "The layout from the players’ side: the seven at the left between the rows; six to ace in the "
                    "upper row, eight to king in the lower; the strip for the high card on top.",
                ),
            ),
            sources=(_dissertation("Betting"),),
        ),
        Rule(
            number="1.3",
            title="Bets, and what they cover",
            says=(
                "Where a check lies says which ranks it covers.",
                Table(
                    heads=("bet", "covers", "for instance"),
                    rows=(
                        ("single", "one rank", "Q"),
                        ("split", "two neighbours, side by side or across the rows", "A-2; A-K; 7-6; 7-8"),
                        ("diagonal", "two ranks that touch by a corner, laid on the inside", "3-10; 4-J"),
                        (
                            "corner",
                            "two ranks of a row with the one between them barred, laid on the outside; round the end "
                            "5-7 bars the 6 and 9-7 bars the 8",
                            "K-J; A-3",
                        ),
                        ("figure", "three ranks in a row", "A-2-3, the little figure; J-Q-K, the big figure"),
                        ("pot", "the 6, the 7 and the 8", "6-7-8"),
                        ("square", "four ranks in a block", "A-2-Q-K, the grand square; 3-4-10-J"),
                        ("row", "a whole row, the seven not with it", "A to 6, low; 8 to K, high"),
                        ("parity string", "all odd ranks, or all even ones", "A-3-5-7-9-J"),
                        ("string", "any other set of ranks that the dealer takes", "2-7-Q"),
                        ("heeled", "some ranks to win and others to lose, on one stake", "Q to win, 5 to lose"),
                        ("side", "one row to win and the other to lose; the seven is barred", "8 to K to win"),
                        ("colors", "one colour to win and the other to lose", "black to win"),
                        ("high card", "that the winner is the higher card of the turn", ""),
                        ("parity of a card", "that the winner, or the loser, is odd, or even", "winner odd"),
                        ("call", "the order of the last three cards (rule 1.7)", "5-6-7"),
                    ),
                ),
                "The seven is in the pot, in the splits with 6 and 8 and in the corners with 5 and 9, and in no "
                "figure, square or diagonal. A bet is recorded by its ranks; a name of it is a label only.",
                "For parity J is 11 and Q is 12. The king is neither odd nor even, unless the house counts it as odd.",
                "Every bet but a call may be coppered where the house has coppers, which turns it round (rule 1.4). "
                "A house may take fewer kinds of bet.",
            ),
            sources=(_dissertation("Betting"), _ENTRY),
            ours=(
                "That the king has no parity: with seven odd ranks against six an even-money bet on odd would favour "
                "the players by a thirteenth. That a group of three is a figure or a string: the two sources differ "
                "on what a check on a corner covers."
            ),
            settings={"kinds": None, "copper": None, "king_is_odd": None},
        ),
        Rule(
            number="1.4",
            title="How a turn settles a bet",
            says=(
                "For each of the two cards a bet says which ranks act for it and which against it.",
                Table(
                    heads=("bet", "for it, as winner", "against, as winner", "for it, as loser", "against, as loser"),
                    rows=(
                        ("open, on some ranks", "those ranks", "–", "–", "those ranks"),
                        ("heeled, X to win and Y to lose", "X", "Y", "Y", "X"),
                        ("side; colors", "the side to win", "the side to lose", "the side to lose", "the side to win"),
                        ("parity of the winner", "that parity", "the other", "–", "–"),
                        ("parity of the loser", "–", "–", "that parity", "the other"),
                        ("high card", "higher than the loser", "lower than the loser", "–", "–"),
                    ),
                ),
                "A copper changes for and against about. Then one of five cases holds:",
            ),
            cases=(
                "No card acts for the bet and none against it: nothing happens, and it lies on.",
                "Cards act for it and none against it: it has won, even money on the stake that is live.",
                "Cards act against it and none for it: it has lost the stake that is live.",
                "One acts for it and one against it, and both are of one rank: a split. The bank takes half of the "
                "live stake, the bigger half where it is no even number of smallest checks; so of one smallest check "
                "it takes the whole. At stuss it takes the whole of every live stake that is split (rule 1.11).",
                "One acts for it and one against it, of two ranks: the house has it as a standoff, in which nothing "
                "moves, or as a split.",
            ),
            after=(
                "Two equal cards are no case of a bet on the high card: the house has it split by them, or left as "
                "it is.",
                "Where combinations pay the whole, any of the ranks wins or loses all of the live stake. Where they "
                "pay in proportion, a stake on so many ranks is so many shares: a card wins or loses one, rounded "
                "down to whole smallest checks, a split takes the bigger half of one, a card for and one against are "
                "a standoff, and the rest of the stake lies on. Colors, the high card and the parity of a card are "
                "always one share.",
                "What has lost is taken off the layout; what has been split stays with the rest of its stake. Of what "
                "has won the stake stays where it is and the winnings go to the player, unless it is a paroli "
                "(rule 1.6).",
            ),
            sources=(_dissertation("Play; Betting"), _ENTRY),
            ours="How a proportional bet is divided into shares and rounded; that equal cards split the high card.",
            settings={"split_takes": 4, "both_ways": 5, "high_card_equal": None, "combination_pays": None},
        ),
        Rule(
            number="1.5",
            title="What players do with their bets",
            says=(
                "Between turns a player may press a bet (add to it), take it down, move it with all its orders, "
                "copper or uncopper it, bar it until “it goes” or for some turns (law 2), and have half of it go "
                "(law 3), which is half the stake rounded down to whole smallest checks.",
                "An order that is given again, or taken off a bet that has none, changes nothing. A call may be taken "
                "down and nothing else.",
                "In a house that locks bets, as early banks did, a bet may not be moved or taken down before it has "
                "had action.",
            ),
            sources=(_dissertation("Betting; Laws"),),
            settings={"locked_until_action": None},
        ),
        Rule(
            number="1.6",
            title="Limits and paroli",
            says=(
                "A stake is a whole number of smallest checks, no less than the smallest stake and no more than the "
                "limit. A single bet on a case card, the last of its rank in the box, is held to the limit on case "
                "cards instead, half of the limit as a rule. A bet that a case card brings over that limit is shown "
                "and not touched.",
                "In a house with a running limit a bet may be left on as a paroli: after a win stake and winnings "
                "stay together. What would pass the running limit is paid out, and the stake stays at it. A house may "
                "also bound how often.",
            ),
            sources=(_dissertation("Play; Betting"),),
            settings={
                "check": None,
                "minimum": None,
                "limit": None,
                "case_limit": None,
                "running_limit": None,
                "paroli_times": None,
            },
        ),
        Rule(
            number="1.7",
            title="The last turn and the hock",
            says=(
                "With three cards left, of three ranks, a player may call their order: loser, winner, hock. A right "
                "call pays 4 to 1. Where two of the three are of one rank, a cat, it pays 2 to 1; where all three "
                "are, none can be made. A house may pay other odds, and may quote them for one, the stake being part "
                "of the pay.",
                "The 25th turn settles the ordinary bets too, unless the house has it otherwise. Calls are settled "
                "when the hock is shown.",
                "What still lies when the hock is shown is the dealer’s or goes back to its owners, as the house has "
                "it. A house may let ordinary bets be taken down between the last turn and the hock; calls stay.",
                "Hockelty, in early banks: bets may lie before the soda, and open bets that cover the rank of the "
                "soda when it shows, or of the hock at the end, are the bank’s. Coppered and heeled bets and those on "
                "no rank are not touched.",
                "Dealt from the hand, as before there was a box, a deal has 26 turns, no soda, no hock and no call. "
                "What lies after the last turn is treated like what lies after a hock.",
            ),
            sources=(_dissertation("Play; Betting; Terms"),),
            ours="That a bet may be lifted between the last turn and the hock.",
            settings={
                "turns": None,
                "hockelty": None,
                "call_pays": None,
                "cat_pays": None,
                "call_quote": None,
                "last_turn_counts": None,
                "after_hock": None,
                "lift_before_hock": None,
            },
        ),
        Rule(
            number="1.8",
            title="Dead cards and sleepers",
            says=(
                "A rank whose four cards are all out is dead. A bet whose ranks are all dead cannot act any more: it "
                "is a sleeper. Placing or moving a bet there is refused, and the dead card is named.",
                "A house has sleepers go to whoever at the table claims them first, the owner too; or back to "
                "their owners, or to the dealer, at the end of a turn. After the last turn they are treated like what "
                "the hock leaves (rule 1.7).",
            ),
            sources=(_dissertation("Betting"),),
            ours="That a house may return sleepers or have them for the bank.",
            settings={"sleepers": None},
        ),
        Rule(
            number="1.9",
            title="The ten laws, and foul deals",
            says=("A ruling cites the law that speaks.",),
            laws=tuple(
                Law(number=number, title=text, means=means)
                for number, (text, means) in enumerate(zip(LAWS, _LAWS_MEAN, strict=True), start=1)
            ),
            after=(
                "A deal that is found foul is voided: what was not settled goes back to its owners, and what was "
                "settled stands unless a ruling reverses it.",
            ),
            sources=(_dissertation("Laws"),),
            ours=(
                "That stakes go back when the bank breaks or the dealer closes, and that what a broken bank cannot "
                "pay is void."
            ),
        ),
        Rule(
            number="1.10",
            title="The case-keeper and the words of the table",
            says=(
                "The case-keeper has a spindle of four beads for each rank; a bead is moved for every card that is "
                "shown, soda and hock too. Tabs mark what it was: I for a winner, O for a loser, · for the soda, – "
                "for the hock. Older cue-cards have a cross and a naught.",
                Table(
                    heads=("word", "is said when"),
                    rows=(
                        ("case card", "one card of a rank is left"),
                        ("dead card", "none is left"),
                        ("sleeper", "a bet lies on dead cards alone"),
                        ("split", "both cards of a turn are of one rank"),
                        ("cat", "two of the last three cards are of one rank"),
                        ("wash", "neither card of a turn has a bet on it"),
                        ("hangman’s turn", "a turn brings the J and the K"),
                        ("whipsaw", "one player wins an open and a coppered bet in one turn"),
                        ("whipsawed", "one player loses two different bets in one turn"),
                        ("win out, lose out", "a rank has won, or lost, all four times"),
                        ("repeat, reverse", "a rank plays as in the deal before, or the other way round"),
                        ("in hock", "a card is the last of the deal"),
                    ),
                ),
            ),
            sources=(_dissertation("Equipment; Play; Terms"),),
        ),
        Rule(
            number="1.11",
            title="Stuss",
            says=(
                "Stuss is Faro made simple. The pack is dealt from the hand in 26 turns, with no soda, no hock and no "
                "call (rule 1.7). Players back single ranks to win; there is no copper and no other kind of bet.",
                "A split takes the whole of the live stake in place of half of it, and the bet is gone. A bet whose "
                "cards are all out goes back to its owner, and so does what lies after the last turn: nothing is the "
                "bank’s but by its cards.",
                "The split is all that the bank has for it: of a stake that lies until it is decided, 33 parts in 833 "
                "while the whole pack is to come, twice what Faro has from the hand. With n cards to come it has "
                "3/(2(n − 1)) where three are of the rank, 1/(n − 1) where two are, and nothing of a case card.",
                "A house of Faro may have its splits take all and keep the rest of its rules. What is split by two "
                "cards of different ranks, or by equal cards on the high card, is halved there as ever (rule 1.4).",
            ),
            sources=("an encyclopedia of card games, which names it a simpler faro",),
            ours=(
                "That players back ranks to win alone, and that bets nothing decided go back: tables differ. That the "
                "whole stake is lost by a split is how the game is usually played."
            ),
        ),
    ),
)


def faro_rules(house: FaroHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The deal"): _deal(house),
        _("Bets"): _bets(house),
        _("How a turn settles"): _turn(house),
        _("Limits and paroli"): _limits(house),
        _("The last turn"): _last_turn(house),
        _("Dead cards"): _dead_cards(house),
        _("Checks and markers"): _checks(house),
    }


def _deal(house: FaroHouse) -> Sentences:
    texts = {}
    if house.turns == 26:
        texts["turns"] = _(
            "The cards are dealt from the hand in 26 turns, a losing card and then a winning one: there is no "
            "soda, no hock and no call."
        )
    else:
        texts["turns"] = _(
            "The cards are dealt from a box: the soda is shown, 25 turns follow, a losing card and then a "
            "winning one, and the last card is the hock."
        )
        texts["hockelty"] = (
            _(
                "Hockelty is played: bets may lie before the soda, and open bets on the soda’s rank when it "
                "shows, and on the hock’s rank at the end, are the bank’s."
            )
            if house.hockelty
            else _("Bets are made after the soda is shown; neither soda nor hock wins or loses a bet.")
        )
    texts["locked_until_action"] = (
        _("A bet stays where it was laid until it has had action.")
        if house.locked_until_action
        else _("Between turns a bet may be added to, moved or taken down.")
    )
    return texts


def _bets(house: FaroHouse) -> Sentences:
    texts = {}
    if set(house.takes) == set(KINDS):
        texts["kinds"] = _("Every kind of bet of the rulebook is taken.")
    else:
        taken = listed([kind_text(kind) for kind in house.takes])
        texts["kinds"] = _("These kinds of bet are taken, and no others: %(kinds)s.", kinds=taken)
    texts["copper"] = (
        _(
            "Every bet but a call may be coppered: it wins by what would have lost it, and loses by what would "
            "have won it."
        )
        if house.copper
        else _("No bet may be coppered.")
    )
    texts["king_is_odd"] = (
        _("The king counts as odd: seven ranks are odd, and six are even.")
        if house.king_is_odd
        else _("The king is neither odd nor even.")
    )
    return texts


def _turn(house: FaroHouse) -> Sentences:
    shares = house.combination_pays == "proportional"
    return {
        "combination_pays": _(
            "A bet on several ranks is in so many shares; a card pays or costs one share in whole checks, and "
            "the rest of the stake lies on."
        )
        if shares
        else _(
            "Bets are paid even money, and one on several ranks wins or loses the whole of its stake on any of them."
        ),
        "split_takes": _split(house, shares=shares),
        "both_ways": _both_ways(house, shares=shares),
        "high_card_equal": _("Equal cards split a bet on the high card: the bank takes half.")
        if house.high_card_equal == "split"
        else _("Equal cards leave a bet on the high card as it is."),
    }


def _split(house: FaroHouse, *, shares: bool) -> str:
    if house.split_takes == "all":
        return (
            _("Two cards of a covered rank in one turn are a split: the bank takes the whole of the share at stake.")
            if shares
            else _("Two cards of a covered rank in one turn are a split: the bank takes the whole of the stake.")
        )
    if shares:
        return _(
            "Two cards of a covered rank in one turn are a split: the bank takes half of the share that is at "
            "stake, the bigger half where it does not divide into whole checks."
        )
    return _(
        "Two cards of a covered rank in one turn are a split: the bank takes half of the stake, the bigger "
        "half where it does not divide into whole checks."
    )


def _both_ways(house: FaroHouse, *, shares: bool) -> str:
    if house.both_ways == "standoff":
        return _("A card for a bet and one of another rank against it in one turn are a standoff: nothing moves.")
    if shares:
        return _(
            "A card for a bet and one of another rank against it in one turn are a standoff; of a bet that is "
            "all one share the bank takes half."
        )
    return _("A card for a bet and one of another rank against it in one turn are a split too: the bank takes half.")


def _limits(house: FaroHouse) -> Sentences:
    texts = {
        "check": _(
            "The smallest check is %(amount)s, and every stake is a whole number of them.", amount=money(house.check)
        ),
        "limit": _(
            "A bet or call is %(least)s at the least and %(most)s at the most; checks are paid in full, bank "
            "bills to that limit.",
            least=money(house.minimum_cents),
            most=money(house.limit),
        ),
        "case_limit": _(
            "A single bet on a case card, the last of its rank in the box, is held to %(amount)s instead.",
            amount=money(house.case_limit_cents),
        ),
    }
    if house.running_limit is None:
        texts["running_limit"] = _(
            "There is no paroli: after a win the stake may lie on, and the winnings are paid out."
        )
        return texts
    running = money(house.running_limit_cents)
    if house.paroli_times is None:
        texts["running_limit"] = _(
            "A paroli, stake and winnings left on together, may run to %(amount)s; what is over is paid out.",
            amount=running,
        )
    else:
        texts["running_limit"] = ngettext(
            "A paroli, stake and winnings left on together, may run to %(amount)s, and be left on %(num)s time; "
            "what is over is paid out.",
            "A paroli, stake and winnings left on together, may run to %(amount)s, and be left on %(num)s times; "
            "what is over is paid out.",
            house.paroli_times,
            amount=running,
        )
    return texts


def _last_turn(house: FaroHouse) -> Sentences:
    texts = {}
    if house.turns == 25:
        odds = {"call": number(house.call_pays), "cat": number(house.cat_pays)}
        texts["call_pays"] = (
            _(
                "A right call of the last three cards pays %(call)s to 1, and a cat, with two cards of one rank, "
                "%(cat)s to 1.",
                **odds,
            )
            if house.call_quote == "to_one"
            else _(
                "A right call of the last three cards pays %(call)s for 1, and a cat, with two cards of one "
                "rank, %(cat)s for 1: the stake is part of the pay.",
                **odds,
            )
        )
    texts["last_turn_counts"] = (
        _("Bets settle on the last turn as on any other.")
        if house.last_turn_counts
        else _("The last turn settles no bets but calls.")
        if house.turns == 25
        else _("The last turn settles no bets.")
    )
    if house.turns == 25:
        texts["lift_before_hock"] = (
            _("After the last turn a bet, but not a call, may be taken down until the hock is shown.")
            if house.lift_before_hock
            else _("Once the last turn is dealt nothing may be taken down before the hock is shown.")
        )
    texts["after_hock"] = (
        _("What still lies when all cards are out is the bank’s.")
        if house.after_hock == "dealer"
        else _("What still lies when all cards are out goes back to its owners.")
    )
    return texts


def _dead_cards(house: FaroHouse) -> Sentences:
    sleepers = {
        "first_claim": _("A bet whose cards are all out is a sleeper; whoever claims it first may have it."),
        "returned": _(
            "A bet whose cards are all out before the last turn is a sleeper; it goes back to its owner at the end of "
            "the turn."
        ),
        "dealer": _(
            "A bet whose cards are all out before the last turn is a sleeper; it is the bank’s at the end of the turn."
        ),
    }
    return {"sleepers": sleepers[house.sleepers]}


def _checks(house: FaroHouse) -> Sentences:
    return {
        "check_colours": _("The colour of a check says whose it is.")
        if house.check_colours == "player"
        else _("The colour of a check says what it is worth, not whose it is."),
        **marker_rules(house.marker, house.marker_limit),
    }
