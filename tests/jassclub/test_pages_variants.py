"""The new game: what the club plays comes first, everything else in families, each with words."""

import pytest
from django.utils import timezone, translation

from jassclub.clubs.actors import SYSTEM
from referee.rules.profile import load_profile
from scoring.tables.games import open_game
from scoring.tables.pages.new_game import AT_HAND, OpeningForm
from scoring.tables.pages.variants import compared, families, first_choice, playable, variant


@pytest.fixture(autouse=True)
def _in_german():
    with translation.override("de"):
        yield


def test_every_rule_that_can_be_played_stands_in_exactly_one_family():
    slugs = [found.profile.slug for family in families() for found in family.variants]
    assert sorted(slugs) == sorted(profile.slug for profile in playable())


def test_what_is_offered_first_is_not_repeated():
    first = [found.profile.slug for found in first_choice(["uri"], "de")]
    assert first[0] == "uri"
    rest = {found.profile.slug for family in families(without=first) for found in family.variants}
    assert rest.isdisjoint(first)
    assert len(rest) + len(first) == len(playable())


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("schieber-2500", "auf 2’500 Punkte · 1- bis 3-fach"),
        ("club-swiss", "so lange ihr wollt · ohne Weis"),
        ("bergpreis", "mit Bergpreis"),
        ("uri", "auf 2’000 Punkte · im Streit anders: Kontermatsch"),
        ("differenzler-offen", "offen angesagt"),
        ("coiffeur-12", "12 Zeilen · 1- bis 12-fach"),
        ("hae", "Stiche ansagen · bis 10 Karten in der Hand"),
        ("jassregeln", "auf 1’000 Punkte · alles einfach · mit Weis und Stöck · Matsch +100"),
    ],
)
def test_a_variant_is_told_by_what_only_it_has(slug, words):
    assert compared(load_profile(slug)).words == words


def test_offered_alone_it_has_all_its_words():
    told = variant(load_profile("schieber-2500")).words
    assert told == "auf 2’500 Punkte · 1- bis 3-fach · mit Weis und Stöck · Matsch +100"


def test_nothing_is_without_words():
    assert [it.slug for it in playable() if not compared(it).words] == []


@pytest.mark.parametrize(("language", "slug"), [("de", "schieber-1000"), ("fr", "chibre")])
def test_a_club_that_never_played_is_offered_what_its_language_plays(club, language, slug):
    club.language = language
    assert OpeningForm.of(club, [], None).typed.values["profile"] == slug


@pytest.mark.django_db
def test_who_played_lately_is_at_hand_and_a_circle_stands_once(club, guests):
    from jassclub.clubs.services.clubs import add_players
    from scoring.tables.pages.new_game import _latest

    names = [f"Ada {n:02}" for n in range(AT_HAND + 3)]
    add_players(actor=SYSTEM, club_id=club.pk, names=names)
    for slug in ("schieber-1000", "uri"):
        open_game(
            actor=SYSTEM,
            club_id=club.pk,
            profile_slug=slug,
            player_ids=[player.pk for player in guests],
            played_on=timezone.localdate(),
        )
    players = list(club.players.order_by("name"))
    form = OpeningForm.of(club, players, None, before=_latest(SYSTEM, club))
    assert {player.name for player in form.at_hand[:4]} == {player.name for player in guests}
    assert len(form.at_hand) + len(form.others) == len(players)
    assert [circle["rules"] for circle in form.again] == ["Schieber nach Urner Brauch"]
    assert form.often[0].profile.slug == "uri"


@pytest.mark.parametrize(
    ("asked", "slug"),
    [
        ("Butzer", "butzer"),
        ("Sackjass", "schlaeger"),
        ("la pomme", "haerdoepfeler"),
        ("Schaffuuser", "schafhauser"),
        ("Härzjass", "schellenjass"),
        ("Molotov", "molotow-striche"),
    ],
)
def test_a_game_is_found_by_what_it_is_called_somewhere(asked, slug):
    assert asked in variant(load_profile(slug)).found_by


def test_what_is_different_about_rules_is_told_without_the_help_for_answering():
    told = [compared(profile).words for profile in playable()]
    assert not [words for words in told if ": Ja" in words or "(0" in words]
