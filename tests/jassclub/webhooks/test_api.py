"""`/webhooks`: an admin's affair, changed against a version, with a secret that is shown once."""

import json
import logging
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from jassclub.api.models import IdempotencyRecord
from jassclub.clubs.events import SUBJECTS
from jassclub.clubs.models import Change, Role
from jassclub.exchange.archives.archive import club_archive
from jassclub.webhooks.models import Delivery, HookMessage, Webhook
from tests.cast import phone_at, pointers, problem
from tests.jassclub.webhooks.receiver import draw
from tests.scoring.table import house, open_table

pytestmark = pytest.mark.django_db

NEW = {"label": "Saal", "url": "https://example.ch/hook", "events": ["tournament.draw"]}


def new(club, **changes):
    return {"club": club.pk, **NEW, **changes}


@pytest.fixture
def made(emma, club):
    """The answer to Emma's new webhook."""
    response = emma.api.post("webhooks", new(club, events=["sheet.corrected", "game.closed"]))
    assert response.status_code == 201, response.content
    return response.json()


def test_an_admin_sets_a_webhook_up_and_sees_its_secret_once(emma, made):
    assert made["secret"].startswith("whsec_")
    assert (made["active"], made["stopped"], made["version"]) == (True, "", 1)
    assert made["events"] == ["game.closed", "sheet.corrected"]
    read = emma.api.get(f"webhooks/{made['id']}")
    assert read["ETag"] == '"v1"'
    assert read.json() == {name: value for name, value in made.items() if name != "secret"}
    assert emma.api.get("webhooks").json()["results"] == [read.json()]
    assert emma.api.get(f"webhooks/{made['id']}", etag='"v1"').status_code == 304


def test_a_repeated_request_makes_one_webhook_and_tells_no_secret(emma, club):
    first, second = (emma.api.post("webhooks", new(club), key="k1") for _again in range(2))
    assert second.json() == {**first.json(), "secret": None}
    assert Webhook.objects.count() == 1
    turned = [
        emma.api.post(f"webhooks/{first.json()['id']}/secret", key="k2").json()["secret"]
        for _again in range(2)
    ]
    assert (turned[0][:6], turned[1]) == ("whsec_", None)


def test_a_secret_is_nowhere_but_in_its_one_answer(emma, club, receiver, caplog, clock):
    caplog.set_level(logging.DEBUG)
    made = emma.api.post("webhooks", new(club, url=receiver.url)).json()
    path = f"webhooks/{made['id']}"
    turned = emma.api.post(f"{path}/secret").json()
    receiver.refuse(500, 410)
    draw(club)
    clock.work()
    clock.move(seconds=6)
    clock.work()
    kept = [emma.api.get(path), emma.api.get("webhooks"), emma.api.get(f"{path}/deliveries")]
    kept += [emma.api.get(f"clubs/{club.pk}/changes"), emma.api.get(f"clubs/{club.pk}/export.json")]
    told = [answer.content.decode() for answer in kept if answer.status_code == 200]
    assert len(told) == 5
    told += [caplog.text, json.dumps(club_archive(emma.actor, club.pk), default=str)]
    told += [repr(row) + str(row) for row in (*Webhook.objects.all(), *Delivery.objects.all())]
    told += map(str, IdempotencyRecord.objects.values_list("body", "headers"))
    told += map(str, Change.objects.values_list("diff", flat=True))
    told += map(str, HookMessage.objects.values())
    assert "webhook" in caplog.text
    for secret in (made["secret"], turned["secret"]):
        assert [text for text in told if secret in text or secret[8:40] in text] == []


def test_a_new_secret_says_until_when_the_old_one_signs(emma, made):
    turned = emma.api.post(f"webhooks/{made['id']}/secret")
    assert turned.status_code == 201
    assert turned.json()["version"] == 2
    assert turned.json()["old_secret_until"] > (timezone.now() + timedelta(hours=23)).isoformat()
    assert set(Change.objects.get(object_id=made["id"], version=2).diff) == {"secret_set_at"}


