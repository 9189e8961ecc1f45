"""The pages of one hand: all its versions, correcting, agreeing, doubting, deciding."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from jassclub.core.errors import Finding, NotFound
from jassclub.core.reader import number_in
from jassclub.web.form_state import Fields, FormState, line, new_key, plain
from jassclub.web.forms import MISSING, done, page, sent_from, shown_page, submit
from scoring.claims.agreement import (
    TAKEN_BACK,
    check_may_correct,
    confirm_hand,
    contest_hand,
    may_withdraw,
    resolve_hand,
    take_back_hand,
)
from scoring.claims.entries import Written, correct_hand
from scoring.claims.models import Confirmation, Contest, HandEntry
from scoring.claims.predictions import OPENED
from scoring.claims.rows import table_at, version_of
from scoring.claims.selectors import known_hand
from scoring.core.models import Hand
from scoring.core.names import Sentences
from scoring.core.rules import is_sealed
from scoring.disputes.pages.dispute import Listed, disputes_by_version
from scoring.disputes.selectors import disputes_of
from scoring.forms.kind import PLAYED, HandOutcome
from scoring.forms.registry import outcome_of
from scoring.slate.board import Board, Consent, board_at, consents, mode_of
from scoring.slate.words import Names, title_of, verdicts_of
from scoring.tables.pages.entry import EntryForm, filled, question_about
from scoring.tables.pages.writing import REASONS, VOID, current_of, form_page, write_again


@dataclass(frozen=True)
class Version:
    """One version of a hand as its history shows it."""

    entry: HandEntry
    points: tuple[int, ...]
    names: Names
    said: Sentences
    consents: Sequence[Consent]
    decidable: bool
    """Whether the reader may decide that this version counts."""
    restorable: bool
    """Whether the reader may write its numbers anew, as long as nobody agreed to the later ones."""
    withdrawable: bool
    """Whether it is what the reader has proposed about a game that is over."""
    ruled: Listed | None
    """The dispute whose ruling wrote it, or gave it back."""

    @property
    def author(self) -> str:
        """Who wrote it."""
        return self.names.of(self.entry)

    @property
    def waits(self) -> bool:
        """Whether it is one of those between which somebody has to decide."""
        return self.entry.state in (HandEntry.State.CONTESTED, HandEntry.State.RIVAL)

    @property
    def remarks(self) -> list[dict[str, str]]:
        """What the rules remarked when it was written, with the title of the article."""
        found = [Finding(**stored) for stored in self.entry.warnings]
        return [{"text": self.said(item), "article": title_of(item.article)} for item in found]

    @property
    def mode(self) -> str:
        """Its trump or direction."""
        return mode_of(self.entry.slip)

    @property
    def confirmation(self) -> Confirmation | None:
        """How it was agreed to, if it was."""
        return max(self.entry.confirmations.all(), key=lambda given: given.seq, default=None)

    @property
    def agreed_by(self) -> str:
        """Who agreed to it, empty where nobody did or silence did."""
        given = self.confirmation
        return "" if given is None or given.actor.startswith("system:") else self.names.of(given)

    @property
    def doubts(self) -> list[tuple[Contest, str]]:
        """The doubts with the names of those who had them."""
        said = [item for item in self.entry.contests.all() if item.reason_code != TAKEN_BACK]
        return [(contest, self.names.of(contest)) for contest in said]

    @property
    def taken_back_by(self) -> str:
        """Who took it from the slate again, empty where nobody did."""
        said = [item for item in self.entry.contests.all() if item.reason_code == TAKEN_BACK]
        return self.names.of(said[-1]) if said else ""


def versions_of(board: Board, hand: Hand) -> list[Version]:
    """All versions of a hand, the newest first."""
    entries = hand.entries.select_related("hand").prefetch_related("contests", "confirmations")
    listed = list(entries.order_by("-version"))
    actors = [entry.actor for entry in listed]
    actors += [contest.actor for entry in listed for contest in entry.contests.all()]
    actors += [given.actor for entry in listed for given in entry.confirmations.all()]
    names, said = Names(board.state.game, actors), Sentences(board.state.game)
    asked = any(entry.state in ("rival", "contested") for entry in listed)
    ruled = disputes_by_version(board.state.game)
    versions = [
        _version(board, entry, names, said, asked=asked, ruled=ruled.get(entry.pk))
        for entry in listed
    ]
    return _with_restorable(board, versions)


def _with_restorable(board: Board, versions: list[Version]) -> list[Version]:
    """Each slip once, and none that stands there already or holds sealed numbers."""
    standing = [version.entry for version in versions if version.entry.is_current]
    if not (standing and board.may_correct) or standing[0].state == HandEntry.State.CONFIRMED:
        return versions
    known = [version.entry.slip for version in versions if version.waits] + [standing[0].slip]
    told = []
    for version in versions:
        slip, state = version.entry.slip, version.entry.state
        again = state == HandEntry.State.SUPERSEDED and slip not in known and not is_sealed(slip)
        known += [slip] * again
        told.append(replace(version, restorable=again))
    return told


def _version(
    board: Board,
    entry: HandEntry,
    names: Names,
    said: Sentences,
    *,
    asked: bool,
    ruled: Listed | None,
) -> Version:
    rules = board.state.rules
    score = rules.game.score(entry.slip, table_at(entry.hand, rules))
    stands = entry.state in (*HandEntry.CURRENT, HandEntry.State.RIVAL)
    return Version(
        entry,
        tuple(
            (line.made or 0) if score.sealed else line.total for line in score.lines if score.counts
        ),
        names,
        said,
        consents(board, entry),
        restorable=False,
        withdrawable=entry.actor == str(board.access.actor) and may_withdraw(entry),
        decidable=asked and stands and board.access.may_judge,
        ruled=ruled,
    )


DOUBT = Fields(reason_code=plain(32), reason_text=line())


@shown_page
def hand(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Every version of a hand: who, when, why; versions that differ stand side by side."""
    board, stored = _hand(request, game_id, number)
    return _history(request, board, stored, FormState())


