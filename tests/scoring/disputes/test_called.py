"""What the pages say of a call: at the table, and on the page of a referee."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Membership, User
from scoring.claims.models import Dispute
from scoring.disputes.calls import (
    WIDER,
    take_call,
)
from scoring.disputes.models import RefereeCall
from tests.markup import markup
from tests.scoring.disputes.pages import (
    HOME,
    called_by,
    opened,
    phone_at,
    press,
    read,
    seen_by,
    words,
)
from tests.scoring.web_table import browser, table_of
from tests.signed_in import signed_in

pytestmark = pytest.mark.django_db


class TestAtTheTable:
    """Who calls sees that it rings, then who comes; on the table and on the case."""

    def test_the_way_from_a_case_to_a_referee_at_the_table(self, table, anna, beat, judge):
        path = opened(anna)
        case = Dispute.objects.get().pk
        assert "Schiedsrichter rufen" in read(anna, path)
        answer = anna.post("call/", dispute=case)
        assert answer["Location"] == anna.game + path
        at = timezone.localtime(RefereeCall.objects.get().created_at)
        for page in (path, ""):
            assert f"Schiedsrichter gerufen, {at:%H:%M}" in read(anna, page)
        assert "Nicht mehr nötig" in read(anna, path)
        assert "Nicht mehr nötig" not in read(beat, path)
        told = seen_by(judge)
        assert "Ein Tisch ruft" in told
        assert f"gerufen, {at:%H:%M}" in told
        call = RefereeCall.objects.get()
        taken = judge.client.post(f"{HOME}calls/{call.pk}/take/")
        assert taken["Location"] == anna.game + path
        name = User.objects.get(pk=call.taken_by or _taker()).get_username()
        assert f"{name} kommt" in read(anna, "")
        assert "data-rings" not in markup(judge.client.get(HOME))
        anna.post(f"call/{call.pk}/end/")
        assert "Schiedsrichter rufen" in read(anna, "")

    def test_every_phone_of_the_table_hears_of_it(self, table, official):
        phone = phone_at(table, 1)
        seen = phone.get()["ETag"]

        def asked() -> Any:
            return phone.client.get(phone.game, headers={"If-None-Match": seen})

        assert asked().status_code == 304
        call = called_by(table)
        later = asked()
        assert later.status_code == 200
        take_call(actor=official, call_id=call.pk)
        assert phone.client.get(
            phone.game, headers={"If-None-Match": later["ETag"]}
        ).status_code == 200  # fmt: skip

    def test_after_a_while_it_says_that_it_rings_wider(self, table, anna, official):
        called_by(table)
        assert "Noch niemand ist unterwegs" not in read(anna, "")
        RefereeCall.objects.update(created_at=timezone.now() - WIDER)
        assert "Noch niemand ist unterwegs" in read(anna, "")

    def test_nobody_to_call_is_said_in_words(self, anna):
        answer = anna.post("call/")
        assert answer.status_code == 409
        assert "Im Club gibt es niemanden" in words(answer)


def _taker() -> Any:
    return RefereeCall.objects.get().taken_by.partition(":")[2]


class TestOwnPage:
    """What waits for a referee, today's first, and what he decided last."""

    def test_nothing_open_is_said_plainly(self, judge):
        page = seen_by(judge)
        assert "Kein Fall ist offen." in page
        assert "Ein Tisch ruft" not in page

    def test_open_cases_with_what_they_wait_for(self, table, anna, beat, judge):
        path = opened(anna)
        page = seen_by(judge)
        assert "Heute offen Falsch gespielte oder zurückbehaltene Karte" in page
        assert "Anna & Chlöe : Beat & Dario" in page
        assert "Es fehlt das Wort von Anna & Chlöe, Beat & Dario." in page
        press(beat, path, "accept")
        assert "Es wählt: Anna & Chlöe." in seen_by(judge)
        opened(anna, 2, "fragen", offender="1")
        assert "Es fehlt eine Angabe." in seen_by(judge)

    def test_todays_come_before_those_from_before(self, table, anna, judge):
        opened(anna)
        opened(anna, 2, "fragen", offender="1")
        old = Dispute.objects.order_by("seq").first()
        assert old is not None
        Dispute.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=2))
        page = seen_by(judge)
        assert page.index("Heute offen") < page.index("Von früher offen")
        assert page.index("Es fehlt eine Angabe.") < page.index("Falsch gespielte")

    def test_what_he_decided_last_is_there_and_no_one_elses(self, table, anna, judge):
        path = opened(anna)
        press(judge, path, "book", choice="play_on")
        assert "Von dir zuletzt entschieden Falsch gespielte" in seen_by(judge)
        other = browser(table, None, role="director")
        assert "Von dir zuletzt entschieden" not in seen_by(other)

    def test_his_own_table_is_for_somebody_else(self, table, anna, judge):
        opened(anna)
        called_by(table)
        Membership.objects.filter(user__players=table.house.people[0]).update(role="referee")
        page = markup(anna.client.get(HOME))
        assert "Am eigenen Tisch entscheidet jemand anders." in page
        assert "Ich komme" not in page
        assert "data-rings" not in page

    def test_no_other_clubs_and_nobody_without_the_office(self, table, anna, beat, judge):
        opened(anna)
        stranger = browser(table_of("schieber-1000"), None, role="referee")
        assert "Kein Fall ist offen." in seen_by(stranger)
        assert beat.client.get(HOME).status_code == 403
        assert Client().get(HOME)["Location"].startswith("/login/")

    def test_it_is_drawn_again_only_when_something_is_new(self, table, anna, beat, judge):
        def asked(seen: str) -> Any:
            return judge.client.get(HOME, headers={"If-None-Match": seen})

        seen = judge.client.get(HOME)["ETag"]
        assert asked(seen).status_code == 304
        path = opened(anna)
        new = asked(seen)
        assert new.status_code == 200
        press(beat, path, "accept")
        newer = asked(new["ETag"])
        assert newer.status_code == 200
        called_by(table)
        assert asked(newer["ETag"]).status_code == 200

    def test_it_asks_the_database_as_often_for_many_cases_as_for_one(
        self, table, anna, judge, django_assert_max_num_queries
    ):
        for number in range(2, 6):
            opened(anna, number, "fragen", offender="1", act="answer")
            table.write(number, {"contract": "RO", "declared_by": 0, "points": [80, None]})
        with django_assert_max_num_queries(26):
            assert seen_by(judge).count("Es fehlt das Wort") == 4

    def test_somebody_else_comes_is_said_on_his_page(self, table, judge):
        call = called_by(table)
        take_call(actor=table.house.official("director"), call_id=call.pk)
        answer = judge.client.post(f"{HOME}calls/{call.pk}/take/")
        assert answer.status_code == 409
        assert "Es geht schon jemand anders hin." in words(answer)

    def test_he_gives_it_back_or_is_done_and_stays_on_his_page(self, table, judge):
        call = called_by(table)
        judge.client.post(f"{HOME}calls/{call.pk}/take/")
        assert "Doch nicht" in seen_by(judge)
        assert "Du kommst Doch nicht Erledigt" in read(judge, "")
        assert judge.client.post(f"{HOME}calls/{call.pk}/back/")["Location"] == HOME
        page = markup(judge.client.get(HOME))
        assert "Ich komme" in page
        assert "data-rings" not in page
        again = judge.client.post(f"{HOME}calls/{call.pk}/back/")
        assert again["Location"] == HOME
        ended = judge.post(f"call/{call.pk}/end/", next=HOME)
        assert ended["Location"] == HOME
        assert judge.post(f"call/{call.pk}/end/", next="//evil.example")["Location"] == judge.game

    def test_of_many_cases_a_page_at_a_time_is_read(self, table, anna, judge, monkeypatch):
        monkeypatch.setattr("scoring.disputes.pages.calls.MOST", 1)
        for number in (1, 2):
            opened(anna, number, "fragen", offender="1", act="answer")
        first, second = (words(judge.client.get(HOME, {"page": page})) for page in (1, 2))
        assert [page.count("Es fehlt das Wort") for page in (first, second)] == [1, 1]
        assert ("Ältere" in first, "Neuere" in second) == (True, True)

    @pytest.mark.parametrize(("role", "led"), [
        ("member", False), ("scribe", False), ("referee", True), ("director", True),
    ])  # fmt: skip
    def test_the_club_and_the_start_lead_there(self, table, role, led):
        one = browser(table, None, role=role)
        club = f"/clubs/{table.house.club.slug}/"
        assert (f'href="{HOME}"' in markup(one.client.get(club))) is led
        user = User.objects.get(memberships__club=table.house.club, memberships__role=role,
                                username__startswith="office")  # fmt: skip
        Membership.objects.create(club=table_of("schieber-1000").house.club, user=user)
        assert (f'href="{HOME}"' in markup(signed_in(user).get("/"))) is led
