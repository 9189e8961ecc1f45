"""What the switches of a profile are called, by topic, and their answers in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = Promise | str

TOPICS: tuple[tuple[Text, dict[str, Text]], ...] = (
    (
        _("Spiel und Ziel"),
        {
            "target": _("Ziel in Punkten (0: ohne)"),
            "hands": _("Zahl der Spiele (0: offen)"),
            "passe.hands": _("Spiele je Passe"),
            "passe.difference": _("Differenz in einer Passe"),
            "direction": _("Spielrichtung"),
            "first_forehand": _("Wer zuerst Vorhand ist"),
            "redeal": _("Wer nach einem ungültigen Spiel gibt"),
            "control_sum": _("Wenn die Summe nicht stimmt"),
            "helps": _("Das Telefon zeigt Trumpf und den Abstand zum Ziel"),
            "free.control_total": _("Punkte in jedem Spiel zusammen (0: beliebig)"),
            "free.most": _("Höchstens in einem Spiel auf dem freien Blatt (0: offen)"),
            "free.negative": _("Punkte unter null"),
        },
    ),
    (
        _("Trumpf und Karten"),
        {
            "contracts": _("Was angesagt werden darf"),
            "push": _("Schieben"),
            "undertrump": _("Untertrumpfen"),
            "bauer_must_follow": _("Auch der Trumpfbauer muss angegeben werden"),
            "only_trumps_must_overtrump": _("Mit lauter Trümpfen muss höher gestochen werden"),
            "strict_follow": _("Farbe angeben geht vor Stechen"),
            "slalom_values": _("Werte beim Slalom"),
            "last_trick": _("Punkte für den letzten Stich"),
            "multipliers.german": _("Wie oft es zählt (deutsche Karten)"),
            "multipliers.french": _("Wie oft es zählt (französische Karten)"),
        },
    ),
    (
        _("Weis, Stöck und Matsch"),
        {
            "weis": _("Weisen"),
            "weis_table": _("Welche Weise zählen"),
            "kreuzweis": _("Kreuzweis"),
            "weis_both_sides": _("Beide Parteien schreiben ihren Weis"),
            "weis_multiplied": _("Weis wird vervielfacht"),
            "stoeck": _("Stöck"),
            "stoeck_points": _("Punkte für die Stöck"),
            "stoeck_multiplied": _("Stöck werden vervielfacht"),
            "stoeck_before_play": _("Stöck vor dem Spielen melden"),
            "matsch_bonus": _("Prämie für den Matsch"),
            "matsch_multiplied": _("Matschprämie wird vervielfacht"),
            "referee.kontermatsch_doubled": _("Kontermatsch zählt doppelt"),
        },
    ),
    (
        _("Ende der Partie"),
        {
            "finish": _("Wie eine Partie endet"),
            "finish_order": _("Was beim Ausmachen zuerst zählt"),
            "ausmach_trick": _("Wann die Ausmachregel gilt"),
            "both_reach": _("Wenn beide am Ziel sind"),
            "schneider": _("Schneider"),
            "berg": _("Berg"),
            "berg_decided": _("Wann der Berg entschieden ist"),
            "referee.thanks": _("Was beim Bedanken zählt"),
            "referee.handshake": _("Zum Bedanken gehört der Handschlag"),
            "referee.finish_counting": _("Wie am Schluss zusammengezählt wird"),
        },
    ),
    (
        _("Differenzler"),
        {
            "differenzler.predictions": _("Ansage"),
            "differenzler.sealed_entry": _("Verdeckte Ansage"),
            "differenzler.exact_bonus": _("Prämie für genau getroffen"),
            "differenzler.stoeck_choice": _("Stöck dürfen gezählt werden"),
            "differenzler.dealer_incentive": _("Geberanreiz in Punkten"),
            "differenzler.dealer_may_fit": _("Der Geber darf auf 157 ergänzen"),
            "differenzler.trump_recut": _("Trumpf darf neu abgehoben werden"),
            "differenzler.missing_prediction": _("Wenn eine Ansage fehlt"),
            "differenzler.missing_penalty": _("Strafpunkte für eine fehlende Ansage"),
            "differenzler.hands_divisible": _("Alle geben gleich oft"),
            "differenzler.cards_for_two": _("Karten je Spieler zu zweit"),
            "differenzler.two_packs_from": _("Zwei Kartenspiele ab so vielen Spielern"),
            "differenzler.differences_alone": _("Nur die Differenz darf geschrieben werden"),
        },
    ),
    (
        _("HAE Jass"),
        {
            "hae.most_cards": _("Höchste Zahl der Karten"),
            "hae.bids_may_fit": _("Ansagen dürfen aufgehen"),
            "hae.next_lead": _("Wer nach einem Stich ausspielt"),
            "hae.duel_again": _("Wer im Chüekampf bleibt"),
            "hae.joker_unnamed": _("Joker ohne Ansage"),
            "hae.ties": _("Bei gleichem Stand"),
        },
    ),
    (
        _("Einsatz"),
        {
            "settlement.rate": _("Rappen je Punkt"),
            "settlement.rounding": _("Gerundet wird auf"),
            "stakes.game": _("Striche für die Partie"),
            "stakes.schneider": _("Schneider zahlt so oft"),
            "stakes.berg": _("Striche für den Berg"),
            "stakes.matsch": _("Striche für den Matsch"),
            "stakes.rate": _("Rappen je Strich"),
        },
    ),
    (
        _("Wenn ein Fehler passiert"),
        {
            "referee.wrong_card_open": _("Falsche Karte, Stich noch offen"),
            "referee.wrong_card_later": _("Falsche Karte, später bemerkt"),
            "referee.wrong_card_avoiding": _("Falsche Karte, wo Stiche gemieden werden"),
            "referee.wrong_card_pandur": _("Falsche Karte im Pandur und Schlager"),
            "referee.wrong_card_penalty": _("Strafpunkte für eine falsche Karte"),
            "referee.wrong_leader": _("Falsches Ausspiel"),
            "referee.dead_lead_ruffed": _("Entwertetes Ausspiel, vom Partner gestochen"),
            "referee.offender_wins": _("Stich nach einer falschen Karte"),
            "referee.wrong_card_settled": _("Wer über eine falsche Karte entscheidet"),
            "referee.early_card": _("Zu früh gespielte Karte"),
            "referee.early_undertrump": _("Vorgespielter Trumpf, der zum Untertrumpf wird"),
            "referee.trump_stays": _("Trumpf bleibt beim Neugeben"),
            "referee.first_dealer": _("Wer das erste Spiel gibt"),
            "referee.missing_card": _("Fehlende Karte"),
            "referee.rest_allowed": _("Rest verlangen"),
            "referee.rest_partner_breaks": _("Rest, den nur der Partner schlagen kann"),
            "referee.look_back": _("Gekehrte Stiche nachschauen"),
            "referee.remarks": _("Bemerkungen und Zeichen"),
            "referee.partner_names_trump": _("Partner redet an Stelle von Vorhand"),
            "referee.partner_cards": _("Wann der Partner seine Karten aufnimmt"),
            "referee.hundreds": _("Höherer von zwei Weisen zu hundert"),
            "referee.equal_weis": _("Zwei ganz gleiche Weise"),
            "referee.stoeck_window": _("Vergessene Stöck nachholen"),
            "referee.declined_stoeck": _("Stöck der Gegner beim Verzicht im Bieter"),
            "referee.sidi_played_out": _("Sidi Barrani wird fertig gespielt"),
        },
    ),
)
"""Topics in the order of a sheet of rules. Lines of a Coiffeur sheet are not agreed one by one:
whoever wants others chooses another profile."""

ANSWERS: dict[str, dict[object, Text]] = {
    "passe.difference": {
        "stays": _("bleibt stehen"),
        "split": _("je zur Hälfte"),
        "scribe": _("trägt, wer schreibt"),
    },
    "direction": {
        "anticlockwise": _("gegen den Uhrzeiger"),
        "clockwise": _("im Uhrzeigersinn"),
    },
    "first_forehand": {
        "by_lot": _("durch Los"),
        "diamond_seven": _("wer die Schellen- oder Ecken-7 hat"),
    },
    "redeal": {
        "same": _("noch einmal derselbe"),
        "next": _("der Nächste"),
    },
    "control_sum": {
        "refuse": _("wird nicht angenommen"),
        "warn": _("wird vermerkt"),
    },
    "undertrump": {
        "only_trumps": _("nur mit lauter Trümpfen"),
        "void": _("wer die Farbe nicht hat"),
        "free": _("immer erlaubt"),
    },
    "slalom_values": {
        "own": _("jeder Stich nach seiner Richtung"),
        "start": _("nach der Richtung des Anfangs"),
    },
    "weis_table": {
        "swiss": _("Schweizer Tabelle"),
        "simple": _("einfache Tabelle"),
        "what-is-jass": _("What is Jass?"),
        "vorarlberg": _("Vorarlberger Tabelle"),
    },
    "finish": {
        "bedanken": _("mit dem Bedanken"),
        "end_of_hand": _("am Ende des Spiels"),
    },
    "finish_order": {
        "stoeck-weis-stich": _("Stöck, Weis, Stich"),
        "stoeck-stich-weis": _("Stöck, Stich, Weis"),
    },
    "ausmach_trick": {
        "first_of_hand": _("im ersten Stich des Spiels"),
        "first_both_reach": _("im ersten Stich, in dem beide am Ziel sind"),
    },
    "both_reach": {
        "order": _("nach der Reihenfolge"),
        "higher_total": _("wer mehr Punkte hat"),
    },
    "berg_decided": {
        "claim": _("sobald sich jemand meldet"),
        "end_of_hand": _("am Ende des Spiels"),
    },
    "differenzler.predictions": {
        "open": _("offen"),
        "hidden": _("verdeckt"),
    },
    "differenzler.sealed_entry": {
        "paper": _("auf dem Zettel"),
        "phone": _("jeder auf seinem Telefon"),
        "round": _("auf einem Telefon, das herumgeht"),
    },
    "differenzler.missing_prediction": {
        "refuse": _("wird nachgefragt"),
        "penalty": _("kostet Strafpunkte"),
    },
    "hae.bids_may_fit": {
        "never": _("nie"),
        "last_round": _("nur in der letzten Runde"),
        "always": _("immer"),
    },
    "hae.next_lead": {
        "winner": _("wer den Stich machte"),
        "forehand": _("Vorhand"),
    },
    "hae.duel_again": {
        "tied": _("nur die Gleichen"),
        "all": _("alle"),
    },
    "hae.joker_unnamed": {
        "ass": _("gilt als Ass"),
        "refuse": _("muss angesagt werden"),
    },
    "hae.ties": {
        "shared": _("geteilter Rang"),
        "fewest_misses": _("wer seltener danebenlag"),
    },
    "settlement.rounding": {
        "rappen": _("den Rappen"),
        "five_rappen": _("fünf Rappen"),
        "franc": _("den Franken"),
    },
    "referee.wrong_card_open": {
        "correct": _("geht zurück"),
        "trick_lost": _("der Stich ist verloren"),
    },
    "referee.wrong_card_later": {
        "annul_or_play_on": _("Gegner annullieren oder spielen weiter"),
        "tricks_lost": _("die Stiche sind verloren"),
    },
    "referee.wrong_leader": {
        "suit_barred": _("die Farbe ist gesperrt"),
        "trick_lost": _("der Stich ist verloren"),
    },
    "referee.dead_lead_ruffed": {
        "opponents": _("Stich der Gegner"),
        "partner": _("Stich des Partners"),
    },
    "referee.early_card": {
        "stays": _("bleibt liegen"),
        "dead": _("ohne Stechwert"),
    },
    "referee.rest_partner_breaks": {
        "open": _("nicht geregelt"),
        "breaks": _("fällt"),
        "holds": _("gilt"),
    },
    "referee.look_back": {
        "never": _("nie"),
        "first": _("den ersten"),
        "own": _("die eigenen"),
        "own_and_first": _("die eigenen und den ersten"),
        "last": _("den letzten"),
    },
    "referee.remarks": {
        "open": _("nicht geregelt"),
        "annul": _("das Spiel wird annulliert"),
        "disqualified": _("Ausschluss"),
    },
    "referee.partner_names_trump": {
        "forehand_deals": _("Vorhand gibt"),
        "forehand_deals_twice": _("Vorhand gibt zweimal"),
    },
    "referee.partner_cards": {
        "free": _("wann er will"),
        "after_decision": _("nach dem Entscheid von Vorhand"),
    },
    "referee.hundreds": {
        "more_cards": _("mehr Karten"),
        "four_alike": _("vier gleiche"),
    },
    "referee.equal_weis": {
        "first": _("wer zuerst wies"),
        "both": _("beide schreiben"),
    },
    "referee.thanks": {
        "complete_tricks": _("nur fertige Stiche"),
        "boss_card": _("auch ein Bock im laufenden Stich"),
    },
    "referee.stoeck_window": {
        "until_written": _("bis geschrieben ist"),
        "until_covered": _("bis die Karte gedeckt ist"),
    },
    "referee.missing_card": {
        "opponents_choose": _("die Gegner wählen"),
        "replay": _("das Spiel wird wiederholt"),
    },
    "referee.wrong_card_avoiding": {
        "annul_or_play_on": _("Gegner annullieren oder spielen weiter"),
        "replay": _("das Spiel wird wiederholt"),
    },
    "referee.finish_counting": {
        "together": _("alles zusammen"),
        "stepwise": _("eins nach dem andern"),
    },
    "referee.offender_wins": {
        "never": _("macht er nie"),
        "without_smaller": _("nur ohne kleinere Karte"),
    },
    "referee.wrong_card_settled": {
        "by_law": _("das Regelbuch"),
        "at_the_table": _("zuerst der Tisch, sonst Strafmatch"),
    },
    "referee.early_undertrump": {
        "open": _("nicht geregelt"),
        "taken_back": _("geht zurück"),
    },
    "referee.declined_stoeck": {
        "open": _("nicht geregelt"),
        "opponents_keep": _("zählen"),
    },
    "referee.first_dealer": {
        "by_game": _("je nach Jassart"),
        "scribe": _("der Schreiber"),
        "highest_card": _("wer die höchste Karte zieht"),
    },
    "referee.wrong_card_pandur": {
        "as_always": _("wie sonst"),
        "hand_lost": _("das Spiel ist verloren"),
    },
}
"""Path of a choice -> what its answers are called."""
