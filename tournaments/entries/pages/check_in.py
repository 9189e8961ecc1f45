"""Check-in by QR: the code of a sign-up opens this page, and the desk confirms with one tap."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs.authentication import actor_of, digest
from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import NotFound
from jassclub.web.form_state import FormState
from jassclub.web.forms import done, page, submit
from tournaments.core.desk_page import Desk
from tournaments.core.selectors import visible_tournaments
from tournaments.entries import services
from tournaments.entries.models import Entry


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def check_in(request: HttpRequest, token: str) -> HttpResponseBase:
    """Who signed up with this code, and the button that says he is here. Role: scribe."""
    actor = actor_of(request)
    tournaments = visible_tournaments(actor)
    entry = Entry.objects.filter(token_hash=digest(token)).select_related("team").first()
    tournament = entry and tournaments.filter(pk=entry.tournament_id).first()
    if entry is None or not tournament:
        raise NotFound("sign_up_not_found", _("Diese Anmeldung gibt es nicht."))
    require_role(actor, tournament.club_id, Role.SCRIBE)
    desk, form = Desk(tournament, actor), FormState()
    return submit(
        request,
        actor,
        lambda: services.check_in(**desk.ids, numbers=[mate.number for mate in _together(entry)]),
        then=lambda _entries: done(request, _names(entry), "desk_check_in", token),
        form=form,
        show=lambda: _show(request, desk, entry, form),
    )


def _names(entry: Entry) -> str:
    names = ", ".join(mate.name for mate in _together(entry))
    return _("Da: %(names)s.") % {"names": names}


def _together(entry: Entry) -> list[Entry]:
    """Who came with this sign-up: he himself, or his team."""
    team = Entry.objects.filter(team=entry.team_id).order_by("seat_in_team")
    return list(team) if entry.team_id else [entry]


def _show(request: HttpRequest, desk: Desk, entry: Entry, form: FormState) -> HttpResponse:
    mates = _together(Entry.objects.get(pk=entry.pk))
    here = all(mate.state == Entry.State.PRESENT for mate in mates)
    context = desk.context(here="people", mates=mates, all_here=here, typed=form)
    return render(request, "tournaments/desk/check_in.html", context, status=form.status)
