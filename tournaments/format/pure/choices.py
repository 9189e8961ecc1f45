"""The choices an organiser has, each with its words and its sentence in the regulation."""

from scoring.games.kind import gettext_noop as _
from tournaments.format.pure.setting import Choice


class Seating(Choice):
    """Who signs up, and with whom: alone with a partner drawn each round, everybody for himself,
    in fixed pairs, or as a team that sends several people."""

    DRAWN = (
        "drawn",
        _("einzeln, der Partner wird zugelost"),
        _("Jeder meldet sich einzeln an und bekommt in jeder Runde einen neuen Partner zugelost."),
    )
    ALONE = (
        "alone",
        _("einzeln, alle für sich"),
        _("Jeder meldet sich einzeln an und spielt für sich."),
    )
    PAIRS = (
        "pairs",
        _("feste Paare"),
        _("Angemeldet werden feste Paare; sie bleiben den ganzen Tag zusammen."),
    )
    TEAMS = (
        "teams",
        _("Mannschaften"),
        _("Angemeldet werden Mannschaften zu %(size)s Personen."),
    )


class Numbers(Choice):
    """How start numbers are given: in the order in which people are entered, or drawn by each."""

    ORDER = (
        "order",
        _("der Reihe nach"),
    )
    DRAWN = (
        "drawn",
        _("gezogen, wenn jemand sich anmeldet oder kommt"),
        _(
            "Wer sich anmeldet, zieht eine Nummer; der Platz folgt aus ihr. Die Reihenfolge der "
            "Nummern steht durch den Schlüssel der Auslosung zum Voraus fest. Bleiben Nummern "
            "übrig, wird vor der ersten Runde für alle, die da sind, neu ausgelost."
        ),
    )


class Pairing(Choice):
    """How tables are made: the whole event planned, everybody against everybody, neighbours in
    the standings who have not met, or plain neighbours in the standings (1-2, 3-4 ...)."""

    PLAN = (
        "plan",
        _("alle Runden zum Voraus ausgelost"),
        _(
            "Die Plätze werden am Anfang ausgelost, und zwar so, dass sich möglichst niemand "
            "zweimal trifft. Das Los lässt sich nachprüfen: Seine Prüfzahl wird vorher gezeigt, "
            "der Schlüssel nachher."
        ),
    )
    ROUND_ROBIN = (
        "round_robin",
        _("alle gegen alle"),
        _("Es spielen alle gegen alle; die Reihenfolge wird ausgelost."),
    )
    SWISS = (
        "swiss",
        _("Nachbarn der Rangliste, die sich noch nicht trafen"),
        _(
            "Es treffen sich Nachbarn der Rangliste, die noch nicht gegeneinander gespielt haben. "
            "Vor der ersten solchen Runde wird ausgelost."
        ),
    )
    BY_STANDING = (
        "by_standing",
        _("Nachbarn der Rangliste: 1-2, 3-4 und so weiter"),
        _(
            "Es treffen sich Nachbarn der Rangliste: 1 und 2, 3 und 4 und so weiter. "
            "Vor der ersten solchen Runde wird ausgelost."
        ),
    )
    KNOCKOUT = (
        "knockout",
        _("K.-o.: wer verliert, scheidet aus"),
        _("Gespielt wird im K.-o.: Wer ein Spiel gewinnt, kommt eine Runde weiter."),
    )
    DUPLICATE = (
        "duplicate",
        _("Duplicate: an allen Tischen die gleichen Karten"),
        _(
            "Gespielt wird Duplicate: Jedes Spiel liegt als Board mit vier Blättern bereit und "
            "wird von Tisch zu Tisch weitergegeben, sodass alle mit den gleichen Karten verglichen "
            "werden. Wer wo sitzt, wird ausgelost."
        ),
    )


BY_RANKING = (Pairing.SWISS, Pairing.BY_STANDING)
"""Each round but the first is made from the ranking."""
OF_SIDES = (Pairing.ROUND_ROBIN, Pairing.SWISS, Pairing.KNOCKOUT, Pairing.DUPLICATE)
"""Only fixed pairs or teams can meet so."""


