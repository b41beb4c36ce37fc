"""The rules of American Faro, numbered 1.1 to 1.11, the ten laws, and the house rules as sentences."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import KINDS
from dealer.games.faro.reasons import LAWS
from events.common.play import PackCounted
from reports.games.faro.words import kind_text
from reports.house_rules import CHECK, MARKER, MARKER_LIMIT, Preset, Setting
from reports.rulebook import Drawing, Guide, Law, Rule, Rulebook, Table
from reports.words.formatting import brief, listed, money
from reports.words.language import gettext as _
from reports.words.language import ngettext, number

_DISSERTATION = "The Game of Faro, a dissertation (Don Meyer, 2012)"
_ENTRY = "an encyclopedia of card games, entry Faro"


def _dissertation(part: str) -> str:
    return f"{_DISSERTATION}: {part}"


_LAWS_MEAN = (
    "The place of a check is the bet. What its owner meant does not count, unless both sides agreed on "
    "something else beforehand.",
    "A barred bet is out of play: no card wins or loses it until its owner lets it go or the turns of the "
    "bar are over.",
    "Half of the stake is at risk. The order holds to the end of the deal unless it is taken back.",
    "This holds for players and for the dealer, by design or by accident. A ruling moves the loss to the "
    "owner from the player who altered the bet, or from the bank if the dealer did.",
    "The stakes must be equal, single, on different cards, and won in one turn. The coppered one won with the "
    "first card of the turn, the other with the second.",
    "A bet records whether it is in checks or in bills. The bank pays a bet in bills only up to the limit.",
    "Nothing is taken or paid wrongly, by intent or carelessness, and cards that were dealt stay on their piles.",
    "First every losing stake and half is taken. Then the largest amount due is paid first, with what the bank has in "
    "sight: its roll, its winnings, sleepers and what the hock left. The payment that goes beyond this is made as far "
    "as it goes, and those after it are void; all stakes still lying go back, and no bet is taken until the roll is "
    "raised.",
    "Undecided bets go back to their owners.",
    "Anybody who suspects a foul pack may have it counted: the cards that are left between turns, the whole pack "
    "between deals. Who asked and how many there were is recorded, and after a wrong count the deal can be voided. "
    "The dealer has the last shuffle and cut.",
)

FARO_RULES = Rulebook(
    name="faro",
    number="1",
    title="Faro",
    about=(
        "American Faro as it is dealt and settled here. Dossiers, rulings and printed house rules cite "
        "these numbers, cases and laws. Named settings may differ by house. A night’s settings are "
        "recorded when it opens and printed on its sheet of house rules."
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
                "Bets are laid, moved and taken down between turns. After the loser of a turn is drawn, "
                "nothing may be touched until the turn is settled. A bet tried then is refused, and the "
                "refusal is recorded.",
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
                "The place of a check shows which ranks it covers.",
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
                        ("row", "a whole row without the seven", "A to 6, low; 8 to K, high"),
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
                "The seven is in the pot, in the splits with 6 and 8 and in the corners with 5 and 9, but "
                "in no figure, square or diagonal. A bet is recorded by its ranks; its name is only a "
                "label.",
                "The square A-2-Q-K is the grand or king square, 3-4-10-J the jack square, and 5-6-8-9 the nine "
                "square. Some tables call 2-3-J-Q the jack square, and 4-5-9-10 the nine square.",
                "For parity J is 11 and Q is 12. The king is neither odd nor even, unless the house counts it as odd.",
                "If the house has coppers, every bet except a call may be coppered, which reverses it "
                "(rule 1.4). A house may take fewer kinds of bet.",
            ),
            sources=(_dissertation("Betting"), _ENTRY),
            ours=(
                "that the king has no parity: with seven odd ranks against six an even-money bet on odd would favour "
                "the players by a thirteenth. That a group of three is a figure or a string: the two sources differ "
                "on what a check on a corner covers."
            ),
        ),
        Rule(
            number="1.4",
            title="How a turn settles a bet",
            says=(
                "A bet says which ranks count for it and which against it, for each of the two cards.",
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
                "A copper swaps for and against. Then one of five cases holds:",
            ),
            cases=(
                "No card acts for the bet and none against it: nothing happens, and it stays on.",
                "Cards act for it and none against it: it wins even money on the live stake.",
                "Cards act against it and none for it: it loses the live stake.",
                "One acts for it and one against it, and both are of one rank: a split. The bank takes "
                "half of the live stake, or the bigger half if the stake is an odd number of smallest "
                "checks. It takes the whole of one smallest check. At stuss it takes the whole of every "
                "split stake (rule 1.11).",
                "One acts for it and one against it, of two ranks: by the house’s rule a stand-off, in "
                "which nothing moves, or a split.",
            ),
            after=(
                "For a bet on the high card, two equal cards are a split or leave it as it is, as the house says.",
                "Where combinations pay the whole, any of the ranks wins or loses all of the live stake. Where they "
                "pay in proportion, a stake on so many ranks is so many shares: a card wins or loses one, rounded "
                "down to whole smallest checks, a split takes the bigger half of one, a card for and one against are "
                "a standoff, and the rest of the stake lies on. Colors, the high card and the parity of a card are "
                "always one share.",
                "Lost bets are taken off the layout; split bets stay with the rest of their stake. The "
                "stake of a winning bet stays where it is and the winnings go to the player, unless it is "
                "a paroli (rule 1.6).",
            ),
            sources=(_dissertation("Play; Betting"), _ENTRY),
            ours="how a proportional bet is divided into shares and rounded; that equal cards split the high card.",
        ),
        Rule(
            number="1.5",
            title="What players do with their bets",
            says=(
                "Between turns a player may press a bet (add to it), take it down, move it with all its orders, "
                "copper or uncopper it, bar it until “it goes” or for some turns (law 2), and have half of it go "
                "(law 3), which is half the stake rounded down to whole smallest checks.",
                "Repeating an order, or removing an order that a bet does not have, changes nothing. A "
                "call can only be taken down.",
                "In a house that locks bets, as early banks did, a bet may not be moved or taken down before it has "
                "had action.",
            ),
            sources=(_dissertation("Betting; Laws"),),
        ),
        Rule(
            number="1.6",
            title="Limits and paroli",
            says=(
                "A stake is a whole number of smallest checks, no less than the smallest stake and no more "
                "than the limit. A single bet on a case card, the last of its rank in the box, is held to "
                "the limit on case cards instead, half of the limit as a rule. A bet that a case card "
                "brings over that limit is shown but not changed.",
                "In a house with a running limit a bet may be left on as a paroli: after a win stake and "
                "winnings stay together. Anything above the running limit is paid out. A house may also "
                "limit how often.",
            ),
            sources=(_dissertation("Play; Betting"),),
        ),
        Rule(
            number="1.7",
            title="The last turn and the hock",
            says=(
                "With three cards left, of three ranks, a player may call their order: loser, winner, "
                "hock. A right call pays 4 to 1. If two of the three are of one rank (a cat), it pays 2 to "
                "1; if all three are, there is no call. A house may pay other odds, and may quote them for "
                "one, with the stake as part of the payment.",
                "The 25th turn settles the ordinary bets too, unless the house has it otherwise. Calls are settled "
                "when the hock is shown.",
                "Bets still on the layout when the hock is shown go to the dealer or back to their owners, "
                "as the house says. A house may let ordinary bets be taken down between the last turn and "
                "the hock; calls stay.",
                "Hockelty, in early banks: bets may be laid before the soda, and the bank takes open bets "
                "that cover the rank of the soda when it shows, or of the hock at the end. Coppered bets, "
                "heeled bets and bets on no rank are not affected.",
                "Dealt from the hand, as before there was a box, a deal has 26 turns, no soda, no hock and "
                "no call. Bets left after the last turn are treated like bets left after a hock.",
            ),
            sources=(_dissertation("Play; Betting; Terms"),),
            ours="that a bet may be lifted between the last turn and the hock.",
        ),
        Rule(
            number="1.8",
            title="Dead cards and sleepers",
            says=(
                "A rank whose four cards are all out is dead. A bet whose ranks are all dead is a sleeper: "
                "it can no longer win or lose. Placing or moving a bet there is refused, and the dead card "
                "is named.",
                "By the house’s rule sleepers go to the first player who claims them, the owner included, "
                "or at the end of a turn to their owners or the dealer. After the last turn they are "
                "treated like bets left after the hock (rule 1.7).",
            ),
            sources=(_dissertation("Betting"),),
            ours="that a house may return sleepers or give them to the bank.",
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
                "A foul deal is voided: unsettled bets go back to their owners, and settled bets stand "
                "unless a ruling reverses them.",
            ),
            sources=(_dissertation("Laws"),),
            why={PackCounted: marked("players may count the cards (law 10)")},
            ours=(
                "that stakes go back when the bank breaks or the dealer closes, and that what a broken bank cannot "
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
                        ("repeat, reverse", "a rank plays as in the deal before, or in reverse"),
                        ("in hock", "a card is the last of the deal"),
                        ("doubles, triples", "two cards of a rank are left, or three"),
                        ("on velvet", "a player bets with what they won from the bank"),
                        ("earthquake", "a player bets heavily on the last turn"),
                        ("piker", "a player makes small bets all over the layout"),
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
                "A split takes the whole live stake instead of half. A bet whose cards are all out goes "
                "back to its owner, and so do bets left after the last turn: the bank wins only by its "
                "cards.",
                "The split is all that the bank has for it: of a stake that lies until it is decided, 33 parts in 833 "
                "while the whole pack is to come, twice what Faro has from the hand. With n cards to come it has "
                "3/(2(n − 1)) where three are of the rank, 1/(n − 1) where two are, and nothing of a case card.",
                "A house of Faro may have its splits take all and keep the rest of its rules. What is split by two "
                "cards of different ranks, or by equal cards on the high card, is halved there as ever (rule 1.4).",
            ),
            sources=("an encyclopedia of card games, which names it a simpler faro",),
            ours=(
                "that players back ranks to win alone, and that bets nothing decided go back: tables differ. That the "
                "whole stake is lost by a split is how the game is usually played."
            ),
        ),
    ),
)


def _hockelty(house: FaroHouse) -> str:
    if house.turns == 26:
        return ""
    if house.hockelty:
        return _(
            "Hockelty is played: bets may be laid before the soda, and the bank takes open bets on the "
            "soda’s rank when it shows and on the hock’s rank at the end."
        )
    return _("Bets are made after the soda is shown; neither soda nor hock wins or loses a bet.")


def _kinds(house: FaroHouse) -> str:
    if set(house.takes) == set(KINDS):
        return _("Every kind of bet in the rulebook is taken.")
    taken = listed([kind_text(kind) for kind in house.takes])
    return _("These kinds of bet are taken, and no others: %(kinds)s.", kinds=taken)


def _check_colours(house: FaroHouse) -> str:
    if house.check_colours == "player":
        return _("The colour of a check shows its owner.")
    if house.check_colours == "value":
        return _("The colour of a check shows its value, not its owner.")
    values = listed([brief(cents) for cents in house.check_values])
    return _("The colour of a check shows its owner, and its stamp its value: %(values)s.", values=values)


def _split(house: FaroHouse) -> str:
    shares = house.combination_pays == "proportional"
    if house.split_takes == "all":
        return (
            _("Two cards of a covered rank in one turn are a split: the bank takes the whole of the share at stake.")
            if shares
            else _("Two cards of a covered rank in one turn are a split: the bank takes the whole of the stake.")
        )
    if shares:
        return _(
            "Two cards of a covered rank in one turn are a split: the bank takes half of the share at "
            "stake, or the bigger half if it does not divide into whole checks."
        )
    return _(
        "Two cards of a covered rank in one turn are a split: the bank takes half of the stake, or the "
        "bigger half if it does not divide into whole checks."
    )


def _both_ways(house: FaroHouse) -> str:
    if house.both_ways == "standoff":
        return _(
            "If one turn has a card for a bet and one of another rank against it, that is a stand-off: nothing moves."
        )
    if house.combination_pays == "proportional":
        return _(
            "If one turn has a card for a bet and one of another rank against it, that is a stand-off; "
            "from a bet that is one share the bank takes half."
        )
    return _(
        "If one turn has a card for a bet and one of another rank against it, that is a split too: the bank takes half."
    )


def _limits(house: FaroHouse) -> str:
    return _(
        "A bet or call is at least %(least)s and at most %(most)s; checks are paid in full, bank bills "
        "up to that limit.",
        least=money(house.minimum_cents),
        most=money(house.limit),
    )


def _case_limit(house: FaroHouse) -> str:
    return _(
        "For a single bet on a case card (the last of its rank in the box) the limit is %(amount)s.",
        amount=money(house.case_limit_cents),
    )


def _running_limit(house: FaroHouse) -> str:
    if house.running_limit is None:
        return _("There is no paroli: after a win the stake may stay on, and the winnings are paid out.")
    running = money(house.running_limit_cents)
    if house.paroli_times is None:
        return _(
            "A paroli (stake and winnings left on together) may run to %(amount)s; the rest is paid out.",
            amount=running,
        )
    return ngettext(
        "A paroli (stake and winnings left on together) may run to %(amount)s and be left on %(num)s "
        "time; the rest is paid out.",
        "A paroli (stake and winnings left on together) may run to %(amount)s and be left on %(num)s "
        "times; the rest is paid out.",
        house.paroli_times,
        amount=running,
    )


def _call_pays(house: FaroHouse) -> str:
    if house.turns == 26:
        return ""
    odds = {"call": number(house.call_pays), "cat": number(house.cat_pays)}
    if house.call_quote == "to_one":
        return _(
            "A right call of the last three cards pays %(call)s to 1, and a cat (two cards of one rank) %(cat)s to 1.",
            **odds,
        )
    return _(
        "A right call of the last three cards pays %(call)s for 1, and a cat (two cards of one "
        "rank) %(cat)s for 1: the stake is part of the payment.",
        **odds,
    )


def _last_turn(house: FaroHouse) -> str:
    if house.last_turn_counts:
        return _("The last turn settles bets like any other turn.")
    return _("The last turn settles only calls.") if house.turns == 25 else _("The last turn settles no bets.")


def _lifted(house: FaroHouse) -> str:
    if house.turns == 26:
        return ""
    if house.lift_before_hock:
        return _("After the last turn a bet, but not a call, may be taken down until the hock is shown.")
    return _("After the last turn nothing may be taken down until the hock is shown.")


def _marker_limit(house: FaroHouse) -> str:
    limit = MARKER_LIMIT.sentence(house)
    if house.settle_markers == "night":
        return limit
    due = _("A player with a marker open from an earlier deal lays no bet until it is redeemed.")
    return f"{limit} {due}"


_PAROLI_NOTE = marked("Paroli needs a running limit, which cannot be set after the night is opened.")

SETTINGS = {
    marked("The deal"): (
        Setting(
            "turns",
            marked("turns in a deal"),
            "1.7",
            choices={
                25: (
                    "",
                    marked(
                        "The cards are dealt from a box. The soda is shown, then come 25 turns of a losing and a "
                        "winning card. The last card is the hock."
                    ),
                ),
                26: (
                    "",
                    marked(
                        "The cards are dealt from the hand in 26 turns of a losing and a winning card. There is no "
                        "soda, no hock and no call."
                    ),
                ),
            },
        ),
        Setting("hockelty", marked("hockelty"), "1.7", says=_hockelty),
        Setting(
            "locked_until_action",
            marked("bets locked until they act"),
            "1.5",
            says=marked("A bet stays where it was laid until it has had action."),
            off=marked("Between turns a bet may be added to, moved or taken down."),
        ),
    ),
    marked("Bets"): (
        Setting("kinds", marked("bets taken"), "1.3", says=_kinds, unset=marked("all"), item=kind_text),
        Setting(
            "copper",
            marked("coppers"),
            "1.3",
            says=marked(
                "Every bet except a call may be coppered: it wins on the cards that would have lost and loses "
                "on the cards that would have won."
            ),
            off=marked("No bet may be coppered."),
        ),
        Setting(
            "king_is_odd",
            marked("the king is odd"),
            "1.3",
            says=marked("The king counts as odd: seven ranks are odd, and six are even."),
            off=marked("The king is neither odd nor even."),
        ),
    ),
    marked("How a turn settles"): (
        Setting(
            "combination_pays",
            marked("combinations pay"),
            "1.4",
            choices={
                "whole": (
                    marked("whole"),
                    marked("Bets pay even money. A bet on several ranks wins or loses its whole stake on any of them."),
                ),
                "proportional": (
                    marked("proportional"),
                    marked(
                        "A bet on several ranks has one share for each rank. A card pays or costs one share in whole "
                        "checks, and the rest of the stake stays on."
                    ),
                ),
            },
        ),
        Setting(
            "split_takes",
            marked("a split takes"),
            "1.4",
            4,
            says=_split,
            choices={"half": (marked("half of the stake"), ""), "all": (marked("all of the stake"), "")},
        ),
        Setting(
            "both_ways",
            marked("two covered ranks in a turn"),
            "1.4",
            5,
            says=_both_ways,
            choices={"standoff": (marked("standoff"), ""), "split": (marked("split"), "")},
        ),
        Setting(
            "high_card_equal",
            marked("high card, equal cards"),
            "1.4",
            choices={
                "standoff": (marked("standoff"), marked("Equal cards leave a bet on the high card as it is.")),
                "split": (marked("split"), marked("Equal cards split a bet on the high card: the bank takes half.")),
            },
        ),
    ),
    marked("Limits and paroli"): (
        CHECK.under("1.6"),
        Setting("minimum", marked("smallest stake"), "1.6", within="limit", unset=marked("a smallest check")),
        Setting("limit", marked("limit"), "1.6", says=_limits, shown=True),
        Setting("case_limit", marked("limit on a case card"), "1.6", says=_case_limit, unset=marked("half the limit")),
        Setting("running_limit", marked("running limit"), "1.6", says=_running_limit, shown=True, note=_PAROLI_NOTE),
        Setting(
            "paroli_times",
            marked("paroli, times"),
            "1.6",
            within="running_limit",
            unset=marked("any"),
            note=_PAROLI_NOTE,
        ),
    ),
    marked("The last turn"): (
        Setting("call_pays", marked("a call pays"), "1.7", says=_call_pays),
        Setting("cat_pays", marked("a cat pays"), "1.7", within="call_pays"),
        Setting(
            "call_quote",
            marked("calls are quoted"),
            "1.7",
            choices={"to_one": (marked("to one"), ""), "for_one": (marked("for one"), "")},
            within="call_pays",
        ),
        Setting("last_turn_counts", marked("bets settle on the last turn"), "1.7", says=_last_turn),
        Setting("lift_before_hock", marked("bets lifted before the hock"), "1.7", says=_lifted),
        Setting(
            "after_hock",
            marked("left after the hock"),
            "1.7",
            choices={
                "dealer": (marked("dealer"), marked("Bets still on the layout when all cards are out go to the bank.")),
                "returned": (
                    marked("returned"),
                    marked("Bets still on the layout when all cards are out go back to their owners."),
                ),
            },
        ),
    ),
    marked("Dead cards"): (
        Setting(
            "sleepers",
            marked("sleepers"),
            "1.8",
            choices={
                "first_claim": (
                    marked("first claim"),
                    marked("A bet whose cards are all out is a sleeper; the first player to claim it gets it."),
                ),
                "dealer": (
                    marked("dealer"),
                    marked(
                        "A bet whose cards are all out before the last turn is a sleeper; it goes to the bank at the "
                        "end of the turn."
                    ),
                ),
                "returned": (
                    marked("returned"),
                    marked(
                        "A bet whose cards are all out before the last turn is a sleeper; it goes back to its owner "
                        "at the end of the turn."
                    ),
                ),
            },
        ),
    ),
    marked("Checks and markers"): (
        Setting(
            "check_colours",
            marked("a colour means a"),
            "4.1",
            says=_check_colours,
            choices={
                "player": (marked("player"), ""),
                "value": (marked("value"), ""),
                "stamped": (marked("player, its stamp the value"), ""),
            },
        ),
        MARKER,
        MARKER_LIMIT.under("4.3", says=_marker_limit),
        Setting(
            "settle_markers",
            marked("markers are due"),
            "4.3",
            within="marker_limit",
            choices={
                "night": (marked("at the end of the night"), ""),
                "deal": (marked("at the end of the deal"), ""),
            },
        ),
    ),
}

FORM = {
    marked("Limits"): ("check", "minimum", "case_limit", "paroli_times"),
    marked("Splits and combinations"): (
        "split_takes",
        "both_ways",
        "combination_pays",
        "high_card_equal",
        "king_is_odd",
    ),
    marked("The last turn"): ("turns", "call_pays", "cat_pays", "call_quote", "last_turn_counts"),
    marked("Sleepers and the hock"): ("sleepers", "after_hock", "lift_before_hock"),
    marked("Old banks"): ("hockelty", "locked_until_action", "copper"),
    marked("Kinds of bet"): ("kinds",),
    marked("Markers"): ("marker", "marker_limit", "settle_markers", "check_colours"),
}

PRESETS = {
    "american": Preset(marked("american"), marked("the rules of the house today")),
    "home_night": Preset(marked("home night"), marked("%(check)s checks, markers of %(marker)s")),
    "early_bank": Preset(marked("early bank"), marked("hockelty, no coppers")),
    "late_bank": Preset(marked("late bank"), marked("every kind of bet")),
    "stuss": Preset(marked("stuss"), marked("from the hand, single bets, a split takes all")),
}


GUIDE = Guide(
    aim=marked("Bet on the cards that will win. Each turn shows two cards: the first loses, the second wins."),
    steps=(
        marked(
            "The dealer deals from a box with the top card in sight. The first card is the soda. It decides nothing."
        ),
        marked("Lay your checks on a card of the layout, or between cards to bet on several at once."),
        marked(
            "A turn is two cards. The bank takes the bets on the first card, and pays the bets on the second even "
            "money."
        ),
        marked("A copper on your bet turns it round: it wins with the first card and loses with the second."),
        marked("Two cards of one rank are a split. In most houses the bank takes half of the bets on that rank."),
        marked(
            "Between turns you may add to your bet, move it or take it down. Once the first card is shown, nothing "
            "may be touched."
        ),
        marked("The case-keeper shows which cards are out. A rank with all four cards out is dead, and takes no bets."),
        marked("When three cards are left you may call their order. In most houses a right call pays 4 to 1."),
    ),
    terms=(
        (marked("soda"), marked("The first card of the deal. It decides nothing.")),
        (marked("hock"), marked("The last card of the deal. It decides the calls.")),
        (marked("copper"), marked("A token on a bet that turns it round: the bet wins if its card loses.")),
        (marked("heeled"), marked("One stake on several cards: some are bet to win, others to lose.")),
        (marked("string"), marked("One bet on any cards that the dealer takes together.")),
        (marked("paroli"), marked("Stake and winnings stay together and ride on the next win.")),
        (
            marked("orders"),
            marked("What a player wants done with a bet: bar it until it goes, or risk only half of it."),
        ),
        (marked("cat hop"), marked("Of the last three cards two are of one rank. A right call then pays 2 to 1.")),
        (marked("case card"), marked("The last card of its rank in the box.")),
        (marked("sleeper"), marked("A bet that can no longer win or lose, because all of its cards are out.")),
    ),
)
