"""Accounts: invitations, new passwords and API tokens; making and proving a second factor.

No mail is needed for any of it."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
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
from jassclub.clubs.models import ApiToken, Invitation, Player, Role, User
from jassclub.clubs.rights import may_reset
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services.people import changed, join, made, opened_or_ended, refuse_leaving
from jassclub.core.errors import (
    Conflict,
    Counted,
    DomainError,
    Finding,
    Invalid,
    NotAllowed,
    TooMany,
)
from jassclub.core.languages import SOURCE
from jassclub.core.rows import first_or, save_fields

INVITATION_LIFETIME = timedelta(days=14)
RESET_LIFETIME = timedelta(hours=24)


@transaction.atomic
def invite(
    *,
    actor: Actor,
    club_id: UUID,
    role: str = Role.MEMBER,
    player_id: UUID | None = None,
    lifetime: timedelta = INVITATION_LIFETIME,
) -> tuple[Invitation, str]:
    """A one-time link into the club, for the admin to hand over; with its token.

    `player_id` names the player that the person already is in the club's books.
    """
    rights.get_club(actor, club_id, Role.ADMIN)
    player = None if player_id is None else _free_player(club_id, player_id)
    return _with_token(
        actor,
        Invitation(
            club_id=club_id,
            kind=Invitation.Kind.INVITE,
            role=role,
            player=player,
            created_by=str(actor),
            expires_at=timezone.now() + lifetime,
        ),
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
        actor,
        Invitation(
            club_id=club_id,
            kind=Invitation.Kind.RESET,
            user=user,
            created_by=str(actor),
            expires_at=timezone.now() + RESET_LIFETIME,
        ),
    )


@transaction.atomic
def revoke_invitation(*, actor: Actor, club_id: UUID, invitation_id: UUID) -> None:
    """Make a link useless that was not used yet. Needs admin."""
    invitation = rights.found(rights.invitations(actor, club_id), invitation_id)
    # Race: it is used meanwhile, or two officers end it at once.
    unused = Invitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None)
    for link in unused.select_for_update(of=("self",)):
        opened_or_ended(link, club_id, actor=actor, at=timezone.now())


def accept(*, actor: Actor, token: str, code: str = "", **wish: Any) -> User:
    """Use a one-time link; a new password needs the second factor of its account, too."""
    invitation = open_invitation(token)
    if invitation.user is not None:
        # A code fits once: it is not spent on a password that will not do.
        _refuse_weak(wish.get("password") or "", invitation.user)
        prove(user=invitation.user, code=code)
    return _accepted(actor=actor, token=token, **wish)


@transaction.atomic
def _accepted(
    *,
    actor: Actor,
    token: str,
    username: str | None = None,
    password: str | None = None,
    language: str = SOURCE,
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
    *, username: str, password: str, language: str = SOURCE, club_name: str = ""
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
    _refuse_weak(password, user)
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
    made_with: ApiToken | None = None,
) -> tuple[ApiToken, str]:
    """A token and its secret, which is never readable again; it does not outlast `made_with`."""
    if expires_at is not None and expires_at <= timezone.now():
        text = _("Das Ende liegt in der Vergangenheit; nenne einen späteren Zeitpunkt.")
        raise Invalid.at("/expires_at", "already_over", text)
    secret = new_token(API_PREFIX)
    limit = made_with and made_with.expires_at
    until = min(expires_at or limit, limit) if limit else expires_at
    until = until and until.astimezone(UTC)
    token = ApiToken(user=user, label=label, scope=scope, expires_at=until)
    token.token_hash = digest(secret)
    token.save(force_insert=True)
    return token, secret


@transaction.atomic
def revoke_api_token(*, actor: Actor, token_id: UUID) -> None:
    """End one of the acting person's own tokens."""
    token = rights.found(rights.api_tokens(actor), token_id)
    ApiToken.objects.filter(pk=token.pk).update(revoked_at=timezone.now())


def _with_token(actor: Actor, invitation: Invitation) -> tuple[Invitation, str]:
    token = new_token()
    invitation.token_hash = digest(token)
    invitation.save(force_insert=True)
    made(invitation, actor=actor)
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
    _seat(person, user.pk, invitation.player_id)


@transaction.atomic
def seat_member(*, actor: Actor, club_id: UUID, user_id: UUID, player_id: UUID) -> Player:
    """Say as which player a member plays, who came in without saying so. Needs admin."""
    rights.get_club(actor, club_id, Role.ADMIN)
    first_or(rights.memberships(actor).filter(club=club_id, user=user_id), rights.missing())
    rights.found(rights.players(actor).filter(club=club_id, active=True), player_id)
    return _seat(actor, user_id, player_id)


