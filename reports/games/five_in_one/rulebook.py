"""The rules of Five in One, five games dealt one after the other, numbered 9.1 to 9.5."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook, Table

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Five in One"

FIVE_IN_ONE_RULES = Rulebook(
    name="five-in-one",
    number="9",
    title="Five in One",
    about=(
        "Five in One, also Garbage or Variety: a round is five short games, dealt one after the other by one dealer. "
        "Each is paid at once, from player to player."
    ),
    rules=(
        Rule(
            number="9.1",
            title="Seats and the deal",
            says=(
                "Two to ten players and 52 cards. One player deals a whole round, and the deal then goes to the left. "
                "The first dealer is anybody. A round takes in everybody who does not sit out (rule 4.9).",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="How many may play, and that the deal goes to the left.",
        ),
        Rule(
            number="9.2",
            title="The five parts",
            says=(
                "The order is fixed:",
                Table(
                    heads=("part", "what is dealt", "what the book has of it"),
                    rows=(
                        ("1, Plus or Minus", "a round of that game", "what each won or lost"),
                        ("2, Cold Hand", "nothing: the hands of the first part are shown", "who has the best hand"),
                        ("3, Bango", "a round of that game, the hands still open", "what each won or lost"),
                        ("4, Put and Take", "a round of that game", "what each won or lost"),
                        ("5, Consolation", "ten cards, from the whole pack", "the cards"),
                    ),
                ),
                "How the three games are played of which only that is told, and how cold hands rank, is for the table: "
                "the source sends them to pages that are not known here.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="That these parts are kept by their outcome.",
        ),
        Rule(
            number="9.3",
            title="What the parts pay",
            says=(
                "In the parts that are told by their outcome what is won is what is lost, to the chip. The winner of "
                "the cold hand has chips of each other player. Of a tie the chips of the others are divided evenly "
                "among the winners, odd ones one each from the dealer’s left; where all tie, nothing is paid.",
                "A part counts by what it brings each player in all: who wins by it needs no chips for it, who loses "
                "must have what they lose, or buys first.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="How a tie is divided, and who must have chips.",
            settings={"chip": None, "cold_hand_pays": None},
        ),
        Rule(
            number="9.4",
            title="The consolation",
            says=(
                "The whole pack is shuffled. The dealer counts from one to ten and turns a card at each number. For "
                "each card that is the number called, the ace being one, they have chips of every other player; "
                "jacks, queens and kings are never called. The round is then over.",
            ),
            sources=(_ENCYCLOPEDIA,),
            settings={"hit_pays": None},
        ),
        Rule(
            number="9.5",
            title="Foul rounds",
            says=(
                "What a part has paid stays paid. So a round is broken off only before its first part; its number is "
                "not used again, and the same player deals once more, or where they have left the next on their left.",
                "A round that the close of the night cuts short keeps what its parts have paid.",
            ),
            ours="All of it.",
        ),
    ),
)
