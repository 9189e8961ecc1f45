"""The sentences of a regulation, each with what has to hold for it and the figures it names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from jassclub.core.speaking import sign
from jassclub.core.typography import printed, said
from jassclub.web.francs import written
from referee.rulebook.articles import is_article
from referee.rules.profile import Profile
from tournaments.format.pure import (
    SHARED,
    TIES,
    Format,
    MissingResult,
    Odd,
    Pairing,
    as_decimal,
)
from tournaments.format.pure.choices import NO_BOOK


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What the points are written from: the settings, and the profile with its house rules."""

    name: str
    format: Format
    profile: Profile


class Told(NamedTuple):
    """Sentences of a point, the slugs of the articles they rest on, another heading for them."""

    text: str
    articles: tuple[str, ...] = ()
    heading: str = ""


Write = Callable[[Event], Told]
Words = str | Promise
NOTHING = Told("")


def first(
    *cases: tuple[str, Words],
    cites: tuple[str, ...] | Callable[[Any], tuple[str, ...]] = (),
    **figures: str | Callable[[Any], object],
) -> Write:
    """The first sentence whose conditions hold, with the figures that it names; else nothing.

    `"fee seating=alone"` holds where there is a fee, and everybody plays alone; `""` always.
    Figures and articles are paths in the settings, or worked out from them.
    """

    def write(event: Event) -> Told:
        format_ = event.format
        text = next((str(words) for needs, words in cases if _hold(format_, needs)), "")
        if not text:
            return NOTHING
        found = {
            name: figure(format_) if callable(figure) else attrgetter(figure)(format_)
            for name, figure in figures.items()
        }
        return Told(text % said(found), cites(format_) if callable(cites) else cites)

    return write


def _hold(format_: Format, conditions: str) -> bool:
    parts = (condition.partition("=") for condition in conditions.split())
    found = ((attrgetter(path)(format_), value) for path, _is, value in parts)
    return all(str(setting) == value if value else setting for setting, value in found)


def of_choice(path: str) -> Write:
    """What is said of the option that was chosen."""
    chosen = attrgetter(path)

    def write(event: Event) -> Told:
        format_ = event.format
        figures = {"size": format_.team_size, "penalty": format_.ranking.late_penalty}
        told = chosen(format_).told
        return Told(gettext(told) % said(figures)) if told else NOTHING

    return write


def rules(event: Event) -> Told:
    text = gettext(
        "%(name)s wird nach den Regeln «%(profile)s» gespielt, Ausgabe %(edition)s. "
        "Die Punkte dieses Reglements gehen ihnen vor."
    )
    profile = event.profile
    figures = {"name": event.name, "profile": gettext(profile.title), "edition": profile.edition}
    return Told(text % figures, event.format.use.rules)


def house_rules(event: Event) -> Told:
    own = event.format.house_rules
    if not own:
        return NOTHING
    listed = f"{sign(';')} ".join(_house_rule(path, value) for path, value in own.items())
    cited = [value.get("article") for value in own.values() if isinstance(value, Mapping)]
    return Told(
        gettext("Abweichend gilt an diesem Turnier: %(rules)s.") % {"rules": listed},
        tuple(slug for slug in cited if isinstance(slug, str) and is_article(slug)),
    )


def _house_rule(path: str, value: object) -> str:
    """The reason in the organiser's words where there is one, else switch and value."""
    if not isinstance(value, Mapping):
        return f"{path} = {value}"
    if isinstance(value.get("house"), str):
        return str(value["house"])
    inner = [_house_rule(f"{path}.{key}", entry) for key, entry in value.items()]
    return f"{path} = {value['value']}" if "value" in value else f"{sign(';')} ".join(inner)


