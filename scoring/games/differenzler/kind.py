"""Differenzler: predictions, aloud or sealed; averages of all years."""

from collections.abc import Iterator

from referee.rules.profile import Profile
from scoring.games.differenzler.game import Differenzler, check_predictions
from scoring.games.differenzler.schema import SLIP
from scoring.games.differenzler.sentences import SENTENCES
from scoring.games.kind import PLAYED_WITH_CARDS, GameKind, Speaking
from scoring.games.words import Words, gettext_noop, length


def _agreed(profile: Profile) -> Iterator[Words]:
    rules, penalty = profile.differenzler, profile.referee.wrong_card_penalty
    spoken = gettext_noop("offen angesagt"), gettext_noop("verdeckt angesagt")
    yield Words(spoken[rules.predictions == "hidden"])
    yield length(profile)
    if rules.exact_bonus:
        yield Words(gettext_noop("genau getroffen −%(points)d"), {"points": rules.exact_bonus})
    if rules.trump_recut:
        yield Words(gettext_noop("Trumpf wird neu abgehoben"))
    if penalty:
        words = gettext_noop("%(points)d Strafpunkte für die falsche Karte")
        yield Words(words, {"points": penalty})


DIFFERENZLER = GameKind(
    game=Differenzler(),
    slip=SLIP,
    title=gettext_noop("Differenzler"),
    agreed=_agreed,
    sentences=SENTENCES,
    switches=(*PLAYED_WITH_CARDS, "differenzler", "settlement", "stoeck_points"),
    family="differenzler",
    speaking=Speaking(member="predictions", check=check_predictions, sealable=True),
    averaged=True,
)
