"""A question fills in what it says, with its words, and nothing that it leaves open."""

import json
from pathlib import Path

import pytest

from jassclub.core.reader import Refusal
from referee.rulebook.telling.reader import ARTICLES, OPEN, UNCLEAR, Told, phrases
from referee.rulebook.telling.tokens import meaning
from referee.rules.profile import load_profile
from referee.rulings.decide import can_be
from referee.rulings.facts import UNKNOWN
from referee.rulings.reading import COMMON_FACTS, table_of, table_slugs
from referee.telling import ALL, by_language, facts_told, matter_of, taken_from

SET = Path(__file__).with_name("told_questions.json")
ITEMS = json.loads(SET.read_text(encoding="utf-8"))
"""Written from the rulebook without a look at the phrases; sealed ones are for no tuning."""
SEALED = [item for item in ITEMS if item.get("sealed")]
FRESH = json.loads(SET.with_name("told_fresh.json").read_text(encoding="utf-8"))
"""Written later, about all articles; the sealed ones found 0.67 of what they tell, none wrong."""
SEALED_FRESH = [item for item in FRESH if item.get("sealed")]
MENDED = json.loads(SET.with_name("told_mended.json").read_text(encoding="utf-8"))
"""Stories that phrases were written for: they measure nothing, they keep what was mended."""
STORIES = json.loads(SET.with_name("told_stories.json").read_text(encoding="utf-8"))
"""As upset people type them, written from the tables; the phrases were then mended by them."""
WRONG = 0.02


def values_of(question: str, article: str) -> dict[str, object]:
    return {told.fact: told.value for told in facts_told(question, article)}


@pytest.mark.parametrize("items", [ITEMS, SEALED], ids=["all", "sealed"])
def test_half_of_what_is_told_is_found_and_two_in_a_hundred_are_wrong_at_most(items):
    figures = by_language(items)
    for lang, taken in figures.items():
        assert taken.recall >= 0.5, (lang, taken)
    whole = figures[ALL]
    assert whole.wrong <= WRONG * (whole.found + whole.wrong), whole


@pytest.mark.parametrize("items", [FRESH, SEALED_FRESH], ids=["all", "sealed"])
def test_questions_written_later_are_heard_as_well(items):
    whole = by_language(items)[ALL]
    assert whole.recall >= 0.6, whole
    assert whole.wrong <= WRONG * (whole.found + whole.wrong), whole


def test_what_phrases_were_written_for_stays_heard():
    lost = [item["id"] for item in MENDED if taken_from(item).recall < 1 or taken_from(item).wrong]
    assert not lost


def test_a_story_that_was_heard_is_heard_again():
    whole = by_language(STORIES)[ALL]
    assert whole.recall >= 0.95, whole
    assert whole.wrong <= WRONG * (whole.found + whole.wrong), whole


def test_the_set_tells_what_the_tables_take():
    for item in (*ITEMS, *FRESH, *STORIES):
        table = table_of(item["article"])
        for facts in (item["told"], item.get("also", {})):
            assert can_be(table, facts, load_profile("jassregeln")), item["id"]


