"""What closes a question, and what words of a quarrel must not be taken for."""

import pytest

from referee.rulebook.lookup.search import asks_whether_right, lookup, named_jasse
from referee.telling import facts_told, told_of_case

REPLY = {"matter": "reply", "reply": "forehand"}
WRONG = "Mein Partner hat auf einen gleich hohen Weis «Vorhand» gesagt. Ist das erlaubt?"
BOTH = "Der Geber hat nur zwei Karten abheben lassen"
RUFFED = "Es ist gestochen, ich habe kein Herz mehr, darf ich einen kleinen Trumpf dazugeben?"
BIDS = "We are five at HAE. The bids so far are 3, 2, 2, 1, I'm the dealer. There are 10 tricks."


def headline(client, question: str, **told: str) -> str:
    page = client.get("/rules/weisregeln/case/", {**told, "_q": question}).content.decode()
    return str(page.partition("<h2")[2].partition(">")[2].partition("</h2>")[0])


def test_whoever_asks_whether_it_was_right_reads_yes_or_no_first(client) -> None:
    assert "Nein, im Schieber: «Vorhand» ist verboten." in headline(client, WRONG, **REPLY)


def test_else_the_ruling_stands_by_itself(client) -> None:
    found = headline(client, "Er hat «Vorhand» gesagt.", **REPLY)
    assert "Im Schieber: «Vorhand» ist verboten." in found


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (WRONG, True),
        ("Dr Geber het si sälber zersch gä. Isch das rächt so?", True),
        ("Mon partenaire a hoché la tête. Est-ce permis ?", True),
        ("Il compagno mi ha mostrato le carte. È permesso?", True),
        ("My partner nodded when I led. Is that allowed?", True),
        ("Der Gegner sagt, ich dürfe nicht mehr weisen. Ist das richtig?", False),
        ("Ist das erlaubt?", False),
        ("Wer gewinnt?", False),
    ],
)
def test_whether_it_was_right_is_asked_of_what_is_told_and_of_nobodys_word(question, asked) -> None:
    assert asks_whether_right(question) is asked


def test_what_only_closes_a_question_is_not_looked_up() -> None:
    assert lookup(f"{BOTH}. Was nun?") == lookup(BOTH)


@pytest.mark.parametrize(
    ("article", "question", "told"),
    [
        ("spiel-geben", BOTH, {"fault": "cut_too_small"}),
        ("spiel-geben", "Der Geber hat sich selber zuerst gegeben.", {"fault": "wrong_order"}),
        ("untertrumpfen", RUFFED, {"play": "under_void"}),
        ("untertrumpfen", "nume no chlini Trümpf gha", {"play": "under_only_trumps"}),
        ("hae.ansage", BIDS, {"others": (3, 2, 2, 1), "tricks": 10}),
        (
            "hae.ansage",
            "HAE zu viert, 8 Stiche. Angesagt: 3, 2, 1, ich bin Geber. Was darf ich nicht sagen?",
            {"matter": "forbidden", "others": (3, 2, 1), "tricks": 8, "players": 4},
        ),
        ("weisregeln", "Ich habe 20 statt 50 gesagt.", {"announced": 20, "relation": "less"}),
        ("schneider", "Losers got 740 in a 1500 game.", {"target": 1500, "written": 740}),
        ("stoecke", "Im Bieter verzichtet einer, ich halte Stöck.", {"holder_is": "opponent"}),
        (
            "trumpf-ansagen",
            "Dr Gägner het gschobe und mi Partner zrügg gschobe.",
            {"matter": "back"},
        ),
    ],
)
def test_words_tell_what_they_say(article, question, told) -> None:
    assert told.items() <= {it.fact: it.value for it in facts_told(question, article)}.items()


@pytest.mark.parametrize(
    ("article", "question", "fact"),
    [
        ("nichtangeben", RUFFED, "gave"),
        ("rest-verlangen", "Er hatte auch ein Bock-Ass.", "boss"),
        ("what-is-jass.stiche", "Clubs was led and I had no clubs.", "gave"),
        ("weisregeln", "Bin der Letzte, der Stich ist noch offen.", "matter"),
        ("stoecke", "Stöck vergessen aufzuschreiben", "announced"),
        ("gleich-hohe-weise", "Unsere Folge ist Trumpf, ihre geht vom As.", "decided_by"),
    ],
)
def test_a_word_of_it_tells_nothing_by_itself(article, question, fact) -> None:
    assert fact not in {it.fact for it in facts_told(question, article) if it.end}


def test_an_article_of_another_book_is_asked_by_its_own_rules() -> None:
    target = told_of_case("Das Ziel beim Schieber?", "what-is-jass.spielende")
    assert "_profile" not in target
    assert told_of_case("Beim Schieber verworfen", "swiss-club.zeichen").get("_profile") is None


def test_what_is_only_like_a_jass_is_not_played() -> None:
    assert named_jasse("Trumpf zählt doppelt, Coiffeur-mässig") == []


def test_where_one_game_is_named_the_articles_of_another_stand_behind() -> None:
    found = lookup("Bim Differenzler het dr letscht gseit 37, drmit's ufgaht", 1)
    assert found[0].article == "differenzler.ansage"


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        (
            "Darf man im Schieber jede Karte spielen?",
            "Nicht für Schieber, sondern im HAE Jass: Jede",
        ),
        ("Darf man im HAE jede Karte spielen?", "Jede"),
        ("Darf man jede Karte spielen?", "Jede"),
    ],
)
def test_an_article_of_another_jass_says_so_first(client, asked, first) -> None:
    page = client.get("/rules/hae.stich/case/", {"matter": "card", "_q": asked}).content.decode()
    assert page.partition("<h2")[2].partition(">")[2].strip().startswith(first)
