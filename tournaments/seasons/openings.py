"""Taking over earlier seasons as sums, and correcting them: the one door for balances."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.api.preconditions import stale
from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player, Role, Season
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from jassclub.clubs.rights import require_role, who_is_who
from jassclub.clubs.services.people import difference, record_counted, snapshot
from jassclub.core.errors import Conflict, Finding, Invalid
from scoring.games.registry import AVERAGED, UNMULTIPLIED
from tournaments.seasons.models import OpeningBalance, SeasonOpening, SeasonTally
from tournaments.seasons.selectors import openings

MOST_A_HAND = {AVERAGED: 157, UNMULTIPLIED: 2_000}
"""No hand differs by more (kartenpunkte) or makes more without factor, Weis included: a mean above
it is a slip of the pen."""
MOST_ANYWHERE = 100_000
"""As much as a sheet takes."""


@dataclass(frozen=True, kw_only=True)
class Sums:
    """What one player brings along. `total` is the sum of the differences, else of the points."""

    player_id: UUID
    hands: int
    total: int
    exact_hits: int | None = None
    evenings: int | None = None


@transaction.atomic
def open_season(
    *,
    actor: Actor,
    club_id: UUID,
    label: str,
    balances: Sequence[Sums],
    season_id: UUID | None = None,
    note: str = "",
    variant: str = AVERAGED,
) -> SeasonOpening:
    """An earlier season of a game, all players at once, told in the history. Needs the role
    director.

    Everything that is wrong is named together (`Invalid`); Conflict if the season is there.
    """
    opening = take_over_season(
        actor=actor,
        club_id=club_id,
        label=label,
        balances=balances,
        season_id=season_id,
        note=note,
        variant=variant,
    )
    _record(opening, {}, actor=actor, reason=note)
    return opening


@transaction.atomic
def take_over_season(
    *,
    actor: Actor,
    club_id: UUID,
    label: str,
    balances: Sequence[Sums],
    season_id: UUID | None = None,
    note: str = "",
    variant: str = AVERAGED,
) -> SeasonOpening:
    """The same as part of a deed that has a book of its own, as a spreadsheet has."""
    clubs.get_club(actor, club_id, Role.DIRECTOR)
    # Two imports of one season at the same time: the second waits and then sees the first.
    Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    refuse_wrong(faults(club_id, balances, season_id=season_id, variant=variant))
    _refuse_twice(club_id, label, season_id, variant)
    opening = SeasonOpening.objects.create(
        club_id=club_id,
        variant=variant,
        label=label,
        season_id=season_id,
        note=note,
        actor=str(actor),
    )
    OpeningBalance.objects.bulk_create(
        OpeningBalance(club_id=club_id, opening=opening, actor=str(actor), **vars(sums))
        for sums in balances
    )
    return opening


@transaction.atomic
def correct_balance(
    *, actor: Actor, opening_id: UUID, version: int, sums: Sums, reason: str
) -> OpeningBalance:
    """Replace one balance, made against `version` (0: he had none); the old one is kept.

    Needs the role director. Stale (412) if it was corrected meanwhile.
    """
    opening = clubs.found(openings(actor), opening_id)
    require_role(actor, opening.club_id, Role.DIRECTOR)
    # Two corrections of one balance: the second waits, finds another version and is refused.
    SeasonOpening.objects.select_for_update(of=("self",), no_key=True).get(pk=opening_id)
    wrong = list(_faults_of(sums, opening.variant, pointer=""))
    if sums.player_id not in _people(opening.club_id):
        wrong.append(_unknown_player(""))
    refuse_wrong(wrong)
    versions = OpeningBalance.objects.filter(opening=opening, player_id=sums.player_id)
    present = versions.order_by("-version").values_list("version", flat=True).first() or 0
    if present != version:
        raise stale(present)
    before = snapshot(opening)
    versions.filter(current=True).update(current=False)
    corrected = OpeningBalance.objects.create(
        club_id=opening.club_id,
        opening=opening,
        version=version + 1,
        reason=reason,
        actor=str(actor),
        **vars(sums),
    )
    del opening.sums
    _record(opening, before, actor=actor, reason=reason)
    return corrected


def _record(
    opening: SeasonOpening, before: Mapping[str, Any], *, actor: Actor, reason: str
) -> None:
    diff = difference(before, snapshot(opening))
    if diff:
        record_counted(opening, opening.club_id, actor=actor, diff=diff, reason=reason)


def faults(
    club_id: UUID,
    balances: Sequence[Sums],
    *,
    season_id: UUID | None = None,
    variant: str = AVERAGED,
) -> Iterator[Finding]:
    """Everything that keeps these sums from being taken over."""
    who, people = who_is_who(club_id), _people(club_id)
    seen: set[UUID] = set()
    for place, sums in enumerate(balances):
        pointer, person = f"/balances/{place}", who(sums.player_id)
        if sums.player_id not in people:
            yield _unknown_player(pointer)
        elif person in seen:
            yield Finding(
                "player_twice", f"{pointer}/player", _("Diese Person steht schon in der Liste.")
            )
        seen.add(person)
        yield from _faults_of(sums, variant, pointer=pointer)
    if season_id and not Season.objects.filter(pk=season_id, club=club_id).exists():
        yield Finding("unknown_season", "/season", _("Diese Saison gibt es nicht."))


def _unknown_player(pointer: str) -> Finding:
    return Finding(
        "unknown_player", f"{pointer}/player", _("Diese Person spielt nicht in diesem Club.")
    )


def _people(club_id: UUID) -> set[UUID]:
    return set(Player.objects.filter(club=club_id).values_list("pk", flat=True))


def _faults_of(sums: Sums, variant: str, *, pointer: str) -> Iterator[Finding]:
    """What of one line cannot be."""
    if sums.exact_hits is not None and sums.exact_hits > sums.hands:
        yield Finding(
            "more_hits_than_hands", f"{pointer}/exact_hits", _("Mehr genaue Treffer als Spiele.")
        )
    if abs(sums.total) > MOST_A_HAND.get(variant, MOST_ANYWHERE) * sums.hands:
        differences = _("Diese Summe der Differenzen ist mit so wenigen Spielen nicht möglich.")
        points = _("So viele Punkte sind mit so wenigen Spielen nicht möglich.")
        yield Finding(
            "total_impossible", f"{pointer}/total", differences if variant == AVERAGED else points
        )
    if sums.evenings is not None and sums.evenings > sums.hands:
        yield Finding(
            "more_evenings_than_hands", f"{pointer}/evenings", _("Mehr Abende als Spiele.")
        )


def refuse_wrong(wrong: Iterable[Finding]) -> None:
    """All of it at once."""
    Invalid.raise_for(list(wrong), _("So können die Vorträge nicht stimmen."))


def _refuse_twice(club_id: UUID, label: str, season_id: UUID | None, variant: str) -> None:
    there = SeasonOpening.objects.filter(club=club_id, variant=variant)
    if there.filter(label=label).exists():
        raise Conflict.at(
            "/label", "label_taken", _("Eine frühere Saison dieses Namens ist schon übernommen.")
        )
    if season_id and there.filter(season=season_id).exists():
        raise Conflict.at(
            "/season", "season_taken", _("Zu dieser Saison sind die Vorträge schon übernommen.")
        )


def export(whose: DataSubject) -> dict[str, Any]:
    """Sums carried over, every version, and the tally of every season."""
    balances = OpeningBalance.objects.filter(player__in=whose.rows).select_related("opening")
    tallies = SeasonTally.objects.filter(player__in=whose.rows).select_related("season")
    return {
        "opening_balances": [
            {
                "season": balance.opening.label,
                "variant": balance.opening.variant,
                "version": balance.version,
                "current": balance.current,
                "hands": balance.hands,
                "total": balance.total,
                "exact_hits": balance.exact_hits,
                "evenings": balance.evenings,
            }
            for balance in balances.order_by("opening__label", "version")
        ],
        "seasons": [
            {
                "season": tally.season.name,
                "evenings": tally.evenings,
                "hands": tally.hands,
                "total": tally.total,
                "exact_hits": tally.exact,
            }
            for tally in tallies.order_by("season__starts")
        ],
    }


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Blank what he wrote or what names him in the reasons and notes of balances."""
    openings = SeasonOpening.objects.filter(club=whose.club_id).exclude(note="")
    balances = OpeningBalance.objects.filter(club=whose.club_id).exclude(reason="")
    return _blank(openings, "note", whose, naming) + _blank(balances, "reason", whose, naming)


def _blank(rows: QuerySet[Any], field: str, whose: DataSubject, naming: Naming) -> int:
    named = [
        row.pk for row in rows if row.actor in whose.actors or naming.occurs_in(getattr(row, field))
    ]
    return rows.filter(pk__in=named).update(**{field: ""})
