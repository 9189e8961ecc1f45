"""What a program may do with its token: read, write hands, run tournaments, or everything."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from jassclub.api.views import ApiView
from jassclub.clubs.access import ApiToken, TokenScope
from jassclub.clubs.api.base import ActorView
from tests.addresses import addresses
from tests.cast import Caller, Person, pointers, problem
from tests.jassclub.hostile import document
from tests.signed_in import signed_in

CHANGES = {
    "batch": (TokenScope.HANDS, {"operations": []}),
    "tournaments": (TokenScope.TOURNAMENTS, {}),
    "players": (TokenScope.EVERYTHING, {}),
    "auth/tokens": (TokenScope.EVERYTHING, {"label": "noch einer"}),
}
"""A change of each kind, and the scope that it needs."""


def program(person: Person, **limits: Any) -> Caller:
    made = person.api.post("auth/tokens", {"label": "Skript", **limits})
    return Caller(token=made.json()["token"])


@pytest.mark.django_db
@pytest.mark.parametrize("scope", TokenScope.values)
def test_a_token_reaches_as_far_as_its_scope(emma: Person, scope: str) -> None:
    caller = program(emma, scope=scope)
    assert caller.get("clubs").status_code == 200
    refused = {
        address
        for address, (_needed, body) in CHANGES.items()
        if caller.post(address, body).status_code == 403
    }
    order = TokenScope.values
    assert refused == {
        address
        for address, (needed, _body) in CHANGES.items()
        if order.index(needed) > order.index(scope)
    }


@pytest.mark.django_db
def test_a_refusal_names_both_scopes(emma: Person) -> None:
    refusal = problem(program(emma, scope="read").post("players", {}), 403, "token_scope_too_small")
    assert "«lesen»" in refusal["detail"]
    assert "«alles»" in refusal["detail"]


@pytest.mark.django_db
def test_a_token_that_may_only_read_asks_the_referee_and_logs_itself_out(emma: Person) -> None:
    caller = program(emma, scope="read")
    assert caller.post("rulings", {"article": "fragen"}, key="").status_code == 200
    problem(caller.patch("auth/me", {"language": "fr"}), 403, "token_scope_too_small")
    assert caller.post("auth/logout", key="").status_code == 204
    problem(caller.get("auth/me"), 401, "authentication_failed")


@pytest.mark.django_db
def test_a_token_ends_on_its_day(emma: Person) -> None:
    end = timezone.now() + timedelta(days=1)
    caller = program(emma, expires_at=end)
    assert [row["expires_at"] for row in emma.api.get("auth/tokens").json()["results"]] != [None]
    assert caller.get("auth/me").status_code == 200
    ApiToken.objects.update(expires_at=timezone.now())
    problem(caller.get("auth/me"), 401, "authentication_failed")
    assert emma.api.get("auth/tokens").json()["results"] == []


@pytest.mark.django_db
def test_what_a_token_makes_does_not_outlast_it(emma: Person) -> None:
    end = timezone.now() + timedelta(days=1)
    caller = program(emma, expires_at=end)
    for wish in ({}, {"expires_at": end + timedelta(days=1)}):
        made = caller.post("auth/tokens", {"label": "noch einer", **wish})
        assert ApiToken.objects.get(pk=made.json()["id"]).expires_at == end
    sooner = end - timedelta(hours=1)
    made = caller.post("auth/tokens", {"label": "noch einer", "expires_at": sooner})
    assert ApiToken.objects.get(pk=made.json()["id"]).expires_at == sooner


@pytest.mark.django_db
def test_an_end_in_the_past_is_refused(emma: Person) -> None:
    wish = {"label": "Skript", "expires_at": timezone.now()}
    refused = problem(emma.api.post("auth/tokens", wish), 422, "invalid")
    assert pointers(refused) == {"/expires_at"}


@pytest.mark.django_db
def test_a_token_without_limits_does_everything_for_ever(emma: Person) -> None:
    caller = program(emma)
    kept = ApiToken.objects.get()
    assert (kept.scope, kept.expires_at) == ("everything", None)
    assert caller.post("auth/tokens", {"label": "b"}).status_code == 201


def test_every_address_asks_for_a_scope_and_the_document_tells_it() -> None:
    views = {getattr(view, "cls", ActorView) for _address, view in addresses()}
    ours = {view for view in views if issubclass(view, ApiView)}
    assert {view.__name__ for view in ours if not issubclass(view, ActorView)} == set()
    told = {
        (method, path): operation["x-token-scope"]
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
        if any("apiToken" in scheme for scheme in operation.get("security", ()))
    }
    assert {scope for (method, _path), scope in told.items() if method == "get"} == {"read"}
    assert told["post", "/api/v1/batch"] == "hands"
    assert told["patch", "/api/v1/clubs/{club_id}"] == "everything"
    assert told["post", "/api/v1/tournaments/{tournament_id}/rounds"] == "tournaments"
    assert set(told.values()) <= set(TokenScope.values)


@pytest.mark.django_db
def test_a_person_sees_and_ends_his_programs_on_his_own_page(emma: Person, beat: Person) -> None:
    caller = program(emma, scope="hands")
    token = ApiToken.objects.get()
    address = f"/me/tokens/{token.pk}/revoke/"
    page = signed_in(emma.user).get("/me/").content.decode()
    assert address in page
    assert "Spiele schreiben" in page
    assert address not in signed_in(beat.user).get("/me/").content.decode()
    assert signed_in(beat.user).post(address).status_code == 404
    assert caller.get("auth/me").status_code == 200
    assert signed_in(emma.user).post(address)["Location"] == "/me/"
    problem(caller.get("auth/me"), 401, "authentication_failed")