class Movement(Choice):
    """How pairs and boards move in a duplicate."""

    MITCHELL = (
        "mitchell",
        _("Mitchell: die einen bleiben sitzen, die anderen rücken weiter"),
        _(
            "Nach jeder Runde bleibt die eine Hälfte der Paare sitzen, die andere rückt einen "
            "Tisch weiter und die Boards einen Tisch zurück. Gegen Ende werden die Seiten "
            "getauscht, damit es eine einzige Rangliste gibt."
        ),
    )
    HOWELL = (
        "howell",
        _("Howell: alle treffen alle"),
        _("Jedes Paar trifft jedes andere einmal; wer wann wohin rückt, steht auf dem Plan."),
    )


class Compare(Choice):
    """What a board brings where others held the same cards."""

    MATCHPOINTS = (
        "matchpoints",
        _("in Prozent: wie viele mit den gleichen Karten weniger machten"),
        _(
            "Ein Board zählt in Prozent: 100, wenn alle anderen mit den gleichen Karten weniger "
            "machten, 0, wenn alle mehr machten; gleich viel zählt halb. Der Rang ist der Schnitt "
            "aller Boards."
        ),
    )
    MEAN = (
        "mean",
        _("in Punkten: wie weit über oder unter dem Mittel der gleichen Karten"),
        _(
            "Ein Board zählt die Punkte über oder unter dem Mittel aller, die die gleichen Karten "
            "hielten."
        ),
    )


class Worth(Choice):
    """What the result of a round is worth in the ranking."""

    POINTS = (
        "points",
        _("ihre Punkte"),
    )
    MATCHPOINTS = (
        "matchpoints",
        _("in Prozent: wie viele in dieser Runde schlechter waren"),
        _(
            "Eine Runde zählt in Prozent: 100, wenn in ihr alle anderen schlechter waren, 0, wenn "
            "alle besser waren; gleich viel zählt halb."
        ),
    )
    MEAN = (
        "mean",
        _("in Punkten: wie weit besser oder schlechter als das Mittel der Runde"),
        _(
            "Eine Runde zählt die Punkte über dem Mittel aller, die sie spielten, im Differenzler "
            "die Differenz unter dem Mittel."
        ),
    )


class Seeds(Choice):
    """Who is where in the bracket of a knock-out at the start."""

    DRAWN = (
        "drawn",
        _("ausgelost"),
        _("Wer wen trifft, wird am Anfang für das ganze K.-o. ausgelost; das Los setzt."),
    )
    LIST = (
        "list",
        _("gesetzt nach der Startliste"),
        _(
            "Gesetzt wird nach der Startliste: Startnummern, die oben stehen, treffen sich "
            "möglichst spät."
        ),
    )


class DuelTies(Choice):
    """Who is through where both sides of a match have the same."""

    MATSCHES = (
        "matsches",
        _("mehr Matsche, dann der bessere Setzplatz"),
        _("Bei Gleichstand kommt weiter, wer mehr Matsche hat, dann der bessere Setzplatz."),
    )
    SEED = (
        "seed",
        _("der bessere Setzplatz"),
        _("Bei Gleichstand kommt weiter, wer den besseren Setzplatz hat."),
    )
    CARD = (
        "card",
        _("die höhere gezogene Karte"),
        _("Bei Gleichstand ziehen beide Seiten eine Karte; die höhere kommt weiter."),
    )


class Odd(Choice):
    """What happens to those who are left over where the number does not fit the tables: they sit
    out for the mean of their own other rounds, for nothing, or for fixed points (joker); or
    stand-ins fill the table."""

    MEAN = (
        "mean",
        _("Überzählige setzen reihum aus und bekommen den Schnitt ihrer anderen Runden"),
        _(
            "Geht die Zahl nicht auf, setzen die Übrigen eine Runde aus, reihum, und bekommen "
            "dafür den Schnitt ihrer anderen Runden."
        ),
    )
    SIT_OUT = (
        "sit_out",
        _("Überzählige setzen reihum aus und bekommen nichts"),
        _("Geht die Zahl nicht auf, setzen die Übrigen eine Runde aus, reihum."),
    )
    STAND_IN = (
        "stand_in",
        _("Ersatzleute füllen den letzten Tisch"),
        _(
            "Geht die Zahl nicht auf, füllen Ersatzleute die Plätze. Ihre Punkte zählen für die "
            "Partner und in den Summen; einen Rang bekommen sie nicht."
        ),
    )
    JOKER = (
        "joker",
        _("Überzählige setzen aus und bekommen feste Punkte"),
        _("Geht die Zahl nicht auf, setzt jemand aus und bekommt feste Punkte."),
    )


