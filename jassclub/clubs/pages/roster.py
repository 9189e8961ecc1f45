"""Who plays in a club, typed or pasted as a list."""

import re

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import has_role
from jassclub.clubs.services.founding import add_players, play_as
from jassclub.web.form_state import Fields, FormState, line, raw
from jassclub.web.forms import done, page, submit

LONGEST_LIST = 40_000
LONGEST_NAME = 81
"""A name one sign too long is refused in words, not cut."""
NUMBERED = re.compile(r"^\s*(?:\d+\s*[.)]|[-*•–])\s*")
FIELDS = Fields(me=line(LONGEST_NAME), names=raw(LONGEST_LIST), places={"/name": "me"})
SIGNS = str.maketrans({"\t": " "})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def people(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Names, one a line; the admin says under which of them he plays himself."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    form = FIELDS.of(request, me=_first_guess(request), names="")
    return submit(
        request,
        desk.actor,
        lambda: _add(request, desk, form),
        then=lambda answer: answer,
        form=form,
        show=lambda: _show(request, desk, form),
    )


def read_names(text: str) -> list[str]:
    """The names of a list: one a line, numbers and dashes before them left away; a single line
    with several commas is a list, too."""
    lines = text.splitlines()
    if len(lines) == 1 and len(re.findall("[,;]", text)) > 1:
        lines = re.split("[,;]", text)
    bare = (NUMBERED.sub("", line.translate(SIGNS)).strip(" ,;") for line in lines)
    printable = ("".join(sign for sign in name if sign.isprintable()) for name in bare)
    return [" ".join(name.split()) for name in printable if name.strip()]


def _add(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    club = desk.club
    if form.values["me"] and _may_say_who(desk):
        play_as(actor=desk.actor, club_id=club.pk, name=form.values["me"])
    new = add_players(actor=desk.actor, club_id=club.pk, names=read_names(form.values["names"]))
    if request.POST.get("step"):
        return redirect(reverse("new_game", args=[club.slug]) + "?step=3")
    words = ngettext(
        "%(count)d Person ist dazugekommen.", "%(count)d Personen sind dazugekommen.", len(new)
    )
    return done(request, words % {"count": len(new)}, "club", club.slug)


def _show(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    players = clubs.players(desk.actor).filter(club=desk.club, active=True)
    step = request.POST.get("step") or request.GET.get("step", "")
    context = desk.context(
        typed=form,
        key=form.key,
        players=players.order_by("name"),
        asks_me=_may_say_who(desk),
        step=2 if step else 0,
    )
    return render(request, "pages/people.html", context, status=form.status)


def _may_say_who(desk: Desk) -> bool:
    """Whether the reader plays nowhere yet and may say himself as whom he does."""
    admin = has_role(desk.actor, desk.club.pk, Role.ADMIN)
    return admin and clubs.player_for(desk.actor, desk.club.pk) is None


def _first_guess(request: HttpRequest) -> str:
    """A user name that looks like a name is offered as one."""
    name = request.user.get_username()
    return name.capitalize() if name.isalpha() else ""