def test_a_webhook_is_changed_against_a_version(emma, made):
    path = f"webhooks/{made['id']}"
    wish = {"label": "Beamer", "events": ["game.closed", "game.closed"], "active": False}
    changed = emma.api.patch(path, wish, version=1)
    assert (changed.json()["label"], changed["ETag"]) == ("Beamer", '"v2"')
    assert changed.json()["events"] == ["game.closed"]
    problem(emma.api.patch(path, {"label": "x"}, version=1), 412, "stale")
    problem(emma.api.patch(path, {"label": "x"}), 428, "if_match_missing")
    problem(emma.api.delete(path), 428, "if_match_missing")
    assert emma.api.delete(path, version=2).status_code == 204
    problem(emma.api.get(path), 404, "not_found")
    assert Change.objects.get(object_id=made["id"], version=3).diff["label"] == ["Beamer", None]


def test_an_address_that_must_not_be_called_is_refused_at_once(emma, club, made):
    for url, code in [
        ("http://example.ch/", "plain_http"),
        ("https://127.0.0.1/", "forbidden"),
        ("https://[::1]/", "forbidden"),
        ("https://192.168.1.1/", "forbidden"),
        ("https://169.254.169.254/latest/", "forbidden"),
        ("https://2130706433/", "bad_url"),
        ("https://a:b@example.ch/", "bad_url"),
        ("https://example.ch:25/", "bad_url"),
        ("ftp://example.ch/", "bad_url"),
        ("example.ch", "bad_url"),
    ]:
        for answer in (
            emma.api.post("webhooks", new(club, url=url)),
            emma.api.patch(f"webhooks/{made['id']}", {"url": url}, version=1),
        ):
            (error,) = problem(answer, 422, "invalid")["errors"]
            assert (error["pointer"], error["code"]) == ("/url", code)


def test_in_a_named_network_plain_http_may_be_set_up(emma, club, receiver):
    assert emma.api.post("webhooks", new(club, url=receiver.url)).status_code == 201
    outside = emma.api.post("webhooks", new(club, url="http://9.9.9.9/"))
    assert pointers(problem(outside, 422, "invalid")) == {"/url"}


def test_events_are_some_of_those_that_there_are(emma, club):
    for events in [[], ["game.won"], "game.closed", [1], ["game.closed"] * 51]:
        found = pointers(
            problem(emma.api.post("webhooks", new(club, events=events)), 400, "malformed")
        )
        assert {pointer[:7] for pointer in found} == {"/events"}


def test_everything_that_can_be_told_can_be_asked_for(emma, club):
    made = emma.api.post("webhooks", new(club, events=list(SUBJECTS)))
    assert made.json()["events"] == sorted(SUBJECTS)


def test_a_club_has_twenty_webhooks_at_most(emma, club):
    for _number in range(20):
        assert emma.api.post("webhooks", new(club)).status_code == 201
    problem(emma.api.post("webhooks", new(club)), 409, "too_many")


@pytest.mark.parametrize("who", ["beat", "anna", "chloe"])
def test_without_the_role_of_an_admin_nothing_is_seen_or_done(request, who, club, emma, made):
    person = request.getfixturevalue(who)
    path = f"webhooks/{made['id']}"
    assert person.api.get("webhooks").json()["results"] == []
    for answer in (
        person.api.get(path),
        person.api.get(f"{path}/deliveries"),
        person.api.post("webhooks", new(club)),
        person.api.post(f"{path}/secret"),
        person.api.post(f"{path}/test-delivery"),
        person.api.patch(path, {"label": "x"}, version=1),
        person.api.delete(path, version=1),
    ):
        problem(answer, 403, "role_missing")
    assert Webhook.objects.get().version == 1


def test_another_clubs_webhooks_do_not_exist(fritz, club, made, emma):
    path = f"webhooks/{made['id']}"
    told = emma.api.post(f"{path}/test-delivery").json()["id"]
    assert fritz.api.get("webhooks").json()["results"] == []
    for answer in (
        fritz.api.get(path),
        fritz.api.get(f"{path}/deliveries"),
        fritz.api.post("webhooks", new(club)),
        fritz.api.post(f"{path}/secret"),
        fritz.api.post(f"{path}/test-delivery"),
        fritz.api.post(f"{path}/deliveries/{told}/redelivery"),
        fritz.api.patch(path, {"label": "x"}, version=1),
        fritz.api.delete(path, version=1),
    ):
        problem(answer, 404, "not_found")


