"""The sentences of all findings, in German, ready for translation: code -> template.

Templates are the message ids of the translation catalogues. Parameters are filled in after
translation; seats and sides, which the program counts from 0, are shown from 1.
"""

from collections.abc import Callable, Mapping

from jassclub.core.findings import Finding
from referee.rules.names import name_of
from scoring.games.words import gettext_noop

COUNTED_FROM_ONE = ("seat", "side")


TEMPLATES: Mapping[str, str] = {
    # shape
    "not_an_object": gettext_noop("Hier gehört ein JSON-Objekt hin."),
    "unknown_field": gettext_noop("Das Feld «%(field)s» ist unbekannt."),
    "field_missing": gettext_noop("Das Feld «%(field)s» fehlt."),
    "wrong_type": gettext_noop("Falsche Art von Wert, erwartet: %(expected)s."),
    "wrong_length": gettext_noop("Hier gehören genau %(count)s Werte hin."),
    "not_a_choice": gettext_noop("Möglich ist nur: %(options)s."),
    "out_of_range": gettext_noop("Möglich ist %(low)s bis %(high)s."),
    # table
    "deck_not_allowed": gettext_noop(
        "Mit diesem Blatt wird hier nicht gespielt, nur: %(options)s."
    ),
    "players_not_allowed": gettext_noop("Die Zahl der Spieler passt nicht, möglich: %(options)s."),
    "alone_only": gettext_noop("Hier spielt jeder für sich, ohne feste Partner."),
    "hands_not_divisible": gettext_noop(
        "%(hands)s Spiele lassen sich nicht auf %(players)s Spieler verteilen: "
        "alle sollen gleich oft geben."
    ),
    # points
    "points_missing": gettext_noop("Es fehlen Punkte."),
    "points_both_needed": gettext_noop(
        "Wo die Richtung wechselt, braucht es die Punkte beider Seiten."
    ),
    "points_with_bonus": gettext_noop(
        "Hier zählen nur die Kartenpunkte bis %(total)s. "
        "Wurden alle Stiche gemacht, bitte Matsch angeben."
    ),
    "sum_wrong": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s Punkte."),
    "sum_too_high": gettext_noop("Mit %(sum)s Punkten sind es mehr als %(expected)s."),
    "sum_not_of_slalom": gettext_noop(
        "%(sum)s kann nicht herauskommen: "
        "mit Richtungswechsel sind es 113 und ein Vielfaches von 11."
    ),
    "impossible_points": gettext_noop("%(points)s Punkte lassen sich mit keinen Stichen machen."),
    "last_trick_points": gettext_noop(
        "Wer den letzten Stich macht, hat mindestens %(points)s Punkte."
    ),
    "last_trick_not_matsch": gettext_noop(
        "Bei einem Matsch gehört auch der letzte Stich dieser Seite."
    ),
    "matsch_with_points": gettext_noop(
        "Seite %(side)s hat Punkte, also auch einen Stich: das ist kein Matsch."
    ),
    "matsch_or_zero_trick": gettext_noop(
        "War es ein Matsch von Seite %(side)s, oder hatten die anderen einen Stich ohne Punkte?"
    ),
    # the end of a game
    "points_approximate": gettext_noop("Die Punkte sind nachgerechnet, nicht gezählt."),
    "tricks_only_when_ended": gettext_noop(
        "Die Zahl der Stiche gehört nur zu einem Spiel, in dem die Partie endete."
    ),
    "ended_points_needed": gettext_noop(
        "Wo nicht alle Stiche gespielt sind, braucht es die Punkte beider Seiten."
    ),
    "ended_not_allowed": gettext_noop("An diesem Tisch wird jedes Spiel zu Ende gespielt."),
    "impossible_after": gettext_noop(
        "Mit %(tricks)s Stichen lassen sich nicht %(points)s Punkte machen."
    ),
    "last_trick_unplayed": gettext_noop("Der letzte Stich ist nicht gespielt worden."),
    "matsch_unfinished": gettext_noop("Einen Matsch gibt es erst nach dem letzten Stich."),
    "weis_undecided": gettext_noop(
        "Wer den höchsten Weis hat, steht erst nach dem ersten Stich fest."
    ),
    "claim_not_here": gettext_noop("An diesem Tisch braucht es kein Bedanken."),
    "berg_not_here": gettext_noop("An diesem Tisch meldet niemand den Berg."),
    "berg_points_too_many": gettext_noop(
        "Beim Melden des Bergs können es nicht mehr Punkte sein als am Schluss."
    ),
    "trick_points_too_many": gettext_noop(
        "Der letzte Stich kann nicht mehr zählen als alle Stiche dieser Seite."
    ),
    "game_decided": gettext_noop(
        "Die Partie war mit Spiel %(hand)s entschieden; am Ausgang ändert dieses Spiel nichts."
    ),
    # contract
    "contract_missing": gettext_noop("Es fehlt, was gespielt wurde."),
    "contract_not_allowed": gettext_noop("«%(contract)s» wird an diesem Tisch nicht gespielt."),
    "push_not_allowed": gettext_noop("An diesem Tisch wird nicht geschoben."),
    "declarer_unexpected": gettext_noop("Ansagen müsste Platz %(seat)s."),
    # weis and stoeck
    "weis_not_allowed": gettext_noop("An diesem Tisch wird nicht gewiesen."),
    "weis_one_side_only": gettext_noop("Nur die Seite mit dem höchsten Weis schreibt ihre Weise."),
    "weis_impossible": gettext_noop("%(points)s lässt sich aus keinen Weisen zusammensetzen."),
    "weis_points_wrong": gettext_noop("Dieser Weis zählt %(points)s Punkte."),
    "weis_cards_twice": gettext_noop("Eine Karte steht in zwei Weisen."),
    "weis_too_many_cards": gettext_noop(
        "Die Weise von Platz %(seat)s brauchen %(cards)s Karten, mehr als er hat."
    ),
    "weis_without_trick": gettext_noop(
        "Seite %(side)s hat keinen Stich gemacht: gilt der Weis trotzdem?"
    ),
    "run_too_long": gettext_noop("So viele Karten gibt es unter %(top)s nicht."),
    "quartet_counts_nothing": gettext_noop("Vier %(rank)s zählen an diesem Tisch nichts."),
    "stoeck_not_allowed": gettext_noop("An diesem Tisch zählen die Stöcke nicht."),
    "stoeck_needs_trump": gettext_noop("Ohne Trumpf gibt es keine Stöcke."),
    "stoeck_held_by_another": gettext_noop(
        "König oder Ober von Trumpf steht im Weis eines anderen Spielers."
    ),
    "stoeck_sign": gettext_noop("Stöcke zählen +20 oder -20: hier gehört 1 oder -1 hin."),
    # predictions
    "predictions_missing": gettext_noop("Es fehlen die Ansagen."),
    "prediction_missing": gettext_noop("Diese Ansage fehlt."),
    "predictions_sealed": gettext_noop(
        "Für diesen Platz ist verdeckt getippt; die Zahl kommt von selbst dazu."
    ),
    "prediction_too_early": gettext_noop("Zuerst sagt Platz %(seat)s an."),
    "prediction_makes_sum_fit": gettext_noop(
        "Die Ansagen dürfen zusammen nicht %(total)s ergeben."
    ),
    "zero_trick_unknown": gettext_noop(
        "Für den Abzug bei Ansage 0 braucht es einen Stich ohne Punkte: wurde einer gemacht?"
    ),
    "dealer_unknown": gettext_noop("Wer gegeben hat, muss bekannt sein."),
    "needs_all_cards": gettext_noop(
        "Diese Regel braucht alle Punkte: keine Karte darf liegen bleiben."
    ),
    # differences alone
    "differences_alone": gettext_noop(
        "Nur die Differenzen sind bekannt: die Summe der Punkte lässt sich nicht prüfen."
    ),
    "differences_not_here": gettext_noop(
        "Differenzen allein gibt es nur in übernommenen Abenden: "
        "hier braucht es Ansagen und Punkte."
    ),
    "difference_missing": gettext_noop("Diese Differenz fehlt."),
    "differences_with_more": gettext_noop(
        "Neben den Differenzen steht «%(field)s»: entweder das eine oder das andere."
    ),
    # cards that were not dealt
    "nothing_left_out": gettext_noop("Hier werden alle Karten verteilt."),
    "left_out_unknown": gettext_noop(
        "Ohne die %(count)s liegengelassenen Karten lässt sich die Summe nicht prüfen."
    ),
    "left_out_impossible": gettext_noop("%(count)s Karten können nicht %(points)s Punkte zählen."),
    "trump_missing": gettext_noop("Um diese Karten zu zählen, muss Trumpf bekannt sein."),
    "sum_not_of_deck": gettext_noop("Die verteilten Karten können nicht %(sum)s Punkte zählen."),
    # tricks and bids of HAE Jass
    "bid_forbidden": gettext_noop(
        "Verboten ist hier die Ansage %(forbidden)s: zusammen wären es genau %(tricks)s Stiche."
    ),
    "tricks_missing": gettext_noop("Es fehlen Stiche."),
    "tricks_wrong": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s Stiche."),
    "tricks_not_as_recorded": gettext_noop("Nach den notierten Karten sind es %(tricks)s Stiche."),
    "round_twice": gettext_noop("Die Runde mit %(cards)s Karten steht schon in Spiel %(hand)s."),
    "round_not_due": gettext_noop(
        "Die Runde mit %(cards)s Karten ist nicht an der Reihe, sondern die mit %(due)s."
    ),
    "card_unknown": gettext_noop("«%(card)s» ist keine Karte dieses Spiels."),
    "card_twice": gettext_noop("Die Karte %(card)s kommt zweimal vor."),
    "card_not_held": gettext_noop("Platz %(seat)s hatte %(card)s nicht."),
    "joker_is_no_card": gettext_noop("«%(card)s»: ein Joker muss eine Karte von 2 bis Ass sein."),
    "joker_unnamed": gettext_noop("Für diesen Joker wurde keine Karte angesagt."),
    "joker_counts_as_ass": gettext_noop("Was sollte der Joker sein? Ohne Ansage gilt er als Ass."),
    "wrong_leader": gettext_noop("Ausspielen musste Platz %(seat)s."),
    # lines of Coiffeur
    "line_twice": gettext_noop(
        "Die Zeile «%(line)s» hat Seite %(side)s schon in Spiel %(hand)s geschrieben."
    ),
    "contract_not_of_line": gettext_noop("«%(contract)s» gehört nicht auf die Zeile «%(line)s»."),
    "scratched_with_points": gettext_noop("Eine gestrichene Zeile hat keine Punkte."),
    "points_of_matsch": gettext_noop("Ein Matsch hat alle Punkte, also %(expected)s."),
    # passen
    "passe_needs_fixed_sum": gettext_noop(
        "Eine Passe braucht eine feste Kontrollsumme: dazu passt «%(switch)s» nicht."
    ),
    "matsches_too_many": gettext_noop("In %(hands)s Spielen gibt es nicht so viele Matsche."),
    "points_below_matsches": gettext_noop(
        "Mit %(matsches)s Matschen hat Seite %(side)s mindestens %(least)s Punkte."
    ),
    "scribe_missing": gettext_noop(
        "Die Differenz geht zu Lasten der schreibenden Seite: wer hat geschrieben?"
    ),
    # profiles
    "unknown_switch": gettext_noop("Die Regel «%(switch)s» gibt es nicht."),
    "switch_missing": gettext_noop("Zu dieser Regel fehlt der Wert."),
    "switch_twice": gettext_noop("Diese Regel steht zweimal da."),
    "citation_missing": gettext_noop("Es fehlt der Artikel oder der Grund."),
    "citation_twice": gettext_noop("Entweder ein Artikel oder ein Grund, nicht beides."),
    "unknown_article": gettext_noop("Den Artikel «%(article)s» gibt es nicht."),
    "unknown_layer": gettext_noop("«%(origin)s» ist keine Stufe von Regeln."),
    "layer_order": gettext_noop(
        "Die Regeln von «%(origin)s» kommen zu spät, eine engere Stufe gilt."
    ),
    "incentive_needs_open": gettext_noop(
        "Den Anreiz für den Geber gibt es nur mit offenen Ansagen."
    ),
    "fit_needs_open": gettext_noop(
        "Ob die Ansagen aufgehen dürfen, lässt sich nur mit offenen Ansagen regeln."
    ),
    "sealed_needs_hidden": gettext_noop("Verdeckt eingegeben wird nur bei verdeckten Ansagen."),
    "slalom_needs_start": gettext_noop(
        "An Turnieren zählt «%(contract)s» nur mit den Werten der ersten Richtung."
    ),
    "helps_in_tournament": gettext_noop("An Turnieren gibt es keine Hilfen."),
    "factor_missing": gettext_noop("Für «%(contract)s» fehlt der Faktor."),
    "differenzler_cards_only": gettext_noop(
        "Im Differenzler zählen nur die Kartenpunkte («%(switch)s» ist eingeschaltet)."
    ),
    "line_named_twice": gettext_noop("Eine Zeile steht zweimal auf dem Blatt."),
    "pairs_are_four": gettext_noop("Mit festen Partnern wird zu viert gespielt."),
}


def text(finding: Finding, translate: Callable[[str], str] = str, lang: str = "de") -> str:
    """The sentence of a finding; `translate` maps a template to the reader's language."""
    template = TEMPLATES[finding.code]
    return translate(template) % {
        name: _shown(name, it, lang) for name, it in finding.params.items()
    }


def _shown(name: str, value: object, lang: str) -> object:
    if name == "contract":
        return name_of(value, lang)
    if name in COUNTED_FROM_ONE and isinstance(value, int):
        return value + 1
    return value
