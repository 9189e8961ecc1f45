"""HAE Jass: bids of tricks."""

from collections.abc import Iterator

from referee.rules.profile import Profile
from scoring.games.hae.game import HaeJass, check_bids
from scoring.games.hae.schema import SLIP
from scoring.games.hae.sentences import SENTENCES
from scoring.games.kind import GameKind, Speaking
from scoring.games.words import Words, gettext_noop


def _agreed(profile: Profile) -> Iterator[Words]:
    yield Words(gettext_noop("Stiche ansagen"))
    most = {"cards": profile.hae.most_cards}
    yield Words(gettext_noop("bis %(cards)d Karten in der Hand"), most)


HAE = GameKind(
    game=HaeJass(),
    slip=SLIP,
    title=gettext_noop("HAE Jass"),
    agreed=_agreed,
    sentences=SENTENCES,
    switches=("hae",),
    speaking=Speaking(member="bids", check=check_bids),
)
