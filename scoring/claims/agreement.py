"""What others say about a written hand: agreed to, aloud, by silence or by time; doubted, decided.

Who may correct a hand, and when a reason is asked for it. Undo: the author of a hand takes it from
the slate. What was claimed stays readable."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs import events
from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.core.errors import Conflict, Finding, Invalid, NotAllowed
from jassclub.core.rows import Param, PreparedQuery
from scoring.claims import ledger
from scoring.claims.ledger import record, store
from scoring.claims.models import Confirmation, Contest, Dispute, HandEntry
from scoring.claims.predictions import opened, opened_from, opener_of
from scoring.claims.rows import current_entry, locked_hand, rivals, version_of
from scoring.claims.selectors import locked_game, open_or_refuse, state_of
from scoring.claims.sides import (
    FINAL,
    IN_DISPUTE,
    answered,
    consent,
    in_dispute,
    is_own,
    objected,
)
from scoring.core.access import GameAccess, access_of, has_outside_office, judge_in, writer_in
from scoring.core.models import Game, Hand
from scoring.core.rules import is_sealed
from scoring.core.score_events import announce

REASONS = ("miscounted", "wrong_contract", "sides_swapped", "weis_or_stoeck", "other")
"""To doubt or to correct: the four to tap, and the one that needs words."""


def corrects_alone(game: Game, access: GameAccess) -> bool:
    """Whether a correction counts at once: at a running table, and by an office not seated here."""
    return access.at_desk or game.state == Game.State.OPEN


def may_correct(game: Game, access: GameAccess) -> bool:
    """Whether a correction is taken at all.

    What was signed is changed by an office that sits elsewhere. A club without one corrects by
    agreement: what one side writes counts once every other side has said yes.
    """
    if corrects_alone(game, access):
        return access.may_write
    return access.seat is not None and not has_outside_office(game)


def check_may_correct(game: Game, access: GameAccess) -> None:
    """Refuse what `may_correct` denies to somebody who may write at this table."""
    if not may_correct(game, access):
        raise Conflict(
            "game_closed", _("Diese Partie ist abgeschlossen; die Leitung kann sie ändern.")
        )


def correction_needs_reason(hand: Hand) -> bool:
    """True once a later hand is written (Schreibregeln) or the game is over."""
    return hand.game.state != Game.State.OPEN or later_is_written(hand)


def reason_findings(code: str, text: str) -> list[Finding]:
    """What is wrong with the reason of a doubt or a correction."""
    if code not in REASONS:
        sentence = _("Wählt einen der Gründe: %(codes)s.") % {"codes": ", ".join(REASONS)}
        return [Finding("unknown_reason", "/reason_code", sentence)]
    if code == "other" and not text.strip():
        return [Finding("words_needed", "/reason_text", _("Bitte in Worten sagen, warum."))]
    return []


def correction_findings(hand: Hand, code: str, text: str) -> list[Finding]:
    """What is wrong with the reason of a correction, which may need none."""
    if code:
        return reason_findings(code, text)
    if later_is_written(hand):
        sentence = _("Das nächste Spiel ist schon geschrieben: Bitte sagt, warum korrigiert wird.")
        return [Finding("reason_needed", "/reason_code", sentence, "schreibregeln")]
    if hand.game.state != Game.State.OPEN:
        sentence = _("Die Partie ist abgeschlossen: Bitte sagt, warum korrigiert wird.")
        return [Finding("reason_needed", "/reason_code", sentence)]
    return []


def later_is_written(hand: Hand) -> bool:
    """Whether a later hand of the game stands on the slate."""
    return HandEntry.objects.filter(
        hand__game_id=hand.game_id, hand__number__gt=hand.number, state__in=HandEntry.CURRENT
    ).exists()


TAKEN_BACK = "taken_back"
"""The reason of the statement that takes a version back."""


@transaction.atomic
def take_back_hand(*, actor: Actor, hand_id: UUID, version: int) -> HandEntry:
    """The hand is not written any more; the version stays in its history as taken back.

    Only its author may, as long as nobody else has said anything about it and no later hand is
    written; afterwards a correction says so openly. What he has proposed about a game that is
    over he takes back at any time. Taking back twice is once.
    """
    game, hand = locked_hand(hand_id)
    access = writer_in(game, actor)
    entry = version_of(hand, version)
    if not may_withdraw(entry):
        open_or_refuse(game)
    if str(actor) != entry.actor:
        raise NotAllowed("not_your_entry", _("Zurücknehmen kann nur, wer es geschrieben hat."))
    if entry.state == State.REJECTED and entry.contests.filter(reason_code=TAKEN_BACK).exists():
        return entry
    if not (may_take_back(entry) or may_withdraw(entry)):
        text = _("Das lässt sich nicht mehr zurücknehmen; bitte korrigieren.")
        raise Conflict("too_late_to_take_back", text)
    word = Contest(entry=entry, reason_code=TAKEN_BACK)
    record(game, "contested", word, access, moved=[entry.move_to(State.REJECTED)], event="entry")
    confirm_by_silence(game)
    return entry


def may_take_back(entry: HandEntry) -> bool:
    """Whether a version is still only its author's word, and the last one on the slate."""
    # Versions before this one were all taken back: a correction is not just its author's word.
    taken_back_before = entry.hand.entries.filter(
        version__lt=entry.version, contests__reason_code=TAKEN_BACK
    ).distinct()
    if entry.state != State.PROVISIONAL or entry.version != 1 + taken_back_before.count():
        return False
    return not (
        entry.contests.exists()
        or entry.confirmations.exists()
        or rivals(entry.hand)
        or later_is_written(entry.hand)
    )


