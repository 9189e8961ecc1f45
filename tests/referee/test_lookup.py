"""Finding the article: how good on questions written blind, and what the figures mean."""

import json
import tomllib
from importlib.resources import files
from io import StringIO
from math import log2
from pathlib import Path
from subprocess import run
from sys import executable
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from referee.rulebook.articles import TEXTS, article, article_slugs
from referee.rulebook.lookup import learning
from referee.rulebook.lookup.evaluate import among, evaluate, ndcg, recall, reciprocal_rank
from referee.rulebook.lookup.features import concepts, key, read_lexicon
from referee.rulebook.lookup.learning import questions
from referee.rulebook.lookup.search import lookup
from referee.rulings.reading import table_slugs
from referee.telling import found_for

BLIND = Path(__file__).with_name("lookup_queries.json")
LANGUAGES = ("de", "gsw", "fr", "it", "en")


def _figures():
    graded = json.loads(BLIND.read_text("utf-8"))
    judged = [
        (
            item["lang"],
            {entry["article"]: entry["grade"] for entry in item["relevant"]},
            [hit.article for hit in found_for(item["query"])],
        )
        for item in graded
    ]
    return evaluate(judged)


def test_questions_written_blind_find_their_article():
    found = _figures()
    assert found.by_language["all"].ndcg >= 0.94
    assert found.by_language["all"].first >= 0.90
    assert found.by_language["all"].three >= 0.97
    assert all(found.by_language[lang].ndcg >= 0.90 for lang in LANGUAGES)
    assert found.rightly_empty >= 0.8 * found.nothing


def test_every_main_article_is_asked_about_in_five_languages():
    main = [slug for slug in article_slugs() if "." not in slug]
    assert len(main) == 33
    for slug in main:
        assert set(questions()[slug]) == set(LANGUAGES), slug
        assert all(len(texts) >= 8 for texts in questions()[slug].values()), slug


def test_no_question_stands_with_two_articles_or_with_none():
    told: dict[str, str] = {}
    none = files("referee.rulebook").joinpath("elsewhere.toml").read_text("utf-8")
    for slug, by_language in [*questions().items(), ("elsewhere", tomllib.loads(none))]:
        for text in (text for texts in by_language.values() for text in texts):
            assert told.setdefault(text.casefold(), slug) == slug, text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wys", "Wiis"),
        ("Stöck", "Stoeck"),
        ("Puur", "Pur"),
        ("Match", "Matsch"),
        ("abhäbe", "abhebe"),
    ],
)
def test_spellings_that_sound_alike_are_one_word(one, other):
    assert key(one.lower()) == key(other.lower())


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("schneidr", "schneider"),
        ("reneg", "nichtangeben"),
        ("trumpf", "trumpf-ansagen"),
        ("Bergpreis", "turnier.bergpreis"),
        ("stöck", "stoecke"),
        ("match", "matchpraemie"),
        ("vorgspüut", "vorspielen"),
        ("schtegg", "stoecke"),
    ],
)
def test_a_single_word_is_enough_misspelt_or_in_dialect(text, article):
    assert article in [hit.article for hit in lookup(text)[:3]]


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("er sagt ich darf nicht gleich mit dem trumpf bauer anfangen", "wer-spielt-aus"),
        ("uns fehlten nur 5 und wir haben den letzten gemacht, beide durch", "letzter-stich"),
        ("beide fertig, weis vergessen, zweite karte schon gespielt", "ausmachregel"),
        ("er het 8 charte und si 10, nomal gäh", "spiel-geben"),
        ("mon adversaire met cinq minutes pour chaque carte", "house.zeit"),
    ],
)
def test_what_people_tell_of_it_stands_among_the_first_two(text, article):
    assert article in [hit.article for hit in lookup(text)[:2]]


@pytest.mark.parametrize("text", ["bour", "puur", "fante di briscola", "trumpfbuur"])
def test_the_trump_bauer_is_one_concept_in_all_languages(text):
    lexicon = read_lexicon(files("referee.rulebook").joinpath("lexicon.toml").read_text("utf-8"))
    assert "bauer" in concepts([key(word) for word in text.split()], lexicon)


@pytest.mark.parametrize(
    "text", ["Bergpreis", "Berg", "Wer hat den Berg?", "prix de la montagne", "premio del Berg"]
)
def test_the_berg_is_found_though_its_article_stands_in_a_book_of_tournaments(text):
    assert lookup(text)[0].article == "turnier.bergpreis"


