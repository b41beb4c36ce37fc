"""Five in One: its rules (9.1 to 9.5), house rules as sentences, words, play and papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path

from dealer.commands.refusal import marked
from dealer.game.cards import NUMBER, rank_of
from dealer.game.house import read_recorded
from dealer.games import five_in_one
from dealer.games.five_in_one import (
    BANGO,
    COLD_HAND,
    CONSOLATION,
    FIVE_IN_ONE,
    PARTS,
    PLUS_OR_MINUS,
    PUT_AND_TAKE,
    FiveInOneHouse,
)
from dealer.night.night import Night
from events.common import night
from events.common.event import Event
from events.effective_events import effective
from events.frozen import Frozen
from events.games import five_in_one as five_in_one_events
from events.records import Recorded
from reports.game_papers import GamePapers, HouseRulesText, RoundSheet
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.rounds import RoundStory
from reports.rounds.statement import FiguresByRound
from reports.rulebook import Rule, Rulebook, Table
from reports.sheets.masthead import Masthead, masthead_of
from reports.words import night_words
from reports.words.formatting import listed, money, name_of, number_of_chips, signed_number
from reports.words.game_words import CommandWords, EventWords, GameWords, RoundWords, Say, SettingWords, under
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.language import ngettext

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
                "Two to ten players and 52 cards. One player deals a whole round, and the deal then goes "
                "to the left. Anybody may deal first. Everybody who does not sit out (rule 4.9) plays the "
                "round.",
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
                "The table decides how the three games are played that are recorded only by outcome, and "
                "how cold hands rank. The source refers to pages that are not known here.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="That these parts are recorded by outcome.",
        ),
        Rule(
            number="9.3",
            title="What the parts pay",
            says=(
                "In parts recorded by outcome, wins and losses are equal to the chip. Each other player "
                "pays the winner of the cold hand. In a tie the others’ chips are divided evenly among the "
                "winners, odd chips one each from the dealer’s left. If all tie, nothing is paid.",
                "A part counts by each player’s total: a player who wins needs no chips for it, and a "
                "player who loses must have the chips or buy them first.",
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
                "A paid part stays paid, so a round can be broken off only before its first part. Its "
                "number is not used again, and the same player deals again, or the next on their left if "
                "they have left.",
                "If the night is closed during a round, paid parts stay paid.",
            ),
            ours="All of it.",
        ),
    ),
)


def five_in_one_rules(house: FiveInOneHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The parts"): {
            "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
            "cold_hand_pays": _(
                "Every other player pays the winner of the cold hand %(chips)s.",
                chips=number_of_chips(house.cold_hand_pays),
            )
            if house.cold_hand_pays
            else _("The cold hand pays nothing."),
            "hit_pays": _(
                "For each hit in the consolation every other player pays the dealer %(chips)s.",
                chips=number_of_chips(house.hit_pays),
            )
            if house.hit_pays
            else _("A hit in the consolation pays nothing."),
        },
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """Where every chip of Five in One goes, in sentences."""
    return (
        ("9", _("Five in One has no bank: the players play against each other, and the house percentage is 0.")),
        ("9.3", _("Players pay each other after each part, and a paid part stays paid.")),
        ("9.4", _("In the consolation only the dealer can win. The deal goes around.")),
    )


@dataclass(slots=True, kw_only=True)
class Chips:
    """A player's result in chips; negative if lost."""

    won: int = 0


@dataclass(slots=True, kw_only=True)
class FiveRound:
    """One round. ``won`` is each player's result in each part that was played, in chips.

    ``winners`` are those of the cold hand, ``cards`` those of the consolation, and ``hits`` how many of them were
    called. ``voided`` is the reason if the round was voided. A round that is neither voided nor ``over`` is on, or was
    cut short.
    """

    number: int
    dealer: str
    players: tuple[str, ...]
    won: dict[str, dict[str, int]] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    hits: int = 0
    over: bool = False
    voided: str | None = None

    def chips(self, player: str, part: str) -> int:
        """A player's result in a part."""
        return self.won.get(part, {}).get(player, 0)

    def net(self, player: str) -> int:
        """A player's result in all parts."""
        return sum(self.chips(player, part) for part in self.won)

    def changed_hands(self, part: str) -> int:
        """How many chips changed hands in a part."""
        return sum(chips for chips in self.won.get(part, {}).values() if chips > 0)


