"""What a secret opens, read before it is used: the page of a table link, of an invitation."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.models import Device, Invitation, Membership, TableLink
from jassclub.clubs.scopes import Scope
from jassclub.clubs.tokens import digest
from jassclub.core.errors import NotFound


def link_by_token(token: str) -> TableLink | None:
    """The table link of a QR code, dead ones too: who holds one may be told why it is dead."""
    return TableLink.objects.select_related("club").filter(token_hash=digest(token)).first()


def phones_at(scopes: Iterable[Scope]) -> QuerySet[Device]:
    """The phones that came by a link to one of these games or tables which is still open."""
    return came_to(scopes).filter(link__revoked_at=None, link__expires_at__gt=timezone.now())


def came_to(scopes: Iterable[Scope]) -> QuerySet[Device]:
    """The phones that came by any link to one of these games or tables, ended ones too."""
    here = Q(pk=None)
    for kind, ident in scopes:
        here |= Q(link__scope_kind=kind, link__scope_id=ident)
    return Device.objects.filter(here)


def open_invitation(token: str) -> Invitation:
    """The one-time link of this token; NotFound unless it can still be used."""
    rows = Invitation.objects.select_related("club", "player", "user")
    found = rows.filter(token_hash=digest(token)).first()
    if found is None or not found.is_open() or _reaches_too_far(found):
        raise NotFound("invitation_not_found", _("Dieser Link gilt nicht oder nicht mehr."))
    return found


def was_given_out(token: str) -> bool:
    """Whether there ever was such a one-time link, dead ones too: else somebody guesses."""
    return Invitation.objects.filter(token_hash=digest(token)).exists()


def _reaches_too_far(invitation: Invitation) -> bool:
    """A reset link ends when its account joins another club: see `accounts.offer_reset`."""
    later = Membership.objects.filter(created_at__gt=invitation.created_at)
    return invitation.user is not None and later.filter(user=invitation.user).exists()
