"""The sentences of a regulation that depend on more than the choice of one setting."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from referee.rulebook.articles import is_article
from referee.rules.profile import Profile
from tournaments.format.pure import (
    HAND_POINTS,
    SHARED,
    TIES,
    Combine,
    Format,
    Keep,
    MissingResult,
    Odd,
    Per,
    Prize,
    PrizeKind,
    RankPoints,
    Seating,
    as_decimal,
)

BONUS_ARTICLES = {
    0: ("turnier.matsch-157",),
    50: ("turnier.matsch-207",),
    100: ("matchpraemie",),
}


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
NOTHING = Told("")


def of_choice(path: str) -> Write:
    """What is said of the option that was chosen."""
    chosen = attrgetter(path)

    def write(event: Event) -> Told:
        format_ = event.format
        figures = {"size": format_.team_size, "penalty": format_.ranking.late_penalty}
        return Told(_(chosen(format_).told) % figures)

    return write


def say(text: str | Promise, *, otherwise: str | Promise = "", **figures: str) -> Write:
    """A sentence with the settings that it names; another one, or none, where they are not set."""
    paths = {name: attrgetter(path) for name, path in figures.items()}

    def write(event: Event) -> Told:
        found = {name: path(event.format) for name, path in paths.items()}
        return Told(str(text) % found if all(found.values()) else str(otherwise))

    return write


def francs(rappen: int) -> str:
    """An amount as it is written in Switzerland: 2050 is "20.50"."""
    return str(Decimal(rappen) / 100 if rappen % 100 == 0 else Decimal(rappen).scaleb(-2))


def rules(event: Event) -> Told:
    text = _(
        "%(name)s wird nach den Regeln «%(profile)s» gespielt, Ausgabe %(edition)s. "
        "Die Punkte dieses Reglements gehen ihnen vor."
    )
    profile = event.profile
    figures = {"name": event.name, "profile": profile.title, "edition": profile.edition}
    return Told(text % figures, event.format.use.rules)


def house_rules(event: Event) -> Told:
    own = event.format.house_rules
    if not own:
        return NOTHING
    listed = "; ".join(_house_rule(path, value) for path, value in own.items())
    cited = [value.get("article") for value in own.values() if isinstance(value, Mapping)]
    return Told(
        _("Abweichend gilt an diesem Turnier: %(rules)s.") % {"rules": listed},
        tuple(slug for slug in cited if isinstance(slug, str) and is_article(slug)),
    )


def _house_rule(path: str, value: object) -> str:
    """The reason in the organiser's words where there is one, else switch and value."""
    if not isinstance(value, Mapping):
        return f"{path} = {value}"
    if isinstance(value.get("house"), str):
        return str(value["house"])
    inner = [_house_rule(f"{path}.{key}", entry) for key, entry in value.items()]
    return f"{path} = {value['value']}" if "value" in value else "; ".join(inner)


def fee(event: Event) -> Told:
    if not event.format.fee:
        return Told(_("Die Teilnahme kostet nichts."))
    text = _("Das Startgeld für jede Anmeldung beträgt Fr. %(francs)s.")
    return Told(text % {"francs": francs(event.format.fee)})


def at_three(event: Event) -> Told:
    text = _("Gespielt wird zu viert, wo nötig an Tischen zu dritt.")
    return Told(text, ("differenzler.spieler",)) if event.format.seats_three else NOTHING


def seat(event: Event) -> Told:
    if event.format.seating is Seating.ALONE:
        return Told(_("Alle sitzen an ihrem zugelosten Platz."))
    return Told(_("Alle sitzen an ihrem zugelosten Platz, Partner einander gegenüber."))


def dealing(event: Event) -> Told:
    text = _("Vor jedem Spiel wird gemischt und abgehoben. Wer sich vergibt, gibt noch einmal.")
    return Told(text, (event.format.use.dealing, "turnier.vergeben"))


def melds(event: Event) -> Told:
    """Neither counts at a tournament: no control sum could be known with them."""
    return Told(_("Weder Weis noch Stöck zählen."), event.format.use.melds)


def matsch(event: Event) -> Told:
    if event.format.use.differences:
        return NOTHING
    bonus = event.format.matsch_bonus
    text = (
        _("Wer alle neun Stiche macht, schreibt %(bonus)s Punkte dazu, zusammen %(total)s.")
        if bonus
        else _("Auch wer alle neun Stiche macht, schreibt %(total)s Punkte.")
    )
    figures = {"bonus": bonus, "total": HAND_POINTS + bonus}
    return Told(text % figures, BONUS_ARTICLES.get(bonus, ()))


