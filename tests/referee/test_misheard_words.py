"""Words that sound like an answer and are none."""

import pytest

from referee.telling import facts_told


@pytest.mark.parametrize(
    ("article", "question", "fact"),
    [
        ("falsch-gespielte-karte", "Falsch ausgespielt, das As ist entwertet", "matter"),
        ("falsch-gespielte-karte", "Der Falsche hat ausgespielt. Wem gehört der Stich?", "matter"),
        ("schneider", "Sie kämen erst dann über die Hälfte", "half"),
        ("bodentrumpf", "Beim Verteilen wird eine Karte gezeigt, neu geben?", "shown"),
        ("differenzler.abrechnung", "two of us tied at the end, who wins?", "players"),
        ("zwei-karten-gespielt", "beide wären durch, zweite Karte gespielt", "legal_cards"),
        ("weisregeln", "füfzgi gmäldet, aber nid ufgschribe", "matter"),
        ("weisregeln", "Er hat 70 gesagt und will auf 60 hinunter", "announced"),
        ("weisregeln", "somma annunci 140, il mazziere quanto toglie", "relation"),
        ("weisregeln", "same height, neither is trump", "decided_by"),
        ("bedanken", "wieviel Bure sind no dusse, het er gfrogt", "said"),
        ("bedanken", "wir haben nichts gesagt, die anderen haben sich bedankt", "said"),
        ("differenzler.geben", "we play in four, how many cards", "packets"),
        ("differenzler.wertung", "Summe der Ansagen 157, geht das", "prediction"),
        ("fehlende-karten", "i 5 dell'ultima presa quando si contano", "found"),
        ("hae.chueekampf", "equal Härpfl at the end, who wins", "matter"),
        ("differenzler.geben", "giochiamo in tre, come si danno le carte", "packets"),
        ("kartenpunkte-nicht-gezaehlt", "both sides counted 150 together", "counted"),
        ("spiel-geben", "l'ultima carta scoperta, il mazziere l'ha ripresa", "fault"),
        ("vorspielen", "must I follow suit if my partner wins it", "early"),
        ("ausmachregel", "wir haben merci gesagt, aber sie haben Stöck", "other_by"),
        ("nachschauen", "she peeked at her own card before the first lead", "owner"),
        ("rest-verlangen", "Rest gesagt, aber eine ist nicht Bock", "boss"),
        (
            "rest-verlangen",
            "«Der Rest ist mein». Susi hat aber noch den Trumpf-Siebner, will alle Karten von uns",
            "boss",
        ),
        ("rest-verlangen", "Rest verlangt, alle Karten Bock. Er hat noch den König", "boss"),
        (
            "rest-verlangen",
            "le reste est à moi, toutes maîtresses, Marie a encore un atout",
            "boss",
        ),
        ("rest-verlangen", "the rest is mine, all winners, but Tom still has a trump", "boss"),
        ("differenzler.spieler", "wer weiss, wie viele Spieler spielen", "extra"),
        ("house.spieler-fehlt", "il voulait finir la partie, un joueur manque", "what"),
        ("hae.chueekampf", "wer gewinnt, wenn die letzte Karte gleich hoch ist", "cards_left"),
        ("bedanken", "we needed exactly 20 and I said thanks", "counted"),
        ("vorspielen", "Trumpf zu früh, weil es Untertrumpfen wäre", "early"),
        ("karte-zu-frueh-bereitgehalten", "Karten in der Hand, bevor Vorhand schiebt", "act"),
        ("differenzler.abrechnung", "Wer zahlt die Runde Kaffee?", "matter"),
        ("weisregeln", "Dreiblatt gegen Vierblatt, was zählt?", "weis_kind"),
        ("schneider", "Wir standen nur auf 430, kostet das wirklich doppelt?", "target"),
        ("wer-spielt-aus", "Wer legt im ersten Stich die erste Karte?", "matter"),
        ("stoecke", "Auf der Tafel fehlen uns zwanzig Punkte", "needs"),
        ("weisregeln", "Wie viele Punkte hat ein Stich mit As und Zehner?", "matter"),
        ("spiel-geben", "Er hat meine Karten im Spiegel gesehen, neu geben?", "fault"),
        ("untertrumpfen", "Kleineren Trumpf, wenn schon höher gestochen ist?", "play"),
        ("karte-zu-frueh-bereitgehalten", "Der Stich liegt noch offen da", "trick_finished"),
        ("ausmachregel", "Im dritten Stich den Weis noch schreiben?", "matter"),
        ("differenzler.ansage", "Ausgespielt war noch nicht", "moment"),
        ("falsch-gespielte-karte", "Dass sie an der Reihe war, bestreitet keiner", "proven"),
        ("bedanken", "Mein Partner rief es, ich selber habe nichts gesagt", "said"),
        ("nichtangeben", "Auf das Rosen-Ass gab er den Schellensechser", "card"),
        ("differenzler.ansage", "Die Ansagen waren zusammen 121", "prediction"),
        ("weisregeln", "Der Schreiber hat den Weis vergessen, darf er schreiben?", "matter"),
        ("bedanken", "Elle a compté le 10 que Paul a joué faux et a remercié", "written"),
        ("hae.joker", "Ultimo giro, due jolly e un asso: chi fa la presa?", "matter"),
        ("hae.stirnkarte", "Nadia avait un joker et Paul aussi, qui gagne le pli ?", "jokers"),
    ],
)
def test_words_that_may_mean_something_else_tell_nothing(article, question, fact):
    assert fact not in {told.fact for told in facts_told(question, article) if told.end}
