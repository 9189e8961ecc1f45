"""`legal`, `weis` and `replay` obey the profile of the table: a case table of all that are shipped.

Each line says by which text cards are followed, which contracts are played and by which article
not the others, and whether Weis and Stöck count.
"""

import re
from itertools import permutations

import pytest

from jassclub.core.languages import LANGUAGES
from referee.rules.deals import deal_of
from referee.rules.judged import legal_answer, replay_answer, weis_answer
from referee.rules.modes import name_of
from referee.rules.profile import load_profile, profile_slugs
from referee.rules.records import RecordError
from referee.rules.replay import Agreed
from referee.rulings.decide import decide
from referee.rulings.facts import Verdict
from tests.tabled import tabled

POSITIONS = {
    "void, below a ruff": ("S6 H6 HA", "D9 H8"),
    "with the suit, below a ruff": ("D6 H6 HA", "D9 H8"),
    "nothing but trumps, below a ruff": ("H6 H7 HA", "D9 H8"),
    "the Bauer alone on a trump lead": ("D6 HJ CA", "H9"),
    "with the suit, not yet ruffed": ("D6 HJ CA", "D9"),
}
BOOK = ["S6 HA", "D6 HA", "H6 H7 HA", "D6 HJ CA", "D6 HJ"]
LEGAL = {
    "jassregeln": BOOK,
    "swiss-club": BOOK,
    "differenzler": ["S6 H6 HA", *BOOK[1:]],
    "few tricks": ["S6 H6 HA", *BOOK[1:]],
    "cinq cents": [*BOOK[:3], "HJ", BOOK[4]],
    "what-is-jass": ["S6 H6 HA", "D6 H6 HA", "H6 H7 HA", "HJ", "D6 HJ"],
    "hae": ["S6 H6 HA", "D6 H6 HA", "H6 H7 HA", "D6 HJ CA", "D6 HJ CA"],
}
"""Text -> what may be played in each position."""
ARTICLES = {
    "jassregeln": {"revoke": "nichtangeben", "undertrump": "untertrumpfen"},
    "swiss-club": {"revoke": "swiss-club.stiche", "undertrump": "swiss-club.untertrumpfen"},
    "differenzler": {"revoke": "differenzler.spiel", "undertrump": "differenzler.untertrumpfen"},
    "what-is-jass": {"revoke": "what-is-jass.stiche"},
    "cinq cents": {"revoke": "nichtangeben", "undertrump": "untertrumpfen"},
    "few tricks": {"revoke": "nichtangeben", "undertrump": "untertrumpfen"},
    "hae": {},
}
"""Text -> the article that a wrong card is found by."""

CONTRACTS = ("H", "O", "U", "SLALOM_O", "GUSCHTI_U", "MARY_O", "MISERE_O")
USUAL = ("H", "O", "U")
LINES = ("H", "O", "U", "SLALOM_O", "GUSCHTI_U")
SAID = "trumpf-ansagen"
SCHIEBER = ("jassregeln", USUAL, SAID, True)
TOURNAMENT = ("jassregeln", USUAL, SAID, False)
DIFFERENZLER = ("differenzler", ("H",), "differenzler.geben", False)
SHEET = ("jassregeln", CONTRACTS, None, False)
"""The text that is followed, the contracts played, the article against others, Weis and Stöck."""

