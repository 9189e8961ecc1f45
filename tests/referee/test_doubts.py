"""What a question seems to tell and is asked for all the same; what makes up for a region's way of
speaking.
"""

import pytest
from django.test import Client

from referee.rulebook.lookup.features import key, rough, with_l
from referee.telling import facts_told, supposed

WRONG_ACE = (
    "Wir haben uns bedankt, 1003 Punkte. Dann stellt sich heraus, dass ein As (11) des Gegners "
    "nicht ging, also sind es nur 992. Zu früh bedankt, sagen sie."
)
TURNED = (
    "Ziel 1000. Gegner bedanken sich, auf der Tafel haben wir 471. In unseren gekehrten Stichen "
    "vom laufenden Spiel sind 12 und ich habe noch beide Stöcke. Sind wir Schneider?"
)


def told(question: str, article: str) -> dict[str, object]:
    return {it.fact: it.value for it in facts_told(question, article)}


@pytest.mark.parametrize(
    ("article", "question", "fact"),
    [
        ("bedanken", WRONG_ACE, "counted"),
        (
            "untertrumpfen",
            "carreau demandé, il coupe, j'avais encore des piques et je sous-coupe",
            "play",
        ),
    ],
)
def test_points_that_nothing_takes_and_another_suit_leave_an_answer_in_doubt(
    article, question, fact
) -> None:
    assert fact not in told(question, article)
    assert fact in supposed(question, article)


def test_a_sum_of_which_a_part_is_not_heard_is_not_made() -> None:
    assert "written" not in told(TURNED, "schneider")


@pytest.mark.parametrize(
    ("article", "question", "fact"),
    [
        ("differenzler.wertung", "57 angesagt, 40 gemacht", "prediction"),
        ("untertrumpfen", "Auf Herz tiefer gestochen, ich hatte kein Herz mehr, nur Kreuz", "play"),
        ("matchpraemie", "Alle Stiche gemacht, die andern sagen 157", "all_tricks"),
        ("differenzler.praemie", "Mit Bonus 10 gespielt: er sagt 0 an", "bonus"),
    ],
)
def test_where_nothing_else_is_told_an_answer_is_taken(article, question, fact) -> None:
    assert fact in told(question, article)


def test_whoever_speaks_of_stoeck_and_thanks_is_not_said_to_be_short() -> None:
    plain = "Uns fehlen noch 15 und ich sage merci, bedankt."
    assert told(plain, "bedanken")["counted"] == "short"
    assert "counted" not in told(f"{plain} Ich zeige König und Ober, die Stöck.", "bedanken")


@pytest.mark.parametrize(
    ("article", "question", "answers"),
    [
        (
            "ausmachregel",
            "Vor der Partie haben wir Stöck – Stich – Wis abgemacht.",
            {"agreed": "stoeck-stich-weis", "agreed_in_time": True},
        ),
        (
            "ausmachregel",
            "abgemacht war vor dem spiel stöck wis stich",
            {"agreed": "stoeck-weis-stich"},
        ),
        (
            "differenzler.stoecke",
            "On joue avec le Stöck à plus ou moins 20",
            {"stoeck_counts": True},
        ),
        (
            "differenzler.stoecke",
            "Wir haben vorher nichts abgemacht wegen Stöck",
            {"stoeck_counts": False},
        ),
        (
            "nichtangeben",
            "atout demandé, il donne un carreau alors qu'il avait l'as d'atout",
            {"gave": "trump_withheld"},
        ),
    ],
)
def test_what_was_agreed_and_what_was_kept_back_is_heard(article, question, answers) -> None:
    assert answers.items() <= told(question, article).items()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("article", "facts", "asked"),
    [
        ("differenzler.stoecke", {"declared": "late", "_q": "Zu spät gesagt, zählt es?"}, True),
        ("differenzler.stoecke", {"declared": "late"}, False),
        (
            "differenzler.stoecke",
            {"declared": "late", "stoeck_counts": "no", "_q": "Zählt es?"},
            False,
        ),
        (
            "differenzler.geberanreiz",
            {"predicted": "141", "_q": "Zusammen 141, zieht er ab?"},
            True,
        ),
        ("differenzler.wertung", {"prediction": "40", "made": "52", "matter": "difference"}, False),
    ],
)
def test_an_extra_is_asked_for_where_something_is_told_that_matters_only_with_it(
    article, facts, asked
) -> None:
    page = Client().get(f"/rules/{article}/case/", facts).content.decode()
    assert ('aria-label="Entscheid"' not in page) is asked


@pytest.mark.parametrize(
    ("said", "meant"),
    [("tuscha", "tauschen"), ("Huus", "Haus"), ("spila", "spile"), ("verteilu", "verteilen")],
)
def test_what_regions_say_in_their_way_is_one_word(said, meant) -> None:
    assert rough(key(said.lower())) == rough(key(meant.lower()))


def test_the_l_of_bern_is_an_l() -> None:
    assert with_l(key("mou")) == key("mal")
