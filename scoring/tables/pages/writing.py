"""Storing what a form says: a hand for the first time, or a new version of it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.core.digits import number_in
from scoring.claims.correcting import correction_needs_reason
from scoring.claims.entries import Written, correct_hand, record_hand
from scoring.claims.models import HandEntry
from scoring.core.models import Hand
from scoring.forms.registry import outcome_of
from scoring.tables.pages.entry import EntryForm

REASONS = {
    "miscounted": gettext_lazy("verzählt"),
    "wrong_contract": gettext_lazy("falscher Trumpf"),
    "sides_swapped": gettext_lazy("Seiten vertauscht"),
    "weis_or_stoeck": gettext_lazy("Weis oder Stöck"),
    "other": gettext_lazy("etwas anderes"),
}
"""The four reasons to tap, and the one that needs words."""

VOID = ("annulled", "misdealt")
"""States of a hand that is worth nothing."""


def form_page(request: HttpRequest, form: EntryForm) -> HttpResponse:
    """The page of a form that stands alone: a correction, or a hand that went another way."""
    context = {
        "board": form.board,
        "form": form,
        "typed": form.typed,
        "hand": form.hand,
        "reasons": REASONS,
        "needs_reason": form.correcting and correction_needs_reason(form.hand),
    }
    return render(request, "scoring/correct.html", context, status=form.typed.status)


def write(request: HttpRequest, form: EntryForm) -> Written:
    """Write the hand of the form, and say what became of it."""
    written = record_hand(
        actor=form.board.access.actor,
        game_id=form.hand.game_id,
        number=form.number,
        slip=form.slip(),
        client_id=form.key,
    )
    _tell(request, written, form.number)
    return written


def write_again(request: HttpRequest, form: EntryForm) -> Written:
    """Write a new version of the hand of the form, and say what became of it."""
    base = form.typed.values["base_version"]
    written = correct_hand(
        actor=form.board.access.actor,
        hand_id=form.hand.pk,
        base_version=number_in(base) or 0,
        slip=carried(form),
        reason_code=form.typed.values["reason_code"],
        reason_text=form.typed.values["reason_text"],
        client_id=form.key,
    )
    messages.info(request, _corrected(form, written, base) % {"number": form.number})
    return written


def _corrected(form: EntryForm, written: Written, base: str) -> str:
    """What became of a correction."""
    if written.outcome == "merged" and str(written.entry.version) == base:
        return _("Spiel %(number)d stand schon so da.")
    if written.outcome != "contested":
        return _("Spiel %(number)d ist korrigiert; alle anderen Spiele sind unverändert.")
    if form.board.proposes:
        return _("Die Korrektur von Spiel %(number)d gilt, sobald alle Seiten zustimmen.")
    return _("Inzwischen hat jemand Spiel %(number)d geändert. Beide Fassungen sind aufbewahrt.")


def current_of(hand: Hand) -> HandEntry | None:
    """The version that counts, None where the hand has not been written."""
    return hand.entries.filter(state__in=HandEntry.CURRENT).first()


def carried(form: EntryForm) -> dict[str, Any]:
    """What was typed, with what stands on the slip and no field of the page shows.

    A claim, a Berg or a record of the cards came by another way: correcting a number on the page
    must not drop them, nor who declared as long as the choice is not left to the partner anew. A
    hand that went another way than was written before keeps nothing.
    """
    current = current_of(form.hand)
    before: Mapping[str, Any] = current.slip if current else {}
    typed = form.slip()
    if before.get("state") in VOID or typed.get("state") in VOID:
        return typed
    if form.way is not None and form.way.name != outcome_of(before, form.rules).name:
        return typed
    chosen = {"declared_by": before.get("declared_by")}
    as_written = chosen["declared_by"] is not None and typed.get("pushed") == before.get("pushed")
    return {**before, **typed, **(chosen if as_written else {})}


def _tell(request: HttpRequest, written: Written, number: int) -> None:
    words = {
        "stored": _("Spiel %(number)d ist geschrieben."),
        "merged": _("Spiel %(number)d stand schon so da."),
        "replayed": _("Spiel %(number)d ist geschrieben."),
    }
    # What stands against something else is asked about on the page of the hand.
    if written.outcome in words:
        messages.info(request, words[written.outcome] % {"number": number})
