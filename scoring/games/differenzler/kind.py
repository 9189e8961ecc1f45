"""Differenzler: predictions, aloud or sealed; averages of all years."""

from collections.abc import Iterator

from referee.rules.profile import Profile
from scoring.games.differenzler.game import Differenzler, check_predictions
from scoring.games.kind import (
    FLAG,
    MOST_SEATS,
    PLAYED_WITH_CARDS,
    TRUMP,
    GameKind,
    Speaking,
    TournamentUse,
    Words,
    gettext_noop,
    length,
    members,
    number,
    several,
    slip_schema,
)

HIGHEST = 400
"""More than two packs hold."""
CARDS = several({"type": "string"}, least=0, most=72)

SLIP = slip_schema(
    {
        "trump": TRUMP,
        "predictions": several(number(0, HIGHEST)),
        "sealed": several(FLAG),
        "points": several(number(0, HIGHEST)),
        "left_out": {"anyOf": [number(0, HIGHEST), CARDS]},
        "stoeck": members({"seat": number(0, MOST_SEATS - 1), "sign": {"enum": [1, -1, None]}}),
        "won_trick": several(FLAG),
        "differences": several(number(-10, HIGHEST)),
    }
)


SENTENCES = {
    "stoeck_sign": gettext_noop("Stöcke zählen +20 oder -20: hier gehört 1 oder -1 hin."),
    "predictions_sealed": gettext_noop(
        "Für diesen Platz ist verdeckt getippt; die Zahl kommt von selbst dazu."
    ),
    "zero_trick_unknown": gettext_noop(
        "Für den Abzug bei Ansage 0 braucht es einen Stich ohne Punkte: wurde einer gemacht?"
    ),
    "needs_all_cards": gettext_noop(
        "Diese Regel braucht alle Punkte: keine Karte darf liegen bleiben."
    ),
    "differences_alone": gettext_noop(
        "Nur die Differenzen sind bekannt: die Summe der Punkte lässt sich nicht prüfen."
    ),
    "differences_not_here": gettext_noop(
        "Differenzen allein gibt es nur in übernommenen Abenden: "
        "hier braucht es Ansagen und Punkte."
    ),
    "difference_missing": gettext_noop("Diese Differenz fehlt."),
    "differences_with_more": gettext_noop(
        "Neben den Differenzen steht «%(field)s»: entweder das eine oder das andere."
    ),
    "nothing_left_out": gettext_noop("Hier werden alle Karten verteilt."),
    "left_out_unknown": gettext_noop(
        "Ohne die %(count)s liegengelassenen Karten lässt sich die Summe nicht prüfen."
    ),
    "left_out_impossible": gettext_noop("%(count)s Karten können nicht %(points)s Punkte zählen."),
    "trump_missing": gettext_noop("Um diese Karten zu zählen, muss Trumpf bekannt sein."),
    "sum_not_of_deck": gettext_noop("Die verteilten Karten können nicht %(sum)s Punkte zählen."),
}


def _agreed(profile: Profile) -> Iterator[Words]:
    rules, penalty = profile.differenzler, profile.referee.wrong_card_penalty
    spoken = gettext_noop("offen angesagt"), gettext_noop("verdeckt angesagt")
    yield Words(spoken[rules.predictions == "hidden"])
    yield length(profile)
    if rules.exact_bonus:
        yield Words(gettext_noop("genau getroffen −%(points)d"), {"points": rules.exact_bonus})
    if rules.trump_recut:
        yield Words(gettext_noop("Trumpf wird neu abgehoben"))
    if penalty:
        words = gettext_noop("%(points)d Strafpunkte für die falsche Karte")
        yield Words(words, {"points": penalty})


DIFFERENZLER = GameKind(
    game=Differenzler(),
    slip=SLIP,
    title=gettext_noop("Differenzler"),
    agreed=_agreed,
    sentences=SENTENCES,
    switches=(*PLAYED_WITH_CARDS, "differenzler", "settlement", "stoeck_points"),
    family="differenzler",
    speaking=Speaking(member="predictions", check=check_predictions, sealable=True),
    averaged=True,
    blank_headings=(gettext_noop("Ansage"), gettext_noop("Punkte"), gettext_noop("Diff.")),
    tournament=TournamentUse(
        differences=True,
        rules=("differenzler.spieler",),
        dealing="differenzler.geben",
        melds=("differenzler.spieler",),
    ),
)
