"""The board of the hall: a page that keeps itself up to date, and one without any script too."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.utils.encoders import JSONEncoder

from jassclub.clubs.actors import actor_of
from jassclub.clubs.naming import by_surname
from jassclub.clubs.services.forgetting import TIME_TO_THINK
from jassclub.clubs.throttling import count_guess
from jassclub.core.files import saved_as
from jassclub.core.reader import number_in
from jassclub.web.form_state import Fields, FormState, line
from jassclub.web.forms import page, sent_from, shown_page
from jassclub.web.qr import drawn
from jassclub.webhooks import push
from tournaments.core.desk_page import tournament_at, works_there
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.entries import services as entries
from tournaments.entries.models import HERE, Entry, SeatMail
from tournaments.entries.pages.sign_up import WAITING, places_of
from tournaments.entries.selectors import Calling, entry_by_token, people_of
from tournaments.format.pure import Format
from tournaments.format.selectors import format_of
from tournaments.papers.logos import logos_of
from tournaments.privacy import services as privacy
from tournaments.public.board import board_etag, seating
from tournaments.public.pages.results import ranking_table, way_of
from tournaments.results.selectors import tables_without_result
from tournaments.rounds.hall import current_draw, last_round, open_round, passen_of
from tournaments.rounds.models import Round
from tournaments.standings.bracket import bracket_of

State = Tournament.State
WISHES = {"plaetze": "seats", "uhr": "clock", "rangliste": "ranking", "podest": "podium"}
"""Phases that a second beamer can be held at, by the word in the address."""
LEAST_ROWS, ROWS = 9, 12
GRIDS = ((24, 2, ROWS), (144, 3, ROWS), (200, 3, 14), (None, 4, 17))
"""Up to so many people stand in so many columns of so many rows."""
SLOW, FAST, ALL_NAMES = 9, 4, 39
"""Seconds of a leaf, where the organiser has set none: as long as is good to read, at least so
long, and so that all names have come in so many."""
RANKED_ROWS, RANKED_COLUMNS = 10, 2
RANKED = 60
"""As many ranks as the beamer shows; everybody finds himself on the phone."""
PLACES = 3
DUELS = 5
MAIL = Fields(address=line(254))

T = TypeVar("T")


Leaf = dict[str, Any]
"""One screen."""


def _leaf(
    kind: str, key: str = "", *, columns: int = 1, rows: Sequence[Any] = (), once: bool = False
) -> Leaf:
    """`once`: not shown again when the pages begin again; `columns` of its grid, which is as `deep`
    as holds everybody, so that they stand as large as they can."""
    return {
        "kind": kind,
        "key": key or kind,
        "columns": columns,
        "rows": rows,
        "once": once,
        "deep": max(LEAST_ROWS, -(-len(rows) // columns)),
    }


def board_of(tournament: Tournament, format_: Format, *, wish: str = "") -> dict[str, Any]:
    """What is shown now, in its leaves: as it follows from the state of the day, or held at a
    wished phase."""
    round_ = last_round(tournament)
    phase = _phase(tournament, round_, wish)
    board: dict[str, Any] = {"phase": phase, "round": round_, "leaves": [_leaf(phase)]}
    if phase == "seats" and round_ is not None:
        return {**board, "leaves": list(_seats(round_, Calling(tournament)))}
    if phase == "clock" and round_ is not None:
        clock = clock_of(round_)
        # Who comes late finds his seat, as long as nobody waits for results.
        if not (wish or clock["in_hand"] or clock["left"] == 0):
            board["leaves"] += _seats(round_, Calling(tournament))
        return {**board, "clock": clock}
    if phase == "welcome":
        return board
    table = ranking_table(tournament, format_)
    leaves = list(_ranked(table, podium=phase == "podium"))
    if phase == "ranking":
        leaves = [*_bracket(tournament, format_), *leaves]
    return {**board, "leaves": leaves, "ranking": table}


def clock_of(round_: Round) -> dict[str, Any]:
    """Where a round stands in time. `left` are seconds, 0 when time is up, None without a clock,
    `text` says so without a script; `extra` are the minutes that were added; `in_hand` tables with
    a result that counts, `outstanding` those without."""
    passen = list(passen_of(round_))
    waiting = tables_without_result(passen)
    added = round_.tournament.log.filter(kind="time", payload__round=round_.number)
    left = _left(round_)
    minutes, seconds = divmod(left or 0, 60)
    return {
        "hands": round_.hands,
        "ends_at": round_.ends_at,
        "left": left,
        "text": f"{minutes}:{seconds:02}",
        "stands": round_.seconds_left is not None,
        # Minutes that the direction has added in this round, as its log tells.
        "extra": sum(record.payload["minutes"] for record in added),
        "in_hand": len(passen) - len(waiting),
        "outstanding": waiting,
    }


def _phase(tournament: Tournament, round_: Round | None, wish: str) -> str:
    if round_ is None:
        return "welcome"
    if wish in WISHES:
        return WISHES[wish]
    if round_.state == Round.State.CALLED:
        return "seats"
    if round_.state == Round.State.RUNNING:
        return "clock"
    ended = tournament.state == State.FINISHED or tournament.revealed_at is not None
    return "podium" if ended else "ranking"


def _seats(round_: Round, calls: Calling) -> Iterator[Leaf]:
    yield from pages_of_names(seating(passen_of(round_), calls))
    out = calls.entries(row.entry for row in round_.sitting_out.select_related("entry"))
    for number, names in enumerate(_parts(sorted(out, key=by_surname), ROWS), start=1):
        yield _leaf("out", f"out-{number}", rows=names)


def pages_of_names(rows: Sequence[Any]) -> Iterator[Leaf]:
    """Seats in leaves, the closer the more they are."""
    columns, deep = next(
        (across, down) for most, across, down in GRIDS if most is None or len(rows) <= most
    )
    for number, part in enumerate(_parts(rows, columns * deep), start=1):
        yield _leaf("seats", f"seats-{number}", columns=columns, rows=part)


def _ranked(table: dict[str, Any], *, podium: bool) -> Iterator[Leaf]:
    if table["veiled_from"] is not None:
        yield _leaf("veiled")
        return
    rows = table["ranked"]
    if podium:
        yield from _podium(rows)
    for number, part in enumerate(_parts(rows[:RANKED], RANKED_ROWS * RANKED_COLUMNS), start=1):
        yield _leaf("ranking", f"ranking-{number}", columns=RANKED_COLUMNS, rows=part)
    if not rows:
        yield _leaf("waiting")


def _bracket(tournament: Tournament, format_: Format) -> Iterator[Leaf]:
    """The last stage of a knock-out, some duels a leaf."""
    for stage in bracket_of(tournament, format_)[-1:]:
        for part in stage["parts"]:
            for number, duels in enumerate(_parts(part["duels"], DUELS), start=1):
                leaf = _leaf("bracket", f"bracket-{part['part']}-{number}", rows=duels)
                yield leaf | {"heading": part["heading"]}


def _podium(rows: Sequence[dict[str, Any]]) -> Iterator[Leaf]:
    """The third, then the second with him, then all three; equals stand together."""
    best = [line for line in rows if line["rank"] <= PLACES]
    ranks = sorted({line["rank"] for line in best}, reverse=True)
    for rank in ranks:
        standing = [line for line in best if line["rank"] >= rank]
        yield _leaf("podium", f"podium-{rank}", rows=standing, once=rank != ranks[-1])


def _parts(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """As many as fit, spread evenly over the leaves, so that the last one is not all but empty."""
    leaves = -(-len(rows) // size)
    each = -(-len(rows) // leaves) if leaves else 0
    for number in range(leaves):
        yield rows[number * each : (number + 1) * each]


def _left(round_: Round) -> int | None:
    if round_.seconds_left is not None:
        return round_.seconds_left
    if round_.ends_at is None:
        return None
    left: timedelta = round_.ends_at - timezone.now()
    return max(0, round(left.total_seconds()))


def seconds_of(format_: Format, leaves: int) -> int:
    """How long a leaf is shown."""
    return format_.board_seconds or max(FAST, min(SLOW, ALL_NAMES // leaves))


@shown_page
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Seats, clock, ranking or podium, as the day stands.

    `zeigt` holds it at one of them, `blatt` (from 1) is the leaf shown where no script turns.
    """
    tournament = tournament_at(request, slug)
    # Before the content: what changes meanwhile is fetched again, never missed.
    etag = board_etag(tournament)
    wish = request.GET.get("zeigt", "")
    format_ = format_of(tournament)
    content = board_of(tournament, format_, wish=wish)
    leaf = number_in(request.GET.get("blatt", ""), most_digits=3) or 1
    if leaf > len(content["leaves"]):
        leaf = 1
    address = request.build_absolute_uri(reverse("public_event", args=[slug]))
    return render(
        request,
        "tournaments/public/board.html",
        {
            "tournament": tournament,
            "format": format_,
            "board": content,
            "seconds": seconds_of(format_, len(content["leaves"])),
            "shown": leaf,
            "next": leaf % max(1, len(content["leaves"])) + 1,
            "wish": wish if wish in WISHES else "",
            "etag": etag,
            "poll": reverse("api:tournament-board", args=[tournament.pk]),
            "address": address,
            "qr": drawn(address),
            "logos": logos_of(tournament),
            "now": timezone.now(),
        },
    )


