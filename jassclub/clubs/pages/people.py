"""Who plays in a club: its people, typed or pasted, and what stands of each of them."""

import re
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import has_role
from jassclub.clubs.services import people
from jassclub.clubs.services.clubs import add_players, play_as
from jassclub.core.errors import Invalid
from jassclub.web.form_state import Fields, FormState, line, raw
from jassclub.web.forms import done, form_page, submit

LONGEST_LIST = 40_000
LONGEST_NAME = 81
"""A name one sign too long is refused in words, not cut."""
NUMBERED = re.compile(r"^\s*(?:\d+\s*[.)]|[-*•–])\s*")
ROSTER = Fields(me=line(LONGEST_NAME), names=raw(LONGEST_LIST), places={"/name": "me"})
SIGNS = str.maketrans({"\t": " "})


@form_page
def roster(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Names, one a line; the admin says under which of them he plays himself."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    form = ROSTER.of(request, me=_first_guess(request), names="")
    return submit(
        request,
        desk.actor,
        lambda: _add(request, desk, form),
        then=lambda answer: answer,
        form=form,
        show=lambda: _show_roster(request, desk, form),
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
    names = read_names(form.values["names"])
    new, known = add_players(actor=desk.actor, club_id=club.pk, names=names)
    if request.POST.get("step"):
        return redirect(reverse("new_game", args=[club.slug]) + "?step=3")
    words = ngettext(
        "%(count)s Person ist dazugekommen.", "%(count)s Personen sind dazugekommen.", len(new)
    )
    words %= {"count": len(new)}
    if known:
        words += " " + _(
            "Schon dabei: %(names)s. Ist jemand anderes gemeint, braucht der Name ein Wort mehr, "
            "zum Beispiel «%(name)s B.»."
        ) % {"names": ", ".join(known), "name": known[0]}
    return done(request, words, "people" if known else "club", club.slug)


def _show_roster(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    players = _people(desk).filter(merged_into=None, anonymised_at=None).order_by("name")
    step = request.POST.get("step") or request.GET.get("step", "")
    return desk.render(
        request,
        "pages/people.html",
        status=form.status,
        typed=form,
        key=form.key,
        players=players.filter(active=True),
        former=people.without_taken_back(players.filter(active=False)),
        asks_me=_may_say_who(desk),
        step=2 if step else 0,
    )


def _may_say_who(desk: Desk) -> bool:
    """Whether the reader plays nowhere yet and may say himself as whom he does."""
    admin = has_role(desk.actor, desk.club.pk, Role.ADMIN)
    return admin and clubs.player_for(desk.actor, desk.club.pk) is None


def _first_guess(request: HttpRequest) -> str:
    """A user name that looks like a name is offered as one."""
    name = request.user.get_username()
    return name.capitalize() if name.isalpha() else ""


FLAGS = ("active", "guest", "initials_only", "minor")
PERSON = Fields("version", *FLAGS, name=line(LONGEST_NAME))


@form_page
def person(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponseBase:
    """Correct a name, and say who is a guest, a child, or here no more. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    known = _people(desk).filter(merged_into=None, anonymised_at=None)
    player = clubs.found(known, player_id)
    form = PERSON.of(
        request, name=player.name, **{flag: "1" * getattr(player, flag) for flag in FLAGS}
    )
    return submit(
        request,
        desk.actor,
        lambda: _change(desk, player, form),
        then=lambda new: done(request, _("Gilt jetzt für %(name)s.") % {"name": new.name},
                              "people", slug),
        form=form,
        show=lambda: desk.render(
            request, "pages/person.html", status=form.status, player=player, typed=form
        ),
    )  # fmt: skip


def _people(desk: Desk) -> QuerySet[Player]:
    return clubs.players(desk.actor).filter(club=desk.club)


def _change(desk: Desk, player: Player, form: FormState) -> Player:
    name = form.values["name"]
    if not name:
        raise Invalid.at("/name", "required", _("Der Name fehlt."))
    return people.change_player(
        actor=desk.actor,
        player_id=player.pk,
        version=form.whole("version"),
        values={"name": name, **{flag: bool(form.values[flag]) for flag in FLAGS}},
    )
