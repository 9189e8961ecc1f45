"""Versions travel as ETags."""

import pytest

from jassclub.api.preconditions import digest_of, etag_of
from tests.cast import Caller, problem

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.jassclub.probes")]

PATH = "/api/probes/versioned"


@pytest.fixture
def api() -> Caller:
    return Caller()


def patch(api: Caller, if_match: str):
    return api.client.patch(
        PATH, "{}", content_type="application/json", headers={"If-Match": if_match}
    )


@pytest.mark.parametrize("sent", ['"v7"', 'W/"v7"', ' "v7" '])
def test_a_change_names_the_version_it_was_made_against(api, sent):
    response = patch(api, sent)
    assert response.json() == {"sent": 7}
    assert response["ETag"] == '"v8"'


@pytest.mark.parametrize("sent", ["", "*"])
def test_a_change_without_a_version_is_428(api, sent):
    problem(patch(api, sent), 428, "if_match_missing")


@pytest.mark.parametrize("sent", ['"7"', '"v7", "v8"', '"v-1"', f'"v{10**30}"', '"ä"'])
def test_a_version_that_was_never_given_out_is_412(api, sent):
    problem(patch(api, sent), 412, "stale")


@pytest.mark.parametrize("sent", ["v7", "7", "'v7'"])
def test_what_is_no_etag_is_said_to_be_none(api, sent):
    problem(patch(api, sent), 400, "malformed")


def test_who_has_the_present_state_is_not_sent_it_again(api):
    first = api.get(PATH)
    for sent in (first["ETag"], f"W/{first['ETag']}", f'"x", {first["ETag"]}'):
        second = api.get(PATH, etag=sent)
        assert (second.status_code, second.content) == (304, b"")
        assert second["ETag"] == first["ETag"]
    assert api.get(PATH, etag='"x"').json() == {"built": True}


def test_shared_caches_must_ask_again(api):
    assert set(api.get(PATH)["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_a_digest_depends_on_every_part():
    assert digest_of("a", 1) == digest_of("a", 1)
    assert len({digest_of("a", 1), digest_of("a", 2), digest_of("b", 1)}) == 3
    assert etag_of(7) == '"v7"'