def may_withdraw(entry: HandEntry) -> bool:
    """Whether a version is no more than a proposal about a game that is over."""
    return entry.state == State.RIVAL and entry.hand.game.state != Game.State.OPEN


def taken_back(hand_id: UUID) -> HandEntry | None:
    """The version of a hand that was taken back last, None where none was."""
    versions = HandEntry.objects.filter(hand_id=hand_id, contests__reason_code=TAKEN_BACK)
    return versions.order_by("-version").first()


State = HandEntry.State
How = Confirmation.How


@transaction.atomic
def confirm_hand(
    *, actor: Actor, hand_id: UUID, version: int, handover_seat: int | None = None
) -> HandEntry:
    """The other side agrees to a version; with `handover_seat` on the one phone, handed over.

    Agreeing to a rival version makes it the current one, once everybody who wrote other numbers
    has agreed to it; a contested version waits for everybody who doubts it.
    """
    game, hand = locked_hand(hand_id)
    access = access_of(game, actor)
    entry = version_of(hand, version)
    if entry.state == State.CONFIRMED and not rivals(hand):
        return entry
    opened = opened_from(entry) if entry.state == State.SUPERSEDED else None
    if opened is not None and opened.is_current:
        return opened
    if entry.state in (State.SUPERSEDED, State.REJECTED):
        raise _not_current()
    how, access = consent(game, entry, access, handover_seat)
    return confirm(game, entry, how=how, access=access)


@transaction.atomic
def contest_hand(
    *, actor: Actor, hand_id: UUID, version: int, reason_code: str, reason_text: str = ""
) -> HandEntry:
    """Doubt the current version: it stays on the slate, but does not count until it is agreed to,
    replaced or decided. The same doubt twice is one."""
    game, hand = locked_hand(hand_id)
    access = writer_in(game, actor)
    entry = version_of(hand, version)
    if not access.at_desk and entry.state == State.CONFIRMED:
        open_or_refuse(game)
    if not entry.is_current:
        raise _not_current()
    Invalid.raise_for(
        reason_findings(reason_code, reason_text), _("Ein Zweifel braucht einen Grund.")
    )
    if not _stands_already(entry, access, reason_code, reason_text):
        contest(game, entry, access, reason_code, reason_text)
    return entry