def prediction(event: Event) -> Told:
    if not event.format.use.differences:
        return NOTHING
    if event.profile.differenzler.predictions == "hidden":
        text = _(
            "Jeder schreibt seine Ansage verdeckt auf; aufgedeckt wird, wenn die Punkte gezählt "
            "sind."
        )
        return Told(text, ("differenzler.verdeckte-ansage",))
    text = _("Jeder sagt offen an, wie viele Punkte er macht; der Geber kommt zuletzt.")
    return Told(text, ("differenzler.ansage",))


def control(event: Event) -> Told:
    format_ = event.format
    figures = {"hand": HAND_POINTS, "hands": format_.hands, "total": format_.control_sum}
    first = _(
        "Die Karten kommen erst zusammen, wenn am Tisch %(hand)s Punkte gezählt sind. "
        "Am Ende der Runde ergibt das Blatt %(hands)s x %(hand)s = %(total)s Punkte."
    )
    more = [first % figures]
    if format_.matsch_bonus:
        more.append(_("Für jeden Matsch kommen %(bonus)s dazu.") % {"bonus": format_.matsch_bonus})
    if format_.use.differences:
        more.append(_("Erst wenn das stimmt, werden die Differenzen gerechnet."))
    return Told(" ".join(more))


def objections(event: Event) -> Told:
    minutes = event.format.correction_minutes
    if minutes is None:
        text = _("Fehler in der Rangliste können bis zum Ende des Turniers gemeldet werden.")
        return Told(text)
    text = _(
        "Fehler in der Rangliste können noch %(minutes)s Minuten gemeldet werden, nachdem sie "
        "gezeigt wurde."
    )
    return Told(text % {"minutes": minutes})


def better(event: Event) -> Told:
    rule = event.format.ranking
    if rule.nearest:
        text = _("Es gewinnt, wer mit seinem Total der gezogenen Zahl am nächsten kommt.")
    elif rule.rank_points:
        text = _("Gezählt werden die Rangpunkte; wer am meisten hat, gewinnt.")
    elif rule.lower_wins:
        text = _("Gezählt werden die Differenzen; wer am wenigsten hat, gewinnt.")
    else:
        text = _("Gezählt werden die Punkte; wer am meisten hat, gewinnt.")
    return Told(text, ("differenzler.wertung",) if rule.lower_wins else ())


def kept(event: Event) -> Told:
    count, season = event.format.ranking.count, event.format.is_season
    text = {
        (Keep.BEST, True): _("Es zählen die besten Tage: %(number)s."),
        (Keep.BEST, False): _("Es zählen die besten Runden: %(number)s."),
        (Keep.ALL, True): _("Alle Tage zählen."),
        (Keep.ALL, False): _("Alle Runden zählen."),
        (Keep.DROP, True): _("Streichtage: %(number)s."),
        (Keep.DROP, False): _("Streichrunden: %(number)s."),
    }[count.keep, season]
    return Told(text % {"number": count.number})


def dropped(event: Event) -> Told:
    """In a sum, what was missed takes up a drop; an average takes no notice of it."""
    count = event.format.ranking.count
    if count.keep is not Keep.DROP:
        return NOTHING
    if count.combine is Combine.AVERAGE:
        return Told(_("Die schlechtesten zählen nicht."))
    return Told(_("Die schlechtesten zählen nicht; wer fehlt, hat damit schon gestrichen."))


def combined(event: Event) -> Told:
    rule = event.format.ranking
    if rule.count.combine is Combine.SUM:
        return Told(_("Massgebend ist die Summe."))
    if rule.per is Per.HAND:
        return Told(_("Massgebend ist der Durchschnitt pro Spiel."))
    if event.format.is_season:
        return Told(_("Massgebend ist der Durchschnitt pro Tag."))
    return Told(_("Massgebend ist der Durchschnitt pro Runde."))


def rank_points(event: Event) -> Told:
    points = event.format.ranking.rank_points
    if points is None:
        return NOTHING
    scope = (
        _("Für den Rang an einem Tag gibt es der Reihe nach %(table)s Punkte, dann je %(rest)s.")
        if event.format.is_season
        else _("Für den Rang der Runde gibt es der Reihe nach %(table)s Punkte, dann je %(rest)s.")
    )
    figures = {"table": ", ".join(map(str, points.table)), "rest": points.rest}
    told = (scope % figures, _(points.shared.told), _parted(points))
    return Told(" ".join(filter(None, told)))


def _parted(points: RankPoints) -> str:
    if points.ties in ((), (SHARED,)):
        return ""
    text = _("Bei Gleichstand entscheidet für die Rangpunkte: %(ties)s.")
    return text % {"ties": _ties(points.ties)}


