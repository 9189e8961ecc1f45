"""HAE Jass: bids of tricks."""

from collections.abc import Iterator

from referee.rules.profile import Profile
from scoring.games.hae.game import HaeJass, check_bids
from scoring.games.kind import (
    MOST_SEATS,
    GameKind,
    Speaking,
    Words,
    gettext_noop,
    members,
    number,
    several,
    slip_schema,
)

MOST_CARDS = 27
TRICKS = several(number(0, MOST_CARDS))
CARDS = several({"type": "string"}, least=0, most=54)
TRICK = members({"lead": number(0, MOST_SEATS - 1), "cards": CARDS})

SLIP = slip_schema(
    {
        "cards": number(1, MOST_CARDS),
        "bids": TRICKS,
        "tricks": TRICKS,
        "record": members(
            {
                "tricks": several({"anyOf": [CARDS, TRICK]}, least=0, most=MOST_CARDS),
                "hands": several(CARDS),
            }
        ),
    }
)


SENTENCES = {
    "bid_forbidden": gettext_noop(
        "Verboten ist hier die Ansage %(forbidden)s: zusammen wären es genau %(tricks)s Stiche."
    ),
    "tricks_missing": gettext_noop("Es fehlen Stiche."),
    "tricks_wrong": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s Stiche."),
    "tricks_not_as_recorded": gettext_noop("Nach den notierten Karten sind es %(tricks)s Stiche."),
    "round_twice": gettext_noop("Die Runde mit %(cards)s Karten steht schon in Spiel %(hand)s."),
    "round_not_due": gettext_noop(
        "Die Runde mit %(cards)s Karten ist nicht an der Reihe, sondern die mit %(due)s."
    ),
    "card_not_held": gettext_noop("Platz %(seat)s hatte %(card)s nicht."),
    "joker_is_no_card": gettext_noop("«%(card)s»: ein Joker muss eine Karte von 2 bis Ass sein."),
    "joker_unnamed": gettext_noop("Für diesen Joker wurde keine Karte angesagt."),
    "joker_counts_as_ass": gettext_noop("Was sollte der Joker sein? Ohne Ansage gilt er als Ass."),
    "wrong_leader": gettext_noop("Ausspielen musste Platz %(seat)s."),
}


def _agreed(profile: Profile) -> Iterator[Words]:
    yield Words(gettext_noop("Stiche ansagen"))
    yield Words(gettext_noop("bis %(cards)d Karten in der Hand"), {"cards": profile.hae.most_cards})


HAE = GameKind(
    game=HaeJass(),
    slip=SLIP,
    title=gettext_noop("HAE Jass"),
    agreed=_agreed,
    sentences=SENTENCES,
    switches=("hae",),
    speaking=Speaking(member="bids", check=check_bids),
)