class FiveInOnePlay(Frozen):
    """The rounds of a night, with chips of ``chip_cents``."""

    rounds: tuple[FiveRound, ...] = ()
    chip_cents: int = 0

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        if not self.rounds:
            return ()
        return (ngettext("%(num)s round", "%(num)s rounds", len(self.rounds)),)

    def rounds_of(self, player: str) -> tuple[FiveRound, ...]:
        """The rounds that a player played."""
        return tuple(record for record in self.rounds if player in record.players)


def five_in_one_play_of(events: Iterable[Event]) -> FiveInOnePlay:
    """The Five in One of a night from its effective events.

    Raises :class:`reports.rounds.statement.DoesNotAddUp` if the moves of money disagree.
    """
    rounds: dict[int, FiveRound] = {}
    figures = FiguresByRound(Chips)
    chip_cents = 0
    for event in events:
        match event:
            case night.NightOpened() if FIVE_IN_ONE in event.houses:
                chip_cents = int(str(event.houses[FIVE_IN_ONE]["chip"]))
            case five_in_one_events.FiveRoundBegun():
                rounds[event.hand] = FiveRound(number=event.hand, dealer=event.dealer, players=event.players)
            case five_in_one_events.PartPaid():
                _add(rounds[event.hand], event)
                figures.follow(event.hand, event.moves, "checks")
                for winning in event.won:
                    figures.at(event.hand, winning.player).won += winning.chips
            case five_in_one_events.FiveRoundOver():
                rounds[event.hand].over = True
            case five_in_one_events.FiveRoundVoided():
                rounds[event.hand].voided = event.reason
    figures.assert_agree("round", lambda chips: chips.won * chip_cents)
    return FiveInOnePlay(rounds=tuple(rounds.values()), chip_cents=chip_cents)


def part_of(event: five_in_one_events.PartPaid) -> str:
    """The part that was paid."""
    return PARTS[event.turn - 1]


def _add(record: FiveRound, event: five_in_one_events.PartPaid) -> None:
    record.won[part_of(event)] = {won.player: won.chips for won in event.won}
    match event:
        case five_in_one_events.ColdHandWon():
            record.winners = event.winners
        case five_in_one_events.ConsolationTurned():
            record.cards, record.hits = event.cards, event.hits


PART_NAMES = {
    PLUS_OR_MINUS: marked("Plus or Minus"),
    COLD_HAND: marked("Cold Hand"),
    BANGO: marked("Bango"),
    PUT_AND_TAKE: marked("Put and Take"),
    CONSOLATION: marked("Consolation"),
}
"""The names of the parts of a round."""

SETTINGS = SettingWords(
    names={
        "cold_hand_pays": marked("the cold hand: from each player"),
        "hit_pays": marked("a hit in the consolation: from each player"),
    },
    chips=frozenset({"cold_hand_pays", "hit_pays"}),
    presets={"five_in_one": marked("usual")},
)


def _won(say: Say, won: Iterable[tuple[str, int]]) -> str:
    """The result of each player who won or lost chips."""
    winnings = [f"{name_of(say.now, player)} {signed_number(chips)}" for player, chips in won if chips]
    return ", ".join(winnings) or _("nobody wins a chip")


def _winners(say: Say, winners: Iterable[str]) -> str:
    return listed([name_of(say.now, player) for player in winners])


def _cold_hand(say: Say, event: five_in_one_events.ColdHandWon) -> str:
    names = _winners(say, event.winners)
    if len(event.winners) > 1:
        return say("The cold hand is tied by %(names)s: %(won)s.", names=names)
    return say("%(names)s wins the cold hand: %(won)s.", names=names)


def _consolation(say: Say, event: five_in_one_events.ConsolationTurned) -> str:
    return say.ngettext(
        "%(num)s hit in %(cards)s: %(won)s.",
        "%(num)s hits in %(cards)s: %(won)s.",
        event.hits,
        cards=say.cards(event.cards),
    )


def _part_asked(say: Say, command: five_in_one.PartResult) -> str:
    return say("%(part)s: %(won)s.", won=_won(say, command.chips.items()))


