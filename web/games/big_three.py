"""Big Three's screens."""

from __future__ import annotations

from dealer.games.big_three import SCORING
from web.score_pad.pad import Pad
from web.score_pad.screens import score_screens
from web.score_pad.standing import Told

SCREENS = score_screens(
    SCORING,
    presets={"big_three": "Big Three: everybody alone, twice the bid for who is out first"},
    groups={"The score": ("times", "bidder_loses")},
    told=Told(begins="opener"),
    pad=Pad(),
)
