"""Every finding about a format has a sentence."""

import re
from pathlib import Path

import pytest
from django.utils import translation

import tournaments.format.pure as package
from jassclub.core.errors import in_words
from tests.tournaments.format.pure.test_format_form import CONTRADICTIONS, UNREADABLE
from tournaments.format.pure import read_format
from tournaments.format.selectors import TEMPLATES, sentence


def codes_in_the_sources():
    files = Path(package.__file__).parent.glob("*.py")
    source = "".join(file.read_text() for file in files)
    return set(re.findall(r'(?:refuse\(|_named\(|code=)\s*"(\w+)"', source))


CASES = [
    *((None, data) for data, _pointer, _code in UNREADABLE),
    *((base, data) for base, data, _pointer, _code in CONTRADICTIONS),
]


@pytest.mark.parametrize(("base", "data"), CASES, ids=lambda value: "")
def test_every_finding_can_be_told(base, data):
    with translation.override("de"):
        for finding in read_format(data, base=base).findings:
            assert not re.search(r"%\(|ß", sentence(finding))


def test_every_code_has_a_case():
    seen = {
        finding.code for base, data in CASES for finding in read_format(data, base=base).findings
    }
    assert codes_in_the_sources() <= seen
    assert TEMPLATES.keys() <= seen


def test_details_point_into_what_was_sent():
    found = in_words(read_format({"rounds": 0}).findings, sentence, "/format")
    assert [(d.pointer, d.code) for d in found] == [("/format/rounds", "out_of_range")]
    assert "60" in found[0].text