@pytest.mark.parametrize(
    ("article", "question", "told"),
    [
        ("praemie", "said 0, took nothing, we play minus ten for exact", {"bonus": True}),
        ("praemie", "45 angesagt und genau gemacht, so abgemacht", {"bonus": UNKNOWN}),
        ("praemie", "45 angesagt und genau gemacht", {"bonus": None}),
        ("stoecke", "stöck mais moins 20 seulement à la fin après avoir compté",
         {"sign": "unsaid", "declared": None}),
        ("stoecke", "Stöck minus 20, so steht es am Schluss", {"sign": "minus", "declared": None}),
        ("stoecke", "Stöck erst am Schluss angesagt", {"declared": "late", "sign": None}),
        ("stoecke", "Stöck plus oder minus 20 abgmacht, z spoot gseit",
         {"stoeck_counts": True, "declared": "late"}),
        ("geberanreiz", "somma annunci 171, con la regola dei 5", {"per": "five"}),
        ("geberanreiz", "zusammen 133, wir haben die starke Variante", {"per": "two"}),
        ("geberanreiz", "zusammen 133, abgemacht ist etwas", {"per": UNKNOWN}),
        ("praemie", "Mit Bonus 10 gespielt: er sagt 0 an", {"bonus": True}),
        ("praemie", "Wir spielen ohne Prämie", {"bonus": False}),
        ("praemie", "Eine Prämie war nicht abgemacht", {"bonus": False}),
        ("geberanreiz", "with dealer incentive", {"per": "UNKNOWN"}),
        ("geberanreiz", "Geberanreiz abgemacht, 1 je 5 Punkte", {"per": "five"}),
        ("geberanreiz", "ohne Anreiz gespielt", {"per": "none"}),
        ("stoecke", "Abgemacht: Stöck zählen", {"stoeck_counts": True}),
        ("stoecke", "Stöck nicht abgemacht", {"stoeck_counts": False}),
        ("wertung", "0 angesagt, nur den allerletzten gemacht, alles leere Karten", {"made": 5}),
        ("wertung", "0 angesagt, nur den ersten gemacht, alles leere Karten", {"made": None}),
    ],
)  # fmt: skip
def test_what_a_differenzler_table_agreed_on_and_made_is_heard(article, question, told):
    found = values_of(question, f"differenzler.{article}")
    assert {fact: found.get(fact) for fact in told} == told


@pytest.mark.parametrize("article", ARTICLES)
def test_every_phrase_gives_an_answer_that_its_fact_takes(article):
    assert article in table_slugs()
    facts = table_of(article).facts
    for phrase in phrases(article):
        if phrase.fact in facts and phrase.answer not in (None, OPEN, UNCLEAR):
            try:
                facts[phrase.fact].read(phrase.answer)
            except Refusal:
                assert phrase.fact in COMMON_FACTS, phrase


@pytest.mark.parametrize("article", ARTICLES)
def test_every_word_of_a_phrase_means_something(article):
    for phrase in phrases(article):
        for word in phrase.words:
            found = meaning(word)
            assert found.kinds or found.numbers or found.short or found.whole or found.begun
            assert "" not in {*found.short, *found.whole, *found.begun}, phrase


