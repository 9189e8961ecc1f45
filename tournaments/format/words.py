"""The words for everything an organiser can choose."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.rulebook.articles import PROFILES
from scoring.games.registry import GAMES
from tournaments.format.pure import (
    Carried,
    Control,
    Credited,
    LateResult,
    MissingResult,
    Odd,
    Pairing,
    Per,
    PrizeKind,
    Seating,
    SharedRank,
    Unit,
    Writing,
)

Words = Mapping[str, str | Promise]

PLAYED: Words = {name: _(kind.title) for name, kind in GAMES.items() if kind.tournament}
SEATINGS: Words = {
    Seating.DRAWN: _("einzeln, der Partner wird zugelost"),
    Seating.ALONE: _("einzeln, alle für sich"),
    Seating.PAIRS: _("feste Paare"),
    Seating.TEAMS: _("Mannschaften"),
}
PAIRINGS: Words = {
    Pairing.PLAN: _("alle Runden zum Voraus ausgelost"),
    Pairing.ROUND_ROBIN: _("alle gegen alle"),
    Pairing.SWISS: _("Nachbarn der Rangliste, die sich noch nicht trafen"),
    Pairing.BY_STANDING: _("Nachbarn der Rangliste: 1-2, 3-4 und so weiter"),
}
ODDS: Words = {
    Odd.MEAN: _("Überzählige setzen reihum aus und bekommen den Schnitt ihrer anderen Runden"),
    Odd.SIT_OUT: _("Überzählige setzen reihum aus und bekommen nichts"),
    Odd.STAND_IN: _("Ersatzleute füllen den letzten Tisch"),
    Odd.JOKER: _("Überzählige setzen aus und bekommen feste Punkte"),
}
WRITINGS: Words = {
    Writing.TOTALS: _("nur das Total der Passe"),
    Writing.HANDS: _("jedes Spiel, am Tisch"),
}
CONTROLS: Words = {
    Control.REJECT: _("geht zurück an den Tisch"),
    Control.SPLIT: _("Unterschied wird auf beide Seiten verteilt"),
    Control.SCRIBE: _("Unterschied trägt, wer schrieb"),
    Control.DIRECTOR: _("die Spielleitung entscheidet"),
}
CREDITED: Words = {
    Credited.ENTRY: _("wer ausgelost wurde"),
    Credited.SUBSTITUTE: _("wer einspringt"),
}
CARRIED: Words = {
    Carried.ALL: _("alle Punkte bis dahin"),
    Carried.NOTHING: _("nichts, alle beginnen bei null"),
    Carried.AVERAGE: _("den Schnitt pro Spiel"),
}
UNITS: Words = {
    Unit.ROUND: _("Runden dieses Tages"),
    Unit.EVENT: _("Tage einer Saison"),
}
KEPT: Words = {
    "all": _("alles"),
    "drop": _("alles ohne die schlechtesten …"),
    "best": _("nur die besten …"),
}
COMBINED: Words = {"sum": _("als Summe"), "average": _("als Schnitt")}
PER: Words = {Per.UNIT: _("pro Runde oder Tag"), Per.HAND: _("pro Spiel")}
MISSING: Words = {
    MissingResult.SKIP: _("zählt nicht mit"),
    MissingResult.ZERO: _("null Punkte"),
    MissingResult.WORST: _("das schlechteste Resultat der Runde"),
    MissingResult.JOKER: _("die festen Punkte für das Aussetzen"),
    MissingResult.UNRANKED: _("kein Rang mehr"),
}
LATE: Words = {
    LateResult.COUNTS: _("zählt trotzdem"),
    LateResult.PENALISED: _("zählt mit Abzug"),
    LateResult.MISSING: _("zählt als fehlend"),
}
SHARED: Words = {
    SharedRank.SAME: _("alle die Punkte des Rangs"),
    SharedRank.MEAN: _("das Mittel ihrer Plätze"),
}
TIES: Words = {
    "best": _("das beste einzelne Resultat"),
    "second": _("das zweitbeste, dann das nächste"),
    "head_to_head": _("die direkte Begegnung"),
    "last": _("das letzte Resultat"),
    "points": _("alle Punkte, auch die gestrichenen"),
    "matsches": _("mehr Matsche"),
    "exact": _("mehr genaue Ansagen"),
    "penalties": _("weniger Strafpunkte"),
    "card": _("die höhere gezogene Karte"),
    "shared": _("sie teilen den Rang"),
}
PRIZES: Words = {
    PrizeKind.RANK: _("Rang"),
    PrizeKind.LAST: _("letzter Rang"),
    PrizeKind.MATSCHES: _("meiste Matsche"),
    PrizeKind.EXACT: _("meiste genaue Ansagen"),
    PrizeKind.NEAREST: _("am nächsten bei der gezogenen Zahl"),
}
RULES: Words = {slug: profile.title for slug, profile in PROFILES.items()}
"""The profiles of the rulebook by their titles."""
