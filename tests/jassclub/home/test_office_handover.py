"""The office outlives its holder: what hangs on it is printed, a paper lets a successor in, and two
officers together make an admin where there is none any more."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Change, Invitation, Membership, Naming, SignIn
from jassclub.clubs.services import together, undoing
from jassclub.core.errors import Conflict, DomainError
from jassclub.webhooks.services import add_webhook
from tests.cast import PASSWORD, person
from tests.jassclub.office import Browser, long_in_office, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(emma, club):
    return Browser(emma, club.slug)


@pytest.fixture
def gian(club):
    return person("Gian", club=club, role="member")


@pytest.fixture
def settled(anna, chloe, emma, gian):
    long_in_office()


def name(who, club, whom):
    return together.name_admin(actor=who.actor, club_id=club.pk, user_id=whom.user.pk)


def role_of(whom):
    return Membership.objects.get(user=whom.user).role


def test_all_that_hangs_on_the_office_is_on_one_page(office, emma, chloe, club, settings):
    add_webhook(
        actor=emma.actor,
        club_id=club.pk,
        label="Anzeige",
        url="https://tafel.example.org/x",
        events=["hand.confirmed"],
    )
    SignIn.objects.create(user=chloe.user, at=timezone.now())
    office.post("members/invite/", role="scribe")
    told = office.text("handover/")
    today = timezone.localdate().strftime("%d.%m.%Y")
    for said in (
        "Vorstand: emma, zuletzt angemeldet: nie",
        f"Spielleiter: Chlöe, zuletzt angemeldet: {today}",
        "Einladung (Schreiber), gilt bis",
        "Anzeige: tafel.example.org, läuft",
        "gehört dem Club: 0.00",
        "Letzte Sicherung des Dienstes: nie",
        "Der Vorstand ist eine einzige Person.",
    ):
        assert said in told, said


def test_the_paper_alone_makes_a_successor(office, club):
    paper = office.post("handover/", do="paper", role="director")
    assert paper.status_code == 201
    (address,) = set(re.findall(r"http://testserver(/i/[\w-]+)", paper.content.decode()))
    assert "«Tische auslosen»" in words(paper)
    successor = Client()
    assert "Spielleiter" in words(successor.get(address))
    answer = successor.post(address, {"username": "neu", "password": PASSWORD})
    assert answer.status_code == 302
    assert Membership.objects.get(user__username="neu").role == "director"
    assert successor.get(f"/clubs/{club.slug}/evenings/").status_code == 200
    assert Client().get(address).status_code == 404


def test_a_paper_is_shown_once_holds_a_year_and_can_be_withdrawn(office):
    sent = {"do": "paper", "role": "admin", "key": "a" * 32}
    assert office.post("handover/", **sent).status_code == 201
    assert office.post("handover/", **sent).status_code == 302
    link = Invitation.objects.get()
    assert link.expires_at > timezone.now() + timedelta(days=364)
    assert office.post(f"members/links/{link.pk}/revoke/").status_code == 302
    assert office.post("handover/", do="paper", role="member").status_code == 422


def test_two_officers_make_an_admin_where_none_was_here_lately(settled, anna, chloe, club, gian):
    assert name(chloe, club, gian) is False
    assert name(chloe, club, gian) is False
    assert role_of(gian) == "member"
    assert name(anna, club, gian) is True
    assert role_of(gian) == "admin"
    assert not Naming.objects.exists()
    made = Change.objects.filter(object_id=Membership.objects.get(user=gian.user).pk)
    assert made.order_by("-version")[0].reason == "Zusammen mit chlöe"


@pytest.mark.parametrize("new", ["anna", "chlöe"])
@pytest.mark.usefixtures("settled")
def test_where_one_of_the_two_is_new_every_admin_has_three_days(new, anna, chloe, club, gian):
    newer = Membership.objects.get(user__username=new, club=club)
    Change.objects.filter(object_id=newer.pk).update(at=timezone.now() - timedelta(days=13))
    name(chloe, club, gian)
    with pytest.raises(Conflict, match="Nein sagen"):
        name(anna, club, gian)
    Naming.objects.update(at=timezone.now() - timedelta(days=3, minutes=1))
    assert name(anna, club, gian) is True


@pytest.mark.usefixtures("settled")
def test_an_admin_who_was_here_lately_has_three_days_for_a_no(anna, chloe, club, gian, emma):
    SignIn.objects.create(user=emma.user)
    name(chloe, club, gian)
    with pytest.raises(Conflict, match="Nein sagen"):
        name(anna, club, gian)
    Naming.objects.update(at=timezone.now() - timedelta(days=3, minutes=1))
    assert name(anna, club, gian) is True


@pytest.mark.usefixtures("settled")
def test_while_an_admin_may_object_all_read_who_can_say_the_second_yes(anna, chloe, club, gian):
    SignIn.objects.create(user=club.memberships.get(role="admin").user)
    name(chloe, club, gian)
    told = {who: Browser(who, club.slug).text("handover/") for who in (anna, chloe)}
    for page in told.values():
        assert "Das zweite Ja kann eine von diesen Personen geben: Anna, emma." in page
    assert "Der Knopf für dein Ja steht dann hier." in told[anna]
    assert "Dein Ja steht." in told[chloe]
    assert "Der Knopf" not in told[chloe]
    assert "In den Vorstand vorgeschlagen: gian, von Chlöe." in told[chloe]
    assert "es fehlt ein zweites Ja" in Browser(anna, club.slug).text("")


def test_an_admin_sees_it_on_the_page_of_the_club_and_says_no(chloe, emma, club, gian, office):
    SignIn.objects.create(user=club.memberships.get(role="admin").user)
    name(chloe, club, gian)
    assert "wollen jemanden in den Vorstand nehmen" in office.text("")
    assert "wollen jemanden" not in Browser(chloe, club.slug).text("")
    office.post("handover/", do="object", user=str(gian.user.pk))
    said = Change.objects.filter(model="together").latest("version")
    for officer, why in ((emma, "noch einmal vor"), (chloe, "gibt es nicht")):
        with pytest.raises(DomainError, match=why):
            undoing.undo(actor=officer.actor, club_id=club.pk, change_id=said.pk)
    assert not Naming.objects.exists()
    assert role_of(gian) == "member"


def test_with_an_admin_among_the_two_it_counts_at_once(chloe, emma, club, gian):
    SignIn.objects.create(user=emma.user)
    name(chloe, club, gian)
    assert name(emma, club, gian) is True


def test_a_word_is_worth_nothing_after_a_fortnight_or_without_an_office(anna, chloe, club, gian):
    name(chloe, club, gian)
    Naming.objects.update(at=timezone.now() - together.HOLDS - timedelta(minutes=1))
    assert name(anna, club, gian) is False
    Membership.objects.filter(user=anna.user).update(role="member")
    assert name(chloe, club, gian) is False
    assert role_of(gian) == "member"


@pytest.mark.parametrize("made", [False, True])
def test_two_scribes_do_it_only_in_a_club_without_directors(request, anna, club, gian, made):
    if not made:
        request.getfixturevalue("chloe")
    other = person("Hanna", club=club, role="referee")
    long_in_office()
    name(anna, club, gian)
    if made:
        assert name(other, club, gian) is True
        return
    with pytest.raises(Conflict, match="Spielleiter"):
        name(other, club, gian)


@pytest.mark.parametrize("who", ["beat", "fritz", "dario"])
def test_without_an_office_here_nobody_speaks(request, who, club, gian):
    with pytest.raises(DomainError) as refused:
        name(request.getfixturevalue(who), club, gian)
    assert refused.value.status in (403, 404)


def test_a_scribe_reads_nothing_of_the_books_and_makes_no_paper(anna, club):
    scribe = Browser(anna, club.slug)
    told = scribe.text("handover/")
    assert "Der Vorstand ist nicht mehr da" in told
    assert "gehört dem Club" not in told
    assert scribe.post("handover/", do="paper", role="admin").status_code == 403


def test_they_do_it_on_the_page(settled, anna, chloe, club, gian):
    sent = {"do": "name", "user": str(gian.user.pk)}
    Browser(chloe, club.slug).post("handover/", **sent)
    second = Browser(anna, club.slug)
    assert "Chlöe will gian in den Vorstand nehmen" in second.text("handover/")
    assert second.post("handover/", do="name", user="").status_code == 422
    assert second.post("handover/", **sent).status_code == 302
    assert role_of(gian) == "admin"