@pytest.mark.parametrize(
    ("article", "question", "told"),
    [
        ("nachschauen", "Der Stich war noch nicht gekehrt", {"turned": False}),
        ("nachschauen", "Der Stich war schon gekehrt", {"turned": True}),
        ("nichtangeben", "Stich noch offen oder schon gekehrt?", {}),
        ("nichtangeben", "bevor der Stich gekehrt ist", {"noticed": "open"}),
        ("nichtangeben", "Trumpf ist Ecken, Herz-Bauer gegeben", {"mode": "D", "card": "HJ"}),
        ("nichtangeben", "Trumpf Ecken, den Trumpf-Bauer gegeben", {"mode": "D", "card": "DJ"}),
        ("nichtangeben", "pas d'atout, que dit le livre ?", {}),
        ("bedanken", "mir fehlid no 12, hend aber scho danked", {"counted": "short"}),
        ("bedanken", "940 geschrieben", {"written": 940}),
        ("turnier.kontrollsumme", "Auf dem Blatt steht 100, auf der Tafel 50", {}),
        ("weisregeln", "Dreiblatt", {"weis_kind": "run3"}),
        ("weisregeln", "Dreiblatt oder Vierblatt?", {}),
        ("weisregeln", "vier Puure", {"weis_kind": "four_under"}),
        ("spielrichtung", "Im Uhrzeigersinn oder dagegen?", {}),
        ("schneider", "mir hei 1100 bi ziel 2500", {"written": 1100, "target": 2500}),
        ("schneider", "Sie kamen auf 1180, Ziel war 2500", {"written": 1180, "target": 2500}),
        ("schneider", "480 sur 1000", {"written": 480, "target": 1000}),
        ("schneider", "Ziel 1000, wir standen auf 468", {"written": 468, "target": 1000}),
        ("schneider", "nous étions à 468", {"written": 468}),
        (
            "schneider",
            "470 von 1000 auf der Tafel, im Haufen lagen noch 33",
            {"written": 470, "target": 1000, "turned": 33},
        ),
        ("schneider", "480 written, 30 in our pile", {"written": 480, "turned": 30}),
        (
            "weisregeln",
            "Eichle zellt dopplet, was git mis Drüblatt",
            {"weis_kind": "run3", "multiplier": 2},
        ),
        (
            "weisregeln",
            "Rosen dreifach, wie viel zählt mein Vierblatt",
            {"weis_kind": "run4", "multiplier": 3},
        ),
        ("matchpraemie", "eine vo ihne het en läre Stich", {"all_tricks": False}),
        ("matchpraemie", "die Gegner haben einen Stich", {"all_tricks": False}),
        ("matchpraemie", "die Gegner haben keinen Stich", {}),
        ("schneider", "They had 1240 in a game to 2500", {"written": 1240, "target": 2500}),
        ("differenzler.wertung", "angesagt 40 gemacht 52", {"prediction": 40, "made": 52}),
        ("differenzler.wertung", "52 gemacht bei Ansage 40", {"prediction": 40, "made": 52}),
        ("differenzler.wertung", "ha 70 gseit und 82 gmacht", {"prediction": 70, "made": 82}),
        ("differenzler.wertung", "j'avais dit 50, j'ai fait 61", {"prediction": 50, "made": 61}),
        ("differenzler.wertung", "detto 30, fatti 41", {"prediction": 30, "made": 41}),
        ("hae.haerpfl", "5 angesagt 3 Stiche gemacht", {"bid": 5, "taken": 3}),
        ("hae.haerpfl", "5 angesagt, 12 Punkte gemacht", {"bid": 5}),
        ("hae.ansage", "Ansagen 3, 2, 1 und 4 bei 9 Stichen", {"bids": (3, 2, 1, 4)}),
        ("hae.geben", "nous sommes 7", {"players": 7}),
        ("hae.geben", "mir si z sibe", {"players": 7}),
        ("differenzler.abrechnung", "wir sind 4 nach 6 Spielen", {"players": 4, "hands_played": 6}),
        ("fehlende-karten", "erst nach dem 3. Stich gemerkt", {"found": "during"}),
        ("turnier.kontrollsumme", "nach zwölf Spielen 945 zu 940", {"hands": 12}),
        ("bedanken", "uns fehlen 12, wir haben uns bedankt", {"counted": "short"}),
        ("bedanken", "950 gschribe u 40 i de gkehrte Stich", {"written": 950, "turned": 40}),
        ("schneider", "unter 500 bei 1000", {"target": 1000}),
        ("bedanken", "Sie sei fertig und wir haben es gesehen", {}),
        ("bedanken", "wir haben 50 gemeldet", {}),
        (
            "turnier.jahreswertung",
            "Ränge 1, 3 und 2, im Final Rang 2",
            {"ranks": (1, 3, 2), "final_rank": 2},
        ),
        ("turnier.kontrollsumme", "zusammen nur 152 Punkte", {"hand_sum": 152}),
        ("bedanken", "940 geschrieben, dann 960 geschrieben", {}),
        ("bedanken", "1 geschrieben " * 40, {}),
        ("bedanken", " ".join(f"{n} geschrieben" for n in range(60)), {}),
    ],
)
def test_a_not_an_or_and_each_of_several_numbers_are_heard(article, question, told):
    found = values_of(question, article)
    found.pop("matter", None)
    assert found == told


