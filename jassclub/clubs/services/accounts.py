"""Accounts: invitations, new passwords and API tokens. No mail is needed for any of it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights
from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import (
    API_PREFIX,
    Actor,
    digest,
    new_token,
    open_invitation,
    person_actor,
)
from jassclub.clubs.models import (
    ApiToken,
    Invitation,
    Language,
    Player,
    Role,
    User,
)
from jassclub.clubs.rights import may_reset
from jassclub.clubs.services import second_factors
from jassclub.clubs.services.people import changed, join, refuse_leaving
from jassclub.core.errors import Conflict, Finding, Invalid, NotAllowed
from jassclub.core.rows import first_or, save_fields

INVITATION_LIFETIME = timedelta(days=14)
RESET_LIFETIME = timedelta(hours=24)


@transaction.atomic
def invite(
    *, actor: Actor, club_id: UUID, role: str = Role.MEMBER, player_id: UUID | None = None
) -> tuple[Invitation, str]:
    """A one-time link into the club, for the admin to hand over; with its token.

    `player_id` names the player that the person already is in the club's books.
    """
    rights.get_club(actor, club_id, Role.ADMIN)
    player = None if player_id is None else _free_player(club_id, player_id)
    return _with_token(
        Invitation(
            club_id=club_id,
            kind=Invitation.Kind.INVITE,
            role=role,
            player=player,
            created_by=str(actor),
            expires_at=timezone.now() + INVITATION_LIFETIME,
        )
    )


@transaction.atomic
def offer_reset(*, actor: Actor, club_id: UUID, user_id: UUID) -> tuple[Invitation, str]:
    """A one-time link with which a member chooses a new password.

    Needs admin in *every* club of that person: whoever holds the link gets the whole account.
    """
    rights.get_club(actor, club_id, Role.ADMIN)
    user = first_or(
        User.objects.filter(pk=user_id, memberships__club_id=club_id, is_active=True),
        rights.missing(),
    )
    if not may_reset(actor, user):
        raise NotAllowed(
            "reset_reaches_other_clubs",
            _("Dieses Konto gehört auch anderswo dazu; das neue Passwort gibt jemand anderes."),
        )
    return _with_token(
        Invitation(
            club_id=club_id,
            kind=Invitation.Kind.RESET,
            user=user,
            created_by=str(actor),
            expires_at=timezone.now() + RESET_LIFETIME,
        )
    )


@transaction.atomic
def revoke_invitation(*, actor: Actor, club_id: UUID, invitation_id: UUID) -> None:
    """Make a link useless that was not used yet. Needs admin."""
    invitation = rights.found(rights.invitations(actor, club_id), invitation_id)
    unused = Invitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None)
    unused.update(revoked_at=timezone.now())


def accept(*, actor: Actor, token: str, code: str = "", **wish: Any) -> User:
    """Use a one-time link; a new password needs the second factor of its account, too."""
    invitation = open_invitation(token)
    if invitation.user is not None:
        second_factors.prove(user=invitation.user, code=code)
    return _accepted(actor=actor, token=token, **wish)


@transaction.atomic
def _accepted(
    *,
    actor: Actor,
    token: str,
    username: str | None = None,
    password: str | None = None,
    language: str = Language.DE,
) -> User:
    """Use a one-time link.

    An invitation takes the acting person in or makes a new account of `username` and
    `password`, which speaks `language`; a reset needs `password` alone. NotFound for a link that
    is dead or unknown.
    """
    # Locked before it is judged: of two who use one link at once, the second finds it used.
    rows = Invitation.objects.select_for_update(of=("self",)).filter(token_hash=digest(token))
    rows.first()
    invitation = open_invitation(token)
    rows.update(used_at=timezone.now())
    if invitation.user is not None:
        return set_password(user=invitation.user, password=password or "")
    user = _person(actor) or create_user(
        username=username or "", password=password or "", language=language
    )
    _take_in(invitation, user)
    return user


def create_user(
    *, username: str, password: str, language: str = Language.DE, club_name: str = ""
) -> User:
    """A new account; Invalid or Conflict with a pointer to the field at fault. `club_name` is the
    club that it is about to found."""
    name = User.normalize_username(username)
    user = User(username=name)
    user.club_name = club_name
    details = [*_faults_of_name(name), *_faults_of_password(password, user)]
    if details:
        several = _("So geht es noch nicht.")
        raise Invalid.of(details, details[0].text if len(details) == 1 else several)
    if User.objects.filter(username__iexact=name).exists():
        raise Conflict.at(
            "/username", "username_taken", _("Diesen Benutzernamen hat schon jemand.")
        )
    return User.objects.create_user(username=name, password=password, language=language)


@transaction.atomic
def set_password(*, user: User, password: str) -> User:
    """A new password; all API tokens end, and with the old password all sessions."""
    Invalid.raise_for(_faults_of_password(password, user), _("Dieses Passwort ist zu schwach."))
    user.set_password(password)
    user.save(update_fields=["password"])
    ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=timezone.now())
    return user


@transaction.atomic
def change_settings(*, user: User, values: Mapping[str, Any]) -> User:
    """One's own language and size of the text; no club's data, so no history."""
    save_fields(user, **values)
    return user


@transaction.atomic
def new_api_token(
    *,
    user: User,
    label: str,
    scope: str = TokenScope.EVERYTHING,
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A token for a program and its secret, which is never readable again."""
    if expires_at is not None and expires_at <= timezone.now():
        text = _("Das Ende liegt in der Vergangenheit; nenne einen späteren Zeitpunkt.")
        raise Invalid.at("/expires_at", "already_over", text)
    secret = new_token(API_PREFIX)
    token = ApiToken(user=user, label=label, scope=scope, expires_at=expires_at)
    token.token_hash = digest(secret)
    token.save(force_insert=True)
    return token, secret


