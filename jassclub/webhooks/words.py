"""What people read for the kinds of events."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.webhooks.services import PING

WORDS: Mapping[str, str | Promise] = {
    "game.opened": _("Eine Partie beginnt"),
    "game.closed": _("Eine Partie ist abgeschlossen"),
    "game.reopened": _("Eine Partie ist wieder offen"),
    "game.abandoned": _("Eine Partie ist abgebrochen"),
    "hand.confirmed": _("Ein Spiel ist bestätigt"),
    "tournament.draw": _("Eine Auslosung steht"),
    "tournament.round_called": _("Eine Runde ist aufgerufen"),
    "tournament.round_closed": _("Eine Runde ist abgeschlossen"),
    "tournament.ranking": _("Eine Rangliste steht"),
    "tournament.finished": _("Ein Turnier ist zu Ende"),
    "sheet.corrected": _("Ein Blatt ist nachträglich geändert"),
    PING: _("Probe"),
}
"""By kind, in the order in which they are offered."""
