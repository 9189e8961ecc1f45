"""The games of a club over all years; what was carried over is marked.

Earlier seasons that are known as sums: entering them, and correcting one player of them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Club, Player, Role, Season
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import require_role
from jassclub.core.errors import DomainError, Finding
from jassclub.core.reader import number_in
from jassclub.web.form_state import Fields, FormState, line, words_of
from jassclub.web.forms import done, form_page, shown_page, submit
from scoring.games.registry import AVERAGED, GAMES, UNMULTIPLIED
from tournaments.format.pure import as_decimal
from tournaments.seasons.api_openings import MOST_HANDS
from tournaments.seasons.models import NUMBERS, OpeningBalance, SeasonOpening
from tournaments.seasons.openings import (
    Sums,
    correct_balance,
    faults,
    open_season,
    refuse_wrong,
)
from tournaments.seasons.pages.tables import VARIANTS
from tournaments.seasons.selectors import (
    all_time_games,
    all_time_of,
    balances_of,
    names,
    openings,
)
from tournaments.standings.pure import AllTimeAverage, AllTimeSide

MAYBE_UNKNOWN = ("exact_hits", "evenings")
LARGEST: Mapping[str, int] = {"total": 10**9}
LONGEST_LABEL, LONGEST_NOTE = 80, 200
_NUMBER = re.compile(r"-?[0-9]{1,10}")


def cells(form: FormState, key: str) -> list[dict[str, Any]]:
    """The four fields of a row."""
    names = zip(names_of_row(key), NUMBERS.values(), strict=True)
    return [
        {
            "name": name,
            "words": str(words),
            "value": form.values.get(name, ""),
            "errors": form.errors.get(name, ()),
        }
        for name, words in names
    ]


def names_of_row(key: str) -> list[str]:
    """The names of the fields of a row."""
    return [f"{number}_{key}" for number in NUMBERS]


def places_of_row(key: str, pointer: str) -> dict[str, str]:
    """From pointers of the service to fields; what is said of the player stands at the first."""
    places = {f"{pointer}/{number}": f"{number}_{key}" for number in NUMBERS}
    return {f"{pointer}/player": f"hands_{key}", **places}


def unreadable(form: FormState, key: str, *, pointer: str, name: str) -> Iterator[Finding]:
    """What of the row of `name` is missing, or no number, or too large."""
    for number, words in NUMBERS.items():
        text, who = form.values.get(f"{number}_{key}", ""), {"name": name, "number": words}
        if not text and number not in MAYBE_UNKNOWN:
            yield Finding(
                "required",
                f"{pointer}/{number}",
                _("%(name)s, %(number)s: hier fehlt die Zahl.") % who,
            )
        elif text and not _fits(number, text):
            yield Finding(
                "no_number",
                f"{pointer}/{number}",
                _("%(name)s, %(number)s: bitte eine ganze Zahl, zum Beispiel 97.") % who,
            )


def sums_of(form: FormState, key: str, player_id: UUID) -> Sums:
    """A row that is readable."""
    numbers = {name: form.values.get(f"{name}_{key}", "") for name in NUMBERS}
    read: dict[str, Any] = {name: int(text) if text else None for name, text in numbers.items()}
    return Sums(player_id=player_id, **read)


def _fits(number: str, text: str) -> bool:
    if _NUMBER.fullmatch(text) is None:
        return False
    largest = LARGEST.get(number, MOST_HANDS)
    return (-largest if number == "total" else 0) <= int(text) <= largest


@dataclass
class SeasonForm:
    """An earlier season: its name and a row of sums for each player."""

    club: Club
    people: Sequence[Player]
    seasons: Sequence[Season] = ()
    state: FormState = field(default_factory=FormState)

    @property
    def rows(self) -> list[tuple[Player, list[dict[str, Any]]]]:
        """Each player with his fields."""
        return [(player, cells(self.state, str(player.pk))) for player in self.people]

    def read(self, post: Mapping[str, str]) -> "SeasonForm":
        """Take over what was typed."""
        fields = [name for player in self.people for name in names_of_row(str(player.pk))]
        self.state = FormState.of(post, ("season", "variant", *fields))
        self.state.values["label"] = words_of(post, "label", longest=LONGEST_LABEL)
        self.state.values["note"] = words_of(post, "note", longest=LONGEST_NOTE)
        return self

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {"/label": "label", "/season": "season", "/balances": "people"}
        for index, player in enumerate(self._filled_in()):
            places |= places_of_row(str(player.pk), f"/balances/{index}")
        self.state.refuse(refusal, places)

    def arguments(self) -> dict[str, Any]:
        """What `open_season` wants; Invalid with everything that is wrong."""
        wrong = list(self._faults())
        readable = {
            index: sums_of(self.state, str(player.pk), player.pk)
            for index, player in enumerate(self._filled_in())
            if not any(finding.pointer.startswith(f"/balances/{index}/") for finding in wrong)
        }
        balances = list(readable.values())
        variant = self.state.values["variant"]
        variant = variant if variant in GAMES else AVERAGED
        found = faults(self.club.pk, balances, variant=variant)
        wrong += [_moved(finding, list(readable)) for finding in found]
        refuse_wrong(wrong)
        seasons = {str(season.pk): season.pk for season in self.seasons}
        return {
            "label": self.state.values["label"],
            "note": self.state.values["note"],
            "season_id": seasons.get(self.state.values["season"]),
            "balances": balances,
            "variant": variant,
        }

    @property
    def variants(self) -> list[tuple[str, str]]:
        """The games, and what they are called; first what most clubs count over the years."""
        first = (AVERAGED, UNMULTIPLIED)
        return [(name, str(VARIANTS[name])) for name in dict.fromkeys((*first, *VARIANTS))]

    def _filled_in(self) -> list[Player]:
        """Those for whom anything was typed."""
        values = self.state.values
        return [
            player
            for player in self.people
            if any(values.get(name) for name in names_of_row(str(player.pk)))
        ]

    def _faults(self) -> Iterator[Finding]:
        if not self.state.values["label"]:
            yield Finding("required", "/label", _("Der Name fehlt."))
        players = self._filled_in()
        if not players:
            yield Finding(
                "nobody", "/balances", _("Schreib mindestens bei einer Person die Zahlen.")
            )
        for index, player in enumerate(players):
            yield from unreadable(
                self.state, str(player.pk), pointer=f"/balances/{index}", name=player.name
            )


def _moved(detail: Finding, places: Sequence[int]) -> Finding:
    """A finding about the readable rows, at the row of the form that it is about."""
    _empty, head, index, rest = detail.pointer.split("/", 3)
    pointer = f"/{head}/{places[int(index)]}/{rest}"
    return Finding(detail.code, pointer, detail.text, detail.article)


@dataclass(frozen=True)
class Row:
    """One player over all years, as the table shows him."""

    sums: AllTimeAverage | AllTimeSide
    name: str
    mean: Decimal


@shown_page
def all_time(request: HttpRequest, slug: str) -> HttpResponse:
    """The table, with as many hands for a rank as the reader asks for."""
    desk = Desk.of(request, slug)
    number = number_in(request.GET.get("minimum", ""), most_digits=6)
    minimum = 1 if number is None else number
    averages = all_time_of(desk.club.pk, minimum_hands=minimum)
    games = all_time_games(desk.club.pk, minimum_hands=minimum)
    return desk.render(
        request,
        "pages/office/all_time.html",
        rows=_named(averages),
        games=[
            {
                "title": VARIANTS[variant],
                "rows": _named(rows),
                "carried": any(row.sums.carried for row in rows),
                "kind": GAMES[variant],
                "won": any(row.sums.games for row in rows),
            }
            for variant, rows in games.items()
        ],
        minimum=max(1, minimum),
        carried=any(average.carried.hands for average in averages),
    )


def _named(rows: Sequence[AllTimeAverage | AllTimeSide]) -> list[Row]:
    """With the names of today."""
    name_by_player = names(str(row.player) for row in rows)
    return [Row(row, name_by_player[str(row.player)], as_decimal(row.mean or 0)) for row in rows]


MOST_ROWS = 200
"""People asked for at once: as many as one form may have fields for."""
ROW = "row"
"""Key of the one row of a correction."""
FIELDS = Fields("version", *names_of_row(ROW), reason=line(), places=places_of_row(ROW, ""))


@shown_page
def earlier(request: HttpRequest, slug: str) -> HttpResponse:
    """What was taken over, latest first."""
    desk = Desk.of(request, slug)
    rows = openings(desk.actor).filter(club=desk.club).select_related("season")
    newest = rows.annotate(people=Count("balances", filter=Q(balances__current=True))).order_by(
        "-created_at"
    )
    return desk.render(request, "pages/office/earlier.html", openings=newest)


@form_page
def carry_over(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Enter the sums of an earlier season, all players at once. Role: director."""
    desk = Desk.of(request, slug, Role.DIRECTOR)
    seasons = list(clubs.seasons(desk.actor).filter(club=desk.club).order_by("-starts"))
    form = SeasonForm(desk.club, _people(desk)[:MOST_ROWS], seasons)
    if request.method == "POST":
        form.read(request.POST)
    return submit(
        request,
        desk.actor,
        lambda: open_season(**desk.ids, **form.arguments()),
        then=lambda opening: done(
            request,
            _("%(label)s ist übernommen.") % {"label": opening.label},
            "opening",
            slug,
            opening.pk,
        ),
        form=form,
        show=lambda: desk.render(
            request,
            "pages/office/carry_over.html",
            form=form,
            typed=form.state,
            status=form.state.status,
        ),
        passing=(),
    )