@transaction.atomic
def resolve_hand(*, actor: Actor, hand_id: UUID, version: int, reason: str) -> HandEntry:
    """A referee not seated here decides which version counts."""
    game, hand = locked_hand(hand_id)
    access = judge_in(game, actor)
    entry = version_of(hand, version)
    if not reason.strip():
        raise Invalid.of(
            [Finding("words_needed", "/reason", _("Bitte in Worten sagen, warum."))],
            _("Ein Entscheid braucht einen Grund."),
        )
    return confirm(game, entry, how=How.DECISION, access=access, note=reason.strip())


def agree(game: Game, entry: HandEntry, *, access: GameAccess) -> HandEntry:
    """Take equal numbers from the other side for an agreement; from the own side ignore them.

    What stands after it: the entry, or the version in which its predictions were opened.
    """
    if is_own(game, entry, access):
        return entry
    return confirm(game, entry, how=How.AGREEMENT, access=access)


def contest(game: Game, entry: HandEntry, access: GameAccess, code: str, text: str) -> None:
    """Note a doubt about a version of a locked game."""
    doubt = Contest(entry=entry, reason_code=code, reason_text=text.strip())
    record(
        game, "contested", doubt, access, moved=[entry.move_to(State.CONTESTED)], event="contested"
    )


def _stands_already(entry: HandEntry, access: GameAccess, code: str, text: str) -> bool:
    """Whether this very doubt was the last thing said about a version that is contested."""
    if entry.state != State.CONTESTED:
        return False
    own = entry.contests.filter(actor=str(access.actor), seat=access.seat).last()
    return (
        own is not None
        and (own.reason_code, own.reason_text) == (code, text.strip())
        and not entry.confirmations.filter(seq__gt=own.seq).exists()
    )


def _not_current() -> Conflict:
    return Conflict("not_current", _("Diese Fassung gilt nicht mehr."))


MOST_AT_ONCE = 5_000
"""Entries that time confirms at one look; the next one finds the rest."""
SILENT = GameAccess(SYSTEM, None, frozenset())


def confirm(
    game: Game, entry: HandEntry, *, how: str, access: GameAccess, note: str = ""
) -> HandEntry:
    """Note an agreement and make `entry` the confirmed version; what stood beside it steps back.

    As long as somebody objects who has not agreed, the agreement is noted and no state changes.
    A decision about the numbers of a hand in dispute leaves it in doubt. Where predictions are
    sealed, an agreement that opens them leads to the version that is returned; any other leaves
    them sealed, and the points wait.
    """
    confirmation = store(game, Confirmation(entry=entry, how=how, note=note), access)
    stands = how in FINAL or answered(game, entry)
    before = entry.state
    moved = _make_confirmed(entry) if stands else _calmed(game, entry, how)
    ledger.append_record(game, "confirmed", confirmation, moved=moved)
    announce(game, "confirmed")
    opener = None
    if stands and is_sealed(entry.slip) and not in_dispute(entry.hand_id):
        opener = opener_of(game, entry)
    standing = entry if opener is None else opened(game, entry, opener)
    if standing.state == State.CONFIRMED != before:
        _tell_confirmed(game, standing)
    confirm_by_silence(game)
    return standing


def _tell_confirmed(game: Game, entry: HandEntry) -> None:
    facts = {"hand": entry.hand.number, "version": entry.version}
    events.announce("hand.confirmed", club_id=game.club_id, subject_id=game.pk, facts=facts)


def _make_confirmed(entry: HandEntry) -> list[HandEntry]:
    """Move the versions of the hand. The confirmed one comes last: the database allows only one."""
    agreed = State.PROVISIONAL if is_sealed(entry.slip) else State.CONFIRMED
    current = current_entry(entry.hand)
    others = rivals(entry.hand)
    moved = [current.move_to(State.SUPERSEDED)] if current and current != entry else []
    moved += [other.move_to(State.REJECTED) for other in others if other != entry]
    return [*moved, entry.move_to(State.CONTESTED if in_dispute(entry.hand_id) else agreed)]


def _calmed(game: Game, entry: HandEntry, how: str) -> list[HandEntry]:
    """Only a case that was withdrawn stood against it: nobody has agreed yet, but silence may."""
    if how != How.WITHDRAWN or entry.state != State.CONTESTED or in_dispute(entry.hand_id):
        return []
    if objected(game, entry) or entry.contests.exclude(reason_code=IN_DISPUTE).exists():
        return []
    return [entry.move_to(State.PROVISIONAL)]