PROFILES = {
    **dict.fromkeys(
        (
            "ausmachen-erster-stich", "ausmachen-stich-vor-weis", "bergpreis",
            "bergpreis-nach-dem-spiel", "freundeskreis", "jassen-ch", "jassonkel", "jassregeln",
            "jassverzeichnis", "jasswiki-streng", "puur-naell-ass", "schieber-1000",
            "schieber-2500", "schieber-kleiner-weis", "schieber-rest-streng",
            "schieber-vorarlberg", "staecherei", "swisslos", "uri",
        ),
        SCHIEBER,
    ),
    **dict.fromkeys(
        ("jassderby", "kilchberg", "kzjv", "schieber-passen", "stallikon",
         "turnier-einzelschieber"),
        TOURNAMENT,
    ),
    **dict.fromkeys(
        ("differenzler-aegeri", "differenzler-gross", "differenzler-kilchberg",
         "differenzler-offen", "differenzler-strafpunkte", "differenzler-verdeckt", "guet-jass"),
        DIFFERENZLER,
    ),
    **dict.fromkeys(("freies-blatt", "freies-blatt-paare", "freies-blatt-tief"), SHEET),
    "chibre": ("jassregeln", ("H",), None, True),
    "club-swiss": ("swiss-club", USUAL, "swiss-club.sieben-ansagen", False),
    "coiffeur": ("jassregeln", USUAL, None, False),
    "coiffeur-10": ("jassregeln", LINES, None, False),
    "coiffeur-11": ("jassregeln", LINES, None, False),
    "coiffeur-12": ("jassregeln", (*LINES, "MISERE_O"), None, False),
    "coiffeur-misere": ("jassregeln", (*USUAL, "GUSCHTI_U", "MISERE_O"), None, False),
    "coiffeur-drei": ("jassregeln", LINES, None, False),
    "handjass": ("jassregeln", ("H",), "bodentrumpf", False),
    **dict.fromkeys(
        ("aucho", "aucho-dorf", "bieter", "bieter-luzern", "bieter-zu-fuenft", "bieter-zu-viert",
         "butzer", "haerdoepfeler", "handjass-zu-zweit", "pandur",
         "pandur-gegner", "pandur-spieler", "schafhauser", "schaggi-haas",
         "schlaeger", "schlaeger-zu-dritt", "trumpf-duell", "zuger"),
        ("jassregeln", ("H",), None, True),
    ),
    "cinq-cents": ("cinq cents", ("H",), None, True),
    "kreuzjass": ("jassregeln", ("H",), None, False),
    "kreuzjass-oben-unten": ("jassregeln", ("H", "O", "U"), None, False),
    "sidi-alle": ("jassregeln", ("H", "O", "U", "SLALOM_O"), None, False),
    **dict.fromkeys(
        ("guggitaler", "guggitaler-gross", "schaufeldame", "schellenjass", "schellenjass-striche"),
        ("few tricks", ("O",), None, False),
    ),
    **dict.fromkeys(
        ("hindersi", "hindersi-partien", "mittlere", "molotow-striche", "plus-minus"),
        ("few tricks", ("H",), None, False),
    ),
    **dict.fromkeys(("molotow", "molotow-doppelt"), ("few tricks", ("H",), None, True)),
    **dict.fromkeys(("sidi", "sidi-1500"), ("jassregeln", ("H",), None, True)),
    "hae": ("hae", ("O",), "hae.wertung", False),
    "what-is-jass": ("what-is-jass", ("H",), "what-is-jass.eldest", True),
}  # fmt: skip

FOUR = {
    slug: PROFILES[slug]
    for slug in PROFILES
    if slug in profile_slugs()
    and (load_profile(slug).game == "hae" or 4 in deal_of(load_profile(slug).game).players)
}
"""Those that deal nine of 36 cards to four; of the others tells `test_deals.py`."""
SUITS = ("D", "H", "S", "C")
DEAL = [[suit + rank for rank in "6789TJQKA"] for suit in SUITS]
"""Seat 1 holds all of Rosen: a run of nine and the Stöck."""


def plays(slug):
    profile = load_profile(slug)
    return profile, Agreed.of(profile)


def test_the_case_table_has_a_line_for_every_profile_that_is_shipped():
    assert tuple(sorted(PROFILES)) == profile_slugs()


@pytest.mark.parametrize("case", range(len(POSITIONS)), ids=list(POSITIONS))
@tabled("slug", FOUR)
def test_a_card_may_be_played_where_the_text_of_the_table_lets_it(slug, case):
    hand, trick = list(POSITIONS.values())[case]
    record = {"mode": "H", "hand": hand.split(), "trick": trick.split()}
    found = legal_answer(record, *plays(slug))["legal"]
    assert sorted(found) == sorted(LEGAL[PROFILES[slug][0]][case].split())


WRONG = {
    "a suit withheld": ("revoke", "C7", (["D6", "C7", "H6"], ["D9"])),
    "a trump below a ruff": ("undertrump", "H6", (["S7", "H6"], ["D9", "H8"])),
    "the Bauer withheld": ("revoke", "D6", (["D6", "HJ"], ["H9"])),
}


