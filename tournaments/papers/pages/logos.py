"""The page of the logos at the desk, and a logo itself for whoever sees the tournament."""

from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from jassclub.clubs.actors import actor_of
from jassclub.clubs.models import Role
from jassclub.core.errors import Invalid
from jassclub.core.rows import uuid_in
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import done, form_page, shown_page, submit
from jassclub.web.upload_quota import count_file
from tournaments.core.desk_page import Desk, tournament_at, works_there
from tournaments.papers.logos import MOST, keep_logo, logo_at, logos_of, show_logo
from tournaments.papers.models import Logo

LOGO = Fields("remove", "restore", places={"/photo": "logo"})


@form_page
def logos_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """What is shown, one more, one less, and the last one back. Role: director."""
    desk = Desk.of(request, slug, tslug, Role.DIRECTOR)
    form = LOGO.of(request)
    return submit(
        request,
        desk.actor,
        lambda: _do(request, desk, form),
        then=lambda words: done(request, words, "desk_logos", slug, tslug),
        form=form,
        show=lambda: _show(request, desk, form),
    )


def _do(request: HttpRequest, desk: Desk, form: FormState) -> str:
    for name, shown in (("remove", False), ("restore", True)):
        if form.values[name]:
            show_logo(**desk.ids, logo_id=uuid_in(form.values[name]), shown=shown)
            return _("Das Logo ist wieder da.") if shown else _("Das Logo ist weg.")
    count_file(request)
    file = request.FILES.get("logo")
    if not isinstance(file, UploadedFile):
        raise Invalid.at("/photo", "file_missing", _("Wähle zuerst ein Bild."))
    keep_logo(**desk.ids, file=file.read())
    return _("Das Logo steht auf Blättern, Diplomen und der Anzeige im Saal.")


def _show(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    kept = list(logos_of(desk.tournament))
    gone = Logo.objects.filter(tournament=desk.tournament).exclude(removed_at=None)
    return desk.render(
        request,
        "tournaments/desk/logos.html",
        here="overview",
        typed=form,
        logos=kept,
        gone=gone.order_by("-removed_at").defer("picture"),
        room=len(kept) < MOST,
        status=form.status,
    )


@shown_page
def logo(request: HttpRequest, slug: str, logo_id: UUID) -> HttpResponse:
    """The picture itself; one that was taken away is for the desk alone."""
    tournament = tournament_at(request, slug)
    found = logo_at(tournament, logo_id)
    if found.removed_at and not works_there(actor_of(request), tournament):
        raise Http404
    return HttpResponse(bytes(found.picture), content_type="image/jpeg")
