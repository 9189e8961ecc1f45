"""The documents do not lie: what they name exists."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.architecture.sources import ROOT, python_files

DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "jassclub" / "docs").rglob("*.md"),
        *(ROOT / ".github").rglob("*.md"),
    ]
)
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.M))
READER = re.compile(
    r"\b(?:text|flag|number|seconds|choice|words|networks|url|mail|database|folder)"
    r"\(\s*\"([A-Z_]+)\""
)

every_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT))
)


@every_document
def test_every_make_target_that_is_named_exists(document: Path) -> None:
    named = set(re.findall(r"(?:`|^|\$ )make ([a-z]+)", document.read_text(), re.M))
    assert named <= TARGETS


@every_document
def test_every_command_that_is_named_exists(document: Path) -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", document.read_text()))
    assert named <= set(get_commands())


@every_document
def test_every_link_to_a_file_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@every_document
def test_every_path_of_the_project_that_is_named_exists(document: Path) -> None:
    named = re.findall(
        r"`((?:jassclub|referee|scoring|tournaments|tests|requirements)/[\w./-]*)`",
        document.read_text(),
    )
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_file_that_is_named_in_a_room_lies_under_its_roof() -> None:
    rows = re.findall(
        r"^\| `([\w/]+/)`[^|]*\| (.*) \|$",
        (ROOT / "jassclub/docs/architecture.md").read_text(),
        re.M,
    )
    assert len(rows) > 25
    missing = [
        f"{room}: {name}"
        for room, words in rows
        for name in re.findall(r"`((?:\w+/)*\w+\.(?:py|js))`", words)
        if not (ROOT / name).exists() and not [*(ROOT / room.split("/")[0]).rglob(name)]
    ]
    assert missing == []


def test_the_readme_shows_two_commands_first() -> None:
    first = re.search(r"```\w*\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert first is not None
    commands = [line.split("#")[0].strip() for line in first[1].splitlines() if line.strip()]
    assert commands == ["make run", "make test"]


def test_the_example_names_every_variable_that_is_read() -> None:
    settings = (ROOT / "jassclub" / "settings.py").read_text()
    example = set(re.findall(r"^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M))
    composed = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text()))
    assert set(READER.findall(settings)) | composed == example


def test_the_page_on_pairing_systems_names_the_three_files_that_know_them_by_name() -> None:
    page = (ROOT / "jassclub/docs/how-to-add-a-pairing-system-or-preset.md").read_text()
    listed = re.findall(r"^\| `([\w/.]+)` \|", page, re.M)
    # Not the plan of the whole event, nor everybody against everybody: other rules ask for them.
    named = re.compile(r"Pairing\.(?:SWISS|BY_STANDING)\b")
    knowing = {str(p) for p in python_files() if named.search((ROOT / p).read_text())}
    assert len(listed) == 3
    assert set(listed) == knowing | {"tournaments/draw/pure/making.py"}


def test_a_preset_is_one_file() -> None:
    slugs = [path.stem for path in (ROOT / "tournaments/format/pure/presets").glob("*.toml")]
    naming = {
        str(path)
        for path in python_files()
        if any(slug in (ROOT / path).read_text() for slug in slugs)
    }
    picking = {"jassclub/home/demo/club.py", "tournaments/desk/pages/settings.py"}
    assert naming <= picking


def test_every_make_target_is_explained() -> None:
    explained = set(re.findall(r"^([a-z]+):.*## ", MAKEFILE, re.M))
    assert explained == TARGETS


@pytest.mark.parametrize("section", ["A new switch", "A ruling"])
def test_the_how_to_counts_the_files_of_a_new_rule(section: str) -> None:
    text = (ROOT / "jassclub" / "docs" / "how-to-add-a-rule.md").read_text()
    counted = re.search(rf"## {section}\n\nIt is (\w+) files:(.*?)\n\n", text, re.S)
    assert counted is not None
    files = re.findall(r"`([\w./<>-]+)`", counted[2])
    assert len(files) == {"three": 3, "five": 5}[counted[1]]
    there = [path.replace("<book>", "jassregeln").replace("<slug>", "fragen") for path in files]
    assert [path for path in there if not (ROOT / path).is_file()] == []
