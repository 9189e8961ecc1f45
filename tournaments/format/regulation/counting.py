"""Section 5: what counts for the ranking."""

from django.utils.translation import gettext as _

from tournaments.format.pure import (
    Format,
    MissingResult,
    Odd,
    Per,
    RankPoints,
    Seating,
    SharedRank,
    Unit,
    as_decimal,
)
from tournaments.format.pure.ranking_rule import Combine, Count, Keep
from tournaments.format.regulation.event import Draft, Setting


def better(setting: Setting) -> Draft:
    rule = setting.format.ranking
    if rule.nearest:
        text = _("Es gewinnt, wer mit seinem Total der gezogenen Zahl am nächsten kommt.")
    elif rule.rank_points:
        text = _("Gezählt werden die Rangpunkte; wer am meisten hat, gewinnt.")
    elif rule.lower_wins:
        text = _("Gezählt werden die Differenzen; wer am wenigsten hat, gewinnt.")
    else:
        text = _("Gezählt werden die Punkte; wer am meisten hat, gewinnt.")
    return Draft(_("Wer gewinnt"), text, ("differenzler.wertung",) if rule.lower_wins else ())


def counted(setting: Setting) -> Draft:
    told = (_kept(setting.format), _combined(setting.format))
    return Draft(_("Was zählt"), " ".join(told))


def _kept(format_: Format) -> str:
    count, season = format_.ranking.count, format_.is_season
    number = {"number": count.number}
    if count.keep is Keep.BEST:
        best = (
            _("Es zählen die besten Tage: %(number)s.")
            if season
            else _("Es zählen die besten Runden: %(number)s.")
        )
        return best % number
    if count.keep is Keep.ALL:
        return _("Alle Tage zählen.") if season else _("Alle Runden zählen.")
    dropped = _("Streichtage: %(number)s.") if season else _("Streichrunden: %(number)s.")
    return f"{dropped % number} {_missed_drop(count)}"


def _missed_drop(count: Count) -> str:
    """In a sum, what was missed takes up a drop; an average takes no notice of it."""
    if count.combine is Combine.SUM:
        return _("Die schlechtesten zählen nicht; wer fehlt, hat damit schon gestrichen.")
    return _("Die schlechtesten zählen nicht.")


def _combined(format_: Format) -> str:
    rule = format_.ranking
    if rule.count.combine is Combine.SUM:
        return _("Massgebend ist die Summe.")
    if rule.per is Per.HAND:
        return _("Massgebend ist der Durchschnitt pro Spiel.")
    return (
        _("Massgebend ist der Durchschnitt pro Tag.")
        if rule.unit is Unit.EVENT
        else _("Massgebend ist der Durchschnitt pro Runde.")
    )


def rank_points(setting: Setting) -> Draft | None:
    points = setting.format.ranking.rank_points
    if points is None:
        return None
    table = ", ".join(map(str, points.table))
    scope = (
        _("Für den Rang an einem Tag gibt es der Reihe nach %(table)s Punkte, dann je %(rest)s.")
        if setting.format.is_season
        else _("Für den Rang der Runde gibt es der Reihe nach %(table)s Punkte, dann je %(rest)s.")
    )
    shared = {
        SharedRank.SAME: _("Wer einen Rang teilt, bekommt die vollen Punkte dieses Rangs."),
        SharedRank.MEAN: _("Wer einen Rang teilt, bekommt das Mittel der belegten Ränge."),
    }[points.shared]
    told = (scope % {"table": table, "rest": points.rest}, shared, _parted(points))
    return Draft(_("Rangpunkte"), " ".join(filter(None, told)))


def _parted(points: RankPoints) -> str:
    if points.ties in ((), ("shared",)):
        return ""
    return _("Bei Gleichstand entscheidet für die Rangpunkte: %(ties)s.") % {
        "ties": _ties(points.ties)
    }


def missed(setting: Setting) -> Draft:
    texts = {
        MissingResult.SKIP: _("Für eine verpasste Runde wird nichts geschrieben."),
        MissingResult.ZERO: _("Eine verpasste Runde zählt null Punkte."),
        MissingResult.WORST: _("Wer eine Runde verpasst, bekommt ihr schlechtestes Resultat."),
        MissingResult.JOKER: _("Wer eine Runde verpasst, bekommt dafür feste Punkte."),
        MissingResult.UNRANKED: _("Wer eine Runde verpasst, kommt nicht in die Rangliste."),
    }
    return Draft(_("Verpasste Runden"), texts[setting.format.ranking.missing])