def byes(event: Event) -> Told:
    odd, rule = event.format.odd, event.format.ranking
    if odd is Odd.JOKER or rule.missing is MissingResult.JOKER:
        points = rule.joker.of(event.format.hands)
        text = _(
            "Die festen Punkte sind %(points)s für eine Runde. Sie zählen in der Summe, gelten "
            "aber nie als beste Runde."
        )
        figures = {"points": points if isinstance(points, int) else as_decimal(points)}
        return Told(text % figures, heading=_("Feste Punkte"))
    text = _(
        "Fürs Aussetzen zählt der Durchschnitt pro Spiel aus den eigenen anderen Runden, mal die "
        "Spiele der Runde, ohne Strafpunkte. Er zählt in der Summe, gilt aber nie als beste Runde."
    )
    return Told(text) if odd is Odd.MEAN else NOTHING


def ties(event: Event) -> Told:
    names = event.format.ranking.ties
    if names in ((), (SHARED,)):
        return Told(_("Bei Gleichstand wird der Rang geteilt."))
    text = _("Bei Gleichstand entscheidet der Reihe nach: %(ties)s.")
    return Told(text % {"ties": _ties(names)})


def _ties(names: tuple[str, ...]) -> str:
    ending = () if names[-1] == SHARED else (SHARED,)
    return ", ".join(_(TIES[name].told) for name in (*names, *ending))


def penalties(event: Event) -> Told:
    rule = event.format.ranking
    if rule.rank_points:
        text = _("Strafpunkte verschlechtern das Resultat und kosten so vielleicht den Rang.")
    elif rule.lower_wins:
        text = _("Strafpunkte der Spielleitung werden zum Total dazugezählt.")
    else:
        text = _("Strafpunkte der Spielleitung werden vom Total abgezogen.")
    return Told(text)


def attendance(event: Event) -> Told:
    least = event.format.ranking.minimum_units
    text = (
        _("Rangiert wird, wer mindestens an so vielen Tagen gespielt hat: %(number)s.")
        if event.format.is_season
        else _("Rangiert wird, wer mindestens so viele Runden gespielt hat: %(number)s.")
    )
    return Told(text % {"number": least}) if least else NOTHING


def together(event: Event) -> Told:
    seating, best = event.format.seating, event.format.team_best
    if seating is Seating.PAIRS:
        return Told(_("Rangiert werden die Paare; die Punkte einer Seite zählen einmal."))
    if seating is not Seating.TEAMS:
        return NOTHING
    if best is None:
        return Told(_("Rangiert werden die Mannschaften; es zählen alle ihre Mitglieder."))
    text = _(
        "Rangiert werden die Mannschaften; in jeder Runde zählen die besten %(best)s ihrer "
        "Mitglieder."
    )
    return Told(text % {"best": best})


def qualifying(event: Event) -> Told:
    final = event.format.final
    if final is None:
        return NOTHING
    places = final.places.places
    if isinstance(places, Fraction):
        share = _("Ins Finale kommt der Anteil %(share)s der Rangierten, abgerundet.")
        text = share % {"share": str(places)}
    else:
        text = _("Ins Finale kommen die besten %(places)s.") % {"places": places}
    last = _(
        "Wer den letzten dieser Ränge teilt, ist auch dabei; für Abwesende rückt der Nächste nach."
    )
    return Told(f"{text} {last}")


def playing(event: Event) -> Told:
    final = event.format.final
    if final is None:
        return NOTHING
    if event.format.final_from is None:
        text = _("Das Finale ist ein eigener Anlass an einem anderen Tag.")
    else:
        when = _("Das Finale beginnt mit Runde %(round)s und hat %(rounds)s Runden.")
        text = when % {"round": event.format.final_from, "rounds": final.rounds}
    return Told(f"{text} {_(final.carried.told)}")


def weight(event: Event) -> Told:
    times = event.format.ranking.final_weight
    text = _("Das Finale zählt %(times)sfach und wird nie gestrichen.") % {"times": times}
    return Told(text) if times > 1 else NOTHING


def prizes(event: Event) -> Told:
    return Told(" ".join(f"{prize_for(p)}: {prize_what(p)}." for p in event.format.prizes))


def prize_for(prize: Prize) -> str:
    """The rank or the feat."""
    if prize.kind is not PrizeKind.RANK:
        return _(prize.kind.told)
    one = prize.first == prize.last
    text = _("Rang %(first)s") if one else _("Rang %(first)s bis %(last)s, je")
    return text % {"first": prize.first, "last": prize.last}


def prize_what(prize: Prize) -> str:
    """Money in francs, a thing, or both."""
    money = _("Fr. %(francs)s") % {"francs": francs(prize.rappen)} if prize.rappen else ""
    return ", ".join(filter(None, (money, prize.text)))


def drawn_number(event: Event) -> Told:
    kinds = [prize.kind for prize in event.format.prizes]
    text = _("Die Zahl wird nach der letzten Runde vor allen gezogen.")
    needed = event.format.ranking.nearest or PrizeKind.NEAREST in kinds
    return Told(text) if needed else NOTHING