@pytest.mark.parametrize(
    ("article", "question", "fact", "value"),
    [
        ("bedanken", "Il a dit que nous avions assez de points", "counted", "enough"),
        ("hae.geben", "combien de cartes au premier tour", "matter", "first"),
        ("ausmachregel", "wenn beide gleichzeitig fertig sind", "reached", "both"),
        ("stoecke", "De Partner fragt: Häsch nid d Stöck?", "reminded", True),
        ("differenzler.ansage", "Verdeckt, Ansage vergessen", "matter", "missing"),
        ("falsch-gespielte-karte", "muss mit dem entwerteten As ausspielen", "matter", "dead_lead"),
        ("bedanken", "bedankt mit falsch gespielter Karte", "counted", "with_wrong_card"),
        ("bedanken", "mit falscher Karte bedankt, reicht trotzdem", "counted", "enough"),
        ("what-is-jass.stoecke", "roi + dame de trèfle, atout carreau", "of_trump", False),
        ("stoecke", "Trumpf ist Rosen, König und Ober von Schellen", "in_one_hand", False),
        ("swiss-club.zeichen", "schmieren, obwohl er noch Schilten hat", "followed", False),
        ("liegengelassene-stiche", "jetz nämme die andere beidi", "same_side", False),
        ("hae.stirnkarte", "saw his own forehead card", "matter", "saw"),
        ("fragen", "Mitten im Spiel fragt sie, wie das Wetter wird", "act", "small_talk"),
        ("fragen", "Er fragt, was Trumpf ist", "act", "question"),
        ("rest-verlangen", "Rest gesagt, wir hatten aber noch den Bauer", "boss", "opponent_beats"),
        ("differenzler.geben", "Zu dritt, wie viele Karten bekommt jeder?", "matter", "cards"),
        ("nichtangeben", "Trumpf nid aagäh, obwohl är Trumpf het gha", "gave", "trump_withheld"),
        ("weisregeln", "Dreiblatt gegen Vierblatt, was zählt?", "matter", "compare"),
        ("weisregeln", "they say the queen cannot be used twice", "matter", "cross"),
        ("weisregeln", "four queens, they say one queen cannot count twice", "matter", "cross"),
        ("differenzler.abrechnung", "the four of us settle up", "players", 4),
        ("schreibregeln", "Hundert gwise aber nid ufgschribe", "matter", "weis"),
        ("weisregeln", "20 gmäldet obwohl d Gägner scho 50 hei", "matter", "needless"),
        ("weisregeln", "elle dit cinquante mais elle avait quatre neuf", "announced", 50),
        ("fragen", "sie fragt was Trumpf ist, der Partner sagts ihr", "act", "answer"),
        ("schneider", "sie haben die Stöck noch gar nicht gemeldet", "stoeck", 20),
        ("hae.stich", "wer spielt nach dem Chüekampf aus", "matter", "next_lead"),
        ("trumpfbauer", "er hat keinen Trumpf mehr ausser dem Bauer", "given", "only_bauer"),
        ("trumpfbauer", "he has no trumps left except the jack", "given", "only_bauer"),
        ("letzter-stich", "zählt man die fünf vor den Karten", "matter", "points"),
        ("hae.stirnkarte", "zwei hatten einen Joker, gewinnt der erste?", "jokers", "two"),
        ("hae.geben", "wie viele Karten bekommt jeder am Anfang", "matter", "first"),
        ("matchpraemie", "Der Meistbietende hat gar nicht gespielt", "declined", True),
        ("fehlende-karten", "au dernier pli il manque une carte", "found", "end"),
        ("bodentrumpf", "darf er die Karte in die Hand nehmen", "matter", "taking_up"),
        ("differenzler.stoecke", "Stöck gesagt, sie zieht zwanzig ab", "sign", "minus"),
        ("hae.gleiche-letzte-karten", "beide legen als letzte Karte eine Acht", "tie", True),
        ("bedanken", "Darf ich den offenen Stich mitrechnen?", "matter", "counts"),
        ("hae.ansage", "dann würden die Ansagen genau aufgehen", "fits", True),
        ("schreibregeln", "Weis im vierten Stich noch schreiben", "written_when", "after_scribe"),
        ("differenzler.wertung", "ich lag unter meiner Ansage", "hit", False),
        ("gleich-hohe-weise", "zählt der erste oder der vom Trumpf?", "decided_by", "trump"),
        ("hae.chueekampf", "Duell mit der letzten Karte", "cards_left", False),
        ("bock-erwaehnen", "sie sagt bei jeder Karte Bock", "moment", "playing"),
        ("differenzler.geberanreiz", "wie viel darf der Geber abziehen", "per", "UNKNOWN"),
        ("fragen", "er fragt was Trumpf ist und seine Frau hat es gesagt", "act", "answer"),
        ("differenzler.verdeckte-ansage", "montrer le papier en pleine donne", "finished", "no"),
        ("rest-verlangen", "Der Alleinspieler zeigt sein Blatt", "matter", "bid_reached"),
        ("turnier.kontrollsumme", "we counted 90 and they 70", "matter", "one_hand"),
        ("nichtangeben", "Ich stach, obwohl ich noch Rosen hatte", "gave", "ruffed"),
        ("weisregeln", "lo stesso fante per la scala e anche per i fanti", "matter", "cross"),
        ("trumpfbauer", "er hat keinen Trumpf mehr", "given", "none_held"),
        ("differenzler.wertung", "60 gesagt 85 gemacht", "prediction", 60),
        ("bedanken", "beide im gleichen Stich am Ziel, wir zuerst bedankt", "both_now", True),
        ("bedanken", "both were out in the same trick", "both_now", True),
        ("schreibregeln", "96 vom letzten Spiel nicht notiert", "matter", "result"),
        (
            "weisregeln",
            "Ich sagte zwanzig, hatte aber fünfzig, und die Karte ist gedeckt. Was schreibe ich?",
            "matter",
            "error",
        ),
        ("weisregeln", "Sie meldete hundert, hatte aber nur fünfzig.", "matter", "error"),
        (
            "weisregeln",
            "Ich sagte zwanzig, hatte aber fünfzig, und die Karte ist gedeckt. Was schreibe ich?",
            "corrected",
            "too_late",
        ),
        ("weisregeln", "Ich sagte zwanzig, hatte aber fünfzig", "announced", 20),
        ("weisregeln", "Vier Ass, aber es fehlte die mittlere Karte", "game", None),
        ("bedanken", "heis gschafft grüeft, jetz fähled üs 6 Pünkt", "target", None),
        ("bemerkungen", "er klopfte nicht auf den Tisch", "act", None),
        ("falsch-gespielte-karte", "er kam mit Herz raus, Rosen war Trumpf", "led_trump", None),
        ("fragen", "da fragte meine Frau, wie viele noch kommen", "act", "question"),
        ("nichtangeben", "gab Kreuz auf Herz, obwohl noch zwei Herz", "gave", "side_withheld"),
        ("nichtangeben", "gab Kreuz auf Herz, obwohl noch zwei Ecken", "gave", None),
        ("stoecke", "Mein Partner fragt was Trumpf ist, ich habe Stöck", "reminded", None),
        ("trumpf-ansagen", "Er kam raus, sagte nichts, erst danach rief er", "word", "after_card"),
        ("spiel-geben", "Unter drei abgehoben", "fault", "cut_too_small"),
        ("spiel-geben", "Beim Abheben nahm er nur eine Karte ab", "fault", "cut_too_small"),
        ("gleich-hohe-weise", "Beide ein Dreiblatt, meins ist Trumpf", "decided_by", "trump"),
        ("gleich-hohe-weise", "we both have three, mine is trumps", "decided_by", "trump"),
        (
            "swiss-club.untertrumpfen",
            "vor mir liegt ein höherer Trumpf, darf ich einen kleineren Trumpf geben",
            "play",
            "under",
        ),
        (
            "bedanken",
            "merci dit en comptant l'as mis par erreur par l'adversaire, il manque 7",
            "counted",
            "with_wrong_card",
        ),
        ("fragen", "mein Partner wäre gefragt gewesen, was passiert jetzt", "act", None),
        ("house.passenblatt", "die Tafel ist ausgewischt", "what", "lost"),
        ("house.spieler-fehlt", "può subentrare un'altra persona?", "what", "stand_in"),
        *(
            ("weisregeln", question, "announced_when", "turned")
            for question in (
                "Ich habe den Weis erst nach dem zweiten Stich angesagt",
                "mein partner sagt sein dreiblatt erst jetzt, wo der zweite stich läuft",
                "hab vergessen meine 50 anzusagen, erster stich ist schon weg",
                "il a annoncé sa suite seulement au deuxième pli",
                "ha dichiarato la sequenza solo alla seconda presa",
                "i forgot to declare my four jacks, first trick is turned",
            )
        ),
    ],
)
def test_words_are_heard_with_those_beside_them(article, question, fact, value):
    assert values_of(question, article).get(fact) == value