@transaction.atomic
def revoke_api_token(*, actor: Actor, token_id: UUID) -> None:
    """End one of the acting person's own tokens."""
    token = rights.found(rights.api_tokens(actor), token_id)
    ApiToken.objects.filter(pk=token.pk).update(revoked_at=timezone.now())


def _with_token(invitation: Invitation) -> tuple[Invitation, str]:
    token = new_token()
    invitation.token_hash = digest(token)
    invitation.save(force_insert=True)
    return invitation, token


def _free_player(club_id: UUID, player_id: UUID) -> Player:
    rows = Player.objects.filter(club_id=club_id, merged_into=None, anonymised_at=None)
    player = rights.found(rows, player_id)
    if player.user_id is not None:
        raise Conflict.at("/player", "player_has_account", _("Dieser Spieler hat schon ein Konto."))
    return player


def _person(actor: Actor) -> User | None:
    return None if actor.user_id is None else User.objects.get(pk=actor.user_id)


def _take_in(invitation: Invitation, user: User) -> None:
    person = person_actor(user.pk)
    join(actor=person, club_id=invitation.club_id, user_id=user.pk, role=invitation.role)
    if invitation.player_id is None:
        return
    if rights.player_for(person, invitation.club_id) is not None:
        raise Conflict("already_a_player", _("Du bist in diesem Club schon jemand anderes."))
    player = _person_named(invitation.player_id)
    if player.user_id is not None:
        raise Conflict("player_has_account", _("Dieser Spieler hat schon ein Konto."))
    refuse_leaving(player)
    changed(player, {"user_id": user.pk}, actor=person)


def _person_named(player_id: UUID) -> Player:
    """Who was invited, or whom he was merged into meanwhile; locked."""
    # Race: two invitations give one player to two accounts; the second finds it taken.
    rows = Player.objects.select_for_update(of=("self",))
    invited = rows.get(pk=player_id)
    return invited if invited.merged_into_id is None else rows.get(pk=invited.merged_into_id)


def _faults_of_name(name: str) -> list[Finding]:
    if not name:
        return [Finding("required", "/username", _("Der Benutzername fehlt."))]
    try:
        User._meta.get_field("username").run_validators(name)
    except ValidationError as error:
        return [_fault("/username", fault) for fault in error.error_list]
    return []


def _faults_of_password(password: str, user: User) -> list[Finding]:
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [_fault("/password", fault) for fault in error.error_list]
    return []


def _fault(pointer: str, fault: ValidationError) -> Finding:
    return Finding(fault.code or "invalid", pointer, fault.messages[0])
