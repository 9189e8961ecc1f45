"""What the desk says of somebody's categories, club, team and licence."""

import re
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Role
from tournaments.core.desk_page import Ask, Command, CommandInput, Desk
from tournaments.entries import services
from tournaments.entries.selectors import LONGEST, entries_of
from tournaments.format.prize_sentences import category_words
from tournaments.format.pure.categories import LONGEST_LABEL, Category, label_of

KNOWN = [category.value for category in Category]


def label_people(desk: Desk, sent: CommandInput) -> str:
    named = (part.strip() for part in re.split(r"[,;\n]", sent.words("numbers")))
    entries = services.label_entries(
        **desk.ids,
        numbers=[sent.entry_called(part, "/numbers") for part in named if part],
        category=sent.words("category")[:LONGEST_LABEL],
        take_off=sent.on("take_off"),
    )
    told = {"n": len(entries), "label": category_words(label_of(sent.words("category")))}
    if sent.on("take_off"):
        return _("%(label)s: %(n)s herausgenommen.") % told
    return _("%(label)s: %(n)s zugeteilt.") % told


ASKED = (
    *(Ask(category.value, gettext_lazy(category.words), "check") for category in Category),
    Ask(
        "labels",
        gettext_lazy("Weitere Kategorien"),
        "words",
        help=gettext_lazy("eigene Namen, mit Komma dazwischen"),
    ),
    Ask("home_club", gettext_lazy("Verein"), "words"),
    Ask("squad", gettext_lazy("Mannschaft, für die das Resultat zählt"), "words"),
    Ask("licence", gettext_lazy("Lizenznummer"), "words"),
)
"""The fields of what somebody belongs to."""


def belongs(sent: CommandInput) -> dict[str, Any]:
    """What stands in them, as the service takes it."""
    return {
        "home_club": sent.words("home_club")[:LONGEST],
        "squad": sent.words("squad")[:LONGEST],
        "licence": sent.words("licence")[:LONGEST_LABEL],
        "labels": [
            *(category for category in KNOWN if sent.on(category)),
            *(part[:LONGEST_LABEL] for part in sent.words("labels").split(",")),
        ],
    }


LABEL = Command(
    "label",
    "people",
    gettext_lazy("Zuteilen"),
    label_people,
    title=gettext_lazy("Kategorie zuteilen"),
    help=gettext_lazy(
        "Damen, Junioren, Veteranen oder ein eigener Name: jede Kategorie hat ihre Rangliste "
        "und, wenn eingestellt, ihre Preise."
    ),
    asks=(
        Ask("category", gettext_lazy("Kategorie"), "category"),
        Ask("numbers", gettext_lazy("Startnummern, mit Komma dazwischen"), "words"),
        Ask("take_off", gettext_lazy("Herausnehmen statt zuteilen"), "check"),
    ),
    role=Role.SCRIBE,
    shown=lambda desk: not desk.ended and bool(desk.read(entries_of)),
)