@shown_page
def opening(request: HttpRequest, slug: str, opening_id: UUID) -> HttpResponse:
    """One earlier season, player by player."""
    desk = Desk.of(request, slug)
    row = _opening(desk, opening_id)
    balances = list(balances_of(row))
    there = {balance.player_id for balance in balances}
    return desk.render(
        request,
        "pages/office/opening.html",
        opening=row,
        balances=balances,
        others=[player for player in _people(desk) if player.pk not in there],
        writer=clubs.named(desk.club, [row.actor])[row.actor],
    )


@form_page
def balance(request: HttpRequest, slug: str, opening_id: UUID, player_id: UUID) -> HttpResponseBase:
    """The sums of one player, every version, and correcting them. Role to correct: director."""
    desk = Desk.of(request, slug)
    row = _opening(desk, opening_id)
    player = clubs.found(clubs.players(desk.actor).filter(club=desk.club), player_id)
    versions = list(balances_of(row, superseded=True).filter(player=player))
    if request.method == "POST":
        require_role(desk.actor, desk.club.pk, Role.DIRECTOR)
    form = FIELDS.of(request, **_numbers(versions))
    words = _("Die Zahlen von %(name)s gelten.") % {"name": player.name}
    return submit(
        request,
        desk.actor,
        lambda: _correct(desk, row, player=player, form=form),
        then=lambda _corrected: done(request, words, "opening", slug, row.pk),
        form=form,
        show=lambda: _show(request, desk, row, player=player, versions=versions, form=form),
        passing=(),
    )


