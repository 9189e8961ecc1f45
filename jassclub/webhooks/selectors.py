"""Webhooks are the affair of a club's admins; in another club there are none to be seen."""

from uuid import UUID

from django.db.models import QuerySet

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Membership, Role
from jassclub.clubs.selectors import found_for, get_club, visible_clubs
from jassclub.webhooks.models import Delivery, Webhook


def webhooks(actor: Actor) -> QuerySet[Webhook]:
    """Those of the clubs whose admin the actor is."""
    if actor.kind == "system":
        return Webhook.objects.all()
    if actor.user_id is None:
        return Webhook.objects.none()
    over = Membership.objects.filter(user_id=actor.user_id, role=Role.ADMIN)
    return Webhook.objects.filter(club__in=over.values("club"))


def visible_webhooks(actor: Actor) -> QuerySet[Webhook]:
    """Those of the visible clubs: there a refusal says that the role is missing."""
    return Webhook.objects.filter(club__in=visible_clubs(actor))


def webhook_of(actor: Actor, webhook_id: UUID) -> Webhook:
    """One webhook; 404 in another club, 403 without the role admin."""
    return found_for(actor, visible_webhooks(actor), webhook_id, Role.ADMIN)


def webhooks_of_club(actor: Actor, club_id: UUID) -> QuerySet[Webhook]:
    """All of one club, by label; 403 without the role admin."""
    get_club(actor, club_id, Role.ADMIN)
    return Webhook.objects.filter(club_id=club_id).order_by("label", "id")


def deliveries_of(actor: Actor, webhook_id: UUID) -> QuerySet[Delivery]:
    """What one webhook was told or is to be told, with every try."""
    told = Delivery.objects.filter(webhook=webhook_of(actor, webhook_id)).select_related("message")
    return told.prefetch_related("attempts")
