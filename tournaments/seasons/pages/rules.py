"""The rules of a season: read as a regulation by its members, changed by the direction.

One page: the numbered points, what was changed and why, and the form. A form is made of the rules
as they stand, and what it does not ask for is kept.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Role, Season
from jassclub.clubs.services.clubs import change_season
from jassclub.core.rows import uuid_in
from jassclub.core.workers import after_commit, wake
from jassclub.web.form_state import Fields, FormState, line
from jassclub.web.forms import done, form_page, submit
from scoring.games.registry import GAMES
from tournaments.format.pure.ranking_rule import BEST, SECOND, SHARED, Combine, Keep, RankPoints
from tournaments.format.regulation import NUMBERS_STAY
from tournaments.seasons.collecting import rules_of
from tournaments.seasons.regulation import VALUES, games_of, history, regulation
from tournaments.seasons.selectors import played_in, season_of
from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    SCHIEBER_CRITERIA,
    RulesReading,
    SeasonRules,
    read_leagues,
    read_season_rules,
)
from tournaments.standings.pure.master import MASTER, MasterRules, read_master
from tournaments.standings.pure.season import COUNT, Counted, Guests

LEAGUES = "leagues"
MOST_LEAGUES = 4
MOST_PEOPLE = 200
"""As many as one form may have fields for."""
OTHER = "other"
"""What stands for tie-breaks that only a program can name."""
Options = Sequence[tuple[str, str | Promise]]


@dataclass(frozen=True)
class Field:
    """A field as the template draws it."""

    name: str
    words: str | Promise
    value: str
    options: Options = ()
    kind: str = "number"
    errors: Sequence[str] = ()


class Section(NamedTuple):
    """Fields under one heading."""

    title: str | Promise
    fields: Sequence[Field]

    @property
    def wrong(self) -> bool:
        """Whether something in it has to be put right."""
        return any(field.errors for field in self.fields)


KEEP: Options = (
    (Keep.ALL, gettext_lazy("alles")),
    (Keep.DROP, gettext_lazy("alles ohne die schlechtesten …")),
    (Keep.BEST, gettext_lazy("nur die besten …")),
)
TIE_WORDS: Options = (
    (SHARED, gettext_lazy("der Rang wird geteilt")),
    (f"{BEST},{SECOND},{SHARED}", gettext_lazy("der beste Abend, dann der nächste")),
)


def _told_game(game: str, rules: SeasonRules) -> Iterator[Field]:
    """The fields of one game, as its rules stand."""
    criteria = DIFFERENZLER_CRITERIA if GAMES[game].game.lower_wins else SCHIEBER_CRITERIA
    values = [(name, VALUES[name]) for name in (*Combine, *criteria)]
    value = str(rules.count.combine) if rules.rank_by == COUNT else rules.rank_by
    ties = [*TIE_WORDS, *((f"{name},{SHARED}", VALUES[name]) for name in criteria)]
    tie = ",".join(rules.ties)
    if tie not in dict(ties):
        ties.append((OTHER, ", ".join(str(VALUES.get(name, name)) for name in rules.ties)))
        tie = OTHER
    final = rules.final
    rows: list[tuple[str, str | Promise, str, Options, str]] = [
        ("keep", gettext_lazy("Es zählt"), str(rules.count.keep), KEEP, "choice"),
        ("number", gettext_lazy("Wie viele"), str(rules.count.number or ""), (), "number"),
        ("unit", gettext_lazy("Gemeint sind"), str(rules.unit), _choices(Counted), "choice"),
        ("value", gettext_lazy("Für den Rang zählt"), value, values, "choice"),
        ("ties", gettext_lazy("Bei Gleichstand entscheidet"), tie, ties, "choice"),
        ("minimum_evenings", gettext_lazy("Abende für einen Rang, mindestens"),
         str(rules.minimum_evenings or ""), (), "number"),
        ("minimum_hands", gettext_lazy("Spiele für einen Rang, mindestens"),
         str(rules.minimum_hands or ""), (), "number"),
        ("guests", gettext_lazy("Gäste"), str(rules.guests), _choices(Guests), "choice"),
        ("day", gettext_lazy("Finalabend am (leer: keiner)"),
         final.day.isoformat() if final else "", (), "date"),
        ("weight", gettext_lazy("Der Final zählt so oft"),
         str(final.weight) if final else "", (), "number"),
    ]  # fmt: skip
    for name, words, stands, options, kind in rows:
        yield Field(f"{game}.{name}", words, stands, options, kind)


def _choices(choices: Any) -> Options:
    return [(str(choice), _(choice.words)) for choice in choices]


def _told_master(games: Iterable[str], rules: MasterRules | None) -> Iterator[Field]:
    points, counted = (rules.points, rules.games) if rules else (RankPoints(), ())
    for game in games:
        yield Field(
            f"master.{game}", _(GAMES[game].title), "1" if game in counted else "", kind="flag"
        )
    table = " ".join(map(str, points.table))
    yield Field("master.points", _("Punkte vom ersten Rang an"), table, kind="text")
    yield Field("master.rest", _("Punkte für alle weiteren"), str(points.rest))
    least = str(rules.minimum if rules else 1)
    yield Field("master.minimum", _("Ränge in so vielen Tabellen, mindestens"), least)


def _league_shown(settings: Mapping[str, Any], games: Iterable[str]) -> tuple[str, dict[str, str]]:
    """The game whose leagues the form asks for, and who plays in which of them."""
    game = next((name for name in games if name in settings), "")
    read = read_leagues(settings[game]).leagues if game else None
    leagues = enumerate(read.players if read else (), 1)
    return game, {player: str(number) for number, league in leagues for player in league}


def _told_leagues(season: Season, games: Iterable[str], people: Any) -> Iterator[Field]:
    settings = season.rules.get(LEAGUES) or {}
    game, places = _league_shown(settings, games)
    read = read_leagues(settings[game]).leagues if game else None
    titles = [("", _("keine Ligen")), *((name, _(GAMES[name].title)) for name in games)]
    yield Field("league.game", _("Ligen gibt es im"), game, titles, "choice")
    yield Field("league.up", _("So viele steigen auf"), str(read.up if read else 1))
    yield Field("league.down", _("So viele steigen ab"), str(read.down if read else 1))
    numbers = [("", "–"), *((str(n), str(n)) for n in range(1, MOST_LEAGUES + 1))]
    for pk, name in people:
        yield Field(f"league.{pk}", name, places.get(str(pk), ""), numbers, "league")


class Sheet:
    """The form of a season: its sections, and the rules that were typed into it."""

    def __init__(self, season: Season, actor: Actor) -> None:
        self.season, self.actor = season, actor
        self.played = played_in(season)
        self.games = games_of(season.rules, self.played)
        people = season.club.players.filter(active=True, merged_into=None)
        _game, places = _league_shown(season.rules.get(LEAGUES) or {}, self.games)
        # Guests play in no league; one who was put into one before can be taken out again.
        mine = people.filter(Q(guest=False) | Q(pk__in=[*filter(uuid_in, places)]))
        self.people = list(mine.order_by("name").values_list("pk", "name")[:MOST_PEOPLE])

    def sections(self) -> list[Section]:
        """As the rules stand."""
        of_games = [
            Section(_(GAMES[game].title), list(_told_game(game, rules_of(self.season, game).rules)))
            for game in self.games
        ]
        master = read_master(self.season.rules.get(MASTER), games=GAMES).rules
        return [
            *of_games,
            Section(_("Clubmeister"), list(_told_master(self.games, master))),
            Section(_("Ligen"), list(_told_leagues(self.season, self.games, self.people))),
        ]

    def form(self, request: HttpRequest) -> FormState:
        """What was typed, else what holds."""
        fields = [field for section in self.sections() for field in section.fields]
        names = [field.name for field in fields]
        places = {
            f"/rules/{game}/{key}": f"{game}.{name}"
            for game in self.games
            for key, name in PLACES.items()
        }
        places |= {"/rules/master": "master.points", "/rules/leagues": "league.game"}
        places |= {"/rules/master/minimum": "master.minimum", "/reason": "reason"}
        read = Fields("version", *names, reason=line(), places=places)
        return read.of(request, **{field.name: field.value for field in fields})

    def shown(self, form: FormState) -> list[Section]:
        """The sections with what was typed and what is wrong with it."""
        return [
            Section(
                section.title,
                [
                    Field(
                        field.name,
                        field.words,
                        form.values.get(field.name, field.value),
                        field.options,
                        field.kind,
                        form.errors.get(field.name, ()),
                    )
                    for field in section.fields
                ],
            )
            for section in self.sections()
        ]

    def rules(self, form: FormState) -> dict[str, Any]:
        """The rules as they were typed; what the form does not ask for stays."""
        rules = dict(self.season.rules)
        everywhere = {"guests": rules.get("guests", Guests.RANKED)}
        # A game first played while the form was open keeps its rules: it was not asked for.
        for game in [game for game in self.games if form.values[f"{game}.value"]]:
            old = rules.get(game) or {}
            said = _of_game(game, form, old)
            if said.get("guests") == everywhere["guests"]:
                said.pop("guests")
            # What means the same is left as somebody has written it.
            same = _read_game(game, {**everywhere, **said}) == _read_game(
                game, {**everywhere, **old}
            )
            rules = {**rules, game: old if same else said}
        rules[MASTER] = self._master(form)
        rules[LEAGUES] = self._leagues(form)
        return {key: value for key, value in rules.items() if value}

    def _master(self, form: FormState) -> dict[str, Any] | None:
        games = [game for game in self.games if form.values[f"master.{game}"]]
        if not games:
            return None
        table = form.values["master.points"].replace(",", " ").split()
        points = {"table": [_number(text) for text in table], "rest": form.number("master.rest")}
        old = (self.season.rules.get(MASTER) or {}).get("points") or {}
        said = {
            "games": games,
            "points": {**old, **points},
            "minimum": form.number("master.minimum"),
        }
        before = self.season.rules.get(MASTER)
        same = read_master(said, games=GAMES) == read_master(before, games=GAMES)
        return before if same else said

    def _leagues(self, form: FormState) -> dict[str, Any]:
        settings = self.season.rules.get(LEAGUES) or {}
        shown, said = _league_shown(settings, self.games)
        kept = {name: value for name, value in settings.items() if name != shown}
        game = form.values["league.game"]
        if game not in self.games:
            return kept
        # Who has left since keeps his place: the form does not ask for him.
        places = {**said, **{str(pk): form.values[f"league.{pk}"] for pk, _name in self.people}}
        numbers = sorted(set(filter(None, places.values())))
        players = [[p for p, at in places.items() if at == number] for number in numbers]
        sizes = {"up": form.number("league.up"), "down": form.number("league.down")}
        typed = {"players": players, **sizes}
        same = game == shown and read_leagues(typed) == read_leagues(settings[game])
        return {**kept, game: settings[game] if same else typed}


PLACES = {
    "count": "number",
    "drop": "number",
    "rank_by": "value",
    "ties": "ties",
    "unit": "unit",
    "minimum_evenings": "minimum_evenings",
    "minimum_hands": "minimum_hands",
    "guests": "guests",
    "final/weight": "weight",
    "final": "day",
}
"""From keys of the rules of a game to the fields that ask for them."""


def _read_game(game: str, said: Mapping[str, Any]) -> RulesReading:
    criteria = DIFFERENZLER_CRITERIA if GAMES[game].game.lower_wins else SCHIEBER_CRITERIA
    return read_season_rules(said, criteria=criteria)


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else text


def _of_game(game: str, form: FormState, old: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of one game; what is as everywhere is not said."""

    def typed(name: str) -> str:
        return form.values[f"{game}.{name}"]

    value = typed("value")
    combine = Combine.SUM if value == Combine.SUM else Combine.AVERAGE
    if value not in list(Combine) and "sum" in str(old.get("count", "average")):
        combine = Combine.SUM
    keep, tail = typed("keep"), "+average" if combine is Combine.AVERAGE else ""
    count = str(combine) if keep == Keep.ALL else f"{keep}:{typed('number')}{tail}"
    said = {
        "count": "" if count == Combine.AVERAGE else count,
        "rank_by": "" if value in list(Combine) else value,
        "ties": old.get("ties") if typed("ties") == OTHER else typed("ties").split(","),
        "unit": "" if typed("unit") == Counted.EVENING else typed("unit"),
        "guests": typed("guests"),
        "minimum_evenings": form.number(f"{game}.minimum_evenings"),
        "minimum_hands": form.number(f"{game}.minimum_hands"),
        "final": _final(typed("day"), form.number(f"{game}.weight")),
    }
    if said["ties"] == [SHARED]:
        said["ties"] = None
    return {key: value for key, value in said.items() if value}


