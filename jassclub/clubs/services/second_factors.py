"""Making, proving and losing a second factor."""

from collections.abc import Callable
from datetime import timedelta
from secrets import token_hex
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor, person_actor
from jassclub.clubs.models import Role, User
from jassclub.clubs.rights import has_role, may_reset
from jassclub.clubs.second_factor import SecondFactor
from jassclub.core.errors import Conflict, Counted, DomainError, Invalid, NotAllowed, TooMany
from jassclub.core.rows import first_or

T = TypeVar("T")

FREE_FAILURES, REST = 5, timedelta(minutes=15)
"""After so many wrong codes in a row each further one waits: 96 guesses a day of a million."""
TOGETHER = timedelta(days=2)
"""Within which the second officer follows the first."""
BEGUN, ASKED_FOR = Q(confirmed_at=None), Q(confirmed_at__isnull=False)


def factor_of(user: User) -> SecondFactor | None:
    """The one that is asked for at each log-in."""
    return SecondFactor.objects.filter(ASKED_FOR, user=user).first()


@transaction.atomic
def begin(*, user: User, password: str) -> SecondFactor:
    """A secret for an app. It counts once a code was shown to fit; the password proves who asks."""
    if not user.check_password(password):
        raise Invalid.at("/password", "wrong_password", _("Dieses Passwort stimmt nicht."))
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
        return TooMany("too_many_codes", text)
    if factor.use(code):
        factor.failures = 0
        return None
    factor.failures, factor.failed_at = factor.failures + 1, timezone.now()
    return Counted.at("/code", "wrong_code", _("Dieser Code stimmt nicht oder nicht mehr."))


def _confirmed(factor: SecondFactor) -> list[str]:
    factor.confirmed_at = timezone.now()
    return factor.new_recovery_codes()


@transaction.atomic
def take_away_together(*, actor: Actor, club_id: UUID, user_id: UUID) -> bool:
    """Two officers of a club, one of whom may give the person a new password, take away what was
    lost. True when the second one has come."""
    rights.get_club(actor, club_id, Role.DIRECTOR)
    # Race: both officers press at once; the second waits and finds the word of the first.
    rows = SecondFactor.objects.select_for_update(of=("self",)).select_related("user")
    lost = rows.filter(ASKED_FOR, user=user_id, user__memberships__club=club_id)
    factor = first_or(lost, rights.missing())
    if actor.user_id == user_id:
        raise NotAllowed("own_factor", _("Das tun zwei andere aus Vorstand oder Spielleitung."))
    first = asked_by(factor, club_id)
    if first is None or first == actor:
        factor.reset_by_id, factor.reset_at = actor.user_id, timezone.now()
        factor.save(update_fields=["reset_by", "reset_at"])
        return False
    if not (may_reset(actor, factor.user) or may_reset(first, factor.user)):
        raise NotAllowed(
            "reset_reaches_other_clubs",
            _("Dieses Konto gehört auch anderswo dazu; jemand muss in allen Clubs Vorstand sein."),
        )
    factor.delete()
    return True


def asked_by(factor: SecondFactor, club_id: UUID) -> Actor | None:
    """The officer who has spoken first, as long as his word holds."""
    if factor.reset_by_id is None or factor.reset_at is None:
        return None
    first = person_actor(factor.reset_by_id)
    holds = factor.reset_at > timezone.now() - TOGETHER and has_role(first, club_id, Role.DIRECTOR)
    return first if holds else None
