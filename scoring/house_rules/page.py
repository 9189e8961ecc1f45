"""The rules of a club beside the book: read by its members, changed by its admins."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs.models import Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import require_role
from jassclub.clubs.services import clubs
from jassclub.core.errors import Invalid, in_words
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import done, page, submit
from referee.rules.profile import BASE, Profile, load_profile, profile_slugs
from scoring.core.models import Game
from scoring.core.rules import sentence
from scoring.house_rules.form import HouseRules, faults


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def club_rules(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The sheet of rules, for an admin as a form; saving changes games that begin later."""
    desk = Desk.of(request, slug)
    if request.method != "POST":
        rules = HouseRules(_base(desk, request.GET), desk.club.profile_layer, desk.club.deck)
        return _show(request, desk, rules, FormState())
    require_role(desk.actor, desk.club.pk, Role.ADMIN)
    base = _base(desk, request.POST)
    rules = HouseRules(base, desk.club.profile_layer, desk.club.deck, request.POST)
    form = Fields("version", places=_places(rules)).read(request.POST)

    def show() -> HttpResponse:
        desk.club.refresh_from_db()
        fresh = HouseRules(base, desk.club.profile_layer, desk.club.deck, request.POST)
        return _show(request, desk, fresh, form)

    address = reverse("club_rules", args=[slug]) + f"?base={base.slug}"
    words = _("Gespeichert. Es gilt für Partien, die jetzt beginnen.")
    return submit(
        request,
        desk.actor,
        lambda: _save(desk, rules, form.whole("version")),
        then=lambda _saved: done(request, words, address),
        form=form,
        show=show,
    )


def _save(desk: Desk, rules: HouseRules, version: int) -> None:
    """Store what was changed; Invalid with all faults, and the refusal of an older version."""
    layer = rules.changed()
    found = in_words(faults(rules.base, layer), sentence)
    Invalid.raise_for(found, _("So lässt sich nicht spielen."))
    clubs.change_club(
        actor=desk.actor,
        club_id=desk.club.pk,
        version=version,
        values={"profile_layer": layer},
    )


def _places(rules: HouseRules) -> dict[str, str]:
    """JSON pointer of each switch on the page -> the name of its field."""
    paths = [setting.path for setting in rules.settings]
    return {"/" + path.replace(".", "/"): path for path in paths}


def _base(desk: Desk, query: QueryDict) -> Profile:
    """The profile to compare with: the one asked for, else what the club played last."""
    wanted = query.get("base", "")
    if wanted in profile_slugs():
        return load_profile(wanted)
    last = Game.objects.filter(club=desk.club).order_by("-created_at").first()
    slug = last.profile.get("slug", BASE) if last is not None else BASE
    return load_profile(slug if slug in profile_slugs() else BASE)


def _show(request: HttpRequest, desk: Desk, rules: HouseRules, form: FormState) -> HttpResponse:
    bases = sorted((load_profile(slug).title, slug) for slug in profile_slugs())
    context = desk.context(rules=rules, typed=form, bases=bases)
    return render(request, "pages/office/club_rules.html", context, status=form.status)
