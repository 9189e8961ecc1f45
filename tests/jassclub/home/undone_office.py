"""Forms about people, roles, seasons, rules, money and programs, and how they are taken back."""

from django.utils import timezone

from jassclub.clubs.models import Invitation, KittyBooking, Membership, Player, Season
from jassclub.clubs.second_factor import SecondFactor
from jassclub.webhooks.models import Delivery, Webhook
from tests.jassclub.home.undone import Cases, Office, Steps
from tests.jassclub.office import words
from tests.rights.taps import Forms

CASES = Cases()
form = CASES.form


@form("people/")
def names(office: Office) -> Steps:
    yield
    office.post("people/", names="Urs\nVreni")
    yield
    office.undo("Person Urs kommt dazu", "Person Vreni kommt dazu")


@form("people/<player_id>/")
def what_stands_of_somebody(office: Office) -> Steps:
    player = Player.objects.get(club=office.club, name="Beat")
    yield
    sent = {"name": "Beet", "active": "1", "minor": "1"}
    office.post(f"people/{player.pk}/", version=player.version, **sent)
    yield
    office.undo("Person Beet, Name: Beat → Beet", "minderjährig: nein → ja")


@form("seasons/")
def a_season(office: Office) -> Steps:
    yield
    office.post("seasons/", name="Winter", starts="2031-01-01", ends="2031-03-01")
    yield
    office.undo("Saison Winter kommt dazu")


@form("seasons/<season_id>/year/")
def the_next_season(office: Office) -> Steps:
    season = Season.objects.get(club=office.club)
    yield
    answer = office.browser.client.post(f"/seasons/{season.pk}/year/", {"action": "open"})
    assert answer.status_code == 302, words(answer)
    yield
    office.undo("Saison", "kommt dazu")


@form("seasons/<season_id>/rules/")
def rules_of_a_season(office: Office) -> Steps:
    season = Season.objects.get(club=office.club)
    path = f"/seasons/{season.pk}/rules/"
    yield
    shown = Forms(office.browser.client.get(path).content.decode()).found
    sent = next(one for one in shown if one.action in ("", path)).filled
    answer = office.browser.client.post(
        path, {**sent, "differenzler.minimum_evenings": "3", "reason": "Versammlung"}
    )
    assert answer.status_code == 302, words(answer)
    yield
    office.undo(f"Saison {season.name}", "→", "«Versammlung»")


@form("rules/")
def rules_of_the_house(office: Office) -> Steps:
    yield
    office.fill("rules/", matsch_bonus="50")
    yield
    office.undo("Hausregeln", "→")


@form("members/<user_id>/")
def a_role(office: Office) -> Steps:
    yield
    office.fill(f"members/{office.cast['anna'].user.pk}/", role="director")
    yield
    office.undo("Mitglied anna, Rolle: Schreiber → Spielleiter")


@form("members/<user_id>/remove/")
def a_removal(office: Office) -> Steps:
    member = Membership.objects.get(user=office.cast["anna"].user)
    yield
    office.post(f"members/{member.user_id}/remove/", version=member.version)
    yield
    office.undo("Mitglied anna (Schreiber) ist entfernt")


@form("members/invite/")
def an_invitation(office: Office) -> Steps:
    yield
    office.post("members/invite/", role="member")
    yield
    office.post(f"members/links/{Invitation.objects.get().pk}/revoke/")


@form("members/<user_id>/reset/")
def a_link_for_a_password(office: Office) -> Steps:
    yield
    office.post(f"members/{office.cast['anna'].user.pk}/reset/")
    yield
    office.post(f"members/links/{Invitation.objects.get().pk}/revoke/")


@form("members/links/<invitation_id>/revoke/")
def a_link_that_is_withdrawn(office: Office) -> Steps:
    office.post("members/invite/", role="member")
    yield
    office.post(f"members/links/{Invitation.objects.get().pk}/revoke/")
    yield
    office.undo("Einladung", "zurückgezogen: – →")


@form("members/<user_id>/factor/")
def a_second_factor(office: Office) -> Steps:
    anna = office.cast["anna"].user
    SecondFactor.objects.create(user=anna, confirmed_at=timezone.now())
    yield
    office.post(f"members/{anna.pk}/factor/")
    yield
    assert office.as_("anna").browser.client.post("/me/factor/", {"do": "keep"}).status_code == 302


@form("handover/")
def a_paper(office: Office) -> Steps:
    yield
    office.post("handover/", do="paper", role="director")
    yield
    office.post(f"members/links/{Invitation.objects.get().pk}/revoke/")


