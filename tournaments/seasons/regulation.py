"""The regulation of a season in numbered points, written from its rules as they are counted, and
what was changed of it, with the reasons.

Section 1 is the season, 2 the club master, each game has a section after them. Inside a section a
point keeps its number, whatever the rules: one that does not apply leaves a gap.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop, ngettext

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Change, Season
from jassclub.core.rows import uuid_in
from jassclub.core.typography import printed
from scoring.games.registry import GAMES
from tournaments.format.pure import SHARED, TIES
from tournaments.format.pure.ranking_rule import Combine, Keep, SharedRank
from tournaments.format.regulation import Point
from tournaments.seasons.collecting import guests_apart, rules_of
from tournaments.seasons.selectors import names
from tournaments.standings.pure import SeasonRules, read_leagues
from tournaments.standings.pure.master import MASTER, read_master
from tournaments.standings.pure.season import COUNT, Counted

USUAL = ("schieber", "differenzler")
"""Games of a season that says nothing, and in which nothing was played."""
VALUES: Mapping[str, str | Promise] = {
    "average": gettext_lazy("Schnitt pro Spiel"),
    "sum": gettext_lazy("Summe"),
    "wins": gettext_lazy("gewonnene Partien"),
    "matsche": gettext_lazy("Matsche"),
    "difference": gettext_lazy("eigene Punkte minus die der Gegner"),
    "points": gettext_lazy("Punkte"),
    "exact": gettext_lazy("genaue Ansagen"),
    "hands": gettext_lazy("gezählte Spiele"),
    "evenings": gettext_lazy("besuchte Abende"),
}
"""What can rank, or part equals; more is better, except of differences."""


@dataclass(frozen=True)
class Game:
    """One game of a season, as it is told."""

    name: str
    rules: SeasonRules
    leagues: Any
    called: Mapping[str, str]

    @property
    def title(self) -> str:
        return _(GAMES[self.name].title)


def games_of(rules: Mapping[str, Any], played: Collection[str]) -> list[str]:
    """The games that the rules name or that were played, in the order of all games. Where rules
    name some, or before the first game, the usual ones too: no game renumbers what was agreed."""
    named = GAMES.keys() & {*_named(rules)}
    found = {*named, *played, *(USUAL if named or not played else ())}
    return [game for game in GAMES if game in found]


def _named(rules: Mapping[str, Any]) -> Iterator[str]:
    yield from rules
    yield from rules.get("leagues") or ()
    yield from (rules.get(MASTER) or {}).get("games", ())


def regulation(season: Season, played: Collection[str]) -> list[Point]:
    """The points that apply; sections have a heading and no text."""
    games = [_game(season, name) for name in games_of(season.rules, played)]
    called = names(
        ident
        for game in games
        if game.leagues
        for league in game.leagues.players
        for ident in league
        if uuid_in(ident)
    )
    games = [Game(game.name, game.rules, game.leagues, called) for game in games]
    found = [Point(number="1", heading=_("Die Saison")), *_points(1, _season_points(season))]
    found += [Point(number="2", heading=_("Clubmeister")), *_points(2, _master_points(season))]
    for section, game in enumerate(games, 3):
        found.append(Point(number=str(section), heading=game.title))
        found += _points(section, [(words, tell(game)) for words, tell in POINTS])
    return found


def _game(season: Season, name: str) -> Game:
    leagues = season.rules.get("leagues") or {}
    read = read_leagues(leagues[name]).leagues if name in leagues else None
    rules = rules_of(season, name).rules
    return Game(name, rules, read and read.without(guests_apart(season, rules)), {})


def _points(section: int, told: Iterable[tuple[str | Promise, str]]) -> Iterator[Point]:
    for place, (heading, text) in enumerate(told, 1):
        if text:
            yield Point(number=f"{section}.{place}", heading=str(heading), text=text)


def _season_points(season: Season) -> list[tuple[str, str]]:
    span = _("Vom %(first)s bis am %(last)s; beide Tage gehören dazu.") % {
        "first": date_format(season.starts),
        "last": date_format(season.ends),
    }
    counted = _(
        "Gezählt werden bestätigte Spiele der Partien, die zur Saison gehören. Bestrittene Spiele "
        "warten, bis sie geklärt sind."
    )
    changes = _(
        "Läuft die Saison, so ändert die Leitung diese Regeln nur mit einem Grund. Er steht unter "
        "dem Reglement."
    )
    return [
        (_("Dauer"), span),
        (_("Was gezählt wird"), counted),
        (_("Änderungen"), changes),
    ]


def _master_points(season: Season) -> list[tuple[str, str]]:
    if MASTER not in season.rules:
        return [(_("Tabellen"), _("Über mehrere Tabellen gibt es keinen Clubmeister."))]
    rules = read_master(season.rules[MASTER], games=GAMES).rules
    if rules is None:
        return [(_("Tabellen"), _("Diese Regeln sind nicht lesbar."))]
    tables = _("Zum Clubmeister zählen die Tabellen: %(games)s.") % {
        "games": ", ".join(_(GAMES[game].title) for game in rules.games)
    }
    points = _(
        "Für den Rang in jeder Tabelle gibt es der Reihe nach %(table)s Punkte, dann je %(rest)s. "
        "Wer am meisten Punkte hat, ist Clubmeister."
    ) % {"table": ", ".join(map(printed, rules.points.table)), "rest": rules.points.rest}
    return [
        (_("Tabellen"), tables),
        (_("Punkte"), f"{points} {_(SharedRank(rules.points.shared).told)}"),
        (
            _("Teilnahme"),
            ngettext(
                "Rangiert wird, wer in mindestens einer Tabelle einen Rang hat.",
                "Rangiert wird, wer in mindestens %(number)s Tabellen einen Rang hat.",
                rules.minimum,
            )
            % {"number": rules.minimum},
        ),
        (
            _("Gleichstand"),
            _("Bei Gleichstand entscheidet die beste Tabelle, dann die nächste; sonst wird der "
              "Rang geteilt."),
        ),
    ]  # fmt: skip


def _kept(game: Game) -> str:
    count, by_game = game.rules.count, game.rules.unit is Counted.GAME
    number = {"number": count.number}
    if count.keep is Keep.BEST:
        text = (
            ngettext("Nur die beste Partie zählt.", "Nur die besten %(number)s Partien zählen.",
                     count.number)
            if by_game
            else ngettext("Nur der beste Abend zählt.", "Nur die besten %(number)s Abende zählen.",
                          count.number)
        ) % number  # fmt: skip
    elif count.keep is Keep.DROP and count.number:
        text = (
            ngettext("Die schlechteste Partie wird gestrichen.",
                     "Die schlechtesten %(number)s Partien werden gestrichen.", count.number)
            if by_game
            else ngettext("Der schlechteste Abend wird gestrichen.",
                          "Die schlechtesten %(number)s Abende werden gestrichen.", count.number)
        ) % number  # fmt: skip
    else:
        return _("Alle Partien zählen.") if by_game else _("Alle Abende zählen.")
    told = [text, _("Massgebend ist der Schnitt pro Spiel.")]
    if count.keep is Keep.DROP:
        told.append(
            _("Ein Resultat bleibt immer, ohne den Final gerechnet.")
            if game.rules.final
            else _("Ein Resultat bleibt immer.")
        )
    return " ".join(told)


LOWEST = {
    "Punkte": (
        gettext_noop("Für den Rang zählt die Summe der Punkte; die kleinste gewinnt."),
        gettext_noop("Für den Rang zählen die Punkte pro Spiel; die wenigsten gewinnen."),
    ),
    "Differenzen": (
        gettext_noop("Für den Rang zählt die Summe der Differenzen; die kleinste gewinnt."),
        gettext_noop("Für den Rang zählt die mittlere Differenz pro Spiel; die kleinste gewinnt."),
    ),
    "Härpfl": (
        gettext_noop("Für den Rang zählt die Summe der Härpfl; die kleinste gewinnt."),
        gettext_noop("Für den Rang zählen die Härpfl pro Spiel; die wenigsten gewinnen."),
    ),
}
"""How who counts least wins, by what is counted: by the sum and by the average."""


def _value(game: Game) -> str:
    rules, kind = game.rules, GAMES[game.name]
    if rules.rank_by != COUNT:
        return _("Für den Rang zählt: %(value)s, mehr ist besser.") % {
            "value": VALUES[rules.rank_by]
        }
    average = rules.count.combine is Combine.AVERAGE
    if kind.game.lower_wins:
        return _(LOWEST[kind.counted][average])
    if not kind.unmultiplied:
        return (
            _("Für den Rang zählen die Punkte pro Spiel; die höchsten gewinnen.")
            if average
            else _("Für den Rang zählt die Summe der Punkte; die höchste gewinnt.")
        )
    return (
        _("Für den Rang zählen die Punkte pro Spiel, ohne Faktoren der Tische; die höchsten "
          "gewinnen.")
        if average
        else _("Für den Rang zählt die Summe der Punkte, ohne Faktoren der Tische; die höchste "
               "gewinnt.")
    )  # fmt: skip


def _minimum(game: Game) -> str:
    evenings, hands = game.rules.minimum_evenings, game.rules.minimum_hands
    told = [
        ngettext("einen Abend", "%(number)s Abende", evenings) % {"number": evenings},
        ngettext("ein Spiel", "%(number)s Spiele", hands) % {"number": hands},
    ]
    asked = [words for words, least in zip(told, (evenings, hands), strict=True) if least]
    if not asked:
        return _("Rangiert wird, wer gespielt hat.")
    return _("Rangiert wird, wer mindestens so viel gespielt hat: %(least)s.") % {
        "least": _(" und ").join(asked)
    }


def _final(game: Game) -> str:
    final = game.rules.final
    if final is None:
        return _("Es gibt keinen Final.")
    text = _("Am %(day)s ist Final, offen für alle: Was dort gespielt wird, zählt %(times)sfach "
             "und wird nie gestrichen.")  # fmt: skip
    return text % {"day": date_format(final.day), "times": final.weight}


def _ties(game: Game) -> str:
    asked = [_(TIES[t].told) if t in TIES and t not in VALUES else str(VALUES[t])
             for t in game.rules.ties if t not in (SHARED, COUNT)]  # fmt: skip
    if not asked:
        return _("Bei Gleichstand wird der Rang geteilt.")
    text = _("Bei Gleichstand entscheidet der Reihe nach: %(ties)s.")
    return text % {"ties": ", ".join([*asked, _(TIES[SHARED].told)])}


def _leagues(game: Game) -> str:
    if game.leagues is None:
        return ""
    return " ".join(
        _("Liga %(number)s: %(names)s.")
        % {
            "number": number,
            "names": ", ".join(sorted(game.called.get(ident, "?") for ident in league)),
        }
        for number, league in enumerate(game.leagues.players, 1)
    )


def _moves(game: Game) -> str:
    if game.leagues is None:
        return ""
    text = _(
        "Am Schluss steigen aus jeder unteren Liga so viele auf: %(up)s; aus jeder oberen so viele "
        "ab: %(down)s. Bei gleichem letztem Rang entscheidet eine Karte oder die Leitung."
    ) % {"up": game.leagues.up, "down": game.leagues.down}
    return text + " " + _("Wer ohne Rang ist, bleibt in seiner Liga.")


POINTS: tuple[tuple[str | Promise, Callable[[Game], str]], ...] = (
    (gettext_lazy("Was zählt"), _kept),
    (gettext_lazy("Wer gewinnt"), _value),
    (gettext_lazy("Teilnahme"), _minimum),
    (gettext_lazy("Gäste"), lambda game: _(game.rules.guests.told)),
    (gettext_lazy("Final"), _final),
    (gettext_lazy("Gleichstand"), _ties),
    (gettext_lazy("Ligen"), _leagues),
    (gettext_lazy("Auf- und Abstieg"), _moves),
)
"""Numbers are places in this list: new points go to its end, none is taken out."""


class Changed(NamedTuple):
    """One change of the rules: what reads otherwise since then, and why."""

    change: Change
    who: str
    points: list[tuple[str, str, str]]
    """Number with heading, the old text, the new one."""


def history(season: Season, played: Collection[str]) -> list[Changed]:
    """How the rules came to be what they are, newest first."""
    rows = [
        row
        for row in Change.objects.filter(
            club=season.club_id, model="season", object_id=season.pk
        ).order_by("-version")
        if "rules" in row.diff and row.diff["rules"][0] is not None
    ]
    who = clubs.named(season.club, [row.actor for row in rows])
    return [
        Changed(row, who[row.actor], differing(season, row.diff["rules"], played)) for row in rows
    ]


def differing(
    season: Season, change: Sequence[Any], played: Collection[str]
) -> list[tuple[str, str, str]]:
    """What reads otherwise: number with heading, as in the regulation of today, and both texts."""
    before, after = (rules or {} for rules in change)
    games = [*games_of(season.rules, played), *_named(before), *_named(after)]
    old, new = (
        {point.number: point for point in regulation(_with(season, rules), games) if point.text}
        for rules in (before, after)
    )
    numbers = list({**old, **new})
    numbers.sort(key=lambda number: [int(part) for part in number.split(".")])
    return [
        (
            f"{number} {(new.get(number) or old[number]).heading}",
            old[number].text if number in old else "",
            new[number].text if number in new else "",
        )
        for number in numbers
        if (old[number].text if number in old else "")
        != (new[number].text if number in new else "")
    ]


def _with(season: Season, rules: Any) -> Season:
    return Season(
        id=season.pk, club=season.club, starts=season.starts, ends=season.ends, rules=rules or {}
    )
