"""Clubs and their seasons."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs import house_rules, rights, season_rules
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Deck, Language, Membership, Role, Season
from jassclub.clubs.rights import require_role
from jassclub.clubs.services.people import added, changed, locked, removed
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from jassclub.core.rows import save_fields


@transaction.atomic
def create_club(
    *,
    actor: Actor,
    name: str,
    slug: str,
    deck: str = Deck.GERMAN,
    language: str = Language.DE,
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
    _refuse_bad_season(season)
    _refuse_bad_rules(season.rules)
    return added(season, actor=actor)


@transaction.atomic
def change_season(
    *, actor: Actor, season_id: UUID, version: int, values: Mapping[str, Any]
) -> Season:
    """Change any of name, starts, ends, rules. Needs the role director."""
    season = locked(rights.seasons(actor), season_id, version=version)
    require_role(actor, season.club_id, Role.DIRECTOR)
    _refuse_bad_season(_with(season, values))
    _refuse_bad_rules(values.get("rules", {}))
    save_fields(season, to_recount=True)
    return changed(season, values, actor=actor)


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
    Invalid.raise_for(house_rules.faults(layer), _("Diese Hausregeln passen nicht."))


def _refuse_taken_slug(slug: str) -> None:
    if Club.objects.filter(slug=slug).exists():
        raise Conflict.at("/slug", "slug_taken", _("Dieses Kürzel hat schon ein anderer Club."))


def _refuse_bad_rules(rules: Mapping[str, Any]) -> None:
    faults = season_rules.faults(rules)
    wrong = [replace(fault, pointer=f"/rules{fault.pointer}") for fault in faults]
    Invalid.raise_for(wrong, _("Diese Regeln kann eine Saison nicht haben."))


def _refuse_bad_season(season: Season) -> None:
    if season.ends < season.starts:
        raise Invalid.at("/ends", "ends_before_start", _("Die Saison endet, bevor sie beginnt."))
    others = Season.objects.filter(club_id=season.club_id).exclude(pk=season.pk)
    if others.filter(name=season.name).exists():
        raise Conflict.at("/name", "name_taken", _("Eine Saison dieses Namens gibt es schon."))