@pytest.mark.parametrize("name", WRONG)
@tabled("slug", FOUR)
def test_a_wrong_card_is_found_by_the_article_of_the_tables_own_book(slug, name):
    """Seat 0 leads, perhaps seat 1 ruffs, and the next one plays the card in question."""
    code, card, (hand, lying) = WRONG[name]
    seats = [[lead] for lead in lying] + [hand]
    rest = iter(["S8", "S9"])
    trick = [*lying, card]
    while len(trick) < 4:
        extra = next(rest)
        seats.append([extra])
        trick.append(extra)
    record = {"contract": "H", "starter": 0, "hands": seats, "tricks": [trick]}
    found = replay_answer(record, *plays(slug), with_legal=False)["findings"]
    articles = [item["article"] for item in found if item["code"] == code and item["card"] == card]
    text = PROFILES[slug][0]
    free = {
        "a trump below a ruff": ("few tricks", "differenzler", "what-is-jass", "hae"),
        "the Bauer withheld": ("jassregeln", "swiss-club", "differenzler", "few tricks", "hae"),
        "a suit withheld": ("hae",),
    }[name]
    own = {("cinq cents", "the Bauer withheld"): "trumpfbauer"}
    article = own.get((text, name)) or ARTICLES[text].get(code)
    assert articles == ([] if text in free else [article])


@pytest.mark.parametrize("contract", CONTRACTS)
@tabled("slug", FOUR)
def test_a_contract_that_the_table_does_not_play_is_a_finding(slug, contract):
    _text, played, article, _weis = PROFILES[slug]
    hand = {"contract": contract, "starter": 0, "hands": DEAL, "tricks": []}
    deal = {"mode": contract, "starter": 0, "seats": [{"hand": held} for held in DEAL]}
    position = {"mode": contract, "hand": DEAL[0], "trick": []}
    told = [
        replay_answer(hand, *plays(slug), with_legal=False),
        weis_answer(deal, *plays(slug)),
        legal_answer(position, *plays(slug)),
    ]
    wanted = [] if contract in played else [article]
    for answer in told:
        found = [i for i in answer.get("findings", []) if i["code"] == "contract_not_played"]
        assert [item["article"] for item in found] == wanted
        assert all(name_of(contract, "de") in item["message"] for item in found)
        assert not any(re.search(rf"\b{contract}\b", item["message"]) for item in found)


@tabled("slug", FOUR)
def test_weis_and_stoeck_are_credited_only_where_they_are_played(slug):
    deal = {"mode": "H", "starter": 0, "seats": [{"hand": held} for held in DEAL]}
    told = weis_answer(deal, *plays(slug))
    credited = [seat["points"] for seat in told["seats"]]
    if PROFILES[slug][3]:
        assert min(credited) > 0
        assert told["winner"] is not None
        assert [seat["stoeck"] for seat in told["seats"]] == [False, True, False, False]
    else:
        assert credited == [0] * 4
        assert told["winner"] is None
        assert set(told["sides"]) == {0}
        assert not any(seat["stoeck"] or seat["runs"] or seat["quartets"] for seat in told["seats"])


@tabled("slug", FOUR)
def test_a_weis_that_was_written_where_none_counts_is_a_finding(slug):
    hand = {"contract": "H", "starter": 0, "tricks": [["D6", "D7", "D8", "D9"]]}
    told = {"weis": [{"seat": 0, "points": 50}], "stoeck": 0}
    found = replay_answer(hand | told, *plays(slug), with_legal=False)["findings"]
    codes = {item["code"] for item in found} & {"weis_not_played", "stoeck_not_played"}
    assert codes == (set() if PROFILES[slug][3] else {"weis_not_played", "stoeck_not_played"})


@tabled("slug", FOUR)
def test_points_are_told_for_each_who_writes_his_own(slug):
    profile, agreed = plays(slug)
    hand = {"contract": "H", "starter": 0, "tricks": [["D6", "D7", "D8", "DT"]]}
    told = replay_answer(hand, profile, agreed, with_legal=False)
    alone = profile.sides == "single" and slug != "schieber-passen"
    points = 0 if slug == "hae" else 10
    assert told["team_card_points"] == ([0, 0, 0, points] if alone else [0, points])
    assert told["team_tricks"] == ([0, 0, 0, 1] if alone else [0, 1])


def test_without_a_profile_a_hand_is_judged_in_whatever_contract_it_was_played():
    hand = {"contract": "SLALOM_O", "starter": 0, "hands": DEAL, "tricks": []}
    told = replay_answer(hand, load_profile("jassregeln"), Agreed(), with_legal=False)
    assert "contract_not_played" not in [item["code"] for item in told["findings"]]