@form("handover/")
def an_admin_made_together(office: Office) -> Steps:
    beat = str(office.cast["beat"].user.pk)
    office.as_("chlöe").post("handover/", do="name", user=beat)
    yield
    office.post("handover/", do="name", user=beat)
    yield
    office.undo("Mitglied beat, Rolle: Mitglied → Vorstand", "Zusammen mit chlöe")


@form("history/")
def what_was_taken_back(office: Office) -> Steps:
    office.fill(f"members/{office.cast['anna'].user.pk}/", role="director")
    yield
    office.undo("Schreiber → Spielleiter")
    yield
    office.undo("Spielleiter → Schreiber")


@form("merges/", "merges/<merge_id>/undo/")
def two_who_are_one(office: Office) -> Steps:
    office.post("people/", names="Urs\nUrs Kägi")
    one, other = Player.objects.filter(name__startswith="Urs").order_by("name")
    yield
    office.post("merges/", player=str(one.pk), into=str(other.pk))
    yield
    office.undo("Urs zählt jetzt als Urs Kägi.")


@form("kitty/money/")
def what_was_agreed_about_money(office: Office) -> Steps:
    yield
    office.fill("kitty/money/", fee="60")
    yield
    office.undo("Ganzer Beitrag: – → 60.00")


@form("kitty/book/")
def a_fine(office: Office) -> Steps:
    (one,) = office.ids(1)
    yield
    office.post("kitty/book/", wish="fine", day="2026-03-04", amount="2.50", **{f"on_{one}": "1"})
    yield
    office.undo("Kasse: Busse", "−2.50")


@form("kitty/<booking_id>/")
def a_booking_that_was_cancelled(office: Office) -> Steps:
    (one,) = office.ids(1)
    sent = {"wish": "stake", "day": "2026-03-04", "amount": "2.50", f"on_{one}": "1"}
    office.post("kitty/book/", **sent)
    yield
    booking = KittyBooking.objects.get()
    office.post(f"kitty/{booking.pk}/", reason="vertippt")
    yield
    office.post("kitty/book/", **sent)


@form("kitty/fees/<year>/")
def the_fees_of_a_year(office: Office) -> Steps:
    office.fill("kitty/money/", fee="60")
    yield
    sent = {f"fee_{one}": "full" for one in office.ids(3)}
    office.post("kitty/fees/2026/", do="bill", day="2026-01-02", **sent)
    yield
    office.undo("Kasse: Beitrag", "−60.00")


HOOK = {"label": "Anzeige", "url": "https://tafel.example.org/x", "events": ["hand.confirmed"]}


@form("webhooks/")
def a_webhook(office: Office) -> Steps:
    yield
    office.post("webhooks/", **HOOK)
    yield
    office.undo("Webhook Anzeige kommt dazu")


@form("webhooks/<webhook_id>/")
def a_webhook_that_is_changed(office: Office) -> Steps:
    office.post("webhooks/", **HOOK)
    yield
    office.post(f"webhooks/{Webhook.objects.get().pk}/", **{**HOOK, "label": "Saal"}, version=1)
    yield
    office.undo("Name: Anzeige → Saal")


@form("webhooks/<webhook_id>/switch/")
def a_webhook_that_is_switched_off(office: Office) -> Steps:
    office.post("webhooks/", **HOOK)
    yield
    office.post(f"webhooks/{Webhook.objects.get().pk}/switch/", to="off", version=1)
    yield
    office.undo("Webhook Anzeige", "→ nein")


@form(
    "webhooks/<webhook_id>/secret/",
    "webhooks/<webhook_id>/test/",
    "webhooks/<webhook_id>/log/<delivery_id>/again/",
    silent=True,
)
def messages_of_a_webhook(office: Office) -> Steps:
    office.post("webhooks/", **HOOK)
    path = f"webhooks/{Webhook.objects.get().pk}/"
    yield
    office.post(f"{path}test/")
    office.post(f"{path}log/{Delivery.objects.get().pk}/again/")
    yield


@form("webhooks/<webhook_id>/delete/", silent=True)
def a_webhook_is_not_deleted_in_one_tap(office: Office) -> Steps:
    office.post("webhooks/", **HOOK)
    path = f"webhooks/{Webhook.objects.get().pk}/"
    yield
    shown = Forms(office.browser.get(path).content.decode()).found
    (delete,) = (one for one in shown if one.action == office.at(f"{path}delete/"))
    assert delete.folded
    yield