def _final(day: str, weight: object) -> dict[str, Any] | None:
    return {"day": day, "weight": 1 if weight is None else weight} if day else None


@form_page
def season_rules(request: HttpRequest, season_id: UUID) -> HttpResponseBase:
    """The regulation, and for the direction the form that changes it."""
    actor = actor_of(request)
    season = season_of(actor, season_id)
    sheet = Sheet(season, actor)
    if request.method == "POST":
        clubs.require_role(actor, season.club_id, Role.DIRECTOR)
    form = sheet.form(request)
    return submit(
        request,
        actor,
        lambda: _save(sheet, form),
        then=lambda _season: done(
            request,
            _("Gespeichert. Die Tabellen werden neu gezählt."),
            "season_rules",
            season.pk,
        ),
        form=form,
        show=lambda: _show(request, sheet, form),
    )


def _save(sheet: Sheet, form: FormState) -> None:
    change_season(
        actor=sheet.actor,
        season_id=sheet.season.pk,
        version=form.whole("version"),
        values={"rules": sheet.rules(form), "reason": form.values["reason"]},
    )
    after_commit(_count)


def _count() -> None:
    """The sweep of each minute would find it, too."""
    wake(["tournaments.tasks.count"])


def _show(request: HttpRequest, sheet: Sheet, form: FormState) -> HttpResponse:
    season = sheet.season
    season.refresh_from_db()
    context = {
        "season": season,
        "club": season.club,
        "points": regulation(season, sheet.played),
        "numbers_stay": NUMBERS_STAY,
        "history": history(season, sheet.played),
        "may_change": clubs.has_role(sheet.actor, season.club_id, Role.DIRECTOR),
        "sections": sheet.shown(form),
        "typed": form,
        "key": form.key,
    }
    return render(request, "pages/season_rules.html", context, status=form.status)