@shown_page
def ticket(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Who is signed up, and how it stands; its code is shown at the desk of the hall."""
    tournament = tournament_at(request, slug)
    return show_ticket(
        request, tournament, entry_of(request, tournament, token), token, MAIL.empty()
    )


def show_ticket(
    request: HttpRequest, tournament: Tournament, entry: Entry, token: str, form: FormState
) -> HttpResponse:
    """The page; `form` is what was typed about mails."""
    mates = people_of(entry)
    where = reverse("public_ticket", args=[tournament.slug, token])
    address = request.build_absolute_uri(where)
    return render(
        request,
        "tournaments/public/ticket.html",
        {
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
            **_places(tournament, mates),
            "withdrawable": places_of(tournament)["open"] and entry.state in (*HERE, WAITING),
            "desk": works_there(actor_of(request), tournament),
            "mail": settings.MAIL_FROM,
            "mailed": SeatMail.objects.filter(entry=entry).exclude(address="").exists(),
            "bell_key": bell_key(),
            "form": form,
        },
        status=form.status,
    )


def bell_key() -> str:
    """What a phone subscribes with to ring at each call; empty where none can."""
    return push.public_key() if settings.SERVICE_WORKER else ""


@sent_from("public_ticket", "slug", "token")
@page
def withdraw(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """Take the sign-up back; twice is once."""
    entry = entry_of(request, tournament_at(request, slug), token)
    if entry.state in (*HERE, WAITING):
        entries.withdraw(actor=actor_of(request), token=token)
        messages.info(request, _("Du bist abgemeldet. Danke, dass du es gesagt hast."))
    return redirect("public_ticket", slug, token)


@shown_page
def ticket_data(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """What is held of the people of a ticket, as a file."""
    tournament = tournament_at(request, slug)
    entry = entry_of(request, tournament, token)
    calls = Calling(tournament)
    held = [
        {
            **privacy.held_by(mate, calls),
            "rounds": way_of(mate, tournament, format_of(tournament), {}),
        }
        for mate in people_of(entry)
    ]
    answer = JsonResponse(
        {"people": held}, JSONEncoder, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    answer["Content-Disposition"] = saved_as(tournament.slug, end="json")
    return answer


@sent_from("public_ticket", "slug", "token")
@page
def go(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """One of the people of a ticket wants to be forgotten, or to stay after all (`stay`)."""
    tournament = tournament_at(request, slug)
    entry_of(request, tournament, token)
    act = privacy.stay_by_ticket if request.POST.get("stay") else privacy.leave_by_ticket
    act(
        actor=actor_of(request),
        tournament_id=tournament.pk,
        token=token,
        number=FormState.of(request.POST, ("number",)).whole("number"),
    )
    return redirect("public_ticket", slug, token)


def entry_of(request: HttpRequest, tournament: Tournament, token: str) -> Entry:
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


def _places(tournament: Tournament, mates: Sequence[Entry]) -> dict[str, Any]:
    """Where the people of a ticket sit in the round that is called, or that they sit out."""
    round_ = open_round(tournament)
    if round_ is None:
        return {}
    sittings = round_.sittings.filter(entry__in=mates, substitute=None)
    rows = sittings.order_by("index").select_related("entry", "passe__table")
    return {
        "seats": [(one.entry.name, one.passe.table.number, LETTERS[one.index]) for one in rows],
        "sits_out": round_.sitting_out.filter(entry__in=mates).exists() and round_.number,
        "back": _back(round_, {mate.number for mate in mates}),
    }


def _back(round_: Round, numbers: set[int]) -> int | None:
    """The next round of the plan in which nobody of these sits out; None where it is not drawn."""
    plan = current_draw(round_.tournament)
    for number, planned in enumerate(plan.rounds if plan else (), start=1):
        if number > round_.number and numbers.isdisjoint(planned["sitting_out"]):
            return number
    return None