def _cold_hand_asked(say: Say, command: five_in_one.ColdHand) -> str:
    return say("The cold hand goes to %(names)s.", names=_winners(say, command.winners) or _("nobody"))


def _consolation_asked(say: Say, command: five_in_one.Consolation) -> str:
    return say("The consolation is turned: %(cards)s.", cards=say.cards(command.cards) or _("no card"))


WORDS = GameWords(
    events={
        five_in_one_events.FiveRoundBegun: EventWords(
            marked("%(name)s deals round %(hand)s."), receipt="Round %(hand)s begun · %(name)s deals"
        ),
        five_in_one_events.PartSettled: EventWords(marked("%(part)s: %(won)s."), receipt="Round %(hand)s · %(part)s"),
        five_in_one_events.ColdHandWon: EventWords(_cold_hand, receipt="Round %(hand)s · Cold Hand"),
        five_in_one_events.ConsolationTurned: EventWords(_consolation),
        five_in_one_events.FiveRoundOver: EventWords(
            marked("Round %(hand)s is over: %(won)s."), receipt="Round %(hand)s over", sums_up=True
        ),
        five_in_one_events.FiveRoundVoided: EventWords(
            marked("Round %(hand)s is void: %(reason)s."),
            receipt=lambda say, event: f"Round {event.hand} void · {event.reason}",
        ),
    },
    commands={
        five_in_one.StartHand: CommandWords(
            marked("Begin a round"), marked("%(name)s deals a round."), waits="start the round, %(name)s deals"
        ),
        five_in_one.PartResult: CommandWords(marked("Enter the result of a part"), _part_asked),
        five_in_one.ColdHand: CommandWords(marked("Enter who won the cold hand"), _cold_hand_asked),
        five_in_one.Consolation: CommandWords(marked("Turn the consolation"), _consolation_asked),
        five_in_one.VoidHand: CommandWords(marked("Void the round"), marked("The round is void: %(reason)s.")),
    },
    named={
        "part": lambda say, command: _(PART_NAMES[command.part]),
        "won": lambda say, command: _won(say, ((winning.player, winning.chips) for winning in command.won)),
    },
    arguments={"part": "Part", "chips": "Chips won; a minus for chips lost", "winners": "Winners"},
    round=RoundWords(
        kind="five-in-one-round",
        turn=marked("part %(turn)s of round %(number)s"),
        counted=(("Hit", "Hits", lambda event: getattr(event, "hits", 0)),),
    ),
    position=night_words.position,
    settings=SETTINGS,
)


class FiveRoundStory(RoundStory):
    """The story of a round, with its rules cited."""

    def why(self, event: Event, now: Night) -> str:
        """The rule that applied."""
        match event:
            case five_in_one_events.FiveRoundBegun():
                return under("9.1", _("one player deals the whole round, then the next on their left"))
            case five_in_one_events.PartSettled():
                return under("9.3", _("the book has each player’s win or loss in this part"))
            case five_in_one_events.ColdHandWon(winners=winners) if len(winners) > 1:
                return under("9.3", _("a tie: the others’ chips are divided among the winners"))
            case five_in_one_events.ColdHandWon():
                return under("9.3", _("each other player pays the winner"))
            case five_in_one_events.ConsolationTurned():
                return under("9.4", _("each other player pays the dealer for every card that is the number called"))
            case five_in_one_events.FiveRoundVoided():
                return under("9.5", _("no part has been paid yet"))
            case _:
                return ""


def turn_done(about: str, event: Event, now: Night) -> str:
    """A part of a round, by its name."""
    if isinstance(event, five_in_one_events.PartPaid):
        return _("%(about)s, %(part)s", about=about, part=_(PART_NAMES[part_of(event)]))
    return about


TEMPLATE = "five_in_one/papers.html"


