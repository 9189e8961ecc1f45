"""The files on the shelf: books, articles and the profiles that are shipped."""

import pytest

from referee.rulebook.articles import ARTICLES, PROFILES, raw_profile
from referee.rules.profile import ProfileError, load_profile, profile_slugs, read_profile
from referee.rules.profile_fields import KINDS

SHIPPED = (
    "aucho",
    "aucho-dorf",
    "ausmachen-erster-stich",
    "ausmachen-stich-vor-weis",
    "bergpreis",
    "bergpreis-nach-dem-spiel",
    "bieter",
    "bieter-luzern",
    "bieter-zu-fuenft",
    "bieter-zu-viert",
    "butzer",
    "chibre",
    "cinq-cents",
    "club-swiss",
    "coiffeur",
    "coiffeur-10",
    "coiffeur-11",
    "coiffeur-12",
    "coiffeur-drei",
    "coiffeur-misere",
    "differenzler-aegeri",
    "differenzler-gross",
    "differenzler-kilchberg",
    "differenzler-offen",
    "differenzler-strafpunkte",
    "differenzler-verdeckt",
    "freies-blatt",
    "freies-blatt-paare",
    "freies-blatt-tief",
    "freundeskreis",
    "guet-jass",
    "guggitaler",
    "guggitaler-gross",
    "hae",
    "haerdoepfeler",
    "handjass",
    "handjass-zu-zweit",
    "hindersi",
    "hindersi-partien",
    "jassderby",
    "jassen-ch",
    "jassonkel",
    "jassregeln",
    "jassverzeichnis",
    "jasswiki-streng",
    "kilchberg",
    "kreuzjass",
    "kreuzjass-oben-unten",
    "kzjv",
    "mittlere",
    "molotow",
    "molotow-doppelt",
    "molotow-striche",
    "pandur",
    "pandur-gegner",
    "pandur-spieler",
    "plus-minus",
    "puur-naell-ass",
    "schafhauser",
    "schaggi-haas",
    "schaufeldame",
    "schellenjass",
    "schellenjass-striche",
    "schieber-1000",
    "schieber-2500",
    "schieber-kleiner-weis",
    "schieber-passen",
    "schieber-rest-streng",
    "schieber-vorarlberg",
    "schlaeger",
    "schlaeger-zu-dritt",
    "sidi",
    "sidi-1500",
    "sidi-alle",
    "staecherei",
    "stallikon",
    "swisslos",
    "trumpf-duell",
    "turnier-einzelschieber",
    "uri",
    "what-is-jass",
    "zuger",
)


def read(text: str):
    raw = raw_profile("probe", text)
    return read_profile(raw, load_profile(raw.extends) if raw.extends else None)


def codes(error: ProfileError) -> list[tuple[str, str]]:
    return [(finding.code, finding.pointer) for finding in error.findings]


HEAD = 'title = "Probe"\nedition = "1"\nextends = "jassregeln"\n'


def test_the_profiles_of_the_book_of_interfaces_are_shipped():
    assert profile_slugs() == SHIPPED == tuple(PROFILES)


def test_the_main_book_has_33_articles_cited_without_a_dot():
    assert len([slug for slug in ARTICLES if "." not in slug]) == 33


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_value_of_a_shipped_profile_has_an_article_or_a_reason(slug):
    for path in KINDS:
        cited = load_profile(slug).citation(path)
        assert (cited.article in ARTICLES) != bool(cited.house), path


def test_the_main_profile_declares_every_switch_itself():
    assert set(dict(load_profile("jassregeln").citations)) == set(KINDS)
    assert load_profile("jassregeln").layers == ("book:jassregeln",)


EXPECTED = [
    ("jassregeln", "matsch_bonus", 100),
    ("jassregeln", "target", 1000),
    ("jassregeln", "kreuzweis", True),
    ("jassregeln", "undertrump", "only_trumps"),
    ("schieber-2500", "target", 2500),
    ("schieber-2500", "stoeck_multiplied", True),
    ("club-swiss", "weis", False),
    ("club-swiss", "stoeck", False),
    ("club-swiss", "matsch_bonus", 0),
    ("club-swiss", "target", 0),
    ("club-swiss", "contracts", ("trump", "O", "U")),
    ("what-is-jass", "direction", "clockwise"),
    ("what-is-jass", "weis_table", "what-is-jass"),
    ("what-is-jass", "weis_both_sides", True),
    ("what-is-jass", "kreuzweis", False),
    ("what-is-jass", "matsch_bonus", 0),
    ("what-is-jass", "stoeck_before_play", True),
    ("what-is-jass", "both_reach", "higher_total"),
    ("what-is-jass", "first_forehand", "diamond_seven"),
    ("chibre", "first_forehand", "diamond_seven"),
    ("chibre", "kreuzweis", False),
    ("chibre", "finish", "bedanken"),
    ("jassregeln", "stakes.schneider", 2),
    ("turnier-einzelschieber", "matsch_bonus", 0),
    ("turnier-einzelschieber", "hands", 12),
    ("turnier-einzelschieber", "slalom_values", "start"),
    ("differenzler-offen", "players", (3, 4)),
    ("differenzler-offen", "undertrump", "void"),
    ("differenzler-offen", "differenzler.predictions", "open"),
    ("differenzler-verdeckt", "differenzler.predictions", "hidden"),
    ("differenzler-verdeckt", "differenzler.sealed_entry", "paper"),
]