@never_cache
@page
def correct(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """Write a new version; no other hand changes. What was not simply played has its own form."""
    board, stored = _hand(request, game_id, number)
    check_may_correct(board.state.game, board.access)
    current = _current(stored)
    form = filled(board, stored, current.slip)
    if request.method == "POST":
        return _corrected(request, form.read(request.POST))
    way = outcome_of(current.slip, board.state.rules)
    if way.name != PLAYED:
        return redirect("ways" if way.name in VOID else "way", *_to(stored, way))
    form.typed.values["base_version"] = str(current.version)
    return form_page(request, form)


@sent_from("hand", "game_id", "number")
@page
def confirm(request: HttpRequest, game_id: UUID, number: int, version: int) -> HttpResponseBase:
    """The other side agrees, on its own phone or on the one handed over."""

    def after(entry: HandEntry) -> HttpResponse:
        if entry.reason_code == OPENED:
            return redirect("predict", game_id, number)
        words = _("Spiel %(number)s ist bestätigt.") % {"number": number}
        return done(request, words, "game", game_id)

    return _tapped(
        request,
        _hand(request, game_id, number),
        confirm_hand,
        then=after,
        version=version,
        handover_seat=number_in(request.POST.get("seat", "")),
    )


@sent_from("game", "game_id")
@page
def take_back(request: HttpRequest, game_id: UUID, number: int, version: int) -> HttpResponseBase:
    """Undo: the hand leaves the slate, and its values stand in the form again."""
    return _tapped(
        request,
        _hand(request, game_id, number),
        take_back_hand,
        then=lambda _row: redirect("game", game_id),
        version=version,
    )


@sent_from("hand", "game_id", "number")
@page
def contest(request: HttpRequest, game_id: UUID, number: int, version: int) -> HttpResponseBase:
    """Doubt a version, with a reason."""
    return _tapped(
        request,
        _hand(request, game_id, number),
        contest_hand,
        then=lambda _row: redirect("hand", game_id, number),
        version=version,
        **DOUBT.read(request.POST).values,
    )


@sent_from("hand", "game_id", "number")
@page
def restore(request: HttpRequest, game_id: UUID, number: int, version: int) -> HttpResponseBase:
    """An earlier version counts: its numbers are written anew, for the other side to agree to."""
    board, stored = _hand(request, game_id, number)
    return _tapped(
        request,
        (board, stored),
        correct_hand,
        then=_back,
        base_version=number_in(request.POST.get("base_version", "")) or 0,
        slip=version_of(stored, version).slip,
        reason_code="other",
        reason_text=_("Fassung %(number)s gilt") % {"number": version},
    )


@sent_from("hand", "game_id", "number")
@page
def resolve(request: HttpRequest, game_id: UUID, number: int, version: int) -> HttpResponseBase:
    """A referee who does not sit here decides which version counts."""
    return _tapped(
        request,
        _hand(request, game_id, number),
        resolve_hand,
        then=lambda _row: redirect("hand", game_id, number),
        version=version,
        reason=DOUBT.read(request.POST).values["reason_text"],
    )


def _hand(request: HttpRequest, game_id: UUID, number: int) -> tuple[Board, Hand]:
    board = board_at(request, game_id)
    stored = known_hand(board.state.game, number)
    if stored is None:
        raise NotFound("hand_not_stored", _("Dieses Spiel gibt es nicht."))
    return board, stored


def _to(stored: Hand, way: HandOutcome) -> tuple[object, ...]:
    void = way.name in VOID
    return (stored.game_id, stored.number) if void else (stored.game_id, stored.number, way.name)


def _current(stored: Hand) -> HandEntry:
    entry = current_of(stored)
    if entry is None:
        raise NotFound("not_written_yet", _("Dieses Spiel ist noch nicht geschrieben."))
    return entry


def _history(
    request: HttpRequest,
    board: Board,
    stored: Hand,
    form: FormState,
) -> HttpResponse:
    versions = versions_of(board, stored)
    context = {
        "board": board,
        "hand": stored,
        "versions": versions,
        "verdicts": verdicts_of(
            board.state.sheet, stored.number, [side.name for side in board.sides]
        ),
        "in_question": [version for version in versions if version.waits],
        "question": question_about(board.state.game, stored.number),
        "row": next((row for row in board.rows if row.number == stored.number), None),
        "disputes": [Listed(dispute) for dispute in disputes_of(stored)],
        "reasons": REASONS,
        "late": board.late(stored),
        "doubting": request.GET.get("doubt") == "1",
        "typed": form,
        "key": new_key(),
    }
    return render(request, "scoring/hand.html", context, status=form.status)


def _corrected(request: HttpRequest, form: EntryForm) -> HttpResponseBase:
    return submit(
        request,
        form.board.access.actor,
        lambda: write_again(request, form),
        then=_back,
        form=form.typed,
        show=lambda: form_page(request, form),
        passing=(),
        asks=lambda: question_about(form.board.state.game, form.number),
    )


def _back(written: Written) -> HttpResponse:
    """To the table, where the line is marked; where versions differ, to the question about them."""
    hand = written.entry.hand
    if written.outcome == "contested":
        return redirect("hand", hand.game_id, hand.number)
    return redirect(f"{reverse('game', args=[hand.game_id])}#hand-{hand.number}")


def _tapped(
    request: HttpRequest,
    where: tuple[Board, Hand],
    command: Callable[..., object],
    *,
    then: Callable[[Any], HttpResponse],
    **values: object,
) -> HttpResponseBase:
    """Run the command once; a refusal comes back on the page of the hand."""
    (board, stored), form = where, DOUBT.read(request.POST)
    actor = board.access.actor
    return submit(
        request,
        actor,
        lambda: command(actor=actor, hand_id=stored.pk, **values),
        then=then,
        form=form,
        show=lambda: _history(request, board, stored, form),
        passing=MISSING,
    )