def byes(setting: Setting) -> Draft | None:
    rule = setting.format.ranking
    if setting.format.odd is Odd.JOKER or rule.missing is MissingResult.JOKER:
        return _fixed(setting)
    if setting.format.odd is not Odd.MEAN:
        return None
    text = _(
        "Fürs Aussetzen zählt der Durchschnitt pro Spiel aus den eigenen anderen Runden, mal die "
        "Spiele der Runde, ohne Strafpunkte. Er zählt in der Summe, gilt aber nie als beste Runde."
    )
    return Draft(_("Aussetzen"), text)


def _fixed(setting: Setting) -> Draft:
    rule = setting.format.ranking
    points = rule.joker.of(setting.format.hands)
    text = _(
        "Die festen Punkte sind %(points)s für eine Runde. Sie zählen in der Summe, gelten aber "
        "nie als beste Runde."
    ) % {"points": points if isinstance(points, int) else as_decimal(points)}
    return Draft(_("Feste Punkte"), text)


def ties(setting: Setting) -> Draft:
    names = setting.format.ranking.ties
    if names in ((), ("shared",)):
        return Draft(_("Gleichstand"), _("Bei Gleichstand wird der Rang geteilt."))
    text = _("Bei Gleichstand entscheidet der Reihe nach: %(ties)s.") % {"ties": _ties(names)}
    return Draft(_("Gleichstand"), text)


def _ties(names: tuple[str, ...]) -> str:
    words = {
        "best": _("das beste Einzelresultat"),
        "second": _("das zweitbeste und die weiteren"),
        "head_to_head": _("die direkte Begegnung"),
        "last": _("das letzte Resultat"),
        "points": _("alle Punkte ohne Streichen"),
        "matsches": _("die Zahl der Matsche"),
        "exact": _("die Zahl der genauen Ansagen"),
        "penalties": _("weniger Strafpunkte"),
        "card": _("die höhere gezogene Karte"),
        "shared": _("sonst wird der Rang geteilt"),
    }
    ending = () if names and names[-1] == "shared" else ("shared",)
    return ", ".join(words[name] for name in (*names, *ending))


def penalties(setting: Setting) -> Draft:
    rule = setting.format.ranking
    if rule.rank_points:
        text = _("Strafpunkte verschlechtern das Resultat und kosten so vielleicht den Rang.")
    elif rule.lower_wins:
        text = _("Strafpunkte der Spielleitung werden zum Total dazugezählt.")
    else:
        text = _("Strafpunkte der Spielleitung werden vom Total abgezogen.")
    apart = _("Sie stehen in einer eigenen Spalte und verändern keine Kontrollsumme.")
    return Draft(_("Strafpunkte"), f"{text} {apart}")


def hidden_standings(setting: Setting) -> Draft | None:
    first = setting.format.ranking.hidden_from
    if first is None:
        return None
    text = _("Ab Runde %(round)s wird die Rangliste bis zur Rangverkündung nicht mehr gezeigt.")
    return Draft(_("Spannung"), text % {"round": first})


def attendance(setting: Setting) -> Draft | None:
    least = setting.format.ranking.minimum_units
    if not least:
        return None
    text = (
        _("Rangiert wird, wer mindestens an so vielen Tagen gespielt hat: %(number)s.")
        if setting.format.is_season
        else _("Rangiert wird, wer mindestens so viele Runden gespielt hat: %(number)s.")
    )
    return Draft(_("Teilnahme"), text % {"number": least})


def together(setting: Setting) -> Draft | None:
    format_ = setting.format
    if format_.seating is Seating.PAIRS:
        text = _("Rangiert werden die Paare; die Punkte einer Seite zählen einmal.")
    elif format_.seating is not Seating.TEAMS:
        return None
    elif format_.team_best is None:
        text = _("Rangiert werden die Mannschaften; es zählen alle ihre Mitglieder.")
    else:
        text = _(
            "Rangiert werden die Mannschaften; in jeder Runde zählen die besten %(best)s ihrer "
            "Mitglieder."
        ) % {"best": format_.team_best}
    return Draft(_("Paare und Mannschaften"), text)


POINTS = (
    better,
    counted,
    rank_points,
    missed,
    byes,
    ties,
    penalties,
    hidden_standings,
    attendance,
    together,
)
