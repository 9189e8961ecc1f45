"""Clubs and their seasons; opening a club: address, first season, list of players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights, rule_checks
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Deck, Membership, Player, Role, Season, User
from jassclub.clubs.rights import require_role
from jassclub.clubs.services.accounts import create_user
from jassclub.clubs.services.people import add_player, added, changed, locked, removed, tidy
from jassclub.core.errors import Conflict, DomainError, Finding, Invalid, NotAllowed
from jassclub.core.files import in_plain_letters
from jassclub.core.languages import SOURCE
from jassclub.core.rows import save_fields


@transaction.atomic
def create_club(
    *,
    actor: Actor,
    name: str,
    slug: str,
    deck: str = Deck.GERMAN,
    language: str = SOURCE,
    profile_layer: Mapping[str, Any] | None = None,
) -> Club:
    """A new club; the person who founds it becomes its admin.

    Raises NotAllowed for phones and where the operator keeps that to himself, Conflict if the
    slug is taken.
    """
    _refuse_founder(actor)
    _refuse_taken_slug(slug)
    layer = dict(profile_layer or {})
    _refuse_bad_layer(layer)
    club = Club(name=name, slug=slug, deck=deck, language=language, profile_layer=layer)
    added(club, actor=actor)
    if actor.user_id is not None:
        added(Membership(club=club, user_id=actor.user_id, role=Role.ADMIN), actor=actor)
    return club


@transaction.atomic
def change_club(*, actor: Actor, club_id: UUID, version: int, values: Mapping[str, Any]) -> Club:
    """Change any of name, slug, deck, language, profile_layer. Needs the role admin.

    Raises Invalid with every switch of the layer that does not exist or has no such value.
    """
    club = locked(rights.visible_clubs(actor), club_id, version=version)
    require_role(actor, club_id, Role.ADMIN)
    if values.get("slug", club.slug) != club.slug:
        _refuse_taken_slug(values["slug"])
    _refuse_bad_layer(values.get("profile_layer", {}))
    return changed(club, values, actor=actor)


@transaction.atomic
def add_season(
    *,
    actor: Actor,
    club_id: UUID,
    name: str,
    starts: date,
    ends: date,
    rules: Mapping[str, Any] | None = None,
) -> Season:
    """A new season. Needs the role director; Invalid if it ends before it starts."""
    rights.get_club(actor, club_id, Role.DIRECTOR)
    season = Season(club_id=club_id, name=name, starts=starts, ends=ends, rules=dict(rules or {}))
    refuse_bad_season(season)
    _refuse_bad_rules(season.rules)
    return added(season, actor=actor)


@transaction.atomic
def change_season(
    *, actor: Actor, season_id: UUID, version: int, values: Mapping[str, Any]
) -> Season:
    """Change any of name, starts, ends, rules. Needs the role director.

    Once the season runs, its rules change for a `reason` only, which is kept with the change.
    """
    season = locked(rights.seasons(actor), season_id, version=version)
    require_role(actor, season.club_id, Role.DIRECTOR)
    values = dict(values)
    reason = values.pop("reason", "")
    refuse_bad_season(_with(season, values))
    _refuse_bad_rules(values.get("rules", {}))
    if values.get("rules", season.rules) != season.rules and season.runs and not reason:
        text = _("Die Saison läuft schon: Schreib, warum die Regeln ändern.")
        raise Invalid.at("/reason", "required", text)
    save_fields(season, to_recount=True)
    return changed(season, values, actor=actor, reason=reason)


@transaction.atomic
def delete_season(*, actor: Actor, season_id: UUID, version: int) -> None:
    """Delete a season in which nothing was played yet (409 `in_use` otherwise)."""
    season = locked(rights.seasons(actor), season_id, version=version)
    require_role(actor, season.club_id, Role.DIRECTOR)
    removed(season, actor=actor)


def _with(season: Season, values: Mapping[str, Any]) -> Season:
    kept = {"club_id": season.club_id, "starts": season.starts, "ends": season.ends}
    return Season(id=season.pk, **{**kept, "name": season.name, **values})


def _refuse_founder(actor: Actor) -> None:
    if actor.kind == "system":
        return
    if actor.user_id is None:
        raise NotAllowed("account_needed", _("Einen Club gründet, wer ein Konto hat."))
    if not settings.FOUNDING_OPEN:
        raise NotAllowed("founding_closed", _("Clubs eröffnet hier der Betreiber."))


def _refuse_bad_layer(layer: Mapping[str, Any]) -> None:
    Invalid.raise_for(rule_checks.layer_faults(layer), _("Diese Hausregeln passen nicht."))


def _refuse_taken_slug(slug: str) -> None:
    if Club.objects.filter(slug=slug).exists():
        raise Conflict.at("/slug", "slug_taken", _("Dieses Kürzel hat schon ein anderer Club."))


def _refuse_bad_rules(rules: Mapping[str, Any]) -> None:
    faults = rule_checks.season_faults(rules)
    wrong = [replace(fault, pointer=f"/rules{fault.pointer}") for fault in faults]
    Invalid.raise_for(wrong, _("Diese Regeln kann eine Saison nicht haben."))


def refuse_bad_season(season: Season) -> None:
    if season.ends < season.starts:
        raise Invalid.at("/ends", "ends_before_start", _("Die Saison endet, bevor sie beginnt."))
    others = Season.objects.filter(club_id=season.club_id).exclude(pk=season.pk)
    if others.filter(name=season.name).exists():
        raise Conflict.at("/name", "name_taken", _("Eine Saison dieses Namens gibt es schon."))


LONGEST_CLUB, LONGEST_PLAYER, LONGEST_SLUG = 120, 80, 60
MOST_NAMES = 400
SEASON_BEGINS = 9
"""Month: a club's year runs from September to August."""


