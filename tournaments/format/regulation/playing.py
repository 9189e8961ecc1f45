"""Section 3: how a hand is played, as far as a tournament has its own way."""

from django.utils.translation import gettext as _

from tournaments.format.pure import HAND_POINTS
from tournaments.format.regulation.event import Draft, Setting

BONUS_ARTICLES = {0: "turnier.matsch-157", 50: "turnier.matsch-207", 100: "matchpraemie"}


def dealing(setting: Setting) -> Draft:
    text = _("Vor jedem Spiel wird gemischt und abgehoben. Wer sich vergibt, gibt noch einmal.")
    return Draft(_("Geben"), text, (setting.format.use.dealing, "turnier.vergeben"))


def melds(setting: Setting) -> Draft:
    """Neither counts at a tournament: no control sum could be known with them."""
    return Draft(_("Weis und Stöck"), _("Weder Weis noch Stöck zählen."), setting.format.use.melds)


def matsch(setting: Setting) -> Draft | None:
    if setting.format.use.differences:
        return None
    bonus = setting.format.matsch_bonus
    if bonus:
        text = _(
            "Wer alle neun Stiche macht, schreibt %(bonus)s Punkte dazu, zusammen %(total)s."
        ) % {"bonus": bonus, "total": HAND_POINTS + bonus}
    else:
        text = _("Auch wer alle neun Stiche macht, schreibt %(total)s Punkte.") % {
            "total": HAND_POINTS
        }
    articles = (BONUS_ARTICLES[bonus],) if bonus in BONUS_ARTICLES else ()
    return Draft(_("Matsch"), text, articles)


def prediction(setting: Setting) -> Draft | None:
    if not setting.format.use.differences:
        return None
    if setting.profile.differenzler.predictions == "hidden":
        text = _(
            "Jeder schreibt seine Ansage verdeckt auf; aufgedeckt wird, wenn die Punkte gezählt "
            "sind."
        )
        return Draft(_("Ansage"), text, ("differenzler.verdeckte-ansage",))
    return Draft(
        _("Ansage"),
        _("Jeder sagt offen an, wie viele Punkte er macht; der Geber kommt zuletzt."),
        ("differenzler.ansage",),
    )


def silence(setting: Setting) -> Draft:
    text = _("Wer spielt, sagt und zeigt nichts, was über die Karten etwas verrät.")
    return Draft(_("Reden und Zeichen"), text, ("bemerkungen", "turnier.zeichen"))


def disputes(setting: Setting) -> Draft:
    text = _(
        "Ist der Tisch nicht einig, ruft er die Spielleitung und lässt die Karten liegen. "
        "Sie entscheidet nach den Regeln und nennt den Artikel oder den Punkt dieses Reglements."
    )
    return Draft(_("Streit"), text)


POINTS = (dealing, melds, matsch, prediction, silence, disputes)
