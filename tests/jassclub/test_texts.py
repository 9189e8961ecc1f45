"""What may not stand in a text is found, as errors that people make show."""

import ast
import re
from decimal import Decimal

import pytest
from babel.messages import Catalog

from jassclub import texts, texts_beside
from jassclub.core.languages import LANGUAGES
from jassclub.core.typography import minus, printed, said, set_in_type
from jassclub.texts import faults, sentences, terms, wrong_plural
from jassclub.texts_beside import other_than, repeats_alone
from jassclub.translations import findings
from tests.architecture.sources import ROOT

PLANTED = {
    "de": [
        "Welche Karte schlägt Karo?",
        "Die Entscheidung des Leiters gilt.",
        "Bitte geben Sie die Punkte ein.",
        "Das können nur Sie selbst ändern.",
        "Du wählst den Trumpf, dann schreibt ihr euer Blatt.",
        "Die Busse ist zu groß.",
        "Das Feld team_points fehlt.",
        "Am 2026/11/22 wird gespielt.",
        "Zusammen sind es 1884 Punkte.",
        "Im Schnitt sind es 48.25 Punkte.",
        "Noch 1 Runden sind zu spielen.",
        "Der Button gilt.",
        "Drücke auf „Schreiben“.",
        "Sie bist angemeldet und schreibst schon mit.",
        "Dann behält die Team den Stich.",
        "Die Spieler*in schreibt.",
        "Dein Score ist 20.",
        "Please den Tisch wählen.",
        "Einen gedrehten Stich sieht niemand an.",
    ],
    "fr": [
        "Chaque levée compte.",
        "Votre prévision est notée.",
        "La ronde est terminée.",
        "Combien de points?",
        "Ainsi: rien n’est écrit.",
        "Touchez «Écrire» pour finir.",
        "La moyenne est de 48.25 points.",
        "Le équipe est complète.",
        "La donneur commence.",
        "Il reste 1 points.",
        "Le Spieltag est fermé.",
        "Qui choisit trumpf ?",
        "Choisis le jeu.",
        "Ton équipe a gagné, tu peux fermer.",
        "Vous pouvez t’inscrire ici.",
        "Le Spielleiter décide.",
        "Les Punkte sont justes.",
        "Le champ client_id manque.",
        "Valeur : None.",
        "Touchez la pli.",
        "Le pli déjà retournée reste.",
        "Recharge la page.",
        "Les règles maison valent.",
        "Tes dernières décisions",
        "Rechargez la page et écris encore une fois.",
        "Vous es connecté.",
        "Une personne est inscrite (22 Nov 2026).",
        "Jusqu’au 22.11.26",
        "Phone_revoked",
        "Le points sont comptés.",
        "Please reload the page.",
        "La partie is finished.",
        "Le valet d’atout manque.",
    ],
    "it": [
        "Chi ha l’atout gioca.",
        "La previsione è segreta.",
        "Lo scrivano decide.",
        "Qui può scegliere Lei.",
        "La media è 48.25 punti.",
        "Lei può giocare.",
        "Sei pronto, poi date le carte.",
        "Il squadra è completa.",
        "La Spielleitung decide.",
        "Anche chi fa tutte le nove stiche vince.",
        "Scelga il gioco.",
        "Tu scegli il gioco e poi scrivete i vostri punti.",
        "La Runde è chiusa.",
        "Quanti punti ?",
        "Il campo è handNumber.",
        "Aprire il partita.",
        "Il payload è vuoto.",
        "L'ultima presa vale 5.",
        "Nessun risultato for this table.",
        "Mandate il tuo risultato.",
        "Inoltralo come vi scrivete di solito.",
        "Fatelo prima che tu giochi.",
        "Se desidera, tocchi qui.",
        "Le chiediamo di aspettare.",
        "Se è una serata, scriva i nomi.",
    ],
    "en": [
        "The scribe writes the points.",
        "Each meld counts.",
        "Play goes counterclockwise.",
        "The Spielleiter decides.",
        "The average is 48,25 points.",
        "1 points are missing.",
        "An trick was taken.",
        "The stich goes to the dealer.",
        "Please choose a Runde.",
        "The field played_on is missing.",
        "Press «Write» to finish.",
        "On 11/22/2026 there is a game.",
        "It is the dealer ’s turn.",
    ],
}
PLURALS = [
    ("fr", ["%(n)s donne", "%(n)s donne"]),
    ("it", ["%(n)s mano", "%(n)s mano"]),
    ("en", ["%(n)s hand", "%(n)s hand"]),
]