def test_whatever_decides_disputes_is_found_by_its_title():
    missed = [
        slug
        for slug in table_slugs()
        if slug not in {hit.article for hit in lookup(article(slug).title["de"])}
    ]
    assert missed == []


@pytest.mark.parametrize("text", ["", "   ", "?!", "zzyzx qwrtl", "🂫", "\u0000", "Skat Grand Hand"])
def test_nothing_is_found_for_what_says_nothing(text):
    assert lookup(text) == []


def test_the_sentence_that_fits_best_is_one_of_the_article():
    for hit in lookup("darf ich untertrumpfen wenn ich nur noch trumpf habe"):
        assert article(hit.article).sentence(hit.sentence)


LEARNED: tuple[Any, ...] = ({}, (), {}, {}, {}, {}, (), {})


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Where the index is kept, with a stub that learns; `lessons` counts how often."""
    lessons = []

    def learned(told):
        lessons.append(told)
        return LEARNED

    monkeypatch.setattr(learning, "_KEPT", tmp_path / "kept.index")
    monkeypatch.setattr(learning, "learned", learned)
    return learning._KEPT, lessons


def test_what_was_learned_is_kept_until_the_law_changes(kept, monkeypatch):
    _, lessons = kept
    assert learning.prepared() == learning.prepared() == LEARNED
    assert len(lessons) == 1
    monkeypatch.setitem(TEXTS, "stoecke", "another wording")
    learning.prepared()
    assert len(lessons) == 2


@pytest.mark.parametrize("damaged", [b"", b"short", b"x" * 4000])
def test_a_damaged_index_is_learned_anew_and_mended(kept, damaged):
    file, lessons = kept
    learning.prepared()
    file.write_bytes(damaged)
    assert learning.prepared() == learning.prepared() == LEARNED
    assert len(lessons) == 2


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("Sagte 20, hatte aber ein Vierblatt, jetzt will er 50 schreiben", "weisregeln"),
        ("elle a annoncé 50 et avait 100, elle veut inscrire plus", "weisregeln"),
        ("Mit Bonus gespielt, 0 angesagt und nichts gemacht, Abzug?", "differenzler.praemie"),
        ("Nimmt der Partner die Karten auf, bevor Vorhand geschoben hat?", "trumpf-ansagen"),
        ("Zusammen machen wir und sie nur 152, warum?", "turnier.kontrollsumme"),
        ("Differenzler verdeckt: sie hat ihre Zahl nicht notiert", "differenzler.ansage"),
        ("swiss club: only trumps left and a higher one lies", "swiss-club.untertrumpfen"),
        ("die ganze Tafel ist ausgewischt, beginnen wir bei null?", "house.passenblatt"),
        ("verlangt war Rosen, er legte Eicheln und hatte Rosen", "nichtangeben"),
        ("Wer muss die Flasche Wein bezahlen, wenn es unentschieden steht?", "house.ausserhalb"),
        ("who buys the round if nobody wins?", "house.ausserhalb"),
        ("Dörf me bim Jasse e Schluck näh?", "house.ausserhalb"),
        ("A card slipped out of my hand", "house.karten-sichtbar"),
        ("on joue à la belote, pas au jass : rebelote oublié à la dame", "house.ausserhalb"),
        ("mir hei nüt abgmacht vo Gäld, itz wott er füf Stutz, muess i zahle?", "house.ausserhalb"),
        ("in der App brach das Netz ab, der Bot spielte für mich", "house.ausserhalb"),
        ("Egge chunnt, er sticht mit em Trumpf-Chönig, i gib ds Sächsi druf", "untertrumpfen"),
        ("Wir haben 2500 erreicht, mitten im Spiel. Ist die Partie zu Ende?", "bedanken"),
        ("Unser letztes Spiel gab 92:65, stimmt das?", "turnier.kontrollsumme"),
        ("Les totaux sont 120 et 37", "turnier.kontrollsumme"),
    ],
)
def test_a_kind_of_question_finds_its_article_first(text, article):
    assert next((hit.article for hit in found_for(text)), None) == article


def test_what_no_book_speaks_of_finds_nothing():
    outside = ("Wo finde ich einen Jassclub in Bern?",)
    assert [text for text in outside if found_for(text)] == []
    assert found_for("Bier auf den Karten, was jetzt?")[0].article == "house.schaden"


def test_a_short_list_begins_as_a_long_one():
    question = "Im Schieber die Stöcke zu spät gewiesen, 940 geschrieben"
    assert found_for(question, 2) == found_for(question, 5)[:2]
    assert found_for("Partita finita, chi mischia?")[0].article == "spiel-geben"


def test_where_nothing_can_be_written_each_process_learns(kept):
    file, lessons = kept
    file.mkdir()
    assert learning.prepared() == LEARNED
    assert len(lessons) == 1


def test_learning_is_the_same_each_time():
    phrases = [*learning._phrases()][::40]
    assert learning.learned(iter(phrases)) == learning.learned(iter(phrases))


@pytest.mark.proof
def test_the_first_question_of_a_process_takes_50_ms_and_a_later_one_5():
    code = """if True:
        from time import process_time
        from referee.rulebook.lookup.search import lookup
        start = process_time()
        lookup("Stöck vergessen")
        first = process_time()
        for _ in range(20):
            lookup("il montre son jeu et dit que toutes les levées sont pour lui")
        print(first - start, (process_time() - first) / 20)
    """
    said = [run([executable, "-c", code], capture_output=True, check=True) for _ in range(3)]
    first, later = min([*map(float, out.stdout.split())] for out in said)
    assert (first < 0.050, later < 0.005) == (True, True), (first, later)


def test_ndcg_is_the_gain_by_place_over_the_best_order():
    grades = {"a": 2, "b": 1}
    best = 3 + 1 / log2(3)
    assert ndcg(["a", "b"], grades) == 1
    assert ndcg(["b", "a"], grades) == pytest.approx((1 + 3 / log2(3)) / best)
    assert ndcg(["x", "y", "z", "u", "v", "a"], grades) == 0


def test_the_other_figures_count_places_and_shares():
    grades = {"a": 2, "b": 1}
    assert reciprocal_rank(["x", "b"], grades) == 0.5
    assert recall(["a", "x"], grades) == 0.5
    assert [among(at, ["b", "a"], grades) for at in (1, 2)] == [False, True]


def test_a_question_without_an_answer_is_counted_apart():
    found = evaluate([("de", {"a": 2}, ["a"]), ("de", {}, []), ("de", {}, ["a"])])
    assert (found.by_language["de"].questions, found.nothing, found.rightly_empty) == (1, 2, 1)


def _said(*args: str) -> str:
    out = StringIO()
    call_command("lookup", *args, stdout=out)
    return out.getvalue()


def test_the_command_gives_a_list_as_json():
    found = json.loads(_said("zwei Karten aufs Mal", "--json", "-n", "2", "--lang", "fr"))
    assert found[0]["article"] == "zwei-karten-gespielt"
    assert found[0].keys() >= {"article", "title", "score", "sentence"}
    assert len(found) == 2


def test_a_batch_gives_one_list_a_line(tmp_path):
    questions = tmp_path / "questions.txt"
    questions.write_text("stöck vergessen\n\nmuss man abheben\n", encoding="utf-8")
    lines = [json.loads(line) for line in _said("--batch", str(questions)).splitlines()]
    assert [bool(found) for found in lines] == [True, False, True]
    assert lines[2][0]["article"] == "spiel-geben"


def test_the_evaluation_prints_a_line_for_each_language():
    printed = _said("--evaluate", str(BLIND)).splitlines()
    assert [line.split()[0] for line in printed[1:7]] == [*LANGUAGES, "all"]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ([], 2),
        (["stöck", "--lang", "rm"], 2),
        (["--batch", "/nowhere"], 2),
        (["--evaluate", __file__], 1),
    ],
)
def test_an_unusable_call_says_so(args, code):
    with pytest.raises(CommandError) as refused:
        _said(*args)
    assert refused.value.returncode == code


QUARRELS = json.loads(Path(__file__).with_name("blind_quarrels.json").read_text("utf-8"))
"""What 600 quarrels ask that were written from the books alone, played, and mended by cause."""


def test_what_quarrels_ask_finds_its_article_among_the_first_two():
    later = [
        item["question"]
        for item in QUARRELS
        if item["article"] not in [hit.article for hit in found_for(item["question"])[:2]]
    ]
    assert len(later) <= len(QUARRELS) * 0.01, later


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_plainest_words_for_each_situation_of_the_books_find_its_article_first(lang):
    """Written from the five books alone by somebody who had not seen the look-up: of 1,092 then
    1,051 found theirs first and 1,085 among three; what did not was learned afterwards."""
    told = json.loads(BLIND.with_name("plain_words.json").read_text("utf-8"))
    places = []
    for situation in told:
        for question in situation["questions"][lang]:
            found = [hit.article in situation["articles"] for hit in found_for(question, 3)]
            places.append((found[:1] == [True], any(found)))
    first, among_three = (sum(column) / len(places) for column in zip(*places, strict=True))
    assert first >= 0.96
    assert among_three >= 0.99
