"""Every text of the sources is in the four catalogues, and the compiled ones are fresh."""

from datetime import datetime
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po
from django.utils.formats import date_format, number_format
from django.utils.translation import override

from jassclub import translations
from jassclub.core.languages import LANGUAGES

TEMPLATE = """
{% load i18n %}
<h1>{% translate "Guten Abend" %}</h1>
{% if x %}
    <p>{% translate "Stich" context "card" %}</p>
  {% endif %}
{% blocktranslate count n=hands trimmed %}
  {{ n }} Spiel
{% plural %}
  {{ n }} Spiele
{% endblocktranslate %}
"""
MODULE = """
from django.utils.translation import gettext as _, gettext_lazy, pgettext
A = _("Erster "
      "Text")
B = gettext_lazy("Zweiter {name}")
C = pgettext("suit", "Kreuz")
D = "kein Text zum Übersetzen"
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch) -> Path:
    """A project of one room with one module and one template."""
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr(translations, "ROOMS", ("room",))
    templates = tmp_path / "room" / "templates"
    templates.mkdir(parents=True)
    (templates / "page.html").write_text(TEMPLATE)
    (tmp_path / "room" / "words.py").write_text(MODULE)
    (tmp_path / "room" / "profiles").mkdir()
    (tmp_path / "room" / "books.toml").write_text('[house]\ntitle = "Hausbuch"\narticles = []\n')
    (tmp_path / "room" / "profiles" / "schieber.toml").write_text('title = "Nach Hausbrauch"\n')
    return tmp_path


def ids(catalog: Catalog) -> set[tuple[object, str | None]]:
    return {(message.id, message.context) for message in catalog if message.id}


def translate(house: Path, language: str, msgid: str, msgstr: str) -> None:
    path = house / "locale" / language / "LC_MESSAGES" / "django.po"
    text = path.read_text()
    assert f'msgid "{msgid}"\nmsgstr ""' in text
    path.write_text(
        text.replace(f'msgid "{msgid}"\nmsgstr ""', f'msgid "{msgid}"\nmsgstr "{msgstr}"')
    )


def problems(language: str) -> list[str]:
    return list(translations.findings(language, translations.collected()))


def test_texts_of_modules_and_templates_are_collected(house) -> None:
    assert ids(translations.collected()) == {
        ("Guten Abend", None),
        ("Stich", "card"),
        (("%(n)s Spiel", "%(n)s Spiele"), None),
        ("Erster Text", None),
        ("Zweiter {name}", None),
        ("Kreuz", "suit"),
        ("Nach Hausbrauch", None),
        ("Hausbuch", None),
    }


def test_german_repeats_the_sources_and_is_complete_at_once(house) -> None:
    translations.update()
    assert problems("de") == []


def test_a_text_without_translation_is_found(house) -> None:
    translations.update()
    assert "fr: not translated: 'Guten Abend'" in problems("fr")


def test_a_translation_survives_the_next_update(house) -> None:
    translations.update()
    translate(house, "fr", "Guten Abend", "Bonsoir")
    translations.update()
    assert "fr: not translated: 'Guten Abend'" not in problems("fr")


def test_a_lost_placeholder_is_found(house) -> None:
    translations.update()
    translate(house, "it", "Zweiter {name}", "Secondo {nome}")
    assert "it: other placeholders: 'Zweiter {name}'" in problems("it")


def test_a_text_no_longer_used_is_found_and_dropped(house) -> None:
    translations.update()
    (house / "room" / "words.py").write_text("")
    assert "en: no longer used: 'Erster Text'" in problems("en")
    translations.update()
    assert "Erster Text" not in (house / "locale/en/LC_MESSAGES/django.po").read_text()


def test_a_stale_compiled_catalogue_is_found(house) -> None:
    translations.update()
    translate(house, "en", "Guten Abend", "Good evening")
    assert "en: the compiled catalogue is stale" in problems("en")
    translations.update()
    assert "en: the compiled catalogue is stale" not in problems("en")


def test_an_update_without_changes_changes_no_file(house) -> None:
    translations.update()
    before = {path: path.read_bytes() for path in (house / "locale").rglob("*.*o")}
    translations.update()
    assert {path: path.read_bytes() for path in before} == before


def test_the_check_says_no_by_its_exit_code(house, capsys) -> None:
    assert translations.main(["check"]) == 1
    assert "not in the catalogue" in capsys.readouterr().out
    assert translations.main(["what"]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moment_and_a_sum_are_written_as_in_switzerland(language) -> None:
    moment = datetime(2026, 11, 23, 16, 5)  # noqa: DTZ001 (only its digits are read)
    with override(language):
        day = "23 Nov 2026" if language == "en" else "23.11.2026"
        assert date_format(moment, "SHORT_DATETIME_FORMAT") == f"{day} 16:05"
        assert number_format(1234.5, force_grouping=True) == "1’234.5"


@pytest.mark.parametrize("language", ["de", "fr", "it", "en"])
def test_many_are_not_told_as_one(language) -> None:
    """Where German says another sentence for several, so does everybody; only «match» stays."""
    path = translations.LOCALE / language / "LC_MESSAGES" / "django.po"
    catalog = read_po(path.open("rb"), locale=language)
    same = {
        message.id[0]
        for message in catalog
        if isinstance(message.id, tuple) and len(set(message.string or ())) == 1
        if message.id[0] != message.id[1]
    }
    assert same <= {"%(number)s Matsch"}