NO_BOOK = _("Das regelt kein Buch, auch keinen Blindtisch; es gilt, was hier steht.")
"""Said beside `Odd`, where it is chosen and in the regulation: all of it is custom."""


class Writing(Choice):
    """What reaches the program: every hand, or the total of the passe."""

    HANDS = (
        "hands",
        _("jedes Spiel, am Tisch"),
        _("Jedes Spiel wird gleich nach dem Zählen am Tisch aufgeschrieben."),
    )
    TOTALS = (
        "totals",
        _("nur das Total der Passe"),
        _("Jeder Tisch führt ein Blatt mit allen Spielen; ins Büro kommt das Total der Runde."),
    )


class Control(Choice):
    """What happens to a sheet whose sum is wrong: it goes back to the table, the difference is
    split between the sides, charged to the scribe, or the director decides; or there is none."""

    REJECT = (
        "reject",
        _("geht zurück an den Tisch"),
        _("Stimmt die Summe nicht, geht das Blatt an den Tisch zurück."),
    )
    SPLIT = (
        "split",
        _("Unterschied wird auf beide Seiten verteilt"),
        _("Stimmt die Summe nicht, wird die Differenz am Tisch zu gleichen Teilen ausgeglichen."),
    )
    SCRIBE = (
        "scribe",
        _("Unterschied trägt, wer schrieb"),
        _("Stimmt die Summe nicht, geht die Differenz auf den Schreiber."),
    )
    DIRECTOR = (
        "director",
        _("die Turnierleitung entscheidet"),
        _("Stimmt die Summe nicht, entscheidet die Turnierleitung endgültig."),
    )
    NONE = (
        "none",
        _("es gibt keine: Coiffeur, Weis oder Faktoren"),
    )


class Credited(Choice):
    """Whose result a passe is that somebody plays for somebody else."""

    ENTRY = (
        "entry",
        _("wer ausgelost wurde"),
        _(
            "Wer weg muss, darf mit Erlaubnis der Turnierleitung jemanden schicken. "
            "Das Resultat zählt für den, der angemeldet ist."
        ),
    )
    SUBSTITUTE = (
        "substitute",
        _("wer einspringt"),
        _(
            "Wer weg muss, darf mit Erlaubnis der Turnierleitung jemanden schicken. "
            "Das Resultat zählt für den, der gespielt hat."
        ),
    )


class Carried(Choice):
    """What finalists bring along: all points so far, nothing, or their average per hand."""

    ALL = (
        "all",
        _("alle Punkte bis dahin"),
        _("Die Punkte der Vorrunde zählen weiter."),
    )
    NOTHING = (
        "nothing",
        _("nichts, alle beginnen bei null"),
        _("Alle beginnen wieder bei null."),
    )
    AVERAGE = (
        "average",
        _("den Schnitt pro Spiel"),
        _("Mitgenommen wird der Durchschnitt pro Spiel aus der Vorrunde."),
    )


class PrizeKind(Choice):
    """What a prize is for: a range of ranks, the last rank, most matsches, most exact hits, the
    points that come nearest to a number drawn after play; a range of ranks of the clubs, or of the
    teams that results count for."""

    RANK = (
        "rank",
        _("Rang"),
    )
    LAST = (
        "last",
        _("letzter Rang"),
        _("Letzter Rang"),
    )
    MATSCHES = (
        "matsches",
        _("meiste Matsche"),
        _("Am meisten Matsche"),
    )
    EXACT = (
        "exact",
        _("meiste genaue Ansagen"),
        _("Am meisten genaue Ansagen"),
    )
    NEAREST = (
        "nearest",
        _("am nächsten bei der gezogenen Zahl"),
        _("Am nächsten bei der gezogenen Zahl"),
    )
    CLUB = (
        "club",
        _("Rang der Vereine"),
        _("Vereine"),
    )
    SQUAD = (
        "squad",
        _("Rang der Mannschaftswertung"),
        _("Mannschaften"),
    )


RANGED = (PrizeKind.RANK, PrizeKind.CLUB, PrizeKind.SQUAD)
"""Prizes for a range of ranks."""
