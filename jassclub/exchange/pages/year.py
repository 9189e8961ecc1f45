"""The end of a season: its pack of papers and tables, and the opening of the next one."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Player, Role, Season
from jassclub.clubs.services.clubs import add_season
from jassclub.core.files import saved_as, shown_as
from jassclub.core.rows import first_or
from jassclub.exchange.grids import XLSX
from jassclub.exchange.year import pack as year_pack
from jassclub.exchange.year.paper import member_paper
from jassclub.exchange.year.tables import Year
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import done, form_page, shown_page, submit
from tournaments.evenings.pages.dates import player_by
from tournaments.seasons.carrying import NextSeason, next_season
from tournaments.seasons.selectors import names, season_of

FORM = Fields("action", "large")
OPEN = "open"
TYPES = {
    "paper": ("application/pdf", "pdf"),
    "book": (XLSX, "xlsx"),
}


@form_page
def year(request: HttpRequest, season_id: UUID) -> HttpResponseBase:
    """What there is, and what becomes of it; the page asks again by itself. Role: director."""
    actor = actor_of(request)
    season = season_of(actor, season_id)
    clubs.require_role(actor, season.club_id, Role.DIRECTOR)
    form = FORM.of(request)
    if form.values.get("action") == OPEN:
        return submit(
            request,
            actor,
            lambda: _open(actor, season),
            then=lambda opened: done(
                request,
                _("Saison %(name)s ist eröffnet.") % {"name": opened.name},
                "season_rules",
                opened.pk,
            ),
            form=form,
            show=lambda: _show(request, actor, season, form),
        )
    return submit(
        request,
        actor,
        lambda: year_pack.order(
            actor=actor, season_id=season.pk, large=bool(form.values.get("large"))
        ),
        then=lambda _pack: redirect("season_year", season.pk),
        form=form,
        show=lambda: _show(request, actor, season, form),
    )


@shown_page
def year_file(request: HttpRequest, season_id: UUID, name: str) -> HttpResponse:
    """The PDF (`paper`) or the workbook (`book`). Role: director."""
    actor = actor_of(request)
    content, season = year_pack.file_of(actor, season_id, name), season_of(actor, season_id)
    kind, end = TYPES[name]
    answer = HttpResponse(content, content_type=kind)
    of = season.club.slug, season.name
    answer["Content-Disposition"] = saved_as(_("Jahresmappe"), *of, end=end)
    answer["Cache-Control"] = "private, no-store"
    return answer


@shown_page
def player_paper(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The page of one person as a PDF, for himself and for who hands it to him. Role: director."""
    actor = actor_of(request)
    player = clubs.found(clubs.players(actor), player_id).person
    if actor.user_id is None or player.user_id != actor.user_id:
        clubs.require_role(actor, player.club_id, Role.DIRECTOR)
    return _paper_of(request, player, money=True)


@shown_page
def own_paper(request: HttpRequest, token: str) -> HttpResponse:
    """The same by his own link, without the kitty: the link goes by mail and messengers."""
    return _paper_of(request, player_by(token), money=False)


def _paper_of(request: HttpRequest, player: Player, *, money: bool) -> HttpResponse:
    begun = player.club.seasons.filter(starts__lte=timezone.localdate())
    season = first_or(begun.order_by("-starts"), clubs.missing())
    large = "large" in request.GET
    content = member_paper(Year(season), player, large=large, money=money)
    answer = HttpResponse(content, content_type=TYPES["paper"][0])
    answer["Content-Disposition"] = shown_as(player.name, season.name, end="pdf")
    answer["Cache-Control"] = "private, no-store"
    return answer


def _open(actor: Actor, season: Season) -> Season:
    coming = next_season(season)
    return add_season(
        actor=actor,
        club_id=season.club_id,
        name=coming.name,
        starts=coming.starts,
        ends=coming.ends,
        rules=coming.rules,
    )


def _show(request: HttpRequest, actor: Actor, season: Season, form: FormState) -> HttpResponse:
    coming = next_season(season)
    context = {
        "season": season,
        "club": season.club,
        "pack": year_pack.pack_of(actor, season.pk),
        "over": season.ends < timezone.localdate(),
        "coming": coming,
        "undecided": _undecided(coming),
        "opened": season.club.seasons.filter(starts__gte=coming.starts).first(),
        "typed": form,
        "key": form.key,
    }
    return render(request, "pages/season_year.html", context, status=form.status)


def _undecided(coming: NextSeason) -> list[str]:
    idents = {ident for people in coming.open_moves.values() for ident in people}
    return sorted(names(idents).values())
