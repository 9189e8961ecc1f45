"""Earlier seasons as sums on the pages, and the averages over all years with them marked."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Change
from jassclub.clubs.services import people
from jassclub.clubs.services.merging import merge_players
from tests.jassclub.office import Browser, errors, words
from tournaments.seasons.models import OpeningBalance, SeasonOpening, SeasonTally
from tournaments.seasons.openings import Sums, open_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(anna, beat, chloe, emma, dario):
    return {"anna": anna, "beat": beat, "chloe": chloe, "emma": emma, "dario": dario, "": None}


@pytest.fixture
def as_(cast, club):
    return lambda name: Browser(cast[name], club.slug)


@pytest.fixture
def carried(anna, beat, chloe, club):
    """Anna with 100 hands, Beat with 50, from a season counted elsewhere."""
    return open_season(
        actor=chloe.actor,
        club_id=club.pk,
        label="2024/25",
        note="aus dem blauen Heft",
        balances=[
            Sums(player_id=anna.player.pk, hands=100, total=1800, exact_hits=9, evenings=12),
            Sums(player_id=beat.player.pk, hands=50, total=1000, exact_hits=2),
        ],
    )


def row(who, hands, total, exact, evenings=""):
    numbers = {"hands": hands, "total": total, "exact_hits": exact, "evenings": evenings}
    return {f"{name}_{who.player.pk}": str(value) for name, value in numbers.items()}


@pytest.mark.parametrize("path", ["/clubs/{slug}/earlier/", "/api/v1/clubs/{pk}/openings"])
def test_the_list_costs_the_same_with_more_seasons(as_, cast, carried, club, path):
    client, address = as_("beat").client, path.format(slug=club.slug, pk=club.pk)
    chloe, player = cast["chloe"].actor, cast["anna"].player.pk

    def cost():
        with CaptureQueriesContext(connection) as counted:
            assert client.get(address).status_code == 200
        return len(counted)

    cost()
    one = cost()
    for year in ("2021/22", "2022/23", "2023/24"):
        sums = [Sums(player_id=player, hands=10, total=90, exact_hits=1)]
        open_season(actor=chloe, club_id=club.pk, label=year, balances=sums)
    assert cost() == one


class TestWho:
    def test_members_read_and_the_direction_writes(self, as_, carried, anna):
        opening = f"earlier/{carried.pk}/"
        paths = ("averages/", "earlier/", opening, f"{opening}{anna.player.pk}/", "earlier/new/")
        for name, statuses in [
            ("", (302, 302, 302, 302, 302)),
            ("dario", (404, 404, 404, 404, 404)),
            ("beat", (200, 200, 200, 200, 403)),
            ("anna", (200, 200, 200, 200, 403)),
            ("chloe", (200, 200, 200, 200, 200)),
            ("emma", (200, 200, 200, 200, 200)),
        ]:
            assert tuple(as_(name).get(path).status_code for path in paths) == statuses

    @pytest.mark.parametrize(
        ("name", "status"), [("", 302), ("dario", 404), ("beat", 403), ("anna", 403)]
    )
    def test_who_does_not_direct_stores_nothing(self, as_, carried, beat, name, status):
        new = {"label": "2023/24", **row(beat, 10, 100, 1)}
        assert as_(name).post("earlier/new/", **new).status_code == status
        address = f"earlier/{carried.pk}/{beat.player.pk}/"
        correction = {"version": "1", "reason": "falsch", **correct(10, 100, 1)}
        assert as_(name).post(address, **correction).status_code == status
        assert (SeasonOpening.objects.count(), OpeningBalance.objects.count()) == (1, 2)

    def test_the_forms_are_not_offered_to_who_may_not_use_them(self, as_, carried, beat):
        assert "Frühere Saison eintragen" not in as_("anna").text("earlier/")
        address = f"earlier/{carried.pk}/{beat.player.pk}/"
        assert '<form method="post" novalidate>' not in as_("anna").get(address).content.decode()

    def test_another_club_sees_nothing_of_it(self, carried, fritz, other_club, anna):
        browser = Browser(fritz, other_club.slug)
        assert browser.get(f"earlier/{carried.pk}/").status_code == 404
        assert browser.get(f"earlier/{carried.pk}/{anna.player.pk}/").status_code == 404


class TestCarryingOver:
    def test_sums_are_entered_player_by_player_and_marked(self, as_, anna, beat):
        sent = {"label": " 2024/25 ", "note": "Heft", **row(anna, 100, 1800, 9, 12)}
        response = as_("chloe").post("earlier/new/", **sent, **row(beat, 50, 1000, 2))
        assert response.status_code == 302
        opening = SeasonOpening.objects.get()
        assert (opening.label, opening.note) == ("2024/25", "Heft")
        stored = opening.balances.order_by("player__name").values_list(
            "player__name", "hands", "total", "exact_hits", "evenings"
        )
        assert list(stored) == [("Anna", 100, 1800, 9, 12), ("Beat", 50, 1000, 2, None)]
        page = as_("beat").text(f"earlier/{opening.pk}/")
        assert "2024/25 Vortrag" in page
        assert "Anna 100 1’800 9 12" in page
        assert "Eingetragen von Chlöe" in page

    def test_the_history_tells_it_and_takes_it_back_and_puts_it_back(self, as_, season, anna, beat):
        sent = {"label": "Herbst", "note": "Heft", "season": str(season.pk)}
        office = as_("chloe")
        office.post("earlier/new/", **sent, **row(anna, 100, 1800, 9), **row(beat, 50, 1000, 2))
        office.post(f"earlier/{SeasonOpening.objects.get().pk}/{beat.player.pk}/",
                    **correct(60, 1000, 2), version="1", reason="verschrieben")  # fmt: skip
        told = office.text("history/")
        assert (
            "Frühere Saison Herbst, Vortrag · Beat · Spiele: 50 → 60 «verschrieben» Chlöe" in told
        )
        assert "Frühere Saison Herbst kommt dazu «Heft» Chlöe" in told
        first, corrected = Change.objects.filter(model="seasonopening").order_by("version")
        take = {"book": "changes", "deed": str(first.pk)}
        assert "hat das seither geändert" in words(office.post("history/", **take))
        typed = [(100, 1800, 9), (50, 1000, 2)]
        for at, sums in ((corrected.version, typed), (first.version, []), (4, typed)):
            change = Change.objects.get(model="seasonopening", version=at)
            assert office.post("history/", book="changes", deed=str(change.pk)).status_code == 302
            now = OpeningBalance.objects.filter(current=True).order_by("player__name")
            assert list(now.values_list("hands", "total", "exact_hits")) == sums
        again = SeasonOpening.objects.get()
        assert (again.label, again.note, again.season) == ("Herbst", "Heft", season)

    def test_it_may_be_the_start_of_a_season_on_file(self, as_, season, anna):
        sent = {"label": "Herbst", "season": str(season.pk), **row(anna, 10, 100, 1)}
        assert as_("chloe").post("earlier/new/", **sent).status_code == 302
        assert SeasonOpening.objects.get().season == season
        assert "gehört zur Saison 2026" in as_("beat").text("earlier/")

    def test_sent_twice_it_is_stored_once(self, as_, anna):
        browser = as_("chloe")
        for _time in range(2):
            sent = {"label": "2024/25", **row(anna, 10, 100, 1)}
            assert browser.post("earlier/new/", key="k", **sent).status_code == 302
        assert SeasonOpening.objects.count() == 1

    def test_former_players_are_asked_for_and_merged_ones_are_not(self, as_, club):
        former = people.add_player(actor=SYSTEM, club_id=club.pk, name="Früher Da")
        people.change_player(
            actor=SYSTEM, player_id=former.pk, version=former.version, values={"active": False}
        )
        double = people.add_player(actor=SYSTEM, club_id=club.pk, name="Doppelt")
        into = people.add_player(actor=SYSTEM, club_id=club.pk, name="Bleibt")
        merge_players(actor=SYSTEM, player_id=double.pk, into_id=into.pk)
        page = as_("chloe").text("earlier/new/")
        assert "Früher Da" in page
        assert "Doppelt" not in page


class TestRefusals:
    def test_all_of_it_is_said_at_its_field_and_nothing_is_stored(self, as_, anna):
        numbers = {"hands": "10", "total": "100", "exact_hits": "1", "evenings": "2"}
        for changes, fields in [
            ({"label": ""}, {"label"}),
            ({"hands": "viele"}, {"hands"}),
            ({"hands": "-1"}, {"hands"}),
            ({"hands": "1000001"}, {"hands"}),
            ({"total": "99999999999999"}, {"total"}),
            ({"exact_hits": "11"}, {"exact_hits"}),
            ({"total": "9999"}, {"total"}),
            ({"evenings": "11"}, {"evenings"}),
            ({"evenings": "1.5", "label": "", "hands": ""}, {"evenings", "label", "hands"}),
            ({"exact_hits": "11", "total": "9999", "label": ""}, {"exact_hits", "total", "label"}),
        ]:
            label = changes.get("label", "2024/25")
            typed = {
                f"{name}_{anna.player.pk}": changes.get(name, numbers[name]) for name in numbers
            }
            response = as_("chloe").post("earlier/new/", label=label, **typed)
            assert response.status_code == 422
            said = {name.removesuffix(f"_{anna.player.pk}") for name in errors(response)}
            assert said == fields
            assert not SeasonOpening.objects.exists()

    def test_a_good_row_does_not_hide_what_is_wrong_in_the_next(self, as_, anna, beat):
        sent = {"label": "x", **row(anna, "?", 1, 1), **row(beat, 10, 100, 11)}
        response = as_("chloe").post("earlier/new/", **sent)
        assert set(errors(response)) == {
            f"hands_{anna.player.pk}",
            f"exact_hits_{beat.player.pk}",
        }
        assert 'value="?"' in response.content.decode()

    def test_nobody_is_said(self, as_):
        response = as_("chloe").post("earlier/new/", label="2024/25")
        assert "mindestens bei einer Person" in errors(response)["people"]

    def test_the_same_season_twice_is_refused_at_its_name(self, as_, carried, anna):
        sent = {"label": "2024/25", **row(anna, 10, 100, 1)}
        response = as_("chloe").post("earlier/new/", **sent)
        assert (response.status_code, set(errors(response))) == (409, {"label"})


def correct(hands, total, exact, evenings=""):
    numbers = {"hands": hands, "total": total, "exact_hits": exact, "evenings": evenings}
    return {f"{name}_row": str(value) for name, value in numbers.items()}


class TestCorrecting:
    def test_a_correction_keeps_the_old_version_readable(self, as_, carried, beat):
        address = f"earlier/{carried.pk}/{beat.player.pk}/"
        sent = {"version": "1", "reason": "Seite 4 vergessen", **correct(60, 1200, 3)}
        assert as_("chloe").post(address, **sent).status_code == 302
        page = as_("anna").text(address)
        assert "60 Spiele, Summe 1’200, 3 genau gilt Seite 4 vergessen" in page
        assert "50 Spiele, Summe 1’000, 2 genau" in page
        assert "berichtigt" in as_("anna").text(f"earlier/{carried.pk}/")

    def test_somebody_forgotten_is_entered_later(self, as_, carried, chloe):
        address = f"earlier/{carried.pk}/{chloe.player.pk}/"
        assert chloe.player.name in as_("emma").text(f"earlier/{carried.pk}/")
        sent = {"version": "0", "reason": "fehlte", **correct(5, 60, 1)}
        assert as_("emma").post(address, **sent).status_code == 302
        assert carried.balances.get(player=chloe.player).total == 60

    def test_made_against_an_old_version_it_is_refused(self, as_, carried, beat):
        address = f"earlier/{carried.pk}/{beat.player.pk}/"
        for _time in range(2):
            response = as_("chloe").post(
                address, version="1", reason="falsch", **correct(60, 1200, 3)
            )
        assert response.status_code == 412
        assert 'role="alert"' in response.content.decode()
        assert carried.balances.filter(player=beat.player).count() == 2

    def test_everything_wrong_is_said_at_once(self, as_, carried, beat):
        address = f"earlier/{carried.pk}/{beat.player.pk}/"
        response = as_("chloe").post(address, version="1", reason="", **correct("x", 100, ""))
        assert set(errors(response)) == {"reason", "hands_row"}
        response = as_("chloe").post(address, version="1", reason="r", **correct(5, 9999, 6))
        assert set(errors(response)) == {"total_row", "exact_hits_row"}


class TestAllYears:
    def test_what_was_carried_over_is_marked(self, as_, carried, anna, season):
        SeasonTally.objects.create(
            club_id=season.club_id,
            season=season,
            player=anna.player,
            evenings=1,
            hands=10,
            total=150,
            squares=2500,
            exact=1,
            predicted=10,
            surplus=0,
        )
        page = as_("beat").text("averages/")
        assert "1 Anna 110 Spiele 100 vorgetragen 10 17.73" in page
        assert "Anna ± 1.67 10 100" in page
        assert "2 Beat 50 Spiele 50 vorgetragen 2 20.00" in page
        assert "Beat – 0 50" in page
        assert "gilt nur für die Spiele, die hier einzeln geschrieben sind" in page

    def test_without_anything_carried_over_nothing_is_marked(self, as_, anna, season):
        SeasonTally.objects.create(
            club_id=season.club_id,
            season=season,
            player=anna.player,
            evenings=1,
            hands=2,
            total=30,
            squares=500,
            exact=0,
            predicted=2,
            surplus=0,
        )
        assert "vorgetragen" not in as_("beat").text("averages/").casefold()

    @pytest.mark.parametrize(("minimum", "ranked"), [("60", False), ("50", True), ("x", True)])
    def test_the_reader_says_how_many_hands_a_rank_needs(self, as_, carried, minimum, ranked):
        page = as_("beat").text("averages/", minimum=minimum)
        assert ("noch 10 Spiele bis zur Rangliste" in page) is not ranked

    def test_an_empty_table_says_how_it_is_filled(self, as_):
        assert "entsteht von selbst" in as_("beat").text("averages/")
        assert "Nimm die Schlusstabelle" in as_("chloe").text("earlier/")
        assert "Das macht die Leitung." in as_("beat").text("earlier/")


def test_the_club_page_leads_here(as_):
    html = as_("beat").get("").content.decode()
    assert 'href="/clubs/rosenau/averages/"' in html
    assert 'href="/clubs/rosenau/earlier/"' in html


def test_the_day_of_entry_is_told(as_, carried):
    today = timezone.localdate()
    assert f"{today:%d.%m.%Y}" in words(as_("beat").get(f"earlier/{carried.pk}/"))
