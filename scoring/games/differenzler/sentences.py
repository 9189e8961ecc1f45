"""What is said of a slip of Differenzler and of no other."""

from scoring.games.words import gettext_noop

SENTENCES = {
    "stoeck_sign": gettext_noop("Stöcke zählen +20 oder -20: hier gehört 1 oder -1 hin."),
    "predictions_sealed": gettext_noop(
        "Für diesen Platz ist verdeckt getippt; die Zahl kommt von selbst dazu."
    ),
    "zero_trick_unknown": gettext_noop(
        "Für den Abzug bei Ansage 0 braucht es einen Stich ohne Punkte: wurde einer gemacht?"
    ),
    "needs_all_cards": gettext_noop(
        "Diese Regel braucht alle Punkte: keine Karte darf liegen bleiben."
    ),
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
    "nothing_left_out": gettext_noop("Hier werden alle Karten verteilt."),
    "left_out_unknown": gettext_noop(
        "Ohne die %(count)s liegengelassenen Karten lässt sich die Summe nicht prüfen."
    ),
    "left_out_impossible": gettext_noop("%(count)s Karten können nicht %(points)s Punkte zählen."),
    "trump_missing": gettext_noop("Um diese Karten zu zählen, muss Trumpf bekannt sein."),
    "sum_not_of_deck": gettext_noop("Die verteilten Karten können nicht %(sum)s Punkte zählen."),
}
