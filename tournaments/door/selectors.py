"""What a door has before its eyes: everybody with what he owes, the places, the draw."""

from collections import defaultdict
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _, ngettext

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
from tournaments.format.selectors import format_of
from tournaments.money.services import pays
from tournaments.rounds.hall import called_rounds, current_draw

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
    fee = format_of(tournament).fee
    paid, means = _paid(tournament)
    printed = set(
        tournament.acts.filter(kind=Act.Kind.NUMBER).values_list("entry__number", flat=True)
    )
    # Of several the first, which entered him: the last that is read stays.
    arrivals = tournament.acts.filter(kind=Act.Kind.ARRIVAL).order_by("-at", "-id")
    entered_by = dict(arrivals.values_list("entry__number", "key"))
    seats = _seats(desk)
    people = desk.read(entries_of)
    return {
        "version": moved_to(tournament),
        "fee": fee,
        "tickets": len(expected_numbers(tournament)),
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
    if people["over"]:
        told.append(people["over"])
    return told


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


def _paid(tournament: Tournament) -> tuple[dict[int, int], dict[int, str]]:
    """What everybody has paid of the fee, and how he did last, by number."""
    sums: dict[int, int] = defaultdict(int)
    means: dict[int, str] = {}
    rows = Payment.objects.filter(entry__tournament=tournament).order_by("at", "id")
    for number, kind, how, rappen in rows.values_list("entry__number", "kind", "means", "rappen"):
        if kind == Payment.Kind.FEE:
            sums[number] += rappen
            means[number] = how
        elif kind == Payment.Kind.REFUND:
            sums[number] -= rappen
    return sums, means


def _seats(desk: Desk) -> dict[int, str]:
    """Where everybody sits in the round that is called, else in the first of the plan: 5 A."""
    if called := desk.read(called_rounds):
        sittings = called[-1].sittings.values_list("entry__number", "passe__table__number", "index")
        return {entry: f"{table} {LETTERS[place]}" for entry, table, place in sittings}
    plan = desk.read(current_draw)
    tables = plan.rounds[0]["tables"] if plan and plan.rounds else []
    return {
        entry: f"{table} {LETTERS[place]}"
        for table, people in enumerate(tables, start=1)
        for place, entry in enumerate(people)
    }
