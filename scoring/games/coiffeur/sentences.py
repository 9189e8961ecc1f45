"""What is said of a slip of Coiffeur and of no other."""

from scoring.games.words import gettext_noop

SENTENCES = {
    "line_twice": gettext_noop(
        "Die Zeile «%(line)s» hat Seite %(side)s schon in Spiel %(hand)s geschrieben."
    ),
    "contract_not_of_line": gettext_noop("«%(contract)s» gehört nicht auf die Zeile «%(line)s»."),
    "scratched_with_points": gettext_noop("Eine gestrichene Zeile hat keine Punkte."),
    "points_of_matsch": gettext_noop("Ein Matsch hat alle Punkte, also %(expected)s."),
}
