"""The sentences about prizes, categories, clubs and teams; a category in words."""

from django.utils.translation import gettext, gettext_lazy as _

from jassclub.core.speaking import sign
from jassclub.web.francs import written
from tournaments.format.pure import Prize, PrizeKind
from tournaments.format.pure.categories import Category
from tournaments.format.pure.choices import RANGED
from tournaments.format.sentences import NOTHING, Event, Told, first

CATEGORIES = {category.value: category.words for category in Category}


def prizes(event: Event) -> Told:
    return Told(" ".join(f"{prize_for(p)}{sign()} {prize_what(p)}." for p in event.format.prizes))


def prize_for(prize: Prize) -> str:
    """The rank or the feat."""
    told = gettext(prize.kind.told or prize.kind.words)
    if prize.kind in RANGED:
        one = prize.first == prize.last
        text = gettext("Rang %(first)s") if one else gettext("Rang %(first)s bis %(last)s, je")
        ranks = text % {"first": prize.first, "last": prize.last}
        told = ranks if prize.kind is PrizeKind.RANK else f"{told}, {ranks}"
    return f"{category_words(prize.category)}{sign()} {told}" if prize.category else told


def category_words(label: str) -> str:
    """A category in the language of the reader; a label of the organiser's own as it is."""
    return gettext(CATEGORIES[label]) if label in CATEGORIES else label


def categories(event: Event) -> Told:
    if not any(prize.category for prize in event.format.prizes):
        return NOTHING
    text = gettext(
        "Der Rang in einer Kategorie folgt aus der Rangliste von allen. Wer auch dort einen Preis "
        "gewinnt, bekommt beide. Paare und Mannschaften gehören dazu, wenn alle ihre Leute dazu "
        "gehören."
    )
    return Told(text)


club_ranking = first(
    (
        "club_best",
        _(
            "In der Vereinsrangliste zählen die besten %(best)s Resultate eines Vereins zusammen. "
            "Wer weniger hat, bekommt keinen Rang; bei Gleichstand entscheidet das beste einzelne "
            "Resultat, dann das nächste."
        ),
    ),
    best="club_best",
)
squad_ranking = first(
    (
        "squad_best",
        _(
            "In der Mannschaftswertung zählen die besten %(best)s Resultate einer Mannschaft "
            "zusammen. Wer weniger hat, bekommt keinen Rang; bei Gleichstand entscheidet das beste "
            "einzelne Resultat, dann das nächste."
        ),
    ),
    best="squad_best",
)
sums_without_final = first(
    (
        "club_best final_from",
        _("Es zählen die Runden, die alle spielen, also die vor dem Final."),
    ),
    (
        "squad_best final_from",
        _("Es zählen die Runden, die alle spielen, also die vor dem Final."),
    ),
)


def prize_what(prize: Prize) -> str:
    """Money in francs, a thing, or both."""
    money = gettext("Fr. %(francs)s") % {"francs": written(prize.rappen)} if prize.rappen else ""
    return ", ".join(filter(None, (money, prize.text)))


def drawn_number(event: Event) -> Told:
    kinds = [prize.kind for prize in event.format.prizes]
    text = gettext("Die Zahl wird nach der letzten Runde vor allen gezogen.")
    needed = event.format.ranking.nearest or PrizeKind.NEAREST in kinds
    return Told(text) if needed else NOTHING
