"""The sentences of all findings, in German, ready for translation: code -> template.

Templates are the message ids of the translation catalogues. Parameters are filled in after
translation; seats and sides, which the program counts from 0, by name or counted from 1.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from jassclub.core.errors import Finding
from jassclub.core.languages import SOURCE
from jassclub.core.typography import said
from referee.rules.modes import name_of
from referee.rules.profile import hand_over
from scoring.games.coiffeur.kind import COIFFEUR
from scoring.games.differenzler.kind import DIFFERENZLER
from scoring.games.free.kind import FREE, FREE_LOWEST
from scoring.games.hae.kind import HAE
from scoring.games.kind import GameKind, gettext_noop
from scoring.games.passen.kind import PASSEN
from scoring.games.schieber.kind import SCHIEBER
from scoring.games.sheets.kind import SHEET_KINDS
from scoring.games.sidi.kind import SIDI

GAMES: dict[str, GameKind] = {
    kind.name: kind
    for kind in (
        SCHIEBER,
        PASSEN,
        DIFFERENZLER,
        HAE,
        COIFFEUR,
        SIDI,
        FREE,
        FREE_LOWEST,
        *SHEET_KINDS,
    )
}
TOURNAMENT_GAMES = {name: kind.tournament for name, kind in GAMES.items() if kind.tournament}
"""Those of which tournaments are held."""
AVERAGED = next(name for name, kind in GAMES.items() if kind.averaged)
"""Where the averages of all years and the predictions of a person are asked for."""
UNMULTIPLIED = next(name for name, kind in GAMES.items() if kind.unmultiplied)
"""Where it is asked what partners make together."""
for _kind in GAMES.values():
    hand_over(_kind.name, _kind.own_switches)


_SWITCHES = {
    name: frozenset([*kind.switches, *([name] if kind.own_switches else [])])
    for name, kind in GAMES.items()
}
_OF_SOME = frozenset[str]().union(*_SWITCHES.values())


def bears_on(path: str, game: str) -> bool:
    """Whether a switch means something in a game; one that no game names always does."""
    name = path.partition(".")[0]
    return name not in _OF_SOME or name in _SWITCHES.get(game, ())


def within(values: Mapping[str, object], game: str) -> dict[str, object]:
    """The part of a layer that bears on a game, groups nested or dotted."""
    return {path: value for path, value in values.items() if bears_on(str(path), game)}


UNNAMED = {"seat": gettext_noop("Platz %(number)s"), "side": gettext_noop("Seite %(number)s")}
Called = Mapping[str, Mapping[int, str]]
"""Seats and sides -> who that is."""
COMMON = {
    # shape
    "not_an_object": gettext_noop("Hier gehört ein JSON-Objekt hin."),
    "unknown_field": gettext_noop("Das Feld «%(field)s» ist unbekannt, es gibt: %(known)s."),
    "field_missing": gettext_noop("Das Feld «%(field)s» fehlt."),
    "wrong_type": gettext_noop("Falsche Art von Wert, erwartet: %(expected)s."),
    "wrong_length": gettext_noop("Hier gehören genau %(count)s Werte hin."),
    "not_a_choice": gettext_noop("Möglich ist nur: %(options)s."),
    "out_of_range": gettext_noop("Möglich ist %(low)s bis %(high)s."),
    # table
    "deck_not_allowed": gettext_noop(
        "Mit diesem Blatt wird hier nicht gespielt, nur: %(options)s."
    ),
    "players_not_allowed": gettext_noop("Die Zahl der Spieler passt nicht, möglich: %(options)s."),
    "alone_only": gettext_noop("Hier spielt jeder für sich, ohne feste Partner."),
    "hands_not_divisible": gettext_noop(
        "%(hands)s Spiele lassen sich nicht auf %(players)s Spieler verteilen: "
        "alle sollen gleich oft geben."
    ),
    # points
    "points_missing": gettext_noop("Es fehlen Punkte."),
    "written_alone": gettext_noop("Wo nur steht, was geschrieben wurde, steht sonst nichts."),
    "points_both_needed": gettext_noop(
        "Wo die Richtung wechselt, braucht es die Punkte beider Seiten."
    ),
    "points_with_bonus": gettext_noop(
        "Hier zählen nur die Kartenpunkte bis %(total)s. "
        "Wurden alle Stiche gemacht, bitte Matsch angeben."
    ),
    "sum_wrong": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s Punkte."),
    "sum_too_high": gettext_noop("Mit %(sum)s Punkten sind es mehr als %(expected)s."),
    "sum_not_of_slalom": gettext_noop(
        "%(sum)s kann nicht herauskommen: "
        "mit Richtungswechsel sind es 113 und ein Vielfaches von 11."
    ),
    "impossible_points": gettext_noop("%(points)s Punkte lassen sich mit keinen Stichen machen."),
    "last_trick_points": gettext_noop(
        "Wer den letzten Stich macht, hat mindestens %(points)s Punkte."
    ),
    "matsch_with_points": gettext_noop(
        "%(side)s: Mit Punkten gibt es auch einen Stich, das ist kein Matsch."
    ),
    "matsch_or_zero_trick": gettext_noop(
        "War es ein Matsch von %(side)s, oder hatten die anderen einen Stich ohne Punkte?"
    ),
    # the end of a game
    "game_decided": gettext_noop(
        "Die Partie war mit Spiel %(hand)s entschieden; am Ausgang ändert dieses Spiel nichts."
    ),
    # contract
    "contract_missing": gettext_noop("Es fehlt, was gespielt wurde."),
    "contract_not_allowed": gettext_noop("«%(contract)s» wird an diesem Tisch nicht gespielt."),
    # weis and stoeck
    "weis_not_allowed": gettext_noop("An diesem Tisch wird nicht gewiesen."),
    "weis_one_side_only": gettext_noop("Nur die Seite mit dem höchsten Weis schreibt ihre Weise."),
    "weis_impossible": gettext_noop("%(points)s lässt sich aus keinen Weisen zusammensetzen."),
    "stoeck_not_allowed": gettext_noop("An diesem Tisch zählen die Stöcke nicht."),
    "stoeck_needs_trump": gettext_noop("Ohne Trumpf gibt es keine Stöcke."),
    # predictions
    "predictions_missing": gettext_noop("Es fehlen die Ansagen."),
    "prediction_missing": gettext_noop("Diese Ansage fehlt."),
    "prediction_too_early": gettext_noop("Zuerst sagt %(seat)s an."),
    "prediction_makes_sum_fit": gettext_noop(
        "Die Ansagen dürfen zusammen nicht %(total)s ergeben."
    ),
    "dealer_unknown": gettext_noop("Wer gegeben hat, muss bekannt sein."),
    # cards
    "card_unknown": gettext_noop("«%(card)s» ist keine Karte dieses Spiels."),
    "card_twice": gettext_noop("Die Karte %(card)s kommt zweimal vor."),
    # profiles
    "unknown_switch": gettext_noop("Die Regel «%(switch)s» gibt es nicht."),
    "switch_missing": gettext_noop("Zu dieser Regel fehlt der Wert."),
    "switch_twice": gettext_noop("Diese Regel steht zweimal da."),
    "citation_missing": gettext_noop("Es fehlt der Artikel oder der Grund."),
    "citation_twice": gettext_noop("Entweder ein Artikel oder ein Grund, nicht beides."),
    "unknown_article": gettext_noop("Den Artikel «%(article)s» gibt es nicht."),
    "unknown_layer": gettext_noop("«%(origin)s» ist keine Stufe von Regeln."),
    "layer_order": gettext_noop(
        "Die Regeln von «%(origin)s» kommen zu spät, eine engere Stufe gilt."
    ),
    "incentive_needs_open": gettext_noop(
        "Den Anreiz für den Geber gibt es nur mit offenen Ansagen."
    ),
    "fit_needs_open": gettext_noop(
        "Ob die Ansagen aufgehen dürfen, lässt sich nur mit offenen Ansagen regeln."
    ),
    "sealed_needs_hidden": gettext_noop("Verdeckt eingegeben wird nur bei verdeckten Ansagen."),
    "slalom_needs_start": gettext_noop(
        "An Turnieren zählt «%(contract)s» nur mit den Werten der ersten Richtung."
    ),
    "helps_in_tournament": gettext_noop("An Turnieren gibt es keine Hilfen."),
    "factor_missing": gettext_noop("Für «%(contract)s» fehlt der Faktor."),
    "differenzler_cards_only": gettext_noop(
        "Im Differenzler zählen nur die Kartenpunkte («%(switch)s» ist eingeschaltet)."
    ),
    "passe_needs_fixed_sum": gettext_noop(
        "Eine Passe braucht eine feste Kontrollsumme: dazu passt «%(switch)s» nicht."
    ),
    "line_named_twice": gettext_noop("Eine Zeile steht zweimal auf dem Blatt."),
    "pairs_are_four": gettext_noop("Mit festen Partnern wird zu viert gespielt."),
}
"""What may be said of several games, and of all rules."""
TEMPLATES: Mapping[str, str] = {
    **COMMON,
    **{code: words for kind in GAMES.values() for code, words in kind.sentences.items()},
}


def text(
    finding: Finding,
    translate: Callable[[str], str] = str,
    lang: str = SOURCE,
    called: Called = MappingProxyType({}),
) -> str:
    """The sentence of a finding; `translate` maps a template to the reader's language."""

    def shown(name: str, value: object) -> object:
        if name == "contract":
            return name_of(value, lang)
        if name in UNNAMED and isinstance(value, int):
            unnamed = translate(UNNAMED[name]) % {"number": value + 1}
            return called.get(name, {}).get(value, unnamed)
        return value

    template = TEMPLATES[finding.code]
    named = {name: shown(name, it) for name, it in finding.params.items()}
    return translate(template) % said(named)