fee = first(
    ("fee", _("Das Startgeld für jede Anmeldung beträgt Fr. %(francs)s.")),
    ("", _("Die Teilnahme kostet nichts.")),
    francs=lambda settings: written(settings.fee),
)
at_three = first(
    ("seats_three", _("Gespielt wird zu viert, wo nötig an Tischen zu dritt.")),
    cites=attrgetter("use.rules"),
)
left_over = first(
    ("pairing=knockout", ""), ("", "%(told)s"), told=lambda settings: gettext(settings.odd.told)
)
no_book = first(
    ("pairing=knockout", ""),
    ("seats_three", ""),
    ("", _(NO_BOOK)),
)
seat = first(
    ("seating=alone", _("Alle sitzen an ihrem zugelosten Platz.")),
    ("", _("Alle sitzen an ihrem zugelosten Platz, Partner einander gegenüber.")),
)
who_is_late = first(
    ("ranking.late=counts", ""), ("", _("Was verspätet ist, entscheidet die Turnierleitung."))
)
objections = first(
    (
        "correction_minutes=None",
        _("Fehler in der Rangliste können bis zum Ende des Turniers gemeldet werden."),
    ),
    (
        "",
        _(
            "Fehler in der Rangliste können noch %(minutes)s Minuten gemeldet werden, nachdem sie "
            "gezeigt wurde."
        ),
    ),
    minutes="correction_minutes",
)
mixed = first(
    (
        "differenzler_from",
        _("Ab Runde %(round)s wird Differenzler gespielt, alle für sich; vorher Schieber."),
    ),
    round="differenzler_from",
)
better = first(
    (
        "ranking.nearest",
        _("Es gewinnt, wer mit seinem Total der gezogenen Zahl am nächsten kommt."),
    ),
    ("pairing=knockout", _("Es gewinnt, wer den Final gewinnt.")),
    ("ranking.worth=matchpoints", _("Wer am meisten Prozente hat, gewinnt.")),
    ("ranking.worth=mean", _("Wer am meisten Punkte über dem Mittel hat, gewinnt.")),
    ("ranking.rank_points", _("Gezählt werden die Rangpunkte; wer am meisten hat, gewinnt.")),
    ("ranking.lower_wins", _("Gezählt werden die Differenzen; wer am wenigsten hat, gewinnt.")),
    ("", _("Gezählt werden die Punkte; wer am meisten hat, gewinnt.")),
    cites=attrgetter("use.counting"),
)
kept = first(
    ("pairing=knockout", ""),
    ("ranking.count.keep=best is_season", _("Es zählen die besten Tage: %(number)s.")),
    ("ranking.count.keep=best", _("Es zählen die besten Runden: %(number)s.")),
    ("ranking.count.keep=all is_season", _("Alle Tage zählen.")),
    ("ranking.count.keep=all", _("Alle Runden zählen.")),
    ("is_season", _("Streichtage: %(number)s.")),
    ("", _("Streichrunden: %(number)s.")),
    number="ranking.count.number",
)
dropped = first(
    ("ranking.count.keep=drop ranking.count.combine=average", _("Die schlechtesten zählen nicht.")),
    (
        "ranking.count.keep=drop",
        _("Die schlechtesten zählen nicht; wer fehlt, hat damit schon gestrichen."),
    ),
)
"""In a sum, what was missed takes up a drop; an average takes no notice of it."""
combined = first(
    ("pairing=knockout", ""),
    ("ranking.count.combine=sum", _("Massgebend ist die Summe.")),
    ("ranking.per=hand", _("Massgebend ist der Durchschnitt pro Spiel.")),
    ("is_season", _("Massgebend ist der Durchschnitt pro Tag.")),
    ("", _("Massgebend ist der Durchschnitt pro Runde.")),
)
rank_points = first(
    (
        "ranking.rank_points is_season",
        _("Für den Rang an einem Tag gibt es der Reihe nach %(table)s Punkte, dann je %(rest)s."),
    ),
    (
        "ranking.rank_points",
        _("Für den Rang der Runde gibt es der Reihe nach %(table)s Punkte, dann je %(rest)s."),
    ),
    table=lambda settings: ", ".join(map(printed, settings.ranking.rank_points.table)),
    rest="ranking.rank_points.rest",
)
rank_shared = first(
    ("ranking.rank_points", "%(told)s"),
    told=lambda settings: gettext(settings.ranking.rank_points.shared.told),
)


def rank_parted(event: Event) -> Told:
    points = event.format.ranking.rank_points
    parted = points and _parted(points.ties)
    text = gettext("Bei Gleichstand entscheidet für die Rangpunkte: %(ties)s.")
    return Told(text % {"ties": parted}) if parted else NOTHING


