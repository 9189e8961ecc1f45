"""What the numbers say about a person and about a season: trumps, partners, opponents, series; and
the games that each of these figures is made of.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import actor_of
from jassclub.clubs.models import Player, Season
from jassclub.core.cache import kept
from jassclub.core.errors import NotFound
from jassclub.core.reader import number_in
from jassclub.core.typography import printed
from jassclub.home.cards import cards_of, in_order, own_game
from jassclub.web.forms import shown_page
from jassclub.web.suits import mode_name
from scoring.games.registry import AVERAGED
from tournaments.format.pure import as_decimal
from tournaments.seasons.collecting import games_of_person
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.pages.charts import reach, share_bar
from tournaments.seasons.played import People, played_by, played_in
from tournaments.seasons.selectors import season_of
from tournaments.standings.pure.played import (
    Named,
    Pair,
    PlayedGame,
    Share,
    behind,
    best,
    pairs,
    records,
    series,
    trumps,
)
from tournaments.standings.pure.rating import BAND

A_DAY = 24 * 60 * 60
A_FEW = 4
"""What more people hold is no record."""
A_PAGE = 30
"""Games on a page of those that a number is made of."""
HEADINGS: dict[str, str | Promise] = {
    "partner": gettext_lazy("Zusammen mit %(name)s"),
    "opponent": gettext_lazy("Gegen %(name)s"),
    "trump": gettext_lazy("%(name)s angesagt"),
    "pushed": gettext_lazy("%(name)s angesagt, geschoben"),
    "longest": gettext_lazy("Die längste Siegesserie"),
    "running": gettext_lazy("Siege seit der letzten Niederlage"),
    "ahead": gettext_lazy("Der höchste Sieg"),
    "matsche": gettext_lazy("Am meisten Matsche in einer Partie"),
    "predicted": gettext_lazy("Ansagen: %(name)s"),
}


RECORDS = {
    "longest": gettext_lazy("Siege in Serie"),
    "ahead": gettext_lazy("Der höchste Sieg, Punkte ohne Faktor"),
    "matsche": gettext_lazy("Matsche in einer Partie"),
}


class Line(NamedTuple):
    """A row of figures: how often, in which share of it with success, and points a hand."""

    key: str
    name: str
    mode: str
    pushed: bool
    times: int
    share: Share
    mean: Decimal | None
    reach: Decimal | None = None

    @property
    def player(self) -> str:
        """The other one, where the line is about him."""
        return self.key.partition(":")[2]

    @property
    def picture(self) -> SafeString:
        """The share, and between what it lies in 19 of 20 cases."""
        return share_bar(self.share.percent, self.share.reach)


class SeasonRow(NamedTuple):
    """What a table says about one person in one season."""

    season: Season
    title: str
    rank: int | None
    mean: object
    hands: int
    exact: int = 0
    wins: int = 0


def numbers_of(
    person: Player, games: Sequence[PlayedGame], people: People
) -> dict[str, Any] | None:
    """All of it for the page of a person; None where no game of his counts."""
    own = str(person.pk)
    if not games:
        return None
    partners, opponents = pairs(games, own)
    return {
        "trumps": _trump_lines(trumps(games, own), person.club.deck),
        "partners": _pair_lines("partner", partners, people.adults),
        "opponents": _pair_lines("opponent", opponents, people.adults),
        "running": len(series(games, own)[1]),
        **_records(games, own),
    }


def _records(games: Sequence[PlayedGame], own: str) -> dict[str, int]:
    return {name: record[0] for name, record in records(games, own).items()}


def recap(
    person: Player, seasons: Sequence[SeasonRow], games: Iterable[PlayedGame]
) -> dict[str, Any] | None:
    """The newest season of a person as a picture tells it, drawn on the reader's device: all of
    what was played most, what it is remembered by, how the others stand; None before any."""
    if not seasons:
        return None
    newest = max(seasons, key=lambda row: row.season.starts).season
    tables = sorted(
        (row for row in seasons if row.season == newest), key=lambda row: row.hands, reverse=True
    )
    lately = [game for game in games if game.season == str(newest.pk)]
    figures = _figures(tables[0]) + _moments(person, lately)
    figures += [_figures(row)[0] for row in tables[1:]]
    return {
        "name": person.name,
        "rules": person.club.name,
        "day": newest.name,
        "figures": figures,
    }


def _figures(row: SeasonRow) -> list[tuple[str, str]]:
    game = {"game": row.title}
    told = [
        (row.rank and f"{row.rank}.", _("%(game)s: Rang") % game),
        (row.mean, _("%(game)s: Schnitt") % game),
        (row.hands, _("%(game)s: Spiele") % game),
        (row.exact or None, _("genau angesagt")),
        (row.wins or None, _("%(game)s: Siege") % game),
    ]
    return [(printed(figure), words) for figure, words in told if figure is not None]


def _moments(person: Player, games: Sequence[PlayedGame]) -> list[tuple[str, str]]:
    """What a season is remembered by; nobody else is named."""
    own = str(person.pk)
    found = _records(games, own)
    often = max(trumps(games, own), key=lambda row: row.hands, default=None)
    told = [
        (found.get("longest"), _("Siege in Serie")),
        (found.get("ahead") and f"+{found['ahead']}", _("Der höchste Sieg")),
        (found.get("matsche"), _("Matsche in einer Partie")),
    ]
    if often is not None:
        trump = mode_name(often.contract, person.club.deck)
        told += [(f"{often.hands}×", _("%(name)s angesagt") % {"name": trump})]
    return [(printed(figure), words) for figure, words in told if figure]


def numbers_of_season(season: Season, table: StandingsSnapshot) -> dict[str, Any]:
    """What all players named in a season and their records, kept until its table is counted again;
    names are as they are today."""
    named, found = kept(
        f"numbers:{table.pk}:{table.computed_at.isoformat()}",
        lambda: _counted(*played_in(season)),
        seconds=A_DAY,
    )
    holders = Player.objects.filter(pk__in={who for _value, all_ in found.values() for who in all_})
    names = {str(player.pk): player.name for player in holders.filter(minor=False)}
    return {
        "trumps": _trump_lines([Named(*row) for row in named], season.club.deck),
        # Kept for a day: of somebody who has become a minor since, nothing stands there either.
        "records": [
            (name, words, found[name][0], [(who, names[who]) for who in found[name][1]])
            for name, words in RECORDS.items()
            if name in found and len(found[name][1]) <= A_FEW and names.keys() >= {*found[name][1]}
        ],
    }


def _counted(games: Sequence[PlayedGame], people: People) -> tuple[Any, ...]:
    return trumps(games), best(games, people.adults)


def _trump_lines(named: Iterable[Named], deck: str) -> list[Line]:
    """A line for each contract, aloud and pushed to apart; the mean is of the card points."""
    return [
        Line(
            key=f"trump:{row.key}",
            name=mode_name(row.contract, deck),
            mode=row.contract,
            pushed=row.pushed,
            times=row.hands,
            share=row.success,
            mean=as_decimal(Fraction(row.points, row.hands), 1),
        )
        for row in named
    ]


def _pair_lines(kind: str, found: Iterable[Pair], names: Mapping[str, str]) -> list[Line]:
    return [
        Line(
            key=f"{kind}:{pair.player}",
            name=names[pair.player],
            mode="",
            pushed=False,
            times=pair.games,
            share=pair.wins,
            mean=None if pair.mean is None else as_decimal(pair.mean, 1),
            reach=None if pair.error is None else round(reach(Decimal(pair.error)), 1),
        )
        for pair in found
        if pair.player in names
    ]


@shown_page
def player_numbers(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The games that one number of a person is made of."""
    actor = actor_of(request)
    found = clubs.found(clubs.players(actor).select_related("club"), player_id)
    person, asked = found.person, _Asked.of(request)
    if asked.kind == "predicted":
        return _predicted(request, person, asked)
    games, people = played_by(clubs.rows_of(found))
    chosen = behind(games, str(person.pk), asked.kind, asked.what)
    name = _name(asked, person, people)
    shown = asked.page(chosen if name and clubs.counts_for(actor, person) else [])
    cards = cards_of(in_order(game.game for game in shown.object_list))
    rows = zip(cards, _brought(shown.object_list, str(person.pk), asked), strict=True)
    context = {
        "club": found.club,
        "player": person,
        "of_whom": person.name,
        "heading": asked.heading % {"name": name},
        "of": asked,
        "games": [(own_game(card, person), brought) for card, brought in rows],
        "page": shown,
    }
    return render(request, "pages/numbers.html", context)


