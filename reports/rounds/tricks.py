"""How tricks are played, in words that several games have in common; each says so where the tricks need it."""

from __future__ import annotations

from dealer.commands.refusal import marked

FOLLOW_OR_ANY = marked("Follow suit if you can. If you cannot, play a trump or any other card.")
HIGHEST_WINS = marked(
    "The highest trump takes the trick. Without a trump the highest card of the suit led takes it. Its winner leads "
    "next."
)
WITH_BOWERS = marked(
    "The highest trump is the joker. Then come the jack of trumps (the right bower) and the other jack of its colour "
    "(the left bower), which is a trump too. Ace, king, queen and the rest follow."
)
ACE_HIGH = marked("In the other suits the ace is the highest card.")
FIVE_IS_HIGHEST = (
    marked(
        "The highest trumps are the five of trumps, the jack of trumps and the ace of hearts, which is always a trump. "
        "Then come the ace, the king and the queen of trumps. The rest follow from the ten down in a red suit, and "
        "from the two up in a black one."
    ),
    marked(
        "In the other suits king, queen and jack are the highest. The rest follow from the ten down in a red suit, and "
        "from the ace up in a black one. The ace of diamonds is the lowest diamond."
    ),
    marked("Follow suit, or play a trump even if you could follow. If you cannot follow, play any card."),
    marked(
        "If a trump is led, play a trump. Only these three highest may be kept back, from a lower trump that was led."
    ),
    HIGHEST_WINS,
)
"""Of the games in which the five of trumps is the highest card."""
ROBBING = (
    marked("A card is turned up and names trumps. The player on the dealer’s left leads."),
    marked(
        "Robbing: if the card turned up is an ace, the dealer may take it for any card. If not, the holder of the ace "
        "of trumps may take it for any card when their turn comes."
    ),
    marked(
        "A holder of that ace who does not rob has the card turned down. If they do neither, their ace is the lowest "
        "trump."
    ),
)
"""How trumps are turned up and taken."""
