"""Sections 6 and 7: the final, and the prizes."""

from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.format.pure import Carried, Final, Format, Prize, PrizeKind
from tournaments.format.regulation.event import Draft, Setting, francs


def qualifying(setting: Setting) -> Draft | None:
    final = setting.format.final
    if final is None:
        return None
    places = final.cut.places
    if isinstance(places, Fraction):
        text = _("Ins Finale kommt der Anteil %(share)s der Rangierten, abgerundet.") % {
            "share": str(places)
        }
    else:
        text = _("Ins Finale kommen die besten %(places)s.") % {"places": places}
    ties = _(
        "Wer den letzten dieser Ränge teilt, ist auch dabei; für Abwesende rückt der Nächste nach."
    )
    return Draft(_("Wer ins Finale kommt"), f"{text} {ties}")


def playing(setting: Setting) -> Draft | None:
    format_ = setting.format
    if format_.final is None:
        return None
    if format_.final_from is None:
        text = _("Das Finale ist ein eigener Anlass an einem anderen Tag.")
    else:
        text = _("Das Finale beginnt mit Runde %(round)s und hat %(rounds)s Runden.") % {
            "round": format_.final_from,
            "rounds": format_.final.rounds,
        }
    return Draft(_("Ablauf"), f"{text} {_carried(format_.final)}")


def _carried(final: Final) -> str:
    return {
        Carried.ALL: _("Die Punkte der Vorrunde zählen weiter."),
        Carried.NOTHING: _("Alle beginnen wieder bei null."),
        Carried.AVERAGE: _("Mitgenommen wird der Durchschnitt pro Spiel aus der Vorrunde."),
    }[final.carried]


def weight(setting: Setting) -> Draft | None:
    times = setting.format.ranking.final_weight
    if times < 2:
        return None
    text = _("Das Finale zählt %(times)sfach und wird nie gestrichen.") % {"times": times}
    return Draft(_("Gewicht"), text)


FINAL = (qualifying, playing, weight)


def prizes(setting: Setting) -> Draft | None:
    listed = setting.format.prizes
    if not listed:
        return None
    return Draft(_("Was es gibt"), " ".join(f"{prize_for(p)}: {prize_what(p)}." for p in listed))


def prize_for(prize: Prize) -> str:
    """The rank or the feat."""
    if prize.kind is PrizeKind.RANK:
        figures = {"first": prize.first, "last": prize.last}
        one = prize.first == prize.last
        return (_("Rang %(first)s") if one else _("Rang %(first)s bis %(last)s, je")) % figures
    return {
        PrizeKind.LAST: _("Letzter Rang"),
        PrizeKind.MATSCHES: _("Am meisten Matsche"),
        PrizeKind.EXACT: _("Am meisten genaue Ansagen"),
        PrizeKind.NEAREST: _("Am nächsten bei der gezogenen Zahl"),
    }[prize.kind]


def prize_what(prize: Prize) -> str:
    """Money in francs, a thing, or both."""
    money = _("Fr. %(francs)s") % {"francs": francs(prize.rappen)} if prize.rappen else ""
    return ", ".join(filter(None, (money, prize.text)))


def sharing(setting: Setting) -> Draft | None:
    if not setting.format.prizes:
        return None
    return Draft(
        _("Geteilte Ränge"),
        _(
            "Wer einen Rang teilt, teilt auch die Preise der Ränge, die zusammen belegt werden: "
            "Geld zu gleichen Teilen, ein Rest an die tiefste Startnummer; über Sachen "
            "entscheidet das Los."
        ),
    )


def drawn_number(setting: Setting) -> Draft | None:
    if not _needs_number(setting.format):
        return None
    text = _("Die Zahl wird nach der letzten Runde vor allen gezogen.")
    return Draft(_("Gezogene Zahl"), text)


def _needs_number(format_: Format) -> bool:
    nearest = any(prize.kind is PrizeKind.NEAREST for prize in format_.prizes)
    return nearest or format_.ranking.nearest


PRIZES = (prizes, sharing, drawn_number)
