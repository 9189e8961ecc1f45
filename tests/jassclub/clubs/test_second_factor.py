"""A second factor: set up, asked for at each door of the account, lost, and taken away by two."""

import re
from base64 import b32decode
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Change, Club, Role
from jassclub.clubs.pages.sessions import PATIENCE
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services import accounts, together
from tests.cast import PASSWORD, Caller, Person, person, pointers, problem
from tests.jassclub.office import Browser, long_in_office
from tests.signed_in import signed_in

NEW = "Schellen-Ober-liegt-9"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unslowed")]


@pytest.fixture
def unslowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried here comes slowly, as a throttle sees it."""
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setattr(SimpleRateThrottle, "parse_rate", lambda *args: (10**9, 60))


def digits(whose: Person, *, later: int = 0) -> str:
    """What the app of a person shows now, or so many steps later."""
    factor = SecondFactor.objects.get(user=whose.user)
    return str(factor.app.at(timezone.now(), counter_offset=later))


def armed(whose: Person) -> list[str]:
    """The recovery codes of a person who has just set up a second factor."""
    accounts.begin(user=whose.user)
    return accounts.confirm(user=whose.user, code=digits(whose, later=-1))


def log_in(client: Client, name: str = "emma") -> Any:
    return client.post("/login/?next=/me/", {"username": name, "password": PASSWORD})


def test_it_is_set_up_on_ones_own_page_with_the_password_and_the_digits(emma: Person) -> None:
    browser = signed_in(emma.user)
    wrong = browser.post("/me/factor/", {"do": "begin", "password": "falsch"})
    assert wrong.status_code == 422
    assert browser.post("/me/factor/", {"do": "begin", "password": PASSWORD}).status_code == 302
    page = browser.get("/me/factor/").content.decode()
    assert "<svg" in page
    assert 'href="otpauth://totp/Jassclub:emma?secret=' in page
    shown = re.search(r"<code>([A-Z2-7 ]{39})</code>", page)
    assert shown is not None
    assert b32decode(shown[1].replace(" ", "")) == SecondFactor.objects.get().secret
    assert accounts.factor_of(emma.user) is None
    assert browser.post("/me/factor/", {"do": "confirm", "code": "000000"}).status_code == 422
    done = browser.post("/me/factor/", {"do": "confirm", "code": digits(emma)})
    assert done.status_code == 201
    codes = re.findall(r"<code>([A-Z2-7-]{19})</code>", done.content.decode())
    assert len(codes) == 8
    kept = str(vars(SecondFactor.objects.get()))
    assert not any(code in kept or code.replace("-", "") in kept for code in codes)


def test_an_open_browser_is_no_place_to_try_passwords(emma: Person, settings: Any) -> None:
    browser = signed_in(emma.user)
    form = {"do": "begin", "password": "falsch"}
    tries = [browser.post("/me/factor/", form) for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert [answer.status_code for answer in tries][-2:] == [422, 429]
    right = browser.post("/me/factor/", {**form, "password": PASSWORD})
    assert right.status_code == 429
    assert "Viertelstunde" in right.content.decode()
    assert not SecondFactor.objects.exists()


def test_the_secret_does_not_stand_in_the_database(emma: Person, settings: Any) -> None:
    armed(emma)
    factor = SecondFactor.objects.get()
    before = factor.secret
    settings.SECRET_KEY = "another"
    assert factor.secret != before


def test_the_password_alone_opens_no_page(emma: Person) -> None:
    armed(emma)
    browser = Client()
    assert log_in(browser)["Location"] == "/login/code/"
    assert browser.get("/me/").status_code == 302
    for bad in ("", "000000"):
        assert browser.post("/login/code/", {"code": bad}).status_code == 422
    assert browser.get("/me/").status_code == 302
    done = browser.post("/login/code/", {"code": f" {digits(emma)[:3]} {digits(emma)[3:]}"})
    assert done["Location"] == "/me/"
    assert browser.get("/me/").status_code == 200


def test_a_code_fits_once(emma: Person) -> None:
    armed(emma)
    code = digits(emma)
    first, second = Client(), Client()
    for browser in (first, second):
        log_in(browser)
    assert first.post("/login/code/", {"code": code}).status_code == 302
    assert second.post("/login/code/", {"code": code}).status_code == 422


def test_a_code_from_paper_does_too_once(emma: Person) -> None:
    codes = armed(emma)
    for expected in (302, 422):
        browser = Client()
        log_in(browser)
        typed = codes[3].lower().replace("-", " ")
        assert browser.post("/login/code/", {"code": typed}).status_code == expected
    assert len(SecondFactor.objects.get().recovery) == 7


def test_nobody_shows_a_code_without_a_password_before_it(emma: Person) -> None:
    armed(emma)
    browser = Client()
    assert browser.get("/login/code/")["Location"] == "/login/"
    log_in(browser)
    session = browser.session
    long_ago = session["half_way"]["at"] - PATIENCE.total_seconds() - 1
    session["half_way"] = {**session["half_way"], "at": long_ago}
    session.save()
    assert browser.post("/login/code/", {"code": digits(emma)})["Location"] == "/login/"


def test_whoever_was_half_way_in_with_the_password_of_before_begins_again(emma: Person) -> None:
    armed(emma)
    browser = Client()
    log_in(browser)
    accounts.set_password(user=emma.user, password=NEW)
    assert browser.post("/login/code/", {"code": digits(emma)})["Location"] == "/login/"
    assert browser.get("/me/").status_code == 302


def test_whoever_is_half_way_in_and_no_longer_there_is_led_to_the_log_in(emma: Person) -> None:
    armed(emma)
    browser = Client()
    log_in(browser)
    emma.user.is_active = False
    emma.user.save()
    assert browser.post("/login/code/", {"code": digits(emma)})["Location"] == "/login/"


def test_wrong_codes_are_counted_and_then_even_the_right_one_waits(emma: Person) -> None:
    armed(emma)
    wish = {"username": "emma", "password": PASSWORD}
    for _ in range(accounts.FREE_FAILURES):
        refused = Caller().post("auth/login", {**wish, "code": "000000"}, key="")
        assert pointers(problem(refused, 422, "invalid")) == {"/code"}
    waiting = Caller().post("auth/login", {**wish, "code": digits(emma)}, key="")
    problem(waiting, 429, "too_many_codes")
    assert waiting["RateLimit"] == '"too_many_codes";r=0;t=900'
    earlier = timezone.now() - accounts.REST - timedelta(seconds=1)
    SecondFactor.objects.update(failed_at=earlier)
    answer = Caller().post("auth/login", {**wish, "code": digits(emma)}, key="")
    assert answer.status_code == 200
    assert SecondFactor.objects.get().failures == 0


def test_whoever_waits_after_wrong_codes_goes_on_where_he_was(emma: Person) -> None:
    armed(emma)
    browser = Client()
    log_in(browser)
    for _ in range(accounts.FREE_FAILURES):
        browser.post("/login/code/", {"code": "000000"})
    assert browser.post("/login/code/", {"code": digits(emma)}).status_code == 429
    session, waited = browser.session, accounts.REST + timedelta(seconds=1)
    kept = session["half_way"]
    session["half_way"] = {**kept, "at": kept["at"] - waited.total_seconds()}
    session.save()
    SecondFactor.objects.update(failed_at=timezone.now() - waited)
    assert browser.post("/login/code/", {"code": digits(emma)})["Location"] == "/me/"


def test_a_program_needs_the_code_for_its_token(emma: Person) -> None:
    armed(emma)
    wish = {"username": "emma", "password": PASSWORD, "token_label": "Skript"}
    refused = problem(Caller().post("auth/login", wish, key=""), 422, "invalid")
    assert [error["code"] for error in refused["errors"]] == ["code_needed"]
    assert Caller().post("auth/login", {**wish, "code": digits(emma)}, key="").json()["token"]


def test_a_new_password_needs_the_code(emma: Person) -> None:
    armed(emma)
    wish = {"old_password": PASSWORD, "password": NEW}
    for code in ({}, {"code": "000000"}):
        refused = emma.api.post("auth/password", {**wish, **code}, key="")
        assert pointers(problem(refused, 422, "invalid")) == {"/code"}
    assert SecondFactor.objects.get().failures == 1
    assert emma.api.post("auth/password", {**wish, "code": digits(emma)}, key="").status_code == 204


def test_a_link_for_a_new_password_needs_the_code_too(
    anna: Person, emma: Person, club: Club
) -> None:
    armed(anna)
    ids: dict[str, Any] = {"actor": emma.actor, "club_id": club.pk, "user_id": anna.user.pk}
    _link, token = accounts.offer_reset(**ids)
    stolen = Client()
    assert 'name="code"' in stolen.get(f"/i/{token}").content.decode()
    assert stolen.post(f"/i/{token}", {"password": NEW}).status_code == 422
    wish = {"token": token, "password": NEW}
    refused = Caller().post("invitations/acceptance", {**wish, "code": "000000"})
    assert pointers(problem(refused, 422, "invalid")) == {"/code"}
    assert SecondFactor.objects.get().failures == 1
    anna.user.refresh_from_db()
    assert anna.user.check_password(PASSWORD)
    owner = stolen.post(f"/i/{token}", {"password": NEW, "code": digits(anna)})
    assert owner.status_code == 302
    anna.user.refresh_from_db()
    assert anna.user.check_password(NEW)


def test_a_password_that_will_not_do_spends_no_code(anna: Person, emma: Person, club: Club) -> None:
    codes = armed(anna)
    ids: dict[str, Any] = {"actor": emma.actor, "club_id": club.pk, "user_id": anna.user.pk}
    _link, token = accounts.offer_reset(**ids)
    form = {"password": "kurz", "code": codes[0]}
    assert Client().post(f"/i/{token}", form).status_code == 422
    assert Client().post(f"/i/{token}", {**form, "password": NEW}).status_code == 302


def test_opening_a_club_once_more_is_no_way_around_it(emma: Person) -> None:
    armed(emma)
    browser = Client()
    form = {"username": "emma", "password": PASSWORD, "repeated": PASSWORD, "name": "Neuer Club"}
    answer = browser.post("/start/", {**form, "deck": "german"})
    assert answer.status_code in {409, 422}
    assert browser.get("/me/").status_code == 302


def test_new_codes_and_switching_off_need_the_code(emma: Person) -> None:
    before = armed(emma)
    browser = signed_in(emma.user)
    for do in ("codes", "off"):
        assert browser.post("/me/factor/", {"do": do, "code": "000000"}).status_code == 422
    assert browser.post("/me/factor/", {"do": "codes", "code": before[0]}).status_code == 201
    assert browser.post("/me/factor/", {"do": "off", "code": before[1]}).status_code == 422
    assert browser.post("/me/factor/", {"do": "off", "code": digits(emma)}).status_code == 302
    assert not SecondFactor.objects.exists()
    assert log_in(Client())["Location"] == "/me/"


def test_what_is_on_is_not_begun_anew(emma: Person) -> None:
    armed(emma)
    salt = SecondFactor.objects.get().salt
    browser = signed_in(emma.user)
    begin, confirm = {"do": "begin", "password": PASSWORD}, {"do": "confirm", "code": "0"}
    for form in (begin, confirm, {"do": "x"}):
        assert browser.post("/me/factor/", form).status_code in (409, 422)
    assert SecondFactor.objects.get().salt == salt


def test_two_officers_together_take_away_what_was_lost(
    anna: Person, chloe: Person, emma: Person
) -> None:
    armed(anna)
    long_in_office()
    address = f"/clubs/rosenau/members/{anna.user.pk}/factor/"
    member = signed_in(emma.user).get(f"/clubs/rosenau/members/{anna.user.pk}/")
    assert address in member.content.decode()
    first, second = signed_in(chloe.user), signed_in(emma.user)
    for _ in range(2):
        assert first.post(address)["Location"] == address
    waiting = first.get(address).content.decode().split("<main")[1].split("</main")[0]
    assert "<form" not in waiting
    assert f'value="http://testserver{address}"' in waiting
    assert "Chlöe ist einverstanden." in second.get(address).content.decode()
    handover = Browser(chloe, "rosenau").get("handover/").content.decode()
    assert f'href="{address}"' in handover, "a director sees no page of the members"
    assert second.post(address)["Location"] == "/clubs/rosenau/"
    assert not SecondFactor.objects.exists()
    told = Browser(emma, "rosenau").text("history/")
    assert "Mitglied anna, zweiter Faktor: ja → nein" in told
    assert "Zusammen mit chlöe" in told


def test_where_an_officer_is_new_the_owner_has_three_days_for_a_no(
    anna: Person, emma: Person, club: Club
) -> None:
    codes = armed(anna)
    long_in_office()
    puppet = person("Dora", club=club, role=Role.DIRECTOR)
    second = Browser(puppet, "rosenau")
    address = f"members/{anna.user.pk}/factor/"

    def first_word() -> None:
        assert Browser(emma, "rosenau").post(address).status_code == 302

    first_word()
    assert "anna kann noch Nein sagen." in second.text(address)
    assert second.post(address).status_code == 409
    owner = signed_in(anna.user)
    assert "emma sagt, du hättest" in owner.get("/me/factor/").content.decode()
    owner.post("/me/factor/", {"do": "keep"})
    # Whoever logs in with a code has said no, too.
    for no in (lambda: None, lambda: accounts.prove(user=anna.user, code=codes[0])):
        no()
        assert SecondFactor.objects.get().reset_by is None
        first_word()
    assert together.asked_for(anna.user.pk) == "emma"
    SecondFactor.objects.update(reset_at=timezone.now() - together.OBJECTION)
    assert second.post(address).status_code == 302
    assert not SecondFactor.objects.exists()
    last = Change.objects.filter(model="membership", diff__has_key="second_factor")
    assert last.get().actor == str(puppet.actor)


def test_an_officer_reads_on_the_page_of_the_club_that_it_is_asked_for(
    chloe: Person, emma: Person
) -> None:
    armed(chloe)
    told = "Jemand will deinen zweiten Faktor wegnehmen."
    assert told not in Browser(chloe, "rosenau").text("")
    Browser(emma, "rosenau").post(f"members/{chloe.user.pk}/factor/")
    assert told in Browser(chloe, "rosenau").text("")


def test_one_officer_alone_takes_nothing_away(
    anna: Person, beat: Person, chloe: Person, emma: Person, fritz: Person
) -> None:
    armed(chloe)
    address = f"/clubs/rosenau/members/{chloe.user.pk}/factor/"
    assert signed_in(chloe.user).post(address).status_code == 403
    for other, status in ((beat, 403), (anna, 403), (fritz, 404), (emma, 302)):
        assert signed_in(other.user).post(address).status_code == status
    SecondFactor.objects.update(reset_at=timezone.now() - together.TOGETHER)
    director = person("Dora", club=_club_of(chloe), role=Role.DIRECTOR)
    assert signed_in(director.user).post(address)["Location"] == address
    assert SecondFactor.objects.get().reset_by == director.user


def test_whoever_belongs_elsewhere_needs_an_admin_of_all_his_clubs(
    anna: Person, chloe: Person, emma: Person, fritz: Person, other_club: Club
) -> None:
    from jassclub.clubs.services import people

    ids: dict[str, Any] = {"club_id": other_club.pk, "user_id": anna.user.pk}
    people.add_member(actor=fritz.actor, **ids, role=Role.MEMBER)
    armed(anna)
    address = f"/clubs/rosenau/members/{anna.user.pk}/factor/"
    assert signed_in(chloe.user).post(address).status_code == 302
    assert signed_in(emma.user).post(address).status_code == 403
    assert SecondFactor.objects.exists()


def test_who_runs_the_server_takes_it_away_from_somebody_who_is_alone(emma: Person) -> None:
    armed(emma)
    call_command("forget_second_factor", "Emma", verbosity=0, stdout=StringIO())
    assert log_in(Client())["Location"] == "/me/"
    with pytest.raises(CommandError, match="Emma has no second factor"):
        call_command("forget_second_factor", "Emma")


def _club_of(whose: Person) -> Club:
    assert whose.player is not None
    return whose.player.club
