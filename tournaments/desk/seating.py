"""Who really sits where in a round that was called: exchanged, turned round, stepped in for.

What was written at a seat stays with the seat; from now on it belongs to whoever sits there. In
a closed round that is a correction, and the rankings since get a further revision.
"""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid
from jassclub.core.rows import first_or, save_fields
from tournaments.core.selectors import log, refuse_same, unended_directed, words
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entry_in
from tournaments.format.selectors import format_of
from tournaments.results.hands import seat_game_anew
from tournaments.results.sheets import refuse_own_table
from tournaments.rounds.hall import round_in
from tournaments.rounds.models import Passe, Round, Sitting, SittingOut
from tournaments.standings.services import revise


@transaction.atomic
def exchange_seats(
    *, actor: Actor, tournament_id: UUID, number: int, one: int, other: int, reason: str
) -> Round:
    """Two people sat at each other's places, perhaps all the time; one of them may sit out."""
    round_ = _round(actor, tournament_id, number)
    refuse_same(one, other)
    first, second = (_sitting(round_, n) for n in (one, other))
    if first is None and second is None:
        raise Invalid.at(
            "/one",
            "nobody_seated",
            _("Von den beiden sitzt in dieser Runde niemand an einem Tisch."),
        )
    _refuse_own_tables(actor, round_, [found.passe for found in (first, second) if found])
    if first and second:
        _swap([first, second], [second, first])
    else:
        seated, waiting, at = (first, other, "/other") if first else (second, one, "/one")
        assert seated is not None  # noqa: S101 one of the two is
        bench = entry_in(round_.tournament, waiting, pointer=at)
        _swap_with_bench(round_, seated, bench, pointer=at)
    _done(
        round_,
        "seats_exchanged",
        actor=actor,
        facts={"round": number, "one": one, "other": other},
        reason=words(reason),
    )
    return round_


@transaction.atomic
def turn_table(
    *,
    actor: Actor,
    tournament_id: UUID,
    number: int,
    table: int,
    order: Sequence[int],
    reason: str,
) -> Passe:
    """Seat one table anew: `order` are its people in playing order as they really sat."""
    round_ = _round(actor, tournament_id, number)
    passe = passe_at(round_, table)
    _refuse_own_tables(actor, round_, [passe])
    sittings = list(passe.sittings.select_related("entry", "substitute").order_by("index"))
    by_number = {sitting.entry.number: sitting for sitting in sittings}
    if sorted(order) != sorted(by_number):
        raise Invalid.at(
            "/order",
            "other_people",
            _("Nenne genau die Leute dieses Tischs, jede und jeden einmal."),
        )
    _swap(sittings, [by_number[number] for number in order])
    _done(
        round_,
        "table_turned",
        actor=actor,
        facts={"round": number, "table": table, "order": list(order)},
        reason=words(reason),
    )
    return passe


@transaction.atomic
def step_in(
    *,
    actor: Actor,
    tournament_id: UUID,
    number: int,
    entry: int,
    substitute: int | None,
    credited: str = "",
    reason: str = "",
) -> Sitting:
    """Somebody plays in another's place from now on (None: he is back himself).

    Whoever steps in must be there and have no seat in this round. `credited` says whose result
    the passe is; without it as the regulation says. In a closed round it needs a reason.
    """
    round_ = _round(actor, tournament_id, number)
    sitting = _sitting(round_, entry)
    if sitting is None:
        raise Invalid.at(
            "/entry",
            "not_seated",
            _("Startnummer %(number)s hat in dieser Runde keinen Platz.") % {"number": entry},
        )
    _refuse_own_tables(actor, round_, [sitting.passe])
    reason = words(reason) if round_.state == Round.State.CLOSED else reason.strip()
    helper = None if substitute is None else _free(round_, substitute)
    told = credited or str(format_of(round_.tournament).substitute)
    whose = Sitting.Credited(told).value if helper else Sitting.Credited.ENTRY
    save_fields(sitting, substitute=helper, credited=whose)
    _done(
        round_,
        "stepped_in",
        actor=actor,
        facts={
            "round": number,
            "entry": entry,
            "substitute": substitute,
            "credited": sitting.credited,
        },
        reason=reason,
    )
    return sitting


def passe_at(round_: Round, table: int) -> Passe:
    """The passe at a table; Invalid for a table that does not play in this round."""
    text = _("In Runde %(round)s wird an Tisch %(table)s nicht gespielt.")
    return first_or(
        round_.passen.filter(table__number=table).select_related("table", "round"),
        Invalid.at("/table", "no_such_table", text % {"round": round_.number, "table": table}),
    )


def _round(actor: Actor, tournament_id: UUID, number: int) -> Round:
    return round_in(unended_directed(actor, tournament_id), number)


def _refuse_own_tables(actor: Actor, round_: Round, passen: Iterable[Passe]) -> None:
    """In a closed round it is a correction, and nobody corrects at his own table."""
    if round_.state == Round.State.CLOSED:
        for passe in passen:
            refuse_own_table(actor, passe)


def _sitting(round_: Round, number: int) -> Sitting | None:
    sittings = round_.sittings.select_related("entry", "substitute", "passe")
    return sittings.filter(entry__number=number).first()


def _swap(sittings: Sequence[Sitting], places: Iterable[Sitting]) -> None:
    """New people at the same seats; the rows are written anew, since nobody may sit twice."""
    fresh = [
        Sitting(
            club_id=sitting.club_id,
            passe_id=sitting.passe_id,
            round_id=sitting.round_id,
            index=sitting.index,
            entry=place.entry,
            substitute=place.substitute,
            credited=place.credited,
        )
        for sitting, place in zip(sittings, places, strict=True)
    ]
    Sitting.objects.filter(pk__in=[sitting.pk for sitting in sittings]).delete()
    Sitting.objects.bulk_create(fresh)


def _swap_with_bench(round_: Round, seated: Sitting, waiting: Entry, *, pointer: str) -> None:
    text = _("Startnummer %(n)s ist in dieser Runde nicht dabei.") % {"n": waiting.number}
    bench = first_or(
        SittingOut.objects.filter(round=round_, entry=waiting),
        Invalid.at(pointer, "not_in_round", text),
    )
    if round_.sittings.filter(substitute=waiting).exclude(pk=seated.pk).exists():
        raise Conflict.at(
            pointer,
            "not_free",
            _("Startnummer %(n)s sitzt schon für jemand anders an einem Tisch.")
            % {"n": waiting.number},
        )
    save_fields(bench, entry=seated.entry)
    _swap([seated], [Sitting(entry=waiting)])


def _free(round_: Round, number: int) -> Entry:
    helper = entry_in(round_.tournament, number, pointer="/substitute")
    seated = round_.sittings.filter(entry=helper) | round_.sittings.filter(substitute=helper)
    if helper.state != Entry.State.PRESENT or seated.exists():
        raise Conflict.at(
            "/substitute",
            "not_free",
            _("Startnummer %(number)s ist nicht da oder sitzt schon an einem Tisch.")
            % {"number": number},
        )
    return helper


def _done(
    round_: Round, kind: str, *, actor: Actor, facts: Mapping[str, object], reason: str
) -> None:
    """Recorded games follow, the change is logged, the ranking is counted anew."""
    tournament = round_.tournament
    for passe in round_.passen.exclude(game=None).select_related("game"):
        seat_game_anew(passe, actor=actor, reason=reason or _("andere Plätze im Turnier"))
    log(tournament, kind, actor=actor, facts=facts, reason=reason)
    revise(tournament, since=round_.number, actor=actor, reason=reason)