@transaction.atomic
def found_club(*, actor: Actor, name: str, language: str = SOURCE, deck: str = Deck.GERMAN) -> Club:
    """A new club with the season that runs, so that its first game counts already."""
    faults = _faults_of_club(name)
    if faults:
        raise Invalid.of(faults, faults[0].text)
    club = create_club(actor=actor, name=name, slug=free_slug(name), deck=deck, language=language)
    added(season_of_year(club, timezone.localdate()), actor=actor)
    return club


@transaction.atomic
def new_founder(
    *, name: str, username: str, password: str, repeated: str, language: str = SOURCE
) -> User:
    """The account of somebody who is about to found the club `name`; everything that is wrong
    with either, and a password typed differently the second time, is said at once."""
    faults = _faults_of_club(name)
    try:
        user = create_user(username=username, password=password, language=language, club_name=name)
    except DomainError as refusal:
        faults += refusal.details
    else:
        if repeated != password:
            faults.append(
                Finding("not_the_same", "/repeated", _("Das zweite Mal steht etwas anderes da."))
            )
        if not faults:
            return user
    raise Invalid.of(faults, faults[0].text if len(faults) == 1 else _("So geht es noch nicht."))


@transaction.atomic
def add_players(
    *, actor: Actor, club_id: UUID, names: Sequence[str]
) -> tuple[list[Player], list[str]]:
    """Everybody on a list who is not in the club yet, and the names that somebody there has
    already; needs the role scribe.

    Two of the same name on one list are refused, with all other faults of the list.
    """
    rights.get_club(actor, club_id, Role.SCRIBE)
    wanted = [tidy(name) for name in names]
    Invalid.raise_for(_faults_of_names(wanted), _("So geht die Liste noch nicht."))
    players = Player.objects.filter(club_id=club_id, active=True)
    known = {name.casefold() for name in players.values_list("name", flat=True)}
    missing = [name for name in wanted if name.casefold() not in known]
    new = [add_player(actor=actor, club_id=club_id, name=name) for name in missing]
    return new, [name for name in wanted if name.casefold() in known]


@transaction.atomic
def play_as(*, actor: Actor, club_id: UUID, name: str) -> Player:
    """The acting person plays under this name: somebody the club knows, or somebody new.

    Needs admin, as it says who a person in the books is. Conflict for the name of somebody who
    has an account already, or if the person plays under another name.
    """
    rights.get_club(actor, club_id, Role.ADMIN)
    mine = rights.player_for(actor, club_id)
    wanted = tidy(name)
    if len(wanted) > LONGEST_PLAYER:
        raise Invalid.at(
            "/name", "too_long", _("Höchstens %(most)s Zeichen.") % {"most": LONGEST_PLAYER}
        )
    if mine is not None:
        if mine.name.casefold() == wanted.casefold():
            return mine
        raise Conflict("already_a_player", _("Du bist in diesem Club schon jemand anderes."))
    # Race: two accounts take the same name at once; the second finds it taken.
    rows = Player.objects.select_for_update(of=("self",)).filter(club_id=club_id, active=True)
    found = next((row for row in rows if row.name.casefold() == wanted.casefold()), None)
    if found is None:
        return add_player(actor=actor, club_id=club_id, name=wanted, user_id=actor.user_id)
    if found.user_id is not None:
        raise Conflict("player_has_account", _("Dieser Spieler hat schon ein Konto."))
    return changed(found, {"user_id": actor.user_id}, actor=actor)


def free_slug(name: str) -> str:
    """An address that no club has: the name in plain letters, with a number where it is taken."""
    plain = in_plain_letters(name)[: LONGEST_SLUG - 5].strip("-") or "jassclub"
    alike = Club.objects.filter(slug__startswith=plain).values_list("slug", flat=True)
    taken, number = set(alike), 1
    while (slug := plain if number == 1 else f"{plain}-{number}") in taken:
        number += 1
    return slug


def season_of_year(club: Club, today: date) -> Season:
    """The season in which a day lies, as clubs count their years; not stored yet."""
    first = today.year if today.month >= SEASON_BEGINS else today.year - 1
    return Season(
        club=club,
        name=f"{first}/{(first + 1) % 100:02d}",
        starts=date(first, SEASON_BEGINS, 1),
        ends=date(first + 1, SEASON_BEGINS - 1, 31),
    )


def _faults_of_club(name: str) -> list[Finding]:
    if not name:
        return [Finding("required", "/name", _("Wie heisst der Club?"))]
    if len(name) > LONGEST_CLUB:
        return [
            Finding("too_long", "/name", _("Höchstens %(most)s Zeichen.") % {"most": LONGEST_CLUB})
        ]
    return []


def _faults_of_names(names: Sequence[str]) -> list[Finding]:
    if len(names) > MOST_NAMES:
        text = _("Höchstens %(most)s Namen auf einmal.") % {"most": MOST_NAMES}
        return [Finding("too_many", "/names", text)]
    often = Counter(name.casefold() for name in names)
    twice = {name.casefold(): name for name in reversed(names) if often[name.casefold()] > 1}
    texts = [
        _("%(name)s steht mehrmals da: ergänze, wer wer ist, oder streiche den Namen einmal.")
        % {"name": name}
        for name in twice.values()
    ]
    texts += [
        _("%(name)s… ist zu lang für einen Namen.") % {"name": name[:20]}
        for name in names
        if len(name) > LONGEST_PLAYER
    ]
    return [Finding("bad_name", "/names", text) for text in texts]
