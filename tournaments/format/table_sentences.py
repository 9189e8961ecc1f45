"""What a regulation says about the cards: dealing, Weis, Matsch, predictions, control sums."""

from django.utils.translation import gettext, gettext_lazy as _

from tournaments.format.pure import HAND_POINTS
from tournaments.format.sentences import NOTHING, Event, Told, first

BONUS_ARTICLES = {0: ("turnier.matsch-157",), 50: ("turnier.matsch-207",), 100: ("matchpraemie",)}
SUM_OF_CARDS = ("letzter-stich", "kartenpunkte-nicht-gezaehlt")

dealing = first(
    ("", _("Vor jedem Spiel wird gemischt und abgehoben. Wer sich vergibt, gibt noch einmal.")),
    cites=lambda settings: (settings.use.dealing, "turnier.vergeben"),
)


def melds(event: Event) -> Told:
    """Neither counts where there is a control sum: none could be known with them."""
    profile, cited = event.profile, event.format.use.melds
    if profile.weis or profile.stoeck:
        told = {
            (True, True): gettext("Weis und Stöck zählen."),
            (True, False): gettext("Weis zählt, Stöck nicht."),
            (False, True): gettext("Stöck zählen, Weis nicht."),
        }
        return Told(told[profile.weis, profile.stoeck], ("weisregeln", "stoecke"))
    return Told(gettext("Weder Weis noch Stöck zählen."), cited) if cited else NOTHING


whole_games = first(
    (
        "use.adds=tricks",
        _(
            "Eine Runde ist ein ganzer HAE Jass: Im ersten Spiel haben alle %(hands)s Karten, in "
            "jedem weiteren eine weniger."
        ),
    ),
    (
        "use.adds=nothing",
        _("Eine Runde ist eine ganze Partie: Jede Seite spielt jede Zeile einmal."),
    ),
    hands="hands",
)
matsch = first(
    ("use.differences", ""),
    (
        "use.adds=nothing matsch_bonus",
        _(
            "Wer alle neun Stiche macht, schreibt %(bonus)s Punkte dazu, zusammen %(total)s, mal "
            "den Faktor der Zeile."
        ),
    ),
    (
        "matsch_bonus",
        _("Wer alle neun Stiche macht, schreibt %(bonus)s Punkte dazu, zusammen %(total)s."),
    ),
    ("", _("Auch wer alle neun Stiche macht, schreibt %(total)s Punkte.")),
    bonus="matsch_bonus",
    total=lambda settings: HAND_POINTS + settings.matsch_bonus,
    cites=lambda settings: BONUS_ARTICLES.get(settings.matsch_bonus, ()),
)


def prediction(event: Event) -> Told:
    if not event.format.use.differences:
        return NOTHING
    if event.format.use.adds == "tricks":
        text = gettext(
            "Jeder sagt offen an, wie viele Stiche er macht; der Geber kommt zuletzt. Zusammen "
            "dürfen es nicht genau alle Stiche sein, ausser im letzten Spiel."
        )
        return Told(text, ("hae.ansage", "hae.stirnkarte"))
    if event.profile.differenzler.predictions == "hidden":
        text = gettext(
            "Jeder schreibt seine Ansage verdeckt auf; aufgedeckt wird, wenn die Punkte gezählt "
            "sind."
        )
        return Told(text, ("differenzler.verdeckte-ansage",))
    text = gettext("Jeder sagt offen an, wie viele Punkte er macht; der Geber kommt zuletzt.")
    return Told(text, ("differenzler.ansage",))


control = first(
    (
        "adds=nothing",
        _(
            "Eine Kontrollsumme gibt es nicht. Am Ende der Runde rechnen beide Seiten das Blatt "
            "nach und unterschreiben es."
        ),
    ),
    (
        "adds=tricks",
        _("Am Ende der Runde ergeben die Stiche aller zusammen %(tricks)s."),
    ),
    (
        "",
        _(
            "Die Karten kommen erst zusammen, wenn am Tisch %(hand)s Punkte gezählt sind. "
            "Am Ende der Runde ergibt das Blatt %(hands)s x %(hand)s = %(total)s Punkte."
        ),
    ),
    hand=lambda settings: HAND_POINTS,
    hands="hands",
    total=lambda settings: settings.hands * HAND_POINTS,
    tricks=lambda settings: sum(range(settings.hands + 1)),
    cites=lambda settings: SUM_OF_CARDS if settings.adds == "cards" else (),
)
each_matsch = first(
    ("adds=nothing", ""),
    ("matsch_bonus", _("Für jeden Matsch kommen %(bonus)s dazu.")),
    bonus="matsch_bonus",
)
differences = first(
    ("adds=nothing", ""),
    ("use.differences", _("Erst wenn das stimmt, werden die Differenzen gerechnet.")),
)