def test_planted_errors_are_all_found() -> None:
    missed = [
        (language, text)
        for language, planted in PLANTED.items()
        for text in planted
        if not list(faults(language, text))
    ]
    missed += [
        (language, str(forms)) for language, forms in PLURALS if not wrong_plural(language, forms)
    ]
    planted = sum(map(len, PLANTED.values())) + len(PLURALS)
    assert planted >= 40
    assert missed == []


def test_a_sentence_of_a_book_that_a_language_lacks_is_found(monkeypatch) -> None:
    said = {"de": "Der Stich ist gekehrt.", "fr": "", "en": "The trick is turned."}
    monkeypatch.setattr(texts_beside, "read_books", lambda: [("book.toml", [said])])
    assert [one for code in LANGUAGES for one in texts_beside.findings_beside_german(code)] == [
        f"book.toml: {code}: not translated: 'Der Stich ist gekehrt.'" for code in ("fr", "it")
    ]


def test_a_key_in_a_text_makes_no_german_word() -> None:
    assert texts.WORD.findall("Bei trump_led gilt l’Eintrag.") == ["Bei", "gilt", "Eintrag"]


def test_the_check_says_where_it_found_them() -> None:
    catalog = Catalog()
    catalog.add("Bitte geben Sie die Punkte ein.")
    said = [one for one in findings("de", catalog) if "register" in one]
    assert said == ["de: register: «geben Sie»: 'Bitte geben Sie die Punkte ein.'"]


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("<p>{{ name }}: {{ deed }}</p>", "{{ name }}:"),
        ('<a aria-label="{{ mean|printed }}: {% translate "Woher?" %}">', "{{ mean|printed }}:"),
        ("<b>{% translate 'Grund' %}</b>:\n{{ why }}", "</b>:"),
        ("<p>«{{ told }}»</p>", "«{{"),
        ("<p>{{ name }}{% colon %} {{ deed }} {{ one }} : {{ two }}</p>", ""),
        ("{% blocktranslate %}{{ n }}: {{ m }}?{% endblocktranslate %}", ""),
        ('<i style="--x:{{ x }}">{{ hour }}:{{ minute }}</i>', ""),
        ('<meta http-equiv="refresh" content="{{ wait }}; url=?next">', ""),
    ],
)
def test_a_sign_that_no_catalogue_sets_is_found_in_a_page(tmp_path, monkeypatch, page, fault):
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring" / "page.html").write_text(page)
    assert [said[-len(fault) :] for said in texts.findings_on_pages()] == [fault] * bool(fault)


def test_what_pages_put_together_has_its_gap_in_french() -> None:
    close = re.compile(r"^\)?[:;!?] ")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for room in ("jassclub", "referee", "scoring", "tournaments")
        for path in sorted((ROOT / room).rglob("*.py"))
        if {"pages", "web", "home", "papers"} & {*path.parts} and "management" not in path.parts
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.JoinedStr)
        for part in node.values[1:]
        if isinstance(part, ast.Constant) and close.match(str(part.value))
    ]
    assert found == [], "jassclub.core.speaking.sign"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_books_have_none(language: str) -> None:
    told = list(sentences(language))
    assert len(told) > 3_000
    assert [
        (where, list(faults(language, text, printed=False)))
        for where, text in told
        if any(faults(language, text, printed=False))
    ] == []


PRINTED = [
    (
        "fr",
        "C'est à qui? «Moi» ; non : l'autre!",
        "C’est à qui\u202f? «\u202fMoi\u202f»\u202f; non\u202f: l’autre\u202f!",
    ),
    ("fr", "À 20:15, voir https://jass.ch: oui", "À 20:15, voir https://jass.ch\u202f: oui"),
    ("fr", "8 et 10; à 20? Tour 3:", "8 et 10\u202f; à 20\u202f? Tour 3\u202f:"),
    ("fr", "«À qui?», «Moi»!", "«\u202fÀ qui\u202f?\u202f», «\u202fMoi\u202f»\u202f!"),
    ("fr", "8&#160; 9&#x202F;: Tom &amp; Eva", "8&#160; 9&#x202F;: Tom &amp; Eva"),
    ("en", "«Bock» isn't said.", "“Bock” isn’t said."),
    ("it", "L'ultima presa: «mia»", "L’ultima presa: «mia»"),
    ("de", "So geht's: «Bock»", "So geht’s: «Bock»"),
]