def confirm_by_silence(game: Game, entries: Iterable[HandEntry] | None = None) -> None:
    """Confirm in a locked game what nobody doubted while a later hand was played.

    Silence is an event, not a clock: hand n is agreed to when a later hand was completed after
    it. A late correction of hand 3 waits for the next hand, too. Whoever writes, or ends a doubt,
    announces that himself; what follows from it is announced with it. `entries`: the current
    ones, where they are at hand.
    """
    overtaken = _overtaken(state_of(game).entries if entries is None else entries)
    doubted = {hand.pk for hand in _DOUBTED(game=game.pk)} if overtaken else ()
    undoubted = [entry for entry in overtaken if entry.hand_id not in doubted]
    _confirm_all(game, undoubted, how=How.SILENCE, access=SILENT)


@transaction.atomic
def confirm_by_time(*, game_id: UUID, before: datetime) -> int:
    """Confirm what was written before a moment and nobody has doubted since; returns how many."""
    game = locked_game(game_id)
    entries = [entry for entry in _undoubted(game) if entry.created_at < before]
    _confirm_all(game, entries, how=How.TIME, access=SILENT)
    if entries:
        announce(game, "confirmed")
    return len(entries)


def confirm_rest(game: Game, *, how: str, access: GameAccess) -> None:
    """The sheet is signed or the desk closes it: what nobody doubts is agreed to."""
    _confirm_all(game, _undoubted(game), how=how, access=access)


def _confirm_all(
    game: Game, undoubted: Iterable[HandEntry], *, how: str, access: GameAccess
) -> None:
    for entry in undoubted:
        entry.hand.game = game
        agreed = Confirmation(entry=entry, how=how)
        record(game, "confirmed", agreed, access, moved=[entry.move_to(State.CONFIRMED)])
        _tell_confirmed(game, entry)


def left_alone(*, before: datetime) -> list[UUID]:
    """Games with entries from before a moment that time may confirm, the longest waiting first."""
    late = _without_doubt().filter(created_at__lt=before)
    games = late.order_by("created_at").values_list("hand__game_id", flat=True)
    return list(dict.fromkeys(games[:MOST_AT_ONCE]))


def _is_doubted(hand: str) -> Q:
    """Whether a rival or an open dispute waits for a hand."""
    rival = HandEntry.objects.filter(hand=OuterRef(hand), state=State.RIVAL)
    dispute = Dispute.objects.filter(hand=OuterRef(hand), state=Dispute.State.OPEN)
    return Q(Exists(rival)) | Q(Exists(dispute))


def _without_doubt() -> QuerySet[HandEntry]:
    """Provisional entries without a rival or an open dispute.

    Silence, time and the end of a game open nothing: what is sealed waits for another side.
    """
    entries = HandEntry.objects.filter(~_is_doubted("hand"), state=State.PROVISIONAL)
    return entries.exclude(slip__has_key="sealed").select_related("hand").order_by("hand__number")


def _undoubted(game: Game) -> QuerySet[HandEntry]:
    return _without_doubt().filter(hand__game=game)


_DOUBTED = PreparedQuery(
    lambda: Hand.objects.filter(_is_doubted("pk"), game=Param("game", Game, "id"))
)


def _overtaken(entries: Iterable[HandEntry]) -> list[HandEntry]:
    """Those before a hand that was first written after them and was played to its end."""
    found, latest = [], 0
    current = [entry for entry in entries if entry.is_current]
    for entry in sorted(current, key=lambda entry: entry.hand.number, reverse=True):
        waits = entry.state == State.PROVISIONAL and not is_sealed(entry.slip)
        if waits and entry.seq < latest:
            found.append(entry)
        # A hand was first written before its later versions: they may tell nothing new.
        if entry.seq > latest and entry.slip.get("state") == "complete":
            first = entry if entry.version == 1 else entry.hand.entries.get(version=1)
            latest = max(latest, first.seq)
    return found[::-1]
