"""What a regulation says of a duplicate."""

from django.utils.translation import gettext, gettext_lazy as _

from tournaments.format.sentences import first

moved = first(("is_duplicate", "%(told)s"), told=lambda settings: gettext(settings.movement.told))
kept = first(
    (
        "is_duplicate",
        _(
            "Niemand mischt: Jeder legt seine Karten vor sich ab und nach dem Spiel alle neun in "
            "den Umschlag zurück. Wer Trumpf sagt, steht auf dem Board. Jedes Board wird für sich "
            "geschrieben; beide Seiten zusammen geben 157, mit einem Matsch den Zuschlag dazu."
        ),
    )
)
sealed = first(
    (
        "is_duplicate",
        _(
            "Über ein Board wird nicht geredet, solange es noch jemand zu spielen hat. Wer "
            "mitspielt, sieht keine Karten im Voraus."
        ),
    )
)
compared = first(
    ("is_duplicate", "%(told)s"), told=lambda settings: gettext(settings.ranking.compare.told)
)