UNKNOWN = [
    (legal_answer, {"mode": "H", "hand": ["D6"], "trick": [], "game": "hae"}, "/game"),
    (legal_answer, {"mode": "H", "hand": ["D6"], "trick": [], "dead": ["D6"]}, "/dead"),
    (weis_answer, {"mode": "H", "starter": 0, "seats": [], "profile": "hae"}, "/profile"),
    (
        weis_answer,
        {"mode": "H", "starter": 0, "seats": [{"hand": DEAL[0], "weis": 1}] * 4},
        "/seats/0/weis",
    ),
    (replay_answer, {"contract": "H", "starter": 0, "tricks": [], "dead": ["D6"]}, "/dead"),
    (replay_answer, {"contract": "H", "starter": 0, "tricks": [], "a/b": 1}, "/a~1b"),
    (
        replay_answer,
        {"contract": "H", "starter": 0, "tricks": [{"cards": ["D6"], "dead": ["D6"]}]},
        "/tricks/0/dead",
    ),
]


@pytest.mark.parametrize("slug", ["jassregeln", "hae"])
@pytest.mark.parametrize(("answer", "record", "pointer"), UNKNOWN)
def test_a_key_that_nobody_reads_is_refused_by_its_name(answer, record, pointer, slug):
    more = {"with_legal": False} if answer is replay_answer else {}
    with pytest.raises(RecordError) as refused:
        answer(record, *plays(slug), **more)
    assert (refused.value.code, refused.value.pointer) == ("unknown_key", pointer)


RULINGS = {
    ("untertrumpfen", "play", "under_void"): (0, "H6"),
    ("untertrumpfen", "play", "under_holding_suit"): (1, "H6"),
    ("untertrumpfen", "play", "under_only_trumps"): (2, "H6"),
    ("trumpfbauer", "given", "only_bauer"): (3, "CA"),
    ("nichtangeben", "gave", "only_bauer"): (3, "CA"),
}
"""What is told of a card -> the position, and the card that was played in it."""


@pytest.mark.parametrize("told", RULINGS, ids=" ".join)
@tabled("slug", FOUR)
def test_a_ruling_allows_what_the_text_of_the_table_lets_be_played(slug, told):
    article, fact, value = told
    case, card = RULINGS[told]
    text = PROFILES[slug][0]
    told = {fact: value, "game": "schieber"} if slug.startswith("freies-blatt") else {fact: value}
    ruling = decide(article, told, load_profile(slug))
    assert ruling.verdict is Verdict.DETERMINED
    assert ruling.decision.answer["legal"] is (card in LEGAL[text][case].split())
    if text == "what-is-jass":
        assert ruling.decision.cites[0].startswith("what-is-jass.stiche#")


@pytest.mark.parametrize(
    ("lang", "word"),
    [("de", "Obenabe"), ("fr", "obenabe"), ("it", "obenabe"), ("en", "Obenabe")],
)
def test_a_finding_calls_the_contract_by_its_word_in_the_language_that_was_asked_for(lang, word):
    profile = load_profile("handjass")
    position = {"mode": "O", "hand": DEAL[0], "trick": []}
    (found,) = legal_answer(position, profile, Agreed.of(profile), lang)["findings"]
    assert word in found["message"]


CODES = re.compile(r"\b(?:(?:EI|RO|SI|SE|[DHSC])[2-9TJQKABUO]|X[12]|SLALOM|GUSCHTI|[OU])\b")
FAULTY = {
    "jassregeln": [
        {"contract": "H", "starter": 0, "hands": DEAL, "tricks": [[*fall]]}
        for fall in permutations((DEAL[0][0], DEAL[1][-1], DEAL[2][0], DEAL[3][0]))
    ],
    "hae": [
        {"starter": 0, "hands": [["S2", "X1"], ["S2", "H4"]], "tricks": [["X1", "D5"], ["X1"]]},
        {"starter": 0, "contract": "SLALOM_O", "tricks": [["S2", "S2"]]},
    ],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", FAULTY)
def test_no_finding_holds_the_letters_of_a_card_or_a_contract(slug, lang):
    profile = load_profile(slug)
    told = [
        item["message"]
        for record in FAULTY[slug]
        for item in replay_answer(record, profile, Agreed.of(profile), with_legal=False, lang=lang)[
            "findings"
        ]
    ]
    assert len(set(told)) > 3
    assert [text for text in told if CODES.search(text)] == []