def _predicted(request: HttpRequest, person: Player, asked: "_Asked") -> HttpResponse:
    """The hands in which a person predicted what lies in one band."""
    low = number_in(asked.what)
    counts = low is not None and clubs.counts_for(actor_of(request), person)
    hands = [
        (state.game, hand)
        for state, collected in (games_of_person(person, AVERAGED) if counts else ())
        for hand in collected.player_hands
        if hand.player == str(person.pk) and None not in (hand.prediction, hand.made)
        if (hand.prediction or 0) // BAND * BAND == low
    ]
    context = {
        "club": person.club,
        "player": person,
        "of_whom": person.name,
        "heading": asked.heading % {"name": f"{low}–{(low or 0) + BAND - 1}"},
        "of": asked,
        "page": asked.page(hands),
    }
    return render(request, "pages/numbers.html", context)


@shown_page
def season_numbers(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The games of a season in which a trump was named, or those of a record."""
    season, asked = season_of(actor_of(request), season_id), _Asked.of(request)
    games, people = played_in(season)
    chosen = behind(games, None, asked.kind, asked.what)
    if asked.kind in RECORDS:
        _value, holders = best(games, people.adults).get(asked.kind, (0, []))
        own = {game.game for who in holders for game in behind(games, who, asked.kind, "")}
        chosen = [game for game in games if game.game in own]
    shown = asked.page(chosen)
    context = {
        "club": season.club,
        "season": season,
        "of_whom": season.name,
        "heading": asked.heading % {"name": mode_name(asked.mode, season.club.deck)},
        "of": asked,
        "cards": cards_of(in_order(game.game for game in shown.object_list)),
        "page": shown,
    }
    return render(request, "pages/numbers.html", context)


class _Asked(NamedTuple):
    """What number the games of are asked for: `?of=trump:RO:1`."""

    kind: str
    what: str
    number: str

    @classmethod
    def of(cls, request: HttpRequest) -> "_Asked":
        kind, _colon, what = request.GET.get("of", "").partition(":")
        return cls(kind, what, request.GET.get("page", ""))

    def __str__(self) -> str:
        return f"{self.kind}:{self.what}"

    @property
    def mode(self) -> str:
        """The trump, "" where it is about something else."""
        return self.what.partition(":")[0] if self.kind == "trump" else ""

    @property
    def heading(self) -> str:
        """As people call it, with the place for a name."""
        return str(HEADINGS["pushed" if self.mode and self.what.endswith(":1") else self.kind])

    def page(self, games: Sequence[Any]) -> Page[Any]:
        """A page of them, the newest first; NotFound where there are none."""
        if not games:
            raise NotFound("nothing_counted", _("Hier ist noch nichts gezählt."))
        return Paginator(games[::-1], A_PAGE).get_page(self.number)


def _name(asked: _Asked, person: Player, people: People) -> str:
    """Whom or what a number is about; "" where nothing is told about that person."""
    if asked.kind in ("partner", "opponent"):
        return people.adults.get(asked.what, "")
    return mode_name(asked.mode, person.club.deck) if asked.mode else person.name


def _brought(games: Iterable[PlayedGame], player: str, asked: _Asked) -> list[Named | None]:
    """What each game adds to a number about trumps."""
    keyed = [{row.key: row for row in trumps([game], player)} for game in games]
    return [rows.get(asked.what) for rows in keyed]
