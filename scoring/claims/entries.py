"""Writing and correcting hands. What was written stays; the current version counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal
from uuid import UUID

from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Finding, Invalid, NotAllowed, in_words
from jassclub.core.rows import PreparedInsert, save_fields
from referee.models import RulingRecord
from scoring.claims.agreement import (
    agree,
    check_may_correct,
    confirm,
    confirm_by_silence,
    correction_findings,
    corrects_alone,
)
from scoring.claims.ledger import record
from scoring.claims.models import Confirmation, HandEntry
from scoring.claims.predictions import complete, open_alone, opened_from
from scoring.claims.rows import current_entry, locked_hand, rivals, same, version_of
from scoring.claims.selectors import GameState, locked_game, open_or_refuse, state_of
from scoring.core.access import GameAccess, writer_in
from scoring.core.models import Game, Hand
from scoring.core.names import Sentences
from scoring.core.rules import Rules
from scoring.core.score_events import announce
from scoring.games.sheet import Entered

Slip = Mapping[str, Any]
State = HandEntry.State
_ADD = PreparedInsert(Hand, given=["created_at"])


@dataclass(frozen=True)
class Written:
    """What became of a slip.

    `stored`: it is the current version now. `merged`: the same numbers stood there already.
    `replayed`: this very message had arrived before. `contested`: other numbers stand there;
    the slip is kept as a rival version that does not count.
    """

    outcome: Literal["stored", "merged", "replayed", "contested"]
    entry: HandEntry
    current: HandEntry
    totals: Sequence[int] | None = None
    """The totals with it, where they were at hand anyway."""


@dataclass(frozen=True)
class Checked:
    """A slip with what the rules say of it, and everything that is wrong."""

    entered: Entered
    faults: Sequence[Finding] = ()

    @property
    def slip(self) -> Slip:
        """In canonical form."""
        return self.entered.slip

    def or_refused(self) -> "Checked":
        """The same if nothing is wrong; raises Invalid with all faults."""
        Invalid.raise_for(self.faults, _("So kann das Spiel nicht geschrieben werden."))
        return self


@dataclass(frozen=True)
class Origin:
    """Where a slip comes from: whose, from what, and why it replaces another."""

    access: GameAccess
    source: str = HandEntry.Source.TABLE
    client_id: str | None = None
    base_version: int | None = None
    reason_code: str = ""
    reason_text: str = ""
    ruling: RulingRecord | None = None


def write_hand(
    *,
    actor: Actor,
    game_id: UUID,
    number: int,
    slip: Slip,
    source: str = HandEntry.Source.TABLE,
    client_id: str | None = None,
) -> Written:
    """Write hand `number` of a game.

    Raises Invalid with every finding of the rules; a hand that stands there with other numbers
    is not touched: the slip becomes a rival version (outcome `contested`). To be called in a
    transaction that such a refusal takes back.
    """
    game = locked_game(game_id)
    origin = Origin(writer_in(game, actor), source, client_id)
    _check_source(origin)
    open_or_refuse(game)
    state = state_of(game)
    hand, is_new = _hand_to_write(state, number)
    current = state.entry_of(hand)
    if current is None and not is_new:
        open_alone(game, hand, origin.access)
    checked = check_slip(state, hand, slip, is_new=is_new).or_refused()
    if not is_new and (seen := _seen(game, hand, checked, origin)):
        return seen
    if current is None:
        written = _store_current(state, hand, checked, origin, is_new=is_new)
        told = written.slip == checked.slip
        totals = state.totals_with(hand, checked.entered) if told else None
        return Written("stored", written, written, totals)
    if same(current.slip, checked.slip, hand, Rules.of(game)):
        return _merge(game, current, origin)
    return _beside(game, hand, checked, origin)


record_hand = transaction.atomic(write_hand)
"""The same as a whole: a transaction, or a part of one that can be taken back alone."""


@transaction.atomic
def correct_hand(
    *,
    actor: Actor,
    hand_id: UUID,
    base_version: int,
    slip: Slip,
    reason_code: str = "",
    reason_text: str = "",
    source: str = HandEntry.Source.TABLE,
    client_id: str | None = None,
) -> Written:
    """Write a new version of a hand; all other hands stay as they are.

    Until the following hand is written nothing more is asked (Schreibregeln: corrections may be
    demanded during the whole following hand); later a reason is. Made against a version that is
    no longer current, it becomes a rival version (outcome `contested`), and so does what one side
    writes about a game that is over: it counts once all sides have agreed.
    """
    game, hand = locked_hand(hand_id)
    origin = Origin(
        writer_in(game, actor), source, client_id, base_version, reason_code, reason_text
    )
    _check_source(origin)
    check_may_correct(game, origin.access)
    state = state_of(game)
    current = state.entry_of(hand)
    if current is None:
        raise Conflict("not_written_yet", _("Dieses Spiel ist noch nicht geschrieben."))
    version_of(hand, base_version)
    checked = check_slip(state, hand, slip)
    if not checked.faults and (seen := _seen(game, hand, checked, origin)):
        return seen
    beside = correction_findings(hand, reason_code, reason_text)
    replace(checked, faults=(*checked.faults, *beside)).or_refused()
    alone = corrects_alone(game, origin.access)
    if alone and current.version == base_version:
        return _replace(state, current, checked, origin)
    if same(current.slip, checked.slip, hand, Rules.of(game)):
        return _merge(game, current, origin)
    agreed = None if alone else _agreed(game, hand, checked, origin)
    return agreed or _beside(game, hand, checked, origin)


def write_ruled(game: Game, hand: Hand, *, slip: Slip, origin: Origin, how: str) -> HandEntry:
    """Write what follows from a ruling as the version that counts; refused like any other slip.

    Numbers that stand there already are confirmed as they are.
    """
    state = state_of(game)
    checked = check_slip(state, hand, slip).or_refused()
    current = state.entry_of(hand)
    if current is not None and current.slip == checked.slip:
        return confirm(game, current, how=how, access=origin.access)
    if current is None:
        save_fields(hand, dealer=state.dealer_of(hand))
    entry = _store_current(state, hand, checked, origin, replaces=current)
    if entry.state != State.CONFIRMED:
        return confirm(game, entry, how=how, access=origin.access)
    return entry


def unwrite(game: Game, entry: HandEntry) -> HandEntry:
    """Take the only version of a hand from the sheet; itself, for the record of what moved."""
    announce(game, "entry")
    return entry.move_to(State.REJECTED)


def _check_source(origin: Origin) -> None:
    if origin.source == HandEntry.Source.PAPER and not origin.access.at_desk:
        raise NotAllowed("desk_needed", _("Blätter vom Papier tippt das Büro ein."))


def _hand_to_write(state: GameState, number: int) -> tuple[Hand, bool]:
    """Hand `number` with its dealer noted, and whether nothing was known of it before."""
    state.rules.check_number(number)
    written = next((entry.hand for entry in state.entries if entry.hand.number == number), None)
    if written is not None:
        return written, False
    hand = Hand(club_id=state.game.club_id, game=state.game, number=number, created_at=now())
    hand.dealer = state.dealer_of(hand)
    # The race: a prediction for this hand came before. Then the number is taken and stays its.
    if _ADD.if_free(hand):
        return hand, True
    begun = state.game.hands.get(number=number)
    save_fields(begun, dealer=state.dealer_of(begun))
    return begun, False


def _seen(game: Game, hand: Hand, checked: Checked, origin: Origin) -> Written | None:
    """The answer to a message that had arrived before; ids are unique to their sender.

    What was taken back since stays so: a late echo does not write it again.
    """
    if not origin.client_id:
        return None
    entry = (
        hand.entries.filter(actor=str(origin.access.actor), client_id=origin.client_id)
        .select_related("hand")
        .first()
    )
    if entry is None:
        return None
    entry = opened_from(entry) or entry
    if not same(entry.slip, checked.slip, hand, Rules.of(game)):
        raise Invalid.at(
            "/client_id", "client_id_reused", _("Unter dieser Kennung kamen schon andere Zahlen.")
        )
    return Written("replayed", entry, current_entry(hand) or entry)


def check_slip(state: GameState, hand: Hand, slip: Slip, *, is_new: bool = False) -> Checked:
    """The slip with everything derived, what the rules remark about it, and what is wrong."""
    faults: Sequence[Finding] = ()
    if state.rules.kind.speaking is not None:
        slip, faults = complete(state, hand, slip, is_new=is_new)
    entered = state.enter(hand, slip)
    blocking = (it for it in entered.findings if it.blocks)
    errors = in_words(blocking, Sentences(state.game), "/slip")
    return Checked(entered, (*faults, *errors))


def _replace(state: GameState, current: HandEntry, checked: Checked, origin: Origin) -> Written:
    """A correction of the current version: stored, unless those numbers stand there already."""
    if current.slip == checked.slip:
        return _merge(state.game, current, origin)
    if agreed := _agreed(state.game, current.hand, checked, origin):
        return agreed
    written = _store_current(state, current.hand, checked, origin, replaces=current)
    return Written("stored", written, written)


def _agreed(game: Game, hand: Hand, checked: Checked, origin: Origin) -> Written | None:
    """Another side corrects to the numbers that wait beside the current ones: they count now."""
    rival = _same_rival(game, hand, checked)
    agreed = rival and agree(game, rival, access=origin.access)
    if agreed is None or agreed.state != State.CONFIRMED:
        return None
    return Written("merged", agreed, agreed)


def _beside(game: Game, hand: Hand, checked: Checked, origin: Origin) -> Written:
    """Other numbers than the current ones are kept as a rival version, each once."""
    entry = _same_rival(game, hand, checked) or _store(game, hand, checked, origin, State.RIVAL)
    current = current_entry(hand)
    assert current is not None, "a rival needs something to differ from"  # noqa: S101
    return Written("contested", entry, current)


def _same_rival(game: Game, hand: Hand, checked: Checked) -> HandEntry | None:
    rules = Rules.of(game)
    return next(
        (rival for rival in rivals(hand) if same(rival.slip, checked.slip, hand, rules)), None
    )


def _store_current(
    state: GameState,
    hand: Hand,
    checked: Checked,
    origin: Origin,
    *,
    replaces: HandEntry | None = None,
    is_new: bool = False,
) -> HandEntry:
    game = state.game
    moved = [] if replaces is None else [replaces.move_to(State.SUPERSEDED)]
    entry = _store(
        game, hand, checked, origin, State.PROVISIONAL, moved=moved, version=1 if is_new else None
    )
    if origin.source == HandEntry.Source.PAPER:
        return confirm(game, entry, how=Confirmation.How.PAPER, access=origin.access)
    if replaces is not None and origin.access.may_judge and not game.club.loose_since:
        return confirm(game, entry, how=Confirmation.How.DECISION, access=origin.access)
    confirm_by_silence(game, [*state.entries, entry])
    return entry


def _store(
    game: Game,
    hand: Hand,
    checked: Checked,
    origin: Origin,
    state: str,
    *,
    moved: Sequence[HandEntry] = (),
    version: int | None = None,
) -> HandEntry:
    entry = HandEntry(
        hand=hand,
        version=version or hand.entries.count() + 1,
        slip=checked.slip,
        warnings=[finding.to_json() for finding in checked.entered.findings],
        state=state,
        source=origin.source,
        client_id=origin.client_id or None,
        base_version=origin.base_version,
        reason_code=origin.reason_code,
        reason_text=origin.reason_text.strip(),
        ruling=origin.ruling,
    )
    return record(game, "entry", entry, origin.access, moved=[*moved, entry], event="entry")


def _merge(game: Game, current: HandEntry, origin: Origin) -> Written:
    """The same numbers from the other side or from paper are an agreement, else nothing new."""
    if current.state == State.PROVISIONAL and not rivals(current.hand):
        if origin.source == HandEntry.Source.PAPER:
            current = confirm(game, current, how=Confirmation.How.PAPER, access=origin.access)
        else:
            current = agree(game, current, access=origin.access)
    return Written("merged", current, current)


@dataclass(frozen=True)
class Foretold:
    """`numbers` stand on the key, a column each: what was made where that is what is written, else
    the points with all that belongs to them. `totals` are what the columns get; empty while
    predictions lie sealed. Where something is wrong there are only `faults`."""

    numbers: Sequence[int] = ()
    totals: Sequence[int] = ()
    faults: Sequence[Finding] = ()


def foretell(state: GameState, hand: Hand, slip: Mapping[str, Any]) -> Foretold:
    """Judge a slip as `record_hand` would, without a lock: what others write meanwhile counts."""
    checked = check_slip(state, hand, slip, is_new=hand._state.adding)
    row = checked.entered.row
    if checked.faults or row is None or row.score is None:
        return Foretold(faults=checked.faults)
    score = row.score
    numbers = [line.total if line.made is None else line.made for line in score.lines]
    return Foretold(numbers, () if score.sealed else score.totals)
