"""Loose slates: games that a phone simply opens, kept in a club of its own (`services.loose`)."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor, person_actor
from jassclub.clubs.models import Club, Player, User
from jassclub.clubs.services import loose
from jassclub.clubs.services.people import add_player, tidy
from jassclub.core.errors import Conflict, Invalid
from referee.models import RulingRecord
from referee.rules.profile import Profile, load_profile, profile_slugs
from scoring.claims.models import HandEntry
from scoring.core.models import Game
from scoring.games.registry import GAMES
from scoring.tables.games import open_game
from scoring.tables.how_said import ROUND, may_seal

PLACES = 12
"""Names that may be said."""
USUAL = 4
"""As many play where nobody says a name."""
AT_ONCE = 200
"""Clubs of slates that are deleted in one night."""

log = logging.getLogger(__name__)


def loose_games(actor: Actor) -> QuerySet[Game]:
    """The loose slates that an actor keeps, newest first."""
    kept = Game.objects.filter(club__loose_since__isnull=False)
    return kept.filter(club__memberships__user=actor.user_id).order_by("-created_at", "id")


def open_slate(*, user: User, game_id: UUID, profile_slug: str, names: Sequence[str]) -> Game:
    """A game on the phone that `user` is; the same id again is the same game.

    `names` in playing order, empty where nobody said one; `game_id` was made up by the phone, which
    may have had no network. Conflict for the id of somebody else's game.
    """
    try:
        with transaction.atomic():
            club = loose.slates_of(user)
            known = loose_games(person_actor(user.pk)).filter(pk=game_id).first()
            return known or _opened(user, club, game_id, profile_slug, names)
    except IntegrityError as fault:
        # No race: the club is locked, so that the id belongs to somebody else.
        text = _("Diese Tafel gehört zu einem anderen Telefon. Bitte noch einmal neu beginnen.")
        raise Conflict("slate_taken", text) from fault


def _opened(user: User, club: Club, game_id: UUID, profile_slug: str, names: Sequence[str]) -> Game:
    places = seats_for(profile_slug, names)
    typed = [tidy(name) for name in [*names, *([""] * PLACES)][:places]]
    people = [named(user, club, name or str(place)) for place, name in enumerate(typed, start=1)]
    return open_game(
        actor=person_actor(user.pk),
        club_id=club.pk,
        profile_slug=profile_slug,
        house_rules=going_round(load_profile(profile_slug)),
        player_ids=[player.pk for player in people],
        played_on=timezone.localdate(),
        game_id=game_id,
    )


def seats_for(profile_slug: str, names: Sequence[str]) -> int:
    """How many play: as many as have names, or the next more with whom it can be played."""
    known = profile_slug in profile_slugs() and load_profile(profile_slug)
    if not known or known.game not in GAMES:
        raise Invalid.at("/profile", "unknown_profile", _("Was wird gespielt?"))
    named = max((place for place, name in enumerate(names, start=1) if name), default=0)
    usual = max((many for many in known.players if many <= USUAL), default=min(known.players))
    return min((many for many in known.players if many >= named > 0), default=named or usual)


def going_round(profile: Profile) -> Mapping[str, Any]:
    """The house rules of a slate: the phone goes round where numbers are hidden."""
    sealed = may_seal(profile) and profile.differenzler.predictions == "hidden"
    return ROUND.layer if sealed else {}


def named(user: User, club: Club, name: str) -> Player:
    """Whoever is called so among the slates of a phone, new where nobody is."""
    here = Player.objects.filter(club=club, active=True)
    known = next((one for one in here if one.name.casefold() == name.casefold()), None)
    actor = person_actor(user.pk)
    return known or add_player(actor=actor, club_id=club.pk, name=name, guest=True)


def purge(*, before: datetime) -> int:
    """Delete what phones have not touched since a moment; how many clubs of slates."""
    oldest = _untouched(before).order_by("loose_since").values_list("pk", flat=True)
    return sum(_removed(ident, before) for ident in list(oldest[:AT_ONCE]))


def _untouched(before: datetime) -> QuerySet[Club]:
    young = HandEntry.objects.filter(hand__game__club=OuterRef("pk"), created_at__gte=before)
    return Club.objects.filter(loose_since__lt=before).exclude(Exists(young))


def _removed(ident: UUID, before: datetime) -> bool:
    try:
        with transaction.atomic():
            # Race: somebody writes or opens a slate meanwhile. He waits for these rows, or has been
            # first, and what he wrote is seen by the question that is asked again.
            games = Game.objects.select_for_update().filter(club=ident).order_by("pk")
            list(games.values_list("pk", flat=True))
            club = _untouched(before).select_for_update(of=("self",)).filter(pk=ident).first()
            if club is not None:
                games.delete()
                RulingRecord.objects.filter(club=club).update(supersedes=None)
                loose.remove(club)
    except DatabaseError:
        log.exception("the loose slates %s could not be deleted", ident)
        return False
    return club is not None
