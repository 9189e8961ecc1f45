"""Section 2: who sits where, and what happens when the number does not fit."""

from django.utils.translation import gettext as _

from tournaments.format.pure import Credited, Odd, Pairing, Seating, seats_three
from tournaments.format.regulation.event import Draft, Setting


def entry(setting: Setting) -> Draft:
    texts = {
        Seating.DRAWN: _(
            "Jeder meldet sich einzeln an und bekommt in jeder Runde einen neuen Partner zugelost."
        ),
        Seating.ALONE: _("Jeder meldet sich einzeln an und spielt für sich."),
        Seating.PAIRS: _("Angemeldet werden feste Paare; sie bleiben den ganzen Tag zusammen."),
        Seating.TEAMS: _("Angemeldet werden Mannschaften zu %(size)s Personen.")
        % {"size": setting.format.team_size},
    }
    return Draft(_("Anmeldung"), texts[setting.format.seating])


def drawing(setting: Setting) -> Draft:
    texts = {
        Pairing.PLAN: _(
            "Die Plätze werden am Anfang ausgelost, und zwar so, dass sich möglichst niemand "
            "zweimal trifft. Das Los lässt sich nachprüfen: Seine Prüfzahl wird vorher gezeigt, "
            "der Schlüssel nachher."
        ),
        Pairing.ROUND_ROBIN: _("Es spielen alle gegen alle; die Reihenfolge wird ausgelost."),
        Pairing.SWISS: _(
            "Es treffen sich Nachbarn der Rangliste, die noch nicht gegeneinander gespielt haben. "
            "Vor der ersten solchen Runde wird ausgelost."
        ),
        Pairing.BY_STANDING: _(
            "Es treffen sich Nachbarn der Rangliste: 1 und 2, 3 und 4 und so weiter. "
            "Vor der ersten solchen Runde wird ausgelost."
        ),
    }
    return Draft(_("Auslosung"), texts[setting.format.pairing])


def standing(setting: Setting) -> Draft | None:
    first = setting.format.first_by_standing
    if first is None:
        return None
    return Draft(
        _("Tische nach Rangliste"),
        _("Ab Runde %(round)s richten sich die Tische nach dem Stand der Rangliste.")
        % {"round": first},
    )


def left_over(setting: Setting) -> Draft:
    texts = {
        Odd.MEAN: _(
            "Geht die Zahl nicht auf, setzen die Übrigen eine Runde aus, reihum, und bekommen "
            "dafür den Schnitt ihrer anderen Runden."
        ),
        Odd.SIT_OUT: _("Geht die Zahl nicht auf, setzen die Übrigen eine Runde aus, reihum."),
        Odd.STAND_IN: _(
            "Geht die Zahl nicht auf, füllen Ersatzleute die Plätze. Ihre Punkte zählen für die "
            "Partner und in den Summen; einen Rang bekommen sie nicht."
        ),
        Odd.JOKER: _("Geht die Zahl nicht auf, setzt jemand aus und bekommt feste Punkte."),
    }
    text = texts[setting.format.odd]
    if not seats_three(setting.format):
        return Draft(_("Wenn die Zahl nicht aufgeht"), text)
    both = " ".join((_("Gespielt wird zu viert, wo nötig an Tischen zu dritt."), text))
    return Draft(_("Wenn die Zahl nicht aufgeht"), both, ("differenzler.spieler",))


def substitutes(setting: Setting) -> Draft:
    texts = {
        Credited.ENTRY: _(
            "Wer weg muss, darf mit Erlaubnis der Spielleitung jemanden schicken. "
            "Das Resultat zählt für den, der angemeldet ist."
        ),
        Credited.SUBSTITUTE: _(
            "Wer weg muss, darf mit Erlaubnis der Spielleitung jemanden schicken. "
            "Das Resultat zählt für den, der gespielt hat."
        ),
    }
    return Draft(_("Wer für jemanden einspringt"), texts[setting.format.substitute])


def seat(setting: Setting) -> Draft:
    text = (
        _("Alle sitzen an ihrem zugelosten Platz, Partner einander gegenüber.")
        if setting.format.seating is not Seating.ALONE
        else _("Alle sitzen an ihrem zugelosten Platz.")
    )
    stays = _("Solange die Runde läuft, wird nicht getauscht.")
    return Draft(_("Platz am Tisch"), f"{text} {stays}", ("platztausch",))


POINTS = (entry, drawing, standing, left_over, substitutes, seat)
