"""What the page of a game shows: the slate or the sheet, and the course of the game.

All comes from current entries. A hand being played has no result yet, so nothing tells its trump,
and totals meet the target only where the players agreed to helps: JASSREGELN forbid both.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from jassclub.api.preconditions import digest_of
from jassclub.clubs.actors import Actor, games_in, page_of
from jassclub.clubs.services.links import actor_at
from scoring.claims import agreement
from scoring.claims.models import HandEntry
from scoring.claims.predictions import may_open
from scoring.claims.rows import table_at
from scoring.claims.selectors import GameState, game_of, known_hand, predictions_of, state_of
from scoring.claims.sides import handed_round, others_signed, others_speak
from scoring.core.access import GameAccess
from scoring.core.models import Game, Hand
from scoring.core.rules import is_sealed
from scoring.forms.kind import HandOutcome, Kind, Prediction, Spot
from scoring.forms.registry import kind_of, outcomes_of
from scoring.games.base import Line, Row, Table
from scoring.games.booking import SIDES
from scoring.games.endings import strokes
from scoring.games.told import alike
from scoring.slate import drawing as slate
from scoring.slate.words import Foot, Names, Verdict, ending_of, feet_of


@dataclass(frozen=True)
class Side:
    """A column of the sheet: a pair on the slate, or one player."""

    index: int
    seats: tuple[int, ...]
    name: str
    total: int
    penalty: int
    picture: SafeString
    missing: int | None = None
    """What it lacks to the target; told only where the players agreed to helps."""
    left: bool = False
    """Whether it has won while the others play on."""


@dataclass(frozen=True)
class HandRow:
    """One hand in the course of the game."""

    entry: HandEntry
    row: Row
    names: Names
    contested: bool
    columns: Sequence[int]
    """Those of the sheet that are shown."""

    @property
    def number(self) -> int:
        """The number of the hand, from 1."""
        return self.entry.hand.number

    @property
    def mode(self) -> str:
        """Trump or direction in the notation of the cards; empty where nothing was written."""
        return mode_of(self.entry.slip)

    @property
    def declarer(self) -> str:
        """Who named the trump."""
        return self.names.of_seat(self.entry.slip.get("declared_by"))

    @property
    def lines(self) -> Sequence[Line]:
        """What each column got; empty for a hand that is worth nothing."""
        return self.row.score.lines if self.row.score and self.row.score.counts else ()

    @property
    def cells(self) -> Sequence[Line]:
        """What stands below each heading of the sheet."""
        return [self.lines[column] for column in self.columns if self.lines]

    @property
    def sealed(self) -> bool:
        """Whether only the points stand: the predictions wait for another side."""
        return is_sealed(self.entry.slip)

    @property
    def state(self) -> str:
        """`open` where a decision is needed, else the state of the entry."""
        return "open" if self.contested else self.entry.state


@dataclass(frozen=True)
class Board:
    """The page of one game for one reader."""

    state: GameState
    access: GameAccess
    rivals: Mapping[int, int]
    """How many other versions wait for a decision, by number of the hand."""

    @cached_property
    def names(self) -> Names:
        """The people of this game."""
        return Names(self.state.game, [entry.actor for entry in self.state.entries])

    @property
    def kind(self) -> Kind:
        """The pages of the game that is played here."""
        return kind_of(self.state.rules)

    @property
    def claims(self) -> Sequence[HandOutcome]:
        """What a side may claim while a hand is played; the Berg until somebody has it."""
        held = self.state.sheet.finish.berg is not None
        sided = [way for way in outcomes_of(self.state.rules, None) if way.sided]
        return [way for way in sided if not (held and way.name == "berg")]

    @cached_property
    def verdict(self) -> Verdict | None:
        """How the game ended; nothing is told while it goes on."""
        return ending_of(self.state.sheet, [side.name for side in self.sides])

    @property
    def helps(self) -> bool:
        """Whether the players agreed that the page may help them (Hilfen an)."""
        return self.state.rules.profile.helps and self.state.game.state == "open"

    @cached_property
    def may_correct(self) -> bool:
        """Whether a correction from here is taken."""
        return agreement.may_correct(self.state.game, self.access)

    @property
    def proposes(self) -> bool:
        """Whether what is corrected from here waits for all sides, since the game is over."""
        over = self.state.game.state != "open"
        return over and self.may_correct and not self.access.at_desk

    @property
    def hand_page(self) -> str:
        """Where a tap on a hand leads: what was written, to be put right, else its versions."""
        open_ = self.state.game.state == "open"
        return "correct" if open_ and self.may_correct else "hand"

    @property
    def asked(self) -> HandRow | None:
        """The first hand before the last one of which somebody has to say what counts."""
        return next((row for row in self.rows[:-1] if row.contested), None)

    @property
    def may_contest(self) -> bool:
        """Whether a doubt from here is taken: what was signed is changed, not doubted."""
        return self.access.may_write and (self.access.at_desk or self.state.game.state == "open")

    @property
    def slated(self) -> bool:
        """Slate with strokes, or a sheet."""
        return self.state.rules.kind.slated

    @cached_property
    def drawn(self) -> object:
        """What only the sheet of this game needs."""
        return self.kind.drawn(self.state)

    @property
    def pairs(self) -> tuple[str, ...]:
        """The two pairs as rulings write them, none where everybody plays alone."""
        return SIDES if self.state.rules.sides == len(SIDES) < self.state.rules.players else ()

    def spot(self, hand: Hand, predictions: Sequence[Prediction] = ()) -> Spot:
        """A hand as the form of its game has to know it."""
        columns = [side.name for side in self.sides]
        return Spot(self.state.rules, hand, predictions, self.names.by_seat, columns)

    @cached_property
    def sides(self) -> list[Side]:
        """The columns in order of the seats."""
        return [self._side(index) for index in range(self.state.rules.sides)]

    @cached_property
    def heads(self) -> Sequence[Side]:
        """The columns as the sheet shows them: where one plays against all others, who write the
        same, these are one."""
        said = self.next_table.first_said if self.state.rules.kind.declarer_first else {}
        found = [[self.sides[at] for at in group] for group in alike(len(self.sides), said)]
        same = all(len({(side.total, side.penalty) for side in group}) == 1 for group in found)
        if not same or len(found) == len(self.sides):
            return self.sides
        name = " + ".join(side.name for side in found[0])
        return [replace(found[0][0], name=name), replace(found[1][0], name=_("Bauern"))]

    @property
    def feet(self) -> Sequence[Foot]:
        """What else stands below the hands."""
        return feet_of(self.state.sheet, [head.index for head in self.heads])

    @cached_property
    def halves(self) -> list[Side]:
        """The two halves of the slate; the reader's own side lies nearest to him, below."""
        seat = self.access.seat
        own = None if seat is None else self.state.rules.side_of(seat)
        return [*self.sides[::-1]] if own == 0 else [*self.sides]

    @cached_property
    def rows(self) -> list[HandRow]:
        """The hands in the order they were played."""
        by_number = {row.number: row for row in self.state.sheet.rows}
        return [
            HandRow(
                entry,
                by_number[entry.hand.number],
                self.names,
                entry.state == HandEntry.State.CONTESTED or entry.hand.number in self.rivals,
                [head.index for head in self.heads],
            )
            for entry in self.state.entries
        ]

    @property
    def last(self) -> HandRow | None:
        """The hand written last, which the other side may confirm."""
        return self.rows[-1] if self.rows else None

    @cached_property
    def sealed(self) -> frozenset[int]:
        """The hands whose points stand and whose predictions are sealed."""
        return frozenset(row.number for row in self.rows if row.sealed)

    def late(self, hand: Hand) -> list[str]:
        """Who sealed a number, or changed it, after the points of the hand were written."""
        if not self.state.rules.sealed_on_phone:
            return []
        said = predictions_of(hand, seats=self.state.rules.players)
        return [name for seat, name in sorted(self.names.by_seat.items()) if said[seat]["late"]]

    @property
    def next_number(self) -> int:
        """The number of the hand to be written."""
        return self.state.next_number

    @cached_property
    def next_hand(self) -> Hand:
        """The hand to be written next; not stored as long as nobody has begun it."""
        return self.hand_at(self.next_number)

    def hand_at(self, number: int) -> Hand:
        """A hand of this game; not stored as long as nobody has begun it."""
        stored = known_hand(self.state.game, number)
        return stored or Hand(game=self.state.game, number=number)

    @cached_property
    def next_table(self) -> Table:
        """Who deals and leads in it."""
        return table_at(self.next_hand, self.state.rules)

    @property
    def deals(self) -> Sequence[str]:
        """Who deals and who leads in the hand to be written and in those after it, once round."""
        if not self.kind.dealt or self.state.sheet.finished or not self.names.known:
            return ()
        found, table, game = list[str](), self.next_table, self.state.rules.game
        for _turn in range(table.players - len(table.gone)):
            found.append(self._dealt(table))
            after = table.hand_number + 1
            table = replace(table, dealer=game.deals_after(table), hand_number=after)
        return found

    def _dealt(self, table: Table) -> str:
        if table.dealer is None:
            return _("Wer gibt, wird ausgelost")
        name, leader = self.names.of_seat, self.state.rules.game.leader(table)
        first = table.forehand if leader is None else leader
        told = {"dealer": name(table.dealer), "forehand": name(first)}
        if leader is None:
            return _("%(dealer)s gibt · %(forehand)s spricht zuerst") % told
        return _("%(dealer)s gibt · %(forehand)s spielt aus") % told

    @property
    def agreed_hands(self) -> int:
        """How many entries the hands agreed on make, and those dealt again; 0 for no number."""
        rules, rows = self.state.rules, self.state.sheet.rows
        agreed = -(-rules.profile.hands // self.kind.hands(rules))
        return agreed and agreed + sum(bool(it.score and not it.score.counts) for it in rows)

    @property
    def way_back(self) -> str:
        """The page that a phone came from, where that is no game."""
        scope = self.access.actor.scope
        return page_of(scope) if scope and scope[0] != SCOPE else ""

    def _side(self, index: int) -> Side:
        rules = self.state.rules
        seats = tuple(seat for seat in range(rules.players) if rules.side_of(seat) == index)
        total = self.state.totals[index]
        picture = slate.draw(strokes(total), seed=f"{self.state.game.pk}/{index}")
        penalty = sum(
            item.points for item in self.state.penalties if rules.side_of(item.seat) == index
        )
        target = rules.profile.target
        missing = target - total if self.helps and 0 < total < target else None
        name, outcome = self.names.side(seats), self.state.sheet.outcome
        left = outcome is not None and not outcome.over and index in outcome.winners
        return Side(index, seats, name, total, penalty, picture, missing, left)


def board_of(state: GameState, access: GameAccess) -> Board:
    """The board with what waits for a decision."""
    rivals = HandEntry.objects.filter(hand__game=state.game, state=HandEntry.State.RIVAL)
    return Board(state, access, Counter(rivals.values_list("hand__number", flat=True)))


@dataclass(frozen=True)
class Consent:
    """The button with which the other side agrees: by itself, or on the phone handed over."""

    seat: int
    name: str
    handover: bool


def consents(board: Board, entry: HandEntry) -> list[Consent]:
    """Who may agree to an entry from here; empty where nobody may or nothing is left to say."""
    if entry.state not in (HandEntry.State.PROVISIONAL, HandEntry.State.CONTESTED, "rival"):
        return []
    if str(board.access.actor) == entry.actor:
        return _handovers(board, entry)
    seat = board.access.seat
    if seat is None or not _speaks_for_another(board, entry, seat):
        return []
    return [Consent(seat, board.names.of_seat(seat), handover=False)]


def _handovers(board: Board, entry: HandEntry) -> list[Consent]:
    """Whoever sits on another side may be handed the phone; not where other phones speak up."""
    game, rules, own, actor = board.state.game, board.state.rules, entry.seat, board.access.actor
    if own is None or (is_sealed(entry.slip) and not handed_round(game, entry.hand, actor)):
        return []
    # Rival numbers are for those who wrote them to agree to, on their own phones. A correction of
    # a game that is over stands beside the old numbers, too, but there may be only this phone.
    if entry.hand.number in board.rivals and (not board.proposes or others_speak(entry, actor)):
        return []
    if others_signed(game, actor):
        return []
    return [
        Consent(seat, board.names.of_seat(seat), handover=True)
        for side in board.sides
        for seat in side.seats
        if not rules.together(entry.slip, own, seat)
    ]


def _speaks_for_another(board: Board, entry: HandEntry, seat: int) -> bool:
    # Where the numbers are in doubt everybody's word counts, even if it opens no prediction.
    in_doubt = entry.state != HandEntry.State.PROVISIONAL or entry.hand.number in board.rivals
    if is_sealed(entry.slip) and not in_doubt:
        actor = str(board.access.actor)
        agreed = entry.confirmations.filter(actor=actor).exists()
        return not agreed and may_open(board.state.game, entry, actor=actor, seat=seat)
    return entry.seat is None or not board.state.rules.together(entry.slip, entry.seat, seat)


def mode_of(slip: Mapping[str, Any]) -> str:
    """Trump or direction of a slip in the notation of the cards; empty where none was written."""
    return str(slip.get("contract") or slip.get("trump") or "")


SCOPE = "game"
"""The kind of table link that lets a phone in to one game."""


def actor_in(request: HttpRequest, game_id: UUID) -> Actor:
    """Who acts on the pages of this game."""
    return actor_at(
        request,
        lets_in=lambda scope: scope == (SCOPE, str(game_id)) or game_id in games_in(scope),
    )


def seen_by(request: HttpRequest, game: Game, access: GameAccess, *about: object) -> str:
    """The ETag of a page of a game for its reader: whatever happens to a game has a number in its
    ledger; `about` is what else the page tells."""
    reader = (access.actor, access.seat, get_language(), request.GET.urlencode())
    return digest_of(game.pk, game.ledger_seq, game.state, *about, *reader)


def board_at(request: HttpRequest, game_id: UUID) -> Board:
    """The board of a game for its reader; NotFound where he may not even know of it."""
    game, access = game_of(actor_in(request, game_id), game_id)
    return board_of(state_of(game), access)