def _correct(desk: Desk, row: SeasonOpening, *, player: Player, form: FormState) -> None:
    wrong = list(unreadable(form, ROW, pointer="", name=player.name))
    if not form.values["reason"]:
        wrong.append(Finding("required", "/reason", _("Schreib, woher die Zahlen kommen.")))
    refuse_wrong(wrong)
    correct_balance(
        actor=desk.actor,
        opening_id=row.pk,
        version=form.whole("version"),
        sums=sums_of(form, ROW, player.pk),
        reason=form.values["reason"],
    )


def _show(
    request: HttpRequest,
    desk: Desk,
    row: SeasonOpening,
    *,
    player: Player,
    versions: Sequence[OpeningBalance],
    form: FormState,
) -> HttpResponse:
    names = clubs.named(desk.club, [row.actor for row in versions])
    return desk.render(
        request,
        "pages/office/balance.html",
        opening=row,
        player=player,
        versions=[(row, names[row.actor]) for row in reversed(versions)],
        version=versions[-1].version if versions else 0,
        cells=cells(form, ROW),
        typed=form,
        status=form.status,
    )


def _numbers(versions: Sequence[OpeningBalance]) -> dict[str, str]:
    """What stands in the fields at first: the numbers of the latest version."""
    numbers = {f"{name}_{ROW}": getattr(versions[-1], name) for name in NUMBERS if versions}
    return {name: "" if value is None else str(value) for name, value in numbers.items()}


def _opening(desk: Desk, opening_id: UUID) -> SeasonOpening:
    return clubs.found(openings(desk.actor).filter(club=desk.club), opening_id)


def _people(desk: Desk) -> list[Player]:
    """Everybody who may have played then, former players too, those who play today first."""
    people = clubs.players(desk.actor).filter(club=desk.club, merged_into=None)
    return list(people.filter(anonymised_at=None).order_by("-active", "guest", "name"))
