"""The board of the hall: a page that keeps itself up to date, and one without any script too."""

from dataclasses import asdict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from rest_framework.utils.encoders import JSONEncoder

from jassclub.clubs.authentication import actor_of
from jassclub.clubs.services.forgetting import TIME_TO_THINK
from jassclub.clubs.token_throttle import count_guess, refuse_guesser
from jassclub.core.reader import number_in
from jassclub.web.form_state import FormState
from jassclub.web.forms import page, sent_from
from jassclub.web.qr import drawn
from tournaments.core.desk_page import tournament_at, works_there
from tournaments.core.models import Tournament
from tournaments.entries import services as entries
from tournaments.entries.models import Entry
from tournaments.entries.names import Calling
from tournaments.entries.pages.sign_up import WAITING, places_of
from tournaments.entries.selectors import entry_by_token, people_of
from tournaments.format.selectors import format_of
from tournaments.privacy import services as privacy
from tournaments.privacy.personal_data import held_by
from tournaments.public.board import board_etag
from tournaments.public.pages.board_leaves import WISHES, board_of
from tournaments.public.pages.results import way_of
from tournaments.rounds.selectors import open_round


@never_cache
@require_safe
@page
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Seats, clock, ranking or podium, as the day stands.

    `zeigt` holds it at one of them, `blatt` (from 1) is the leaf shown where no script turns.
    """
    tournament = tournament_at(request, slug)
    # Before the content: what changes meanwhile is fetched again, never missed.
    etag = board_etag(tournament)
    wish = request.GET.get("zeigt", "")
    content = board_of(tournament, format_of(tournament), wish=wish)
    leaf = number_in(request.GET.get("blatt", ""), most_digits=3) or 1
    if leaf > len(content.leaves):
        leaf = 1
    address = request.build_absolute_uri(reverse("public_event", args=[slug]))
    context = {
        "tournament": tournament,
        "format": format_of(tournament),
        "board": content,
        "shown": leaf,
        "next": leaf % max(1, len(content.leaves)) + 1,
        "wish": wish if wish in WISHES else "",
        "etag": etag,
        "poll": reverse("api:tournament-board", args=[tournament.pk]),
        "address": address,
        "qr": drawn(address),
        "now": timezone.now(),
    }
    return render(request, "tournaments/public/board.html", context)


@never_cache
@require_safe
@page
def ticket(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Who is signed up, and how it stands; its code is shown at the desk of the hall."""
    tournament = tournament_at(request, slug)
    entry = _entry(request, tournament, token)
    mates = people_of(entry)
    address = request.build_absolute_uri(reverse("public_ticket", args=[slug, token]))
    context = {
        "tournament": tournament,
        "entry": entry,
        "people": mates,
        "going": [(mate, privacy.waiting_for(mate)) for mate in mates],
        "days": TIME_TO_THINK.days,
        "names": Calling(tournament).entries(mates),
        "before": _before(entry),
        "token": token,
        "address": address,
        "qr": drawn(address),
        "seat": _seat(entry),
        "withdrawable": places_of(tournament).open and entry.state in (*entries.HERE, WAITING),
        "desk": works_there(actor_of(request), tournament),
    }
    return render(request, "tournaments/public/ticket.html", context)


@sent_from("public_ticket", "slug", "token")
@page
def withdraw(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """Take the sign-up back; twice is once."""
    tournament = tournament_at(request, slug)
    entry = _entry(request, tournament, token)
    if entry.state in (*entries.HERE, WAITING):
        entries.withdraw(actor=actor_of(request), token=token)
        messages.info(request, _("Du bist abgemeldet. Danke, dass du es gesagt hast."))
    return redirect("public_ticket", slug, token)


@never_cache
@require_safe
@page
def ticket_data(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """What is held of the people of a ticket, as a file."""
    tournament = tournament_at(request, slug)
    entry = _entry(request, tournament, token)
    calls = Calling(tournament)
    held = [
        {
            **held_by(mate, calls),
            "rounds": [asdict(row) for row in way_of(mate, tournament, format_of(tournament), {})],
        }
        for mate in people_of(entry)
    ]
    answer = JsonResponse(
        {"people": held}, JSONEncoder, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}.json"'
    return answer


@sent_from("public_ticket", "slug", "token")
@page
def go(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """One of the people of a ticket wants to be forgotten, or to stay after all (`stay`)."""
    tournament = tournament_at(request, slug)
    _entry(request, tournament, token)
    act = privacy.stay_by_ticket if request.POST.get("stay") else privacy.leave_by_ticket
    number = FormState.of(request.POST, ("number",)).whole("number")
    act(actor=actor_of(request), tournament_id=tournament.pk, token=token, number=number)
    return redirect("public_ticket", slug, token)


def _entry(request: HttpRequest, tournament: Tournament, token: str) -> Entry:
    refuse_guesser(request)
    entry = entry_by_token(tournament, token)
    if entry is None:
        count_guess(request)
        raise Http404(_("Diese Anmeldung gibt es nicht."))
    return entry


def _before(entry: Entry) -> int:
    """How many stand in front on the waiting list."""
    if entry.state != WAITING:
        return 0
    waiting = Entry.objects.filter(tournament=entry.tournament_id, state=WAITING, held=False)
    return waiting.filter(number__lt=entry.number).count()


def _seat(entry: Entry) -> int | None:
    """The table of the round that is called."""
    round_ = open_round(entry.tournament)
    if round_ is None:
        return None
    seated = round_.sittings.filter(entry=entry, substitute=None)
    return seated.values_list("passe__table__number", flat=True).first()
