"""What a regulation says about the cards: dealing, Weis, Matsch, predictions, control sums."""

from django.utils.translation import gettext, gettext_lazy as _

from jassclub.core.typography import said
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


def whole_games(event: Event) -> Told:
    """What a round is in games in which it is more than so many hands."""
    words = event.format.use.round_words
    return Told(gettext(words) % said({"hands": event.format.hands})) if words else NOTHING


def matsch(event: Event) -> Told:
    """What all tricks count, where points do."""
    bonus, use = event.format.matsch_bonus, event.format.use
    if use.differences:
        return NOTHING
    text = gettext("Auch wer alle neun Stiche macht, schreibt %(total)s Punkte.")
    figures = said({"bonus": bonus, "total": HAND_POINTS + bonus})
    return Told(
        (gettext(use.matsch_words) if bonus else text) % figures, BONUS_ARTICLES.get(bonus, ())
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