def byes(event: Event) -> Told:
    odd, rule = event.format.odd, event.format.ranking
    if odd is Odd.JOKER or rule.missing is MissingResult.JOKER:
        points = rule.joker.of(event.format.hands)
        text = gettext(
            "Die festen Punkte sind %(points)s für eine Runde. Sie zählen in der Summe, gelten "
            "aber nie als beste Runde."
        )
        figures = {"points": points if isinstance(points, int) else as_decimal(points)}
        return Told(text % said(figures), heading=gettext("Feste Punkte"))
    text = gettext(
        "Fürs Aussetzen zählt der Durchschnitt pro Spiel aus den eigenen anderen Runden, mal die "
        "Spiele der Runde, ohne Strafpunkte. Er zählt in der Summe, gilt aber nie als beste Runde."
    )
    return Told(text) if odd is Odd.MEAN else NOTHING


def ties(event: Event) -> Told:
    if event.format.pairing is Pairing.KNOCKOUT:
        return NOTHING
    if parted := _parted(event.format.ranking.ties):
        text = gettext("Bei Gleichstand entscheidet der Reihe nach: %(ties)s.")
        return Told(text % {"ties": parted})
    return Told(gettext("Bei Gleichstand wird der Rang geteilt."))


def _parted(names: tuple[str, ...]) -> str:
    """What parts equals, in order; nothing where they share the rank at once."""
    asked = [name for name in names if name != SHARED]
    return ", ".join(gettext(TIES[name].told) for name in (*asked, SHARED)) if asked else ""


penalties = first(
    (
        "ranking.rank_points",
        _("Strafpunkte verschlechtern das Resultat und kosten so vielleicht den Rang."),
    ),
    ("ranking.lower_wins", _("Strafpunkte der Turnierleitung werden zum Total dazugezählt.")),
    ("", _("Strafpunkte der Turnierleitung werden vom Total abgezogen.")),
)
attendance = first(
    (
        "ranking.minimum_units is_season",
        _("Rangiert wird, wer mindestens an so vielen Tagen gespielt hat: %(number)s."),
    ),
    (
        "ranking.minimum_units",
        _("Rangiert wird, wer mindestens so viele Runden gespielt hat: %(number)s."),
    ),
    number="ranking.minimum_units",
)
together = first(
    ("seating=pairs", _("Rangiert werden die Paare; die Punkte einer Seite zählen einmal.")),
    (
        "seating=teams team_best",
        _(
            "Rangiert werden die Mannschaften; in jeder Runde zählen die besten %(best)s ihrer "
            "Mitglieder."
        ),
    ),
    ("seating=teams", _("Rangiert werden die Mannschaften; es zählen alle ihre Mitglieder.")),
    best="team_best",
)


def qualifying(event: Event) -> Told:
    final = event.format.final
    if final is None:
        return NOTHING
    places = final.places.places
    if event.format.groups and isinstance(places, int):
        each = places // event.format.groups
        told = gettext(
            "In den Final kommen aus jeder Gruppe die besten %(each)s. Gesetzt wird nach dem Rang "
            "in der Gruppe, dann nach den Punkten; zwei aus einer Gruppe treffen sich nicht gleich."
        )
        return Told(told % {"each": each})
    text = (
        gettext("In den Final kommt der Anteil %(share)s der Rangierten, abgerundet.")
        if isinstance(places, Fraction)
        else gettext("In den Final kommen die besten %(places)s.")
    )
    return Told(text % {"share": str(places), "places": places})


last_rank = first(
    (
        "final",
        _(
            "Wer den letzten dieser Ränge teilt, ist auch dabei; für Abwesende rückt der Nächste "
            "nach."
        ),
    )
)
playing = first(
    ("final final_from", _("Der Final beginnt mit Runde %(round)s und hat %(rounds)s Runden.")),
    ("final", _("Der Final ist ein eigener Anlass an einem anderen Tag.")),
    round="final_from",
    rounds="final.rounds",
)
brought = first(("final", "%(told)s"), told=lambda settings: gettext(settings.final.carried.told))
weight = first(
    ("ranking.final_weight=1", ""),
    ("", _("Der Final zählt %(times)sfach und wird nie gestrichen.")),
    times="ranking.final_weight",
)