@pytest.mark.parametrize(("slug", "path", "value"), EXPECTED)
def test_a_shipped_profile_says_what_its_book_says(slug, path, value):
    assert load_profile(slug).value(path) == value


@pytest.mark.parametrize(
    ("deck", "factors"),
    [
        ("german", {"RO": 1, "EI": 1, "SI": 2, "SE": 2, "O": 3, "U": 3}),
        ("french", {"H": 1, "D": 1, "S": 2, "C": 2, "O": 3, "U": 3}),
    ],
)
def test_factors_of_2500_are_stored_for_each_deck(deck, factors):
    multipliers = load_profile("schieber-2500").multipliers
    assert {name: multipliers.by_deck[deck][name] for name in factors} == factors


def test_a_suit_of_the_other_deck_has_no_factor():
    assert load_profile("schieber-2500").multipliers.by_deck["german"].get("H") is None


FAULTY = [
    ("weis = { value = false }", ("citation_missing", "/weis")),
    ("weis = false", ("citation_missing", "/weis")),
    ('weis = { value = false, article = "nirgends" }', ("unknown_article", "/weis")),
    (
        'weis = { value = false, article = "weisregeln", house = "so" }',
        ("citation_twice", "/weis"),
    ),
    ('weis = { value = false, house = "" }', ("wrong_type", "/weis")),
    ('weis = { value = false, house = "so", farbe = 1 }', ("unknown_switch", "/weis")),
    ('weisen = { value = false, house = "so" }', ("unknown_switch", "/weisen")),
    ('weis = { value = 1, house = "so" }', ("wrong_type", "/weis")),
    ('target = { value = true, house = "so" }', ("wrong_type", "/target")),
    ('target = { value = 1e400, house = "so" }', ("wrong_type", "/target")),
    ('target = { value = -1, house = "so" }', ("out_of_range", "/target")),
    ('weis_table = { value = "gross", house = "so" }', ("not_a_choice", "/weis_table")),
    ('players = { value = [], house = "so" }', ("wrong_type", "/players")),
    ('players = { value = [4, 4], house = "so" }', ("not_a_choice", "/players")),
    ('players = { value = [true], house = "so" }', ("not_a_choice", "/players")),
    ('game = { value = "Kein Name", house = "so" }', ("wrong_type", "/game")),
    (
        'multipliers.german = { value = { X = 1 }, house = "so" }',
        ("not_a_choice", "/multipliers/german"),
    ),
    (
        'multipliers.german = { value = { EI = 0 }, house = "so" }',
        ("out_of_range", "/multipliers/german"),
    ),
]


@pytest.mark.parametrize(("line", "expected"), FAULTY)
def test_the_loader_refuses_a_faulty_value_and_names_it(line, expected):
    with pytest.raises(ProfileError) as refused:
        read(f"{HEAD}[values]\n{line}\n")
    assert codes(refused.value) == [expected]


def test_the_loader_tells_all_faults_of_a_file_at_once():
    with pytest.raises(ProfileError) as refused:
        read(f'{HEAD}[values]\nweis = false\nnix = {{ value = 1, house = "so" }}\n')
    assert codes(refused.value) == [("citation_missing", "/weis"), ("unknown_switch", "/nix")]


def test_a_profile_that_extends_nothing_must_declare_everything():
    with pytest.raises(ProfileError) as refused:
        read('title = "P"\nedition = "1"\n[values]\nweis = { value = false, house = "so" }\n')
    assert len(refused.value.findings) == len(KINDS) - 1
    assert {finding.code for finding in refused.value.findings} == {"switch_missing"}


@pytest.mark.parametrize("text", ['title = "P"\n', 'edition = "1"\n', HEAD + "extra = 1\n"])
def test_a_file_without_its_head_or_with_more_than_it_is_refused(text):
    with pytest.raises(ValueError, match="needs title, edition and values"):
        raw_profile("probe", text)
