"""Loose slates: somebody simply writes on a phone, and a club that nobody else sees keeps it.

The phone is an account without name and password, known by a secret that it has made up itself
(so that nothing is doubled when an answer is lost), or by its session. It has one club, of which
`loose_since` says that it is none. Whoever logs in on the phone takes its slates along:
docs/decisions/loose-slates.md.
"""

from datetime import timedelta
from secrets import token_hex
from typing import Any

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import sign_ins
from jassclub.clubs.actors import digest, new_token, person_actor
from jassclub.clubs.models import Change, Club, Membership, Role, TableLink, User
from jassclub.clubs.services.people import added, changed
from jassclub.core.languages import SOURCE

BACKEND = "django.contrib.auth.backends.ModelBackend"
KEPT_FOR = timedelta(days=180)
"""Slates that nobody has touched for so long are deleted."""
SESSION = timedelta(days=365)
LEAST_SECRET = 32
"""Signs; what a phone makes up has as many random hexadecimal digits."""
LOOSE = "loose-"
"""How the address of what is no club begins."""
MARK = "~"
"""No name that somebody chooses can begin with it."""


def sign_in(request: HttpRequest, user: User) -> None:
    """Open a session for somebody who has proved who he is; the slates of the phone are his now."""
    before = request.user
    if getattr(before, "loose", False):
        hand_over(before, user)  # type: ignore[arg-type]
    login(request, user, backend=BACKEND)
    sign_ins.note(request, user)


def remember(request: HttpRequest, phone: User) -> None:
    """Know the phone for a year, unless it is known already."""
    if request.user.pk != phone.pk:
        login(request, phone, backend=BACKEND)
        request.session.set_expiry(SESSION)


def phone_account(secret: str = "", *, language: str = SOURCE) -> User:
    """The account of the phone that has made up this secret; a new one without any."""
    known = secret if len(secret) >= LEAST_SECRET else new_token()
    # Race: an opening is sent twice at once; both find one account.
    user, _made = User.objects.get_or_create(
        username=f"{MARK}{digest(known)}",
        defaults={"loose": True, "language": language, "password": "!"},
    )
    return user


def keeper(request: HttpRequest, secret: str, *, language: str) -> User:
    """Who is logged in, else the phone by its secret, else by its session, else a new one."""
    user: Any = request.user
    if user.is_authenticated or (user.pk and not secret):
        return User.objects.get(pk=user.pk)
    return phone_account(secret, language=language)


def slates_of(user: User) -> Club:
    """What keeps the loose slates of an account, locked; made where it has none yet."""
    # Race: two slates are opened at once; the second waits and finds the club of the first.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    mine = Club.objects.filter(memberships__user=user, loose_since__isnull=False)
    club = mine.order_by("-loose_since").first()
    if club is None:
        club = _made(user)
    Club.objects.filter(pk=club.pk).update(loose_since=timezone.now())
    return club


def _made(user: User) -> Club:
    actor, name = person_actor(user.pk), _("Auf diesem Telefon")
    club = Club(name=name, slug=f"{LOOSE}{token_hex(12)}", language=user.language)
    club.loose_since = timezone.now()
    added(club, actor=actor)
    added(Membership(club=club, user=user, role=Role.SCRIBE), actor=actor)
    return club


@transaction.atomic
def hand_over(phone: User, user: User) -> None:
    """Who logs in on a phone has its slates from now on; nobody is left behind the phone."""
    # Race: the phone opens its first slate meanwhile; whoever is second waits for the account.
    User.objects.select_for_update().filter(pk=phone.pk).first()
    mine = Membership.objects.select_for_update(of=("self",)).filter(user=phone)
    for member in mine:
        changed(member, {"user_id": user.pk}, actor=person_actor(user.pk))
    if phone.pk != user.pk:
        User.objects.filter(pk=phone.pk, loose=True).delete()


def remove(club: Club) -> None:
    """Delete a club of loose slates in which no game is left, with its phone."""
    phones = User.objects.filter(loose=True, memberships__club=club)
    idents = list(phones.values_list("pk", flat=True))
    for link in TableLink.objects.filter(club=club):
        link.devices.all().delete()
        link.delete()
    for rows in (club.players, club.memberships, Change.objects.filter(club=club)):
        rows.all().delete()
    Club.objects.filter(pk=club.pk, loose_since__isnull=False).delete()
    User.objects.filter(pk__in=idents).delete()