@pytest.mark.parametrize(("language", "typed", "printed"), PRINTED)
def test_what_is_typed_is_printed_as_books_are(language: str, typed: str, printed: str) -> None:
    assert set_in_type(language, typed) == printed
    assert set_in_type(language, printed) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("-2.50", "−2.50"),
        ("40 : -20", "40 : −20"),
        ("(-3)", "(−3)"),
        ("2026-05-31, A-3", "2026-05-31, A-3"),
    ],
)
def test_a_number_below_zero_has_the_sign_of_print(typed: str, printed: str) -> None:
    assert minus(typed) == printed


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (999, "999"),
        (1000, "1’000"),
        (-1284, "−1’284"),
        (30144, "30’144"),
        (1234567, "1’234’567"),
        (Decimal("1042.50"), "1’042.50"),
        (0.12345, "0.12345"),
        ("1542 : -1000", "1’542 : −1’000"),
        ("1’542", "1’542"),
        ("–", "–"),
    ],
)
def test_a_number_is_printed_in_groups_of_three(number: object, told: str) -> None:
    assert printed(number) == told


def test_a_sentence_names_long_numbers_in_groups_and_its_plural_by_the_short() -> None:
    told = said({"sum": 1884, "hands": 8, "year": "2026", "open": True})
    assert told == {"sum": "1’884", "hands": 8, "year": "2026", "open": True}


def test_no_concept_is_called_what_is_banned() -> None:
    for name, concept in terms()["concepts"].items():
        for language in LANGUAGES:
            words = [concept[language], concept.get("plural", {}).get(language, "")]
            wrong = [
                word for word in words if any("not our" in one for one in faults(language, word))
            ]
            assert wrong == [], f"{name}: {wrong}"


BESIDE = [
    ("it", "Der Geber teilt aus.", "Il cartaio distribuisce."),
    ("fr", "Die Runde zählt.", "La manche compte."),
    ("it", "Deine Punkte", "I suoi punti"),
    ("it", "Schreib einen Namen pro Zeile.", "Scrivete un nome per riga."),
    ("it", "In diesem Club bist du schon jemand.", "In questo club siete già qualcuno."),
    ("it", "Dein Konto", "Il Suo conto"),
    ("fr", "Du bist schon auf der Liste.", "Déjà sur la liste."),
    ("en", "Ein Matsch hat alle Punkte.", "A match has all points."),
    ("it", "In der letzten Runde", "Nell’ultimo giro"),
    ("fr", "Wer sich bedankt hat, gewinnt.", "Qui a remercié gagne."),
    ("en", "Ersatz am Tisch", "substitute at the table"),
    ("it", "Eine Partei hat den Berg.", "Una parte ha il Berg."),
]
FINE_BESIDE = [
    ("it", "Schreibt einfach das Total.", "Scrivete semplicemente il totale."),
    ("it", "Leer lassen, wenn du nicht mitspielst.", "Lascia vuoto se non giochi."),
    ("en", "Wer sein erstes Spiel verliert", "Whoever loses their first match"),
    ("it", "Jede Seite unterschreibt.", "Ogni parte firma."),
    ("en", "Ecken-Bauer", "jack of diamonds"),
]


def test_what_a_translation_says_otherwise_than_its_german_is_found() -> None:
    missed = [told for told in BESIDE if not list(other_than(*told))]
    assert missed == []
    assert [told for told in FINE_BESIDE if list(other_than(*told))] == []


def test_one_form_for_one_and_several_is_found_where_german_has_two() -> None:
    sorting = ("%(n)s Board ist noch zu sortieren.", "%(n)s Boards sind noch zu sortieren.")
    assert repeats_alone("fr", sorting, ("%(n)s étui est encore à trier.",) * 2)
    assert not repeats_alone("it", ("%(n)s Matsch", "%(n)s Matsche"), ("%(n)s match",) * 2)
    assert not repeats_alone("fr", ("%(n)s-mal",) * 2, ("%(n)s fois",) * 2)


def test_a_language_that_has_no_words_of_its_own_yet_is_held_to_the_signs_alone() -> None:
    assert list(faults("rm", "Metta il num da mintgin sin ina lingia.")) == []
    assert list(faults("rm", "Il champ team_points manca.")) == ["a key of the code: «team_points»"]
