"""What a door has before its eyes: everybody with what he owes, the places, the draw."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _, ngettext

from jassclub.core.errors import Invalid
from jassclub.core.rows import first_or
from tournaments.core.desk_page import Desk
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS, SEATS
from tournaments.desk.rounds import field_changes
from tournaments.door.models import Act
from tournaments.door.services import doubts_of
from tournaments.draw.planning import head_count
from tournaments.entries.models import HERE, Entry, Payment
from tournaments.entries.selectors import entries_of
from tournaments.entries.tickets import expected_numbers
from tournaments.format.pure import Seating
from tournaments.format.selectors import format_of
from tournaments.money.services import payers_in, pays
from tournaments.rounds.hall import called_rounds, current_draw
from tournaments.rounds.models import Round

State = Entry.State
NOTES = (1000, 2000, 5000, 10_000, 20_000)
"""Rappen of the notes that people pay with."""


def moved_to(tournament: Tournament) -> str:
    """The version of what a door sees: it changes with every act and every record of the log."""
    acts = tournament.acts.aggregate(n=Count("id"))["n"]
    settled = tournament.acts.exclude(settled_at=None).count()
    return f"{tournament.log_seq}-{acts}-{settled}"


def seen_at(desk: Desk) -> dict[str, Any]:
    """All of it, ready for the page and for programs; amounts in rappen."""
    tournament = desk.tournament
    format_ = format_of(tournament)
    fee = format_.fee
    paid, means = _paid(tournament)
    number, seats = seats_of(desk)
    called = desk.read(called_rounds)
    draws = list(tournament.draws.order_by("number").values_list("at", flat=True))
    numbers = tournament.acts.filter(kind=Act.Kind.NUMBER).order_by("at", "id")
    printed = dict(numbers.values_list("entry__number", "at"))
    # Of several the first, which entered him: the last that is read stays.
    arrivals = tournament.acts.filter(kind=Act.Kind.ARRIVAL).order_by("-at", "-id")
    entered_by = dict(arrivals.values_list("entry__number", "key"))
    people = desk.read(entries_of)
    return {
        "version": moved_to(tournament),
        "fee": fee,
        "tickets": len(expected_numbers(tournament)),
        "pairs": format_.seating is Seating.PAIRS,
        "round": number,
        "drawn": len(draws) or None,
        "places": places(desk),
        "draw": draw_fits(desk),
        "people": [
            {
                "number": entry.number,
                "name": entry.name,
                "state": entry.state,
                "stand_in": entry.kind == Entry.Kind.STAND_IN,
                "held": entry.awaits_approval,
                "team": entry.team.number if entry.team else None,
                "due": fee if pays(entry) else 0,
                "paid": paid[entry.number],
                "means": means.get(entry.number, ""),
                "printed": entry.number in printed,
                "outdated": _outdated(printed.get(entry.number), draws) and not called,
                "seat": seats.get(entry.number, ""),
                "entered_by": entered_by.get(entry.number, ""),
                "labels": entry.labels,
                "home_club": entry.home_club,
            }
            for entry in people
            if entry.state != State.WITHDRAWN
        ],
        "doubts": [
            {"number": act.entry.number, "other": act.other.number if act.other else 0}
            for act in doubts_of(tournament)
        ],
    }


def called_by(tournament: Tournament, number: int) -> int:
    """The start number of whom a typed number calls: where pairs play it is the pair's, as on the
    slip, and of who is in no pair his own."""
    if format_of(tournament).seating is not Seating.PAIRS:
        return number
    people = tournament.entries.exclude(state=State.WITHDRAWN).order_by("seat_in_team", "number")
    found = people.filter(team__number=number) or people.filter(team=None, number=number)
    text = _("Das Paar %(number)s gibt es nicht.") % {"number": number}
    return first_or(found, Invalid.at("/number", "unknown_entry", text)).number


def notes_for(fee: int) -> list[int]:
    """What people put down for a fee where it is not counted out, in rappen, the least first."""
    return sorted({-(-fee // note) * note for note in NOTES} - {fee}) if fee else []


def places(desk: Desk) -> list[str]:
    """How many are here, how many places are left, and what that means for the tables."""
    people = head_count(desk)
    told = [
        _("%(here)s da, %(expected)s erwartet")
        % {"here": people["here"], "expected": people["expected"]}
    ]
    if people["waiting"]:
        told.append(_("%(waiting)s warten") % {"waiting": people["waiting"]})
    if desk.tournament.capacity is not None:
        taken = sum(
            entry.state in HERE and entry.kind == Entry.Kind.PLAYER
            for entry in desk.read(entries_of)
        )
        free = max(0, desk.tournament.capacity - taken)
        told.append(ngettext("%(n)s Platz frei", "%(n)s Plätze frei", free) % {"n": free})
    rest = people["here"] % SEATS
    if rest and not format_of(desk.tournament).seats_three:
        missing = SEATS - rest
        told.append(
            ngettext(
                "noch %(n)s bis zum nächsten vollen Tisch",
                "noch %(n)s bis zum nächsten vollen Tisch",
                missing,
            )
            % {"n": missing}
        )
    if alone := _without_partner(desk):
        told.append(_("ohne Partner: %(who)s") % {"who": ", ".join(alone)})
    if people["over"]:
        told.append(people["over"])
    return told


def _without_partner(desk: Desk) -> list[str]:
    """Who is here and in no pair yet, where pairs play."""
    if format_of(desk.tournament).seating is not Seating.PAIRS:
        return []
    here = (entry for entry in desk.read(entries_of) if entry.state == State.PRESENT)
    return [str(e) for e in here if e.team is None and e.kind == Entry.Kind.PLAYER]


def draw_fits(desk: Desk) -> str:
    """Whether the draw there is fits who is here; empty where nothing is drawn yet."""
    plan, number = desk.read(current_draw), len(desk.read(called_rounds)) + 1
    if plan is None or len(plan.rounds) < number:
        return ""
    gone, new = field_changes(
        desk.tournament, format_of(desk.tournament), number, plan.rounds[number - 1]
    )
    if not gone and not new:
        return _("Die Auslosung passt zu denen, die da sind.")
    return _("Ausgelost, aber nicht da: %(gone)s. Da, aber nicht ausgelost: %(new)s.") % {
        "gone": len(gone),
        "new": len(new),
    }


def _outdated(printed: datetime | None, draws: Sequence[datetime]) -> bool:
    """Whether a seat on paper is no longer drawn so: printed after a draw that others followed."""
    return printed is not None and bool(draws) and draws[0] < printed < draws[-1]


def _paid(tournament: Tournament) -> tuple[dict[int, int], dict[int, str]]:
    """What everybody has paid of the fee, and how he did last, by number."""
    sums: dict[int, int] = defaultdict(int)
    means: dict[int, str] = {}
    rows = Payment.objects.filter(entry__tournament=tournament).order_by("at", "id")
    payers = payers_in(tournament)
    for who, kind, how, rappen in rows.values_list("entry__number", "kind", "means", "rappen"):
        number = payers.get(who, who)
        if kind == Payment.Kind.FEE:
            sums[number] += rappen
            means[number] = how
        elif kind == Payment.Kind.REFUND:
            sums[number] -= rappen
    return sums, means


def seats_of(desk: Desk) -> tuple[int | None, dict[int, str]]:
    """Where everybody sits in the round that is called or runs, else in the next of the plan: its
    number and 5 A. Nothing where no round is drawn."""
    called = desk.read(called_rounds)
    if called and called[-1].state != Round.State.CLOSED:
        rows = called[-1].sittings.values_list("entry__number", "passe__table__number", "index")
        return called[-1].number, {n: f"{table} {LETTERS[at]}" for n, table, at in rows}
    plan = desk.read(current_draw)
    coming = plan.rounds[len(called) :] if plan else []
    seats = {
        entry: f"{table} {LETTERS[place]}"
        for table, people in enumerate(coming[0]["tables"] if coming else (), start=1)
        for place, entry in enumerate(people)
    }
    return (len(called) + 1 if coming else None), seats
