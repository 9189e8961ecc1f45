"""The tables of a season's end: ranks, attendance, records, the kitty, what is carried over."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext, pgettext

from jassclub.clubs.models import Player, Season
from jassclub.clubs.rights import who_is_who
from jassclub.core.speaking import sign
from jassclub.core.typography import printed
from jassclub.exchange.grids import Cell, Grid
from jassclub.exchange.year.kitty import Books, francs
from scoring.core.models import Game, Seat
from scoring.games.registry import GAMES
from tournaments.evenings.models import Attendance
from tournaments.format.pure import as_decimal
from tournaments.seasons.carrying import next_season
from tournaments.seasons.collecting import rules_of, season_results
from tournaments.seasons.events import season_events
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.pages.tables import ranks_by
from tournaments.seasons.selectors import leagues_of, master_of, named_rows, names, tables_of
from tournaments.standings.pure import PlayerHands, SideHand
from tournaments.standings.rankings import decided_words

HERE, EXCUSED = "✓", "e"


class Part(NamedTuple):
    """What somebody played in one game on one day."""

    day: date
    game: str
    hands: int
    total: int

    @property
    def mean(self) -> Fraction:
        """Per hand."""
        return Fraction(self.total, self.hands)


@dataclass
class Year:
    """A season and everything that its pack is made of, each read once."""

    season: Season

    @cached_property
    def tables(self) -> list[StandingsSnapshot]:
        """One a game, as they were counted last."""
        return list(tables_of(self.season))

    @cached_property
    def parts(self) -> Mapping[str, list[Part]]:
        """By person: his evenings in the order of time."""
        sums: dict[tuple[str, date, str], list[int]] = defaultdict(lambda: [0, 0])
        for table in self.tables:
            results = season_results(self.season, table.variant)
            played: Sequence[PlayerHands | SideHand] = (
                results.player_hands if results.lowest_wins else results.side_hands
            )
            for row in played:
                kept = sums[str(row.player), date.fromordinal(row.day), table.variant]
                hands, total = _sums(row)
                kept[0], kept[1] = kept[0] + hands, kept[1] + total
        found: dict[str, list[Part]] = defaultdict(list)
        for (player, day, game), (hands, total) in sorted(sums.items()):
            found[player].append(Part(day, game, hands, total))
        return found

    @cached_property
    def attended(self) -> Mapping[date, Mapping[str, str]]:
        """By day: who was there, also if he left early or sat out, and who was excused."""
        who = who_is_who(self.season.club_id)
        days: dict[date, dict[str, str]] = defaultdict(dict)
        span = (self.season.starts, self.season.ends)
        told = Attendance.objects.filter(
            club=self.season.club_id, evening__day__range=span, evening__cancelled=False
        ).order_by("state")  # Of two names of one person the one that was excused comes first.
        for day, player, state in told.values_list("evening__day", "player_id", "state"):
            excused = state == Attendance.State.EXCUSED
            days[day][str(who(player))] = EXCUSED if excused else HERE
        for ident, parts in self.parts.items():
            for part in parts:
                days[part.day][ident] = HERE
        seats = Seat.objects.filter(game__season=self.season).order_by()
        seats = seats.exclude(game__state=Game.State.ABANDONED)
        for day, player in seats.values_list("game__played_on", "player_id"):
            days[day][str(who(player))] = HERE
        return dict(sorted(days.items()))

    @cached_property
    def books(self) -> Books:
        """The kitty."""
        return Books(self.season)

    @cached_property
    def guests(self) -> set[str]:
        """They stand in every table and have no page of their own."""
        rows = Player.objects.filter(club=self.season.club_id, guest=True)
        return {str(pk) for pk in rows.values_list("pk", flat=True)}

    @cached_property
    def names(self) -> dict[str, str]:
        """Of everybody who played or was excused, in the order of names."""
        idents = {*self.parts, *(ident for day in self.attended.values() for ident in day)}
        return dict(sorted(names(idents).items(), key=lambda item: (item[1].casefold(), item[0])))


def _sums(row: PlayerHands | SideHand) -> tuple[int, int]:
    if isinstance(row, PlayerHands):
        return row.tally.hands, row.tally.total
    return row.hands, row.points_for


def titled(game: str) -> str:
    """A game as people say it."""
    return _(GAMES[game].title)


def final_tables(year: Year) -> list[Grid]:
    """The table of each game, the club champion, leagues, and the tournaments added up."""
    return [
        *(_table(year.season, table) for table in year.tables),
        *_master(year.season),
        *_leagues(year),
        *_events(year.season),
    ]


def _table(season: Season, table: StandingsSnapshot) -> Grid:
    by, words = ranks_by(season, table.variant), {**decided_words(), "guest": _("Gast")}
    ranked = [str(by.words)] if by.words else []
    lines = named_rows(table)
    dropped = [_("davon gestrichen")] if any(row["evenings_dropped"] for row in lines) else []
    head = [_("Rang"), _("Name"), *ranked, _("Schnitt"), _("Spiele"), _("Abende"), *dropped,
            _("Bemerkung")]  # fmt: skip
    rows = [
        [
            row["rank"],
            row["name"],
            *([row.get(by.key)] if ranked else []),
            as_decimal(Fraction(row["mean"])) if row["mean"] is not None else None,
            row["hands"],
            row["evenings"],
            *([row["evenings_dropped"]] if dropped else []),
            "" if row["rank"] else words.get(row["decided_by"], ""),
        ]
        for row in lines
    ]
    return Grid(f"table-{table.variant}", titled(table.variant), head, rows)


def _master(season: Season) -> Iterator[Grid]:
    table = master_of(season)
    if table is None:
        return
    games = [game for game in GAMES if any(game in row["points"] for row in table.rows)]
    head = [_("Rang"), _("Name"), _("Punkte"), *map(titled, games)]
    rows = [
        [row["rank"], row["name"], _number(row["total"]),
         *(_number(row["points"].get(game)) for game in games)]
        for row in named_rows(table)
    ]  # fmt: skip
    yield Grid("master", _("Clubmeister"), head, rows)


def _number(text: str | None) -> Cell:
    if text is None:
        return None
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else as_decimal(value)


def _leagues(year: Year) -> Iterator[Grid]:
    for table in year.tables:
        leagues = leagues_of(year.season, table)
        if leagues is None or leagues.standing is None:
            continue
        moves = {str(move.player): move for move in leagues.standing.moves}
        by = ranks_by(year.season, table.variant)
        values = {row["player"]: _number(row.get(by.key)) for row in table.rows}
        placed = [
            (number, row.rank, str(row.player))
            for number, rows in enumerate(leagues.standing.tables, 1)
            for row in rows
        ]
        called = names(who for _number, _rank, who in placed)
        rows: list[list[Cell]] = [
            [number, rank, called.get(who, ""), values.get(who), _move(moves.get(who))]
            for number, rank, who in placed
        ]
        title = f"{_('Ligen')} {titled(table.variant)}"
        ranked = str(by.words) or _("Schnitt")
        head = [_("Liga"), _("Rang"), _("Name"), ranked, _("Auf- und Abstieg")]
        yield Grid(f"leagues-{table.variant}", title, head, rows)


def _move(move: Any) -> str:
    if move is None:
        return ""
    if move.open:
        return _("offen")
    return _("steigt auf") if move.to < move.league else _("steigt ab")


def _events(season: Season) -> Iterator[Grid]:
    for table in season_events(season):
        head = [_("Rang"), _("Name"), _("Wert"), *(event["name"] for event in table["events"])]
        rows = [
            [row["rank"], row["name"], _number(row["value"]), *_of_events(row, table["events"])]
            for row in table["rows"]
        ]
        title = f"{_('Turniere')} {titled(table['game'])}"
        yield Grid(f"events-{table['game']}", title, head, rows)


def _of_events(row: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> list[Cell]:
    scores = {score["id"]: score["points"] for score in row["events"]}
    return [_number(scores.get(event["id"])) for event in events]


def attendance(year: Year) -> Grid:
    """Names down, evenings across."""
    head = [_("Name"), _("Total"), *(date_format(day, "MONTH_DAY_FORMAT") for day in year.attended)]
    rows: list[list[Cell]] = [
        [name, sum(day.get(ident) == HERE for day in year.attended.values()),
         *(day.get(ident, "") for day in year.attended.values())]
        for ident, name in year.names.items()
    ]  # fmt: skip
    return Grid("attendance", _("Anwesenheit"), head, rows)


def records(year: Year) -> Grid:
    """What was best in each game; equals have a line each."""
    rows = [
        [titled(table.variant), *line] for table in year.tables for line in _records(year, table)
    ]
    head = [pgettext("welcher Jass", "Spiel"), _("Rekord"), _("Wert"), _("Wer"), _("Wann")]
    return Grid("records", _("Rekorde"), head, rows)


def _records(year: Year, table: StandingsSnapshot) -> Iterator[list[Cell]]:
    lower = GAMES[table.variant].game.lower_wins
    parts = [(p.mean, who, p.day) for who, own in year.parts.items() for p in own
             if p.game == table.variant]  # fmt: skip
    if not parts:
        return
    best = (min if lower else max)(mean for mean, _who, _day in parts)
    days = defaultdict(list)
    for mean, who, day in parts:
        if mean == best:
            days[year.names.get(who, "?")].append(date_format(day))
    for name, when in sorted(days.items()):
        yield [_("bester Abend (Schnitt)"), as_decimal(best), name, ", ".join(when)]
    told = {"evenings": _("meiste Abende"), "hands": _("meiste Spiele"),
            "exact_hits": _("meiste genaue Ansagen"), "matsche": _("meiste Matsche"),
            "wins": _("meiste Siege")}  # fmt: skip
    for key, words in told.items():
        values = {
            row["player"]: row.get("played", row).get(key, row.get(key)) for row in table.rows
        }
        values = {who: value for who, value in values.items() if value}
        if values:
            most = max(values.values())
            holders = {year.names.get(who, "?") for who, value in values.items() if value == most}
            yield from ([words, most, name, None] for name in sorted(holders))


def carried(year: Year) -> Grid:
    """Who goes into the next season with what: league and account."""
    coming = next_season(year.season)
    leagues = coming.rules.get("leagues", {})
    place = {
        ident: f"{titled(game)} {number}"
        for game, told in leagues.items()
        for number, league in enumerate(told["players"], 1)
        for ident in league
    }
    accounts = year.books.accounts
    people = Player.objects.filter(club=year.season.club_id, active=True, merged_into=None)
    rows: list[list[Cell]] = [
        [name, HERE if guest else "", place.get(str(pk), ""),
         francs(accounts[str(pk)].line[-1] if str(pk) in accounts else 0)]
        for pk, name, guest in people.order_by("name").values_list("pk", "name", "guest")
    ]  # fmt: skip
    head = [_("Name"), _("Gast"), _("Liga"), _("Saldo")]
    return Grid("next", _("Nächste Saison"), head, rows)


def member_lines(year: Year, ident: str) -> list[Part]:
    """The evenings of one person."""
    return year.parts.get(ident, [])


def counting_days(year: Year, ident: UUID | str, game: str) -> str:
    """What the table says of one person in one game, in words; nothing where he has no row."""
    table = next((table for table in year.tables if table.variant == game), None)
    row = next((row for row in table.rows if row["player"] == str(ident)), None) if table else None
    if row is None or row["mean"] is None:
        return ""
    rules = rules_of(year.season, game).rules
    rank = _("Rang %(rank)s") % {"rank": row["rank"]} if row["rank"] else _("ohne Rang")
    told = [f"{titled(game)}{sign()} {rank}", _("Schnitt %(mean)s") % {"mean": row["mean"]},
            ngettext("%(hands)s Spiel", "%(hands)s Spiele", row["hands"])
            % {"hands": printed(row["hands"])},
            ngettext("%(evenings)s Abend", "%(evenings)s Abende", row["evenings"])
            % {"evenings": row["evenings"]}]  # fmt: skip
    if row["evenings_dropped"] and rules.count.number:
        number = row["evenings_dropped"]
        dropped = ngettext("%(number)s Streichresultat", "%(number)s Streichresultate", number)
        told.append(dropped % {"number": number})
    return " · ".join(told)


def all_grids(year: Year) -> list[Grid]:
    """Every sheet of the workbook."""
    return [*final_tables(year), attendance(year), records(year), *year.books.grids(),
            carried(year), _members(year)]  # fmt: skip


def _members(year: Year) -> Grid:
    game = pgettext("welcher Jass", "Spiel")
    head = [_("Name"), _("Datum"), game, _("Spiele"), _("Summe"), _("Schnitt")]
    rows: list[list[Cell]] = [
        [name, part.day, titled(part.game), part.hands, part.total, as_decimal(part.mean)]
        for ident, name in year.names.items()
        for part in member_lines(year, ident)
    ]
    return Grid("members", _("Abende der Mitglieder"), head, rows)
