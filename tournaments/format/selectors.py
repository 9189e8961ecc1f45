"""The settings of a tournament, and which rounds the hall may not see by them."""

import json
from collections.abc import Mapping

from django.utils.translation import gettext as _, gettext_noop

from jassclub.core.errors import Finding
from jassclub.core.typography import said
from scoring.games.registry import TEMPLATES as OF_PROFILES
from tournaments.core.models import Tournament
from tournaments.format.pure import Format, stored_format


def hidden_from(tournament: Tournament, format_: Format) -> int | None:
    """The first round whose results stay hidden until the prize-giving; None where none is."""
    return None if tournament.revealed_at is not None else format_.day_ranking.hidden_from


def is_shown(number: int, hidden: int | None) -> bool:
    """Whether results of round `number` may be shown, with what `hidden_from` gave."""
    return hidden is None or number < hidden


def format_of(tournament: Tournament) -> Format:
    """The settings of a tournament; they were checked when they were stored."""
    return stored_format(json.dumps(tournament.format))


TEMPLATES: Mapping[str, str] = {
    # reading
    "key_unknown": gettext_noop("Diese Einstellung gibt es nicht."),
    "key_missing": gettext_noop("Es fehlt die Angabe «%(key)s»."),
    "not_a_text": gettext_noop("Hier gehört ein Text von höchstens %(longest)s Zeichen hin."),
    "not_a_flag": gettext_noop("Hier gehört ja oder nein hin."),
    "not_a_share": gettext_noop("Ein Anteil wird wie 1/3 geschrieben."),
    "not_a_list": gettext_noop("Hier gehört eine Liste mit höchstens %(most)s Einträgen hin."),
    "not_plain": gettext_noop("Eigene Regeln bestehen aus Texten, ganzen Zahlen, ja und nein."),
    "too_large": gettext_noop("Das sind zu viele eigene Regeln."),
    "ranks_backwards": gettext_noop("Ränge zählen aufwärts: nicht von %(first)s bis %(last)s."),
    "prize_has_no_ranks": gettext_noop("Diesen Preis gibt es nur einmal, ohne Ränge."),
    "prize_is_nothing": gettext_noop("Ein Preis braucht einen Betrag oder eine Sache."),
    "value_unreadable": gettext_noop("Dieser Wert ist hier nicht möglich."),
    "rule_contradicts": gettext_noop("Diese Angaben zur Rangliste widersprechen sich."),
    # what does not go together
    "profile_unknown": gettext_noop("Die Spielregeln «%(profile)s» gibt es nicht."),
    "game_of_profile": gettext_noop("Diese Spielregeln sind für ein anderes Spiel."),
    "seating_of_profile": gettext_noop("Mit diesen Spielregeln sitzt man anders."),
    "sum_not_fixed": gettext_noop(
        "Am Turnier braucht es eine feste Kontrollsumme: dazu passt «%(switch)s» nicht. Sonst "
        "wähle bei der Kontrollsumme, dass es keine gibt."
    ),
    "hands_exactly": gettext_noop("Eine Runde hat bei diesem Spiel %(hands)s Spiele."),
    "hands_at_most": gettext_noop("Eine Runde hat bei diesem Spiel höchstens %(hands)s Spiele."),
    "set_elsewhere": gettext_noop("«%(setting)s» wird weiter oben eingestellt."),
    "team_size_missing": gettext_noop("Wie viele Personen hat eine Mannschaft?"),
    "team_size_odd": gettext_noop("Eine Mannschaft braucht eine gerade Zahl Personen."),
    "no_teams": gettext_noop("Das gibt es nur mit Mannschaften."),
    "more_than_the_team": gettext_noop("Eine Mannschaft hat nur %(size)s Personen."),
    "pairing_needs_pairs": gettext_noop("So wird nur mit festen Paaren oder Mannschaften gelost."),
    "no_standing_yet": gettext_noop("In der ersten Runde gibt es noch keine Rangliste."),
    "beyond_rounds": gettext_noop("So viele Runden gibt es nicht: es sind %(rounds)s."),
    "round_robin_is_planned": gettext_noop(
        "Spielen alle gegen alle, richten sich die Tische nicht nach der Rangliste."
    ),
    "knockout_has_no_standing": gettext_noop(
        "Im K.-o. richten sich die Tische nicht nach der Rangliste; Vorrunden gibt es mit "
        "einem Final im K.-o."
    ),
    "knockout_is_its_final": gettext_noop("Ein K.-o. endet mit seinem eigenen Final."),
    "knockout_needs_rounds": gettext_noop(
        "Für %(sides)s im K.-o. braucht es mindestens %(needed)s Runden."
    ),
    "groups_meet_all": gettext_noop("In Gruppen spielen alle gegen alle: wähle das als Auslosung."),
    "places_of_groups": gettext_noop(
        "Aus jeder der %(groups)s Gruppen kommen gleich viele weiter: die Plätze im Final müssen "
        "durch %(groups)s teilbar sein."
    ),
    "duplicate_is_of_pairs": gettext_noop("Duplicate spielen feste Paare."),
    "duplicate_is_planned": gettext_noop(
        "Im Duplicate steht am Anfang fest, wer wen trifft: ohne Final, ohne Tische nach Rangliste."
    ),
    "mixed_is_of_people": gettext_noop(
        "Schieber und Differenzler zusammen gehen für Einzelne mit zugelostem Partner."
    ),
    "mixed_is_compared": gettext_noop(
        "Punkte im Schieber und Differenzen lassen sich nicht zusammenzählen: wähle, dass eine "
        "Runde in Prozent oder gegen das Mittel zählt."
    ),
    "mixed_has_no_joker": gettext_noop(
        "Feste Punkte fürs Aussetzen passen nicht zu Schieber und Differenzler: nimm den Schnitt."
    ),
    "boards_are_written": gettext_noop(
        "Im Duplicate wird nach der Runde jedes Board auf das Blatt geschrieben: wähle das Total "
        "der Passe."
    ),
    "boards_are_exact": gettext_noop(
        "Jedes Board muss aufgehen: ein Blatt mit falscher Summe geht zurück an den Tisch."
    ),
    "boards_a_round": gettext_noop("Im Duplicate höchstens %(most)s Spiele pro Runde."),
    "percent_is_averaged": gettext_noop(
        "In Prozent zählt der Schnitt pro Spiel: wähle «als Schnitt» und «pro Spiel»."
    ),
    "boards_are_missed": gettext_noop(
        "Wer im Duplicate aussetzt, hat diese Boards nicht: es zählen die gespielten."
    ),
    "stand_in_fills_one_seat": gettext_noop(
        "Ersatzleute füllen einzelne Plätze, nicht die eines Paars oder einer Mannschaft."
    ),
    "sitting_out_costs_the_rank": gettext_noop(
        "Wer aussetzt, käme nicht in die Rangliste: Ersatzleute nehmen oder fehlende Runden "
        "anders werten."
    ),
    "missing_round_wins": gettext_noop(
        "Wer weniger spielt, hätte weniger Differenzen und würde gewinnen."
    ),
    "distances_cannot_be_charged": gettext_noop(
        "Im Differenzler lässt sich ein Zählfehler niemandem anrechnen."
    ),
    "wrong_way_round": gettext_noop(
        "Im Differenzler gewinnt der kleinere Wert, sonst der grössere."
    ),
    "drops_every_round": gettext_noop("Bei %(rounds)s Runden bliebe nichts übrig."),
    "nobody_meets": gettext_noop("Mannschaften haben keine direkte Begegnung."),
    "not_counted_here": gettext_noop("Das wird in diesem Spiel nicht gezählt."),
    "final_leaves_no_round": gettext_noop("Vor dem Final braucht es wenigstens eine Runde."),
    "no_final_to_weigh": gettext_noop("Es gibt keinen Final, der mehrfach zählen könnte."),
    "season_has_its_own_final": gettext_noop("Der Final einer Saison ist ein eigener Tag."),
    "knockout_has_no_sums": gettext_noop(
        "Im K.-o. spielen nicht alle gleich viel: da lässt sich nichts zusammenzählen."
    ),
    "no_such_ranking": gettext_noop(
        "Diese Rangliste gibt es nicht: zuerst einstellen, wie viele Resultate dafür zählen."
    ),
    "groups_have_no_category": gettext_noop("Vereine und Mannschaften haben keine Kategorien."),
    "weight_of_nothing": gettext_noop(
        "Beginnen im Final alle bei null, kann er nicht mehrfach zählen."
    ),
}
"""Code -> template; the codes of profiles and of plain shape have theirs already."""


def sentence(finding: Finding) -> str:
    """The finding in the language of the reader."""
    return _(TEMPLATES.get(finding.code) or OF_PROFILES[finding.code]) % said(finding.params)