@pytest.mark.parametrize("sign", ["'", "’"])
def test_a_number_may_be_told_as_it_is_printed(sign):
    told = values_of(f"Wir haben uns mit 1{sign}003 bedankt, Ziel 1{sign}000", "bedanken")
    assert told == values_of("Wir haben uns mit 1003 bedankt, Ziel 1000", "bedanken")
    assert told["target"] == 1000


@pytest.mark.parametrize(
    ("question", "mine", "theirs"),
    [
        ("wir haben Stich, sie haben Wys", "stich", "weis"),
        ("mir d Stöck, si dr Wys", "stoeck", "weis"),
        ("nous avec le stöck, eux avec l'annonce", "stoeck", "weis"),
        ("noi con la presa, loro con lo stöck", "stich", "stoeck"),
        ("we with the trick, they with the Stöck", "stich", "stoeck"),
        ("Beide im gleichen Stich am Ziel", None, None),
        ("Wir haben Stöck, Weis, Stich abgemacht", None, None),
    ],
)
def test_what_each_side_finishes_with_is_told(question, mine, theirs):
    found = values_of(question, "ausmachregel")
    assert (found.get("claimant_by"), found.get("other_by")) == (mine, theirs)


@pytest.mark.parametrize(
    ("article", "question", "matter"),
    [
        ("spiel-geben", "Unter drei abgehoben", "fault"),
        ("gleich-hohe-weise", "Beide ein Dreiblatt vom König, meins ist Trumpf", "winner"),
        ("bedanken", "Mon partenaire, qui ne marque pas, a remercié.", "binding"),
        ("hae.joker", "he was silent when he led the joker, whose trick?", "value"),
        ("spiel-geben", "Der Karl ist dran", None),
    ],
)
def test_an_answer_that_one_question_alone_asks_for_says_what_it_is_about(
    article, question, matter
):
    assert values_of(question, article).get("matter") == matter


def test_what_it_is_about_never_follows_wrongly():
    """From what all questions of both sets tell beside it, with and without what may be taken."""
    followed = 0
    for item in (*ITEMS, *FRESH, *MENDED):
        table = table_of(item["article"])
        for facts in (item["told"], {**item.get("also", {}), **item["told"]}):
            told = {fact: value for fact, value in facts.items() if fact in table.facts}
            matter = told.pop("matter", None)
            rest = [Told(fact, value, 0, 0) for fact, value in told.items()]
            found = [it.value for it in matter_of(rest, table)]
            assert matter is None or found in ([], [matter]), item
            followed += found == [matter]
    assert followed >= 50


def test_each_fact_comes_with_its_words():
    question = "Nicht gefarbt, und der Stich ist schon gekehrt"
    words = {
        told.fact: question[told.start : told.end] for told in facts_told(question, "nichtangeben")
    }
    assert words == {"noticed": "Stich ist schon gekehrt"}


def test_what_cannot_stand_together_is_left_out():
    question = "Ziel 1000, und dann noch Ziel 2500"
    assert "target" not in values_of(question, "bedanken")
