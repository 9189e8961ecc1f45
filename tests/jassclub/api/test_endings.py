"""What will end says so a year before: in the answer, and in the document."""

from datetime import date

import pytest
from drf_spectacular.generators import SchemaGenerator

from jassclub.api.views import Ending
from tests.cast import Caller
from tests.jassclub.probes import probes

HEADERS = {
    "Deprecation": "@1798761600",
    "Sunset": "Sat, 01 Jan 2028 00:00:00 GMT",
    "Link": '</api/probes/versioned>; rel="successor-version"',
}


@pytest.mark.django_db
@pytest.mark.urls("tests.jassclub.probes")
def test_an_answer_says_when_the_operation_ends_and_what_to_ask_instead() -> None:
    answer = Caller().get("/api/probes/ending")
    assert answer.status_code == 200
    assert {name: answer[name] for name in HEADERS} == HEADERS


@pytest.mark.django_db
@pytest.mark.urls("tests.jassclub.probes")
def test_what_does_not_end_says_nothing() -> None:
    answer = Caller().post("/api/probes/ending", {})
    assert not HEADERS.keys() & set(answer.headers)


def test_the_document_says_it_too() -> None:
    generator = SchemaGenerator(patterns=[one for one in probes if str(one.pattern) == "ending"])
    (operations,) = generator.get_schema(public=True)["paths"].values()
    told = operations["get"]
    assert told["deprecated"] is True
    assert (told["x-sunset"], told["x-instead"]) == ("2028-01-01", "/api/probes/versioned")
    assert HEADERS.keys() <= told["responses"]["200"]["headers"].keys()
    assert "deprecated" not in operations["post"]


def test_nobody_ends_anything_within_a_year() -> None:
    with pytest.raises(ValueError, match="less than a year"):
        Ending(date(2027, 1, 1), date(2027, 12, 31), "/api/v1/games")
