"""Section 4: writing, counting, handing in, and what happens to a wrong sum."""

from django.utils.translation import gettext as _

from tournaments.format.pure import HAND_POINTS, Control, LateResult, Writing
from tournaments.format.regulation.event import Draft, Setting


def writing(setting: Setting) -> Draft:
    texts = {
        Writing.HANDS: _("Jedes Spiel wird gleich nach dem Zählen am Tisch aufgeschrieben."),
        Writing.TOTALS: _(
            "Jeder Tisch führt ein Blatt mit allen Spielen; ins Büro kommt das Total der Runde."
        ),
    }
    return Draft(_("Schreiben"), texts[setting.format.writing], ("schreibregeln",))


def control(setting: Setting) -> Draft:
    format_ = setting.format
    figures = {"hand": HAND_POINTS, "hands": format_.hands, "total": format_.control_sum}
    first = _(
        "Die Karten kommen erst zusammen, wenn am Tisch %(hand)s Punkte gezählt sind. "
        "Am Ende der Runde ergibt das Blatt %(hands)s x %(hand)s = %(total)s Punkte."
    )
    more = [first % figures]
    if format_.matsch_bonus:
        more.append(_("Für jeden Matsch kommen %(bonus)s dazu.") % {"bonus": format_.matsch_bonus})
    if format_.use.differences:
        more.append(_("Erst wenn das stimmt, werden die Differenzen gerechnet."))
    return Draft(_("Kontrolle"), " ".join(more), ("letzter-stich", "kartenpunkte-nicht-gezaehlt"))


def wrong_sum(setting: Setting) -> Draft:
    texts = {
        Control.REJECT: _("Stimmt die Summe nicht, geht das Blatt an den Tisch zurück."),
        Control.SPLIT: _(
            "Stimmt die Summe nicht, wird die Differenz am Tisch zu gleichen Teilen ausgeglichen."
        ),
        Control.SCRIBE: _("Stimmt die Summe nicht, geht die Differenz auf den Schreiber."),
        Control.DIRECTOR: _("Stimmt die Summe nicht, entscheidet die Spielleitung endgültig."),
    }
    return Draft(_("Falsche Summe"), texts[setting.format.control])


def handing_in(setting: Setting) -> Draft:
    more = [_("Nach der Runde prüft der Tisch das Resultat und gibt es sofort ab.")]
    if setting.format.double_entry:
        more.append(
            _("Ein Blatt wird im Büro zweimal eingetippt und zählt, wenn beide gleich sind.")
        )
    return Draft(_("Abgeben"), " ".join(more))


def late(setting: Setting) -> Draft:
    rule = setting.format.ranking
    texts = {
        LateResult.COUNTS: _("Ein verspätetes Resultat zählt trotzdem."),
        LateResult.PENALISED: _("Ein verspätetes Resultat kostet %(penalty)s Strafpunkte.")
        % {"penalty": rule.late_penalty},
        LateResult.MISSING: _("Ein verspätetes Resultat zählt nicht: die Runde gilt als verpasst."),
    }
    return Draft(_("Verspätung"), texts[rule.late])


def objections(setting: Setting) -> Draft:
    minutes = setting.format.correction_minutes
    if minutes is None:
        text = _("Fehler in der Rangliste können bis zum Ende des Turniers gemeldet werden.")
    else:
        text = _(
            "Fehler in der Rangliste können noch %(minutes)s Minuten gemeldet werden, nachdem sie "
            "gezeigt wurde."
        ) % {"minutes": minutes}
    later = _("Eine Korrektur macht die Spielleitung; sie wird mit ihrem Grund gezeigt.")
    return Draft(_("Einwände und Korrekturen"), f"{text} {later}")


POINTS = (writing, control, wrong_sum, handing_in, late, objections)