def _seat(actor: Actor, user_id: UUID, player_id: UUID) -> Player:
    player = _person_named(player_id)
    if rights.player_for(person_actor(user_id), player.club_id) is not None:
        raise Conflict("already_a_player", _("Dieses Konto spielt hier schon als jemand anderes."))
    if player.user_id is not None:
        raise Conflict("player_has_account", _("Dieser Spieler hat schon ein Konto."))
    refuse_leaving(player)
    return changed(player, {"user_id": user_id}, actor=actor)


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


def _refuse_weak(password: str, user: User) -> None:
    Invalid.raise_for(_faults_of_password(password, user), _("Dieses Passwort ist zu schwach."))


def _fault(pointer: str, fault: ValidationError) -> Finding:
    return Finding(fault.code or "invalid", pointer, fault.messages[0])


T = TypeVar("T")

FREE_FAILURES, REST = 5, timedelta(minutes=15)
"""After so many wrong codes in a row each further one waits: 96 guesses a day of a million."""
BEGUN, ASKED_FOR = Q(confirmed_at=None), Q(confirmed_at__isnull=False)


def factor_of(user: User) -> SecondFactor | None:
    """The one that is asked for at each log-in."""
    return SecondFactor.objects.filter(ASKED_FOR, user=user).first()


@transaction.atomic
def begin(*, user: User) -> SecondFactor:
    """A secret for an app; it counts once a code was shown to fit. The caller knows who asks."""
    # Race: it is confirmed on one page and begun anew on another; what is confirmed stays.
    factor, _made = SecondFactor.objects.select_for_update().get_or_create(user=user)
    if factor.confirmed_at is not None:
        raise Conflict("factor_is_on", _("Der zweite Faktor ist schon eingeschaltet."))
    factor.salt = token_hex(16)
    factor.save(update_fields=["salt"])
    return factor


def confirm(*, user: User, code: str) -> list[str]:
    """The app shows the right digits: asked for from now on. The recovery codes, this once."""
    return _proven(user, code, BEGUN, _confirmed)


def renew_codes(*, user: User, code: str) -> list[str]:
    """New recovery codes, shown this once; those before them are worth nothing."""
    return _proven(user, code, ASKED_FOR, SecondFactor.new_recovery_codes)


def switch_off(*, user: User, code: str) -> None:
    """No second factor any more."""
    _proven(user, code, ASKED_FOR, lambda factor: None)
    SecondFactor.objects.filter(user=user).delete()


def prove(*, user: User, code: str) -> None:
    """Raise Counted unless the code fits, or the account has no second factor.

    To be called before the transaction of what it opens: to roll back would undo the count.
    """
    if factor_of(user) is not None:
        _proven(user, code, ASKED_FOR, lambda factor: None)


def _proven(user: User, code: str, state: Q, then: Callable[[SecondFactor], T]) -> T:
    with transaction.atomic():
        # Race: one code is sent twice at once; the second waits and finds it used.
        factor = SecondFactor.objects.select_for_update().filter(state, user=user).first()
        if factor is None:
            raise Conflict("no_factor", _("Fang mit dem Einrichten noch einmal von vorne an."))
        refusal = _refusal(factor, code)
        answer = then(factor) if refusal is None else None
        factor.save()
    if refusal is not None:
        raise refusal
    return answer  # type: ignore[return-value]


def _refusal(factor: SecondFactor, code: str) -> DomainError | None:
    """Why a code does not do; counted in the row, which the caller has locked."""
    if not code.strip():
        text = _("Hier braucht es auch den Code deiner App, oder einen vom Papier.")
        return Counted.at("/code", "code_needed", text)
    lately = factor.failed_at is not None and factor.failed_at > timezone.now() - REST
    if lately and factor.failures >= FREE_FAILURES:
        text = _("Zu viele falsche Codes. In einer Viertelstunde geht es weiter.")
        rest = round(REST.total_seconds())
        return TooMany("too_many_codes", text, most=FREE_FAILURES, wait=rest)
    if factor.use(code):
        # Who shows a code has not lost it: what officers have begun (`together`) is void.
        factor.failures, factor.reset_by = 0, None
        return None
    factor.failures, factor.failed_at = factor.failures + 1, timezone.now()
    return Counted.at("/code", "wrong_code", _("Dieser Code stimmt nicht oder nicht mehr."))


def _confirmed(factor: SecondFactor) -> list[str]:
    factor.confirmed_at = timezone.now()
    return factor.new_recovery_codes()