class Rounds(Frozen):
    """Rounds of a night, of all players or of one, with chips of ``chip_cents``."""

    rows: tuple[FiveRound, ...]
    names: Mapping[str, str]
    chip_cents: int

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The parts, each with its name."""
        return tuple((part, _(PART_NAMES[part])) for part in PARTS)

    @property
    def took_part(self) -> frozenset[str]:
        """All who played in the rounds."""
        return frozenset().union(*(row.players for row in self.rows))

    def chips(self, player: str, part: str) -> int:
        """A player's result in a part, over all rounds."""
        return sum(row.chips(player, part) for row in self.rows)

    def net(self, player: str) -> int:
        """A player's result in all rounds."""
        return sum(row.net(player) for row in self.rows)

    @property
    def nets_cents(self) -> dict[str, int]:
        """The results of all who played, in cents."""
        return {player: self.net(player) * self.chip_cents for player in self.took_part}

    def changed_hands(self, part: str) -> int:
        """How many chips changed hands in a part, over all rounds."""
        return sum(row.changed_hands(part) for row in self.rows)


def player_part(play: FiveInOnePlay, player: str) -> PlayerPart:
    """The rounds that a player played."""
    rounds = Rounds(rows=play.rounds_of(player), names={}, chip_cents=play.chip_cents)
    return PlayerPart(
        template=TEMPLATE,
        view=rounds,
        lines=len(rounds.rows) + 4,
        net_cents=rounds.net(player) * play.chip_cents,
        summary=ngettext("Five in One, %(num)s round", "Five in One, %(num)s rounds", len(rounds.rows)),
    )


def table_part(play: FiveInOnePlay, now: Night) -> TablePart:
    """All rounds, and each player's results."""
    voided = [record for record in play.rounds if record.voided is not None]
    return TablePart(
        template=TEMPLATE,
        view=Rounds(rows=play.rounds, names=now.names, chip_cents=play.chip_cents),
        lines=2 * len(play.rounds) + 6,
        counted=(ngettext("%(num)s round voided", "%(num)s rounds voided", len(voided)),) if voided else (),
        notes=tuple(
            _("Round %(number)s was voided: %(why)s", number=record.number, why=record.voided) for record in voided
        ),
    )


class Turned(Frozen):
    """A card of the consolation, the number called, and whether they match."""

    called: int
    card: str
    hit: bool


class FiveRoundSheet(Frozen):
    """The contents of a round's sheet; ``rounds`` has that round alone, ``numbers`` the seats of the players."""

    masthead: Masthead
    round: FiveRound
    rounds: Rounds
    rounds_played: int
    numbers: dict[str, int]
    seal: Seal

    @property
    def turned(self) -> tuple[Turned, ...]:
        """The consolation, card by card."""
        return tuple(
            Turned(called=called, card=card, hit=NUMBER[rank_of(card)] == called)
            for called, card in enumerate(self.round.cards, start=1)
        )


def round_sheet_view(
    now: Night, events: Sequence[Recorded], number: int, zone: tzinfo | None = None, play: FiveInOnePlay | None = None
) -> FiveRoundSheet:
    """The sheet of a round from a night and all of its events; :class:`LookupError` if it was not dealt."""
    play = play or five_in_one_play_of(recorded.event for recorded in effective(events))
    played = next((record for record in play.rounds if record.number == number), None)
    if played is None:
        raise LookupError(f"round {number} was not dealt")
    return FiveRoundSheet(
        masthead=masthead_of(now, events, f"{WORDS.round.kind}-{number}", zone),
        round=played,
        rounds=Rounds(rows=(played,), names=now.names, chip_cents=play.chip_cents),
        rounds_played=len(play.rounds),
        numbers={player: seat for seat, player in enumerate(now.seats, start=1)},
        seal=seal_of(now, events),
    )


def print_round_sheet(view: FiveRoundSheet, options: RenderOptions = PLAIN) -> bytes:
    """The sheet of a round as PDF."""
    title = _("Round sheet %(number)s", number=view.masthead.number)
    return pdf("five_in_one/papers.html", title, options, view=view)


PAPERS = GamePapers(
    name=FIVE_IN_ONE,
    words=WORDS,
    folder=Path(__file__).with_suffix(""),
    play_of=five_in_one_play_of,
    player_part=player_part,
    table_part=table_part,
    round_sheet=RoundSheet(view=round_sheet_view, print=print_round_sheet),
    house_rules=HouseRulesText(
        sentences=lambda recorded: five_in_one_rules(read_recorded(recorded, FiveInOneHouse)),
        banks_part=banks_part,
    ),
    rulebook=FIVE_IN_ONE_RULES,
    round_story=FiveRoundStory,
    turn_done=turn_done,
)
