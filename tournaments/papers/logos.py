"""Logos of a tournament: kept, taken away, brought back by the direction."""

from io import BytesIO
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from reportlab.lib.utils import ImageReader

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, NotFound
from jassclub.core.rows import first_or
from scoring.photos.pictures import remade
from tournaments.core.models import Tournament
from tournaments.core.selectors import directed, log
from tournaments.papers.models import Logo
from tournaments.papers.pdf.paper import Logo as Printed

MOST = 6
"""That are shown: more of them could not be read on a sheet of A5."""
KEPT = 24
"""With those that were taken away, the oldest of which make room."""


def logos_of(tournament: Tournament) -> QuerySet[Logo]:
    """Those that are shown, without their content."""
    return Logo.objects.filter(tournament=tournament, removed_at=None).defer("picture")


def printed_logos(tournament: Tournament) -> list[Printed]:
    """The same as they are printed."""
    return [
        Printed(ImageReader(BytesIO(logo.picture)), logo.width / logo.height)
        for logo in logos_of(tournament).defer(None)
    ]


def logo_at(tournament: Tournament, logo_id: UUID | None) -> Logo:
    missing = NotFound("logo_not_found", _("Dieses Logo gibt es nicht."))
    if logo_id is None:
        raise missing
    return first_or(Logo.objects.filter(tournament=tournament, pk=logo_id), missing)


@transaction.atomic
def keep_logo(*, actor: Actor, tournament_id: UUID, file: bytes) -> Logo:
    """Show one more, made anew."""
    tournament = directed(actor, tournament_id)
    _refuse_full(tournament)
    picture = remade(file)
    gone = Logo.objects.filter(tournament=tournament).exclude(removed_at=None)
    old = gone.order_by("-removed_at").values_list("pk", flat=True)[KEPT - MOST :]
    Logo.objects.filter(pk__in=list(old)).delete()
    logo = Logo.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        picture=picture.content,
        width=picture.width,
        height=picture.height,
    )
    log(tournament, "logo_added", actor=actor, facts={"logo": str(logo.pk)})
    return logo


@transaction.atomic
def show_logo(*, actor: Actor, tournament_id: UUID, logo_id: UUID | None, shown: bool) -> None:
    """Take a logo away, or bring it back."""
    tournament = directed(actor, tournament_id)
    logo = logo_at(tournament, logo_id)
    if (logo.removed_at is None) == shown:
        return
    if shown:
        _refuse_full(tournament)
    logo.removed_at = None if shown else timezone.now()
    logo.save(update_fields=["removed_at"])
    kind = "logo_added" if shown else "logo_removed"
    log(tournament, kind, actor=actor, facts={"logo": str(logo.pk)})


def _refuse_full(tournament: Tournament) -> None:
    if logos_of(tournament).count() >= MOST:
        text = _("Es haben höchstens %(most)s Logos Platz. Nimm zuerst eines weg.")
        raise Conflict("too_many_logos", text % {"most": MOST})
