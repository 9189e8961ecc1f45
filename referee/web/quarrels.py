"""What people quarrel about most, in their words, and the book sorted by what an article is about.

The page of the law shows these before anything is typed: a tap on a quarrel starts its case.
"""

from django.utils.translation import gettext_lazy

_AT_CARDS = (
    ("nichtangeben", gettext_lazy("Farbe nicht angegeben")),
    ("falsch-gespielte-karte", gettext_lazy("Falsche Karte gespielt")),
    ("vorspielen", gettext_lazy("Zu früh gespielt")),
)
_IN_TALK = (
    ("fragen", gettext_lazy("Gefragt oder geredet")),
    ("bemerkungen", gettext_lazy("Zeichen oder Bemerkung")),
    ("nachschauen", gettext_lazy("Stich nachgeschaut")),
)
_SCHIEBER = (
    *_AT_CARDS,
    ("untertrumpfen", gettext_lazy("Untertrumpft")),
    ("bedanken", gettext_lazy("Zu früh bedankt")),
    ("ausmachregel", gettext_lazy("Wer ist zuerst fertig?")),
    ("gleich-hohe-weise", gettext_lazy("Zwei gleich hohe Weise")),
    ("ungueltiger-weis", gettext_lazy("Weis stimmt nicht")),
    ("stoecke", gettext_lazy("Stöcke vergessen")),
    ("spiel-geben", gettext_lazy("Falsch gegeben")),
    ("wer-spielt-aus", gettext_lazy("Wer spielt aus?")),
    ("trumpf-ansagen", gettext_lazy("Trumpf falsch angesagt")),
    ("rest-verlangen", gettext_lazy("Rest verlangt")),
    *_IN_TALK,
)
_DIFFERENZLER = (
    *_AT_CARDS,
    ("differenzler.untertrumpfen", gettext_lazy("Untertrumpft")),
    ("differenzler.ansage", gettext_lazy("Ansage falsch oder zu spät")),
    ("differenzler.verdeckte-ansage", gettext_lazy("Verdeckte Ansage")),
    ("differenzler.geben", gettext_lazy("Falsch gegeben")),
    ("differenzler.spiel", gettext_lazy("Beim Spielen")),
    ("differenzler.wertung", gettext_lazy("Wie wird gezählt?")),
    *_IN_TALK,
)
_HAE = (
    ("hae.ansage", gettext_lazy("Ansage falsch oder zu spät")),
    ("hae.geben", gettext_lazy("Falsch gegeben")),
    ("hae.stich", gettext_lazy("Wem gehört der Stich?")),
    ("hae.joker", gettext_lazy("Joker gespielt")),
    ("hae.stirnkarte", gettext_lazy("Stirnkarte gesehen")),
    ("hae.chueekampf", gettext_lazy("Chüekampf")),
    ("hae.gleiche-letzte-karten", gettext_lazy("Gleiche letzte Karten")),
    ("hae.haerpfl", gettext_lazy("Härpfl")),
)
_OF_A_GAME = {"differenzler": _DIFFERENZLER, "hae": _HAE}

TOPICS = (
    (
        gettext_lazy("Karten und Stiche"),
        (
            "nichtangeben",
            "falsch-gespielte-karte",
            "vorspielen",
            "karte-zu-frueh-bereitgehalten",
            "zwei-karten-gespielt",
            "stich-gestochen",
            "untertrumpfen",
            "trumpfbauer",
            "fehlende-karten",
            "rest-verlangen",
            "letzter-stich",
            "liegengelassene-stiche",
        ),
    ),
    (
        gettext_lazy("Geben, Trumpf und Ausspiel"),
        (
            "spiel-geben",
            "spielrichtung",
            "trumpf-ansagen",
            "bodentrumpf",
            "wer-spielt-aus",
            "platztausch",
        ),
    ),
    (
        gettext_lazy("Weis und Stöck"),
        ("weisregeln", "gleich-hohe-weise", "ungueltiger-weis", "stoecke"),
    ),
    (
        gettext_lazy("Reden und Nachschauen"),
        ("fragen", "bemerkungen", "bock-erwaehnen", "nachschauen"),
    ),
    (
        gettext_lazy("Ziel, Prämien und Schreiben"),
        (
            "bedanken",
            "ausmachregel",
            "schneider",
            "matchpraemie",
            "kontermatch",
            "kartenpunkte-nicht-gezaehlt",
            "schreibregeln",
        ),
    ),
)
"""The articles of the main book by what they are about; each stands once."""


def quarrels(game: str = "") -> list[tuple[str, str]]:
    """Article and words of the usual quarrels of a game, those of the Schieber without one."""
    return [(slug, str(words)) for slug, words in _OF_A_GAME.get(game, _SCHIEBER)]
