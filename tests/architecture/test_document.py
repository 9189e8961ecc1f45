"""The OpenAPI document tells strangers what everything is, in English."""

import re

from django.utils.translation import override

from jassclub.api.document import Generator, undescribed
from tests.jassclub.hostile import document


def test_every_operation_parameter_schema_and_member_is_described() -> None:
    silent = sorted(set(undescribed(document())))
    assert silent == [], "say what these are:\n" + "\n".join(silent)


def test_the_document_is_in_english_whoever_asks_for_it() -> None:
    with override("fr"):
        assert Generator().get_schema(request=None, public=True) == document()
    german = set(re.findall(r"\w*[äöüÄÖÜß]\w*", str(document())))
    assert german <= {"Stöck"}, "only words of Jass stay German"
