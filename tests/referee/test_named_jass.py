"""A typed question that names a Jass is decided by it: the name has been told."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from referee.rulebook.lookup.search import JASSE, named_jasse
from referee.rules.profile import load_profile
from referee.rulings.case import PLAYED_AS
from referee.rulings.reading import COMMON_FACTS, table_of
from referee.telling import told_of_case

pytestmark = pytest.mark.django_db

GAMES = [game for game in COMMON_FACTS["game"]["values"] if game != "other"]
ASKED = {
    "de": "Darf man beim {} nachschauen?",
    "fr": "Peut-on regarder les levées au jass {} ?",
    "it": "Si può guardare le prese nel jass {}?",
    "en": "May one look at turned tricks in {}?",
}


def page(path: str, **params: str) -> str:
    return unescape(Client().get(path, params).content.decode())


def address_of(question: str, slug: str = "nachschauen") -> str:
    """Where the page of a question leads for one article."""
    found = re.search(rf'href="(/rules/{slug}/case/[^"]*)"', page("/rules/", q=question))
    assert found is not None
    return found[1]


def told(question: str) -> dict[str, list[str]]:
    """What the address tells; beside the question itself."""
    query = parse_qs(urlsplit(address_of(question)).query)
    return {fact: value for fact, value in query.items() if fact != "_q"}


def test_looking_back_in_a_differenzler_is_decided_as_differenzler():
    address = address_of("Nachschauen beim Differenzler erlaubt?")
    asked = page(address)
    assert "Wem gehörte der Stich?" in asked
    assert "Wird Differenzler gespielt?" not in asked
    assert "Gespielt wird nach:" in asked
    assert "<b>Differenzler</b>" in asked
    ruled = page(f"{address}&owner=own")
    assert "Im Differenzler darf man die eigenen Stiche ansehen." in ruled


@pytest.mark.parametrize("lang", ASKED)
@pytest.mark.parametrize("game", GAMES)
def test_each_jass_that_the_referee_knows_is_met_by_its_name(game, lang):
    label = COMMON_FACTS["game"]["label"][game][lang]
    named = named_jasse(ASKED[lang].format(label))
    assert game in [jass.game for jass in named]


@pytest.mark.parametrize("jass", JASSE, ids=lambda jass: jass.profile or jass.game)
def test_every_name_leads_to_rules_that_play_its_game(jass):
    assert jass.game in (*GAMES, "other")
    if jass.profile:
        game = load_profile(jass.profile).game
        assert PLAYED_AS.get(game, game) == jass.game
    for name in jass.names:
        told = [*name, *(jass.beside[0] if jass.beside else ())]
        assert named_jasse(f"Frage {' '.join(told)}: gilt das?") == [jass]


@pytest.mark.parametrize(
    ("question", "rules"),
    [
        ("Verdeckter Differenzler in Ägeri: Zahl vergessen", "differenzler-aegeri"),
        ("Differenzler in Kilchberg: eine Karte wird gezeigt", "differenzler-kilchberg"),
        ("Am Turnier in Kilchberg: eine Karte wird gezeigt", "kilchberg"),
        ("Differenzler verdeckt, Ansage vergessen", "differenzler-verdeckt"),
        ("Verdeckter Differenzler, Ansage vergessen", "differenzler-verdeckt"),
        ("jass différence, annonces cachées", "differenzler-verdeckt"),
        ("Differenzler, Ansage vergessen", "differenzler-offen"),
        ("Im Differenzler die Zahl auf einen Zettel schreiben?", "differenzler-offen"),
        ("Im Schieber die Karten verdeckt gelegt", "jassregeln"),
        ("Coiffeur mit zehn Feldern: Feld schon voll", "coiffeur-10"),
        ("Coiffeur à 11 lignes", "coiffeur-11"),
        ("coiffeur con dodici righe", "coiffeur-12"),
        ("Coiffeur, nach zehn Spielen", "coiffeur"),
    ],
)
def test_what_stands_beside_the_name_tells_by_which_rules(question, rules):
    assert [jass.profile for jass in named_jasse(question)] == [rules]


def test_a_jass_without_a_profile_is_told_as_the_game():
    assert told("Nachschauen beim Schlager") == {"game": ["schlager"]}


def test_where_two_jasse_are_named_it_is_asked_which():
    address = address_of("Nachschauen: Schieber oder Differenzler?")
    assert parse_qs(urlsplit(address).query)["game"] == ["UNKNOWN"]
    assert "Wird Differenzler gespielt?" in page(f"{address}&owner=own")


def test_a_question_that_names_none_leaves_the_book_as_it_is():
    assert told("In den gekehrten Stich nachgeschaut") == {"turned": ["yes"]}


@pytest.mark.parametrize(
    "question",
    [
        "Darf ich schieben?",
        "Mon partenaire a chibré",
        "hä, darf er nachschauen?",
        "quelle différence de points",
    ],
)
def test_words_that_only_sound_like_a_jass_are_none(question):
    assert named_jasse(question) == []


def test_rules_of_their_own_go_before_the_game_they_are_played_in():
    assert [jass.profile for jass in named_jasse("Swiss Club Schieber")] == ["club-swiss"]


@pytest.mark.parametrize(
    ("question", "playing", "facts"),
    [
        ("im Differenzler", "schieber", {"game": "differenzler"}),
        ("im Schieber", "schieber", {}),
        ("im Schieber", "passen", {}),
        ("Swiss Club", "schieber", {}),
        ("Schieber oder Coiffeur", "schieber", {}),
        ("Handjass oder Coiffeur", "schieber", {"game": "UNKNOWN"}),
    ],
)
def test_at_a_table_its_own_rules_hold_and_another_game_is_told(question, playing, facts):
    assert told_of_case(question, "nachschauen", playing) == facts


def test_a_program_is_told_which_jass_the_question_names():
    answer = Client().get("/api/v1/lookup", {"q": "Nachschauen beim Differenzler"}).json()
    assert answer["named"] == [{"game": "differenzler", "profile": "differenzler-offen"}]
    answer = Client().get("/api/v1/lookup", {"q": "Nachschauen"}).json()
    assert answer["named"] == []


def test_an_article_that_does_not_turn_on_the_game_is_told_nothing_of_it():
    assert "game" not in table_of("kartenpunkte-nicht-gezaehlt").facts
    assert told_of_case("im Schlager", "kartenpunkte-nicht-gezaehlt") == {}


def test_the_rules_that_were_named_stay_until_they_are_changed():
    shown = page("/rules/nachschauen/case/", _profile="differenzler-offen", owner="own")
    assert 'href="?owner=own"' in shown
    assert 'href="/rules/nachschauen/case/?_profile=differenzler-offen"' in shown


@pytest.mark.parametrize(
    ("slug", "rules"),
    [
        ("differenzler.spiel", "differenzler-offen"),
        ("hae.stich", "hae"),
        ("what-is-jass.stiche", "what-is-jass"),
        ("swiss-club.untertrumpfen", "club-swiss"),
        ("turnier.bergpreis", "bergpreis"),
        ("nachschauen", None),
    ],
)
def test_an_article_of_another_book_is_decided_by_the_rules_of_that_book(slug, rules):
    shown = page(f"/rules/{slug}/case/")
    played = re.search(r"Gespielt wird nach:</span> <b>([^<]*)</b>", shown)
    assert (played and played[1]) == (rules and load_profile(rules).title.removesuffix(", offen"))
    assert ('href="?_profile=jassregeln"' in shown) is bool(rules)


def test_the_rules_of_a_book_can_be_left_for_the_main_ones_and_taken_up_again():
    shown = page("/rules/differenzler.spiel/case/", _profile="jassregeln")
    assert f"<b>{load_profile('jassregeln').title}</b>" in shown
    assert 'href="?"' in shown


@pytest.mark.parametrize(
    ("path", "head"),
    [
        ("fragen/case/?_profile=hae&act=answer", True),
        ("rest-verlangen/case/?game=hae&matter=claim&boss=all&mid_trick=no", True),
        ("bock-erwaehnen/case/?_profile=hae&moment=playing", True),
        ("schreibregeln/case/?_profile=hae&matter=weis", False),
        ("nichtangeben/case/?_profile=hae&gave=side_withheld", False),
        ("weisregeln/case/?_profile=hae&matter=value&weis_kind=run3", False),
        ("hae.spielende/case/?tie=no", False),
        ("fragen/case/?act=answer", False),
    ],
)
def test_what_only_the_main_book_says_is_called_unregulated_in_hae(path, head):
    shown = page(f"/rules/{path}")
    assert ("Im HAE-Jass nicht geregelt." in shown) is head


@pytest.mark.parametrize(
    ("question", "games"),
    [
        ("Es war ein Schieber, kein Zuger", ["schieber"]),
        ("Gewöhnlicher Schieber, weder Pandur noch Misère", ["schieber"]),
        ("Beim Differenzler darf ich das doch, wie ich es vom Schieber kenne", ["differenzler"]),
        ("Im Differenzler untertrumpfen wie beim Schieber?", ["differenzler"]),
        ("Mir spile no Differenzler", ["differenzler"]),
        ("ni Pandur ni Misère", []),
        ("Schieber oder Differenzler?", ["schieber", "differenzler"]),
    ],
)
def test_what_is_not_played_and_what_it_is_compared_with_is_not_named(question, games):
    assert sorted(jass.game for jass in named_jasse(question)) == sorted(games)


@pytest.mark.parametrize(
    ("path", "books"),
    [
        ("bemerkungen/case/?act=remark&conclusion=yes", {"club-swiss"}),
        ("stich-gestochen/case/?led_by=winner", {"club-swiss"}),
        ("nichtangeben/case/?gave=ruffed", {"club-swiss"}),
        ("untertrumpfen/case/?play=under_void", {"what-is-jass"}),
        ("spiel-geben/case/?matter=who_deals&after=hand", {"what-is-jass"}),
        ("platztausch/case/?moment=between_games", set()),
        ("bemerkungen/case/?act=remark&conclusion=yes&_profile=club-swiss", set()),
    ],
)
def test_a_book_that_has_a_sentence_of_its_own_can_be_chosen_above_the_ruling(path, books):
    shown = page(f"/rules/{path}")
    offered = re.findall(r"[?&;]_profile=(club-swiss|what-is-jass)", shown)
    assert books <= set(offered)
    assert bool(books) is ("Gespielt wird nach:" in shown and "_profile" not in path)


def test_where_the_other_book_decides_alike_no_book_stands_in_the_ruling():
    shown = page("/rules/stich-gestochen/case/?led_by=winner")
    assert "nach «" not in shown
    assert "_profile=club-swiss" in shown


def test_a_ruling_names_the_site_of_its_text_whatever_follows_in_the_source():
    asked = address_of("Was heisst Tutti im Coiffeur?", "jasse.tutti")
    assert "Nach «jasswiki.ch»:" in page(asked)