def test_phones_and_strangers_have_no_webhooks(nobody, dario, club, made):
    assert nobody.get("webhooks").status_code == 401
    assert dario.api.get("webhooks").json()["results"] == []
    problem(dario.api.get(f"webhooks/{made['id']}"), 404, "not_found")


def test_a_phone_at_a_table_is_not_an_admin():
    table = open_table(house(), "differenzler-offen")
    phone = phone_at(table.house.club, table.game.pk)
    problem(phone.api.get("webhooks"), 403, "permission_denied")


def test_a_test_is_sent_and_its_way_can_be_read(emma, webhook, receiver, clock):
    path = f"webhooks/{webhook.pk}"
    sent = emma.api.post(f"{path}/test-delivery")
    assert (sent.status_code, sent.json()["state"], sent.json()["kind"]) == (
        202,
        "waiting",
        "webhook.ping",
    )
    receiver.refuse(500, body=b"oh")
    clock.work()
    clock.move(seconds=6)
    clock.work()
    (told,) = emma.api.get(f"{path}/deliveries").json()["results"]
    assert (told["id"], told["state"], told["tries"]) == (sent.json()["id"], "delivered", 2)
    assert [(one["code"], one["fault"], one["answer"]) for one in told["attempts"]] == [
        (500, "status", "oh"),
        (204, "", ""),
    ]
    assert receiver.calls[0].json["data"] == {
        "club": str(webhook.club_id),
        "webhook": str(webhook.pk),
    }
    assert told["message"] == receiver.calls[0].headers["webhook-id"]


def test_what_arrived_or_failed_can_be_sent_again_under_the_same_id(
    emma, webhook, receiver, club, clock
):
    draw(club)
    clock.work()
    delivery = Delivery.objects.get()
    path = f"webhooks/{webhook.pk}/deliveries/{delivery.pk}/redelivery"
    again = emma.api.post(path)
    assert (again.status_code, again.json()["state"], again.json()["tries"]) == (202, "waiting", 0)
    assert clock.work() == 1
    assert len({call.headers["webhook-id"] for call in receiver.calls}) == 1
    assert len(receiver.calls) == 2
    problem(emma.api.post(path.replace(str(delivery.pk), str(uuid4()))), 404, "not_found")


def test_a_webhook_that_is_off_sends_nothing(emma, webhook, club, receiver, clock):
    draw(club)
    emma.api.patch(f"webhooks/{webhook.pk}", {"active": False}, version=1)
    told = Delivery.objects.get().pk
    problem(emma.api.post(f"webhooks/{webhook.pk}/test-delivery"), 409, "webhook_inactive")
    again = emma.api.post(f"webhooks/{webhook.pk}/deliveries/{told}/redelivery")
    problem(again, 409, "webhook_inactive")
    assert (clock.work(), receiver.calls) == (0, [])


def test_deliveries_come_in_pages_and_by_state(emma, webhook, receiver, club, clock):
    for number in range(5):
        draw(club, number=number)
    clock.work()
    draw(club, number=5)
    path = f"webhooks/{webhook.pk}/deliveries"
    first = emma.api.get(path, limit=4).json()
    assert [row["data"]["number"] for row in first["results"]] == [5, 4, 3, 2]
    assert [
        row["data"]["number"]
        for row in emma.api.get(first["next"].partition("testserver")[2]).json()["results"]
    ] == [
        1,
        0,
    ]
    waiting = emma.api.get(path, state="waiting").json()["results"]
    assert [row["data"]["number"] for row in waiting] == [5]


def test_webhooks_of_several_clubs_are_told_apart(emma, made, other_club, club):
    from jassclub.clubs.actors import SYSTEM
    from jassclub.clubs.services import people

    people.add_member(actor=SYSTEM, club_id=other_club.pk, user_id=emma.user.pk, role=Role.MEMBER)
    problem(emma.api.post("webhooks", new(other_club)), 403, "role_missing")
    assert emma.api.get("webhooks", club=other_club.pk).json()["results"] == []
    assert len(emma.api.get("webhooks", club=club.pk).json()["results"]) == 1
