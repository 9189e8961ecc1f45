"""What a regulation says of groups and of a knock-out."""

from django.utils.translation import gettext, gettext_lazy as _

from tournaments.format.sentences import first

seeded = first(
    ("pairing=knockout", "%(told)s"),
    (
        "knockout_from",
        _("Der Final ist ein K.-o.; gesetzt wird nach der Rangliste der Vorrunde."),
    ),
    told=lambda settings: gettext(settings.knockout.seeds.told),
)
byes = first(
    (
        "knockout_from",
        _(
            "Geht die Zahl nicht auf, haben die besten Setzplätze in der ersten Runde keinen "
            "Gegner und sind weiter; Punkte gibt es dafür keine. Wer nach der ersten Runde kommt, "
            "kann nicht mehr mitspielen; wer geht, hat sein nächstes Spiel verloren."
        ),
    )
)
ties = first(
    ("knockout_from", "%(told)s"), told=lambda settings: gettext(settings.knockout.ties.told)
)
third_place = first(
    ("knockout_from knockout.third_place", _("Wer im Halbfinal verliert, spielt um Platz drei."))
)
consolation = first(
    (
        "knockout_from knockout.consolation",
        _(
            "Wer sein erstes Spiel verliert, spielt im Trostturnier weiter; auch dort scheidet "
            "aus, wer verliert. Ein Platz im K.-o. ist darin nicht zu gewinnen."
        ),
    )
)
places = first(
    (
        "knockout_from",
        _(
            "Massgebend ist das K.-o.: Wer in der gleichen Runde ausscheidet, teilt den Rang. "
            "Wird ein Resultat berichtigt, wenn die nächste Runde schon aufgerufen ist, bleibt "
            "sie, wie sie ist."
        ),
    )
)
in_groups = first(
    (
        "groups",
        _(
            "Gespielt wird in %(groups)s Gruppen; jede hat ihre Tabelle, und darin zählt, was in "
            "ihr gespielt wurde."
        ),
    ),
    groups="groups",
)
