"""What the rules of any game agree on, in the language of the reader."""

from django.utils.translation import gettext, ngettext

from referee.rules.profile import Profile
from scoring.games.kind import Words
from scoring.games.registry import GAMES


def agreed(profile: Profile) -> list[str]:
    """What tells these rules from others of their game, a few words for each point."""
    return [_said(words) for words in GAMES[profile.game].agreed(profile)]


def _said(words: Words) -> str:
    if words.plural:
        text = ngettext(words.text, words.plural, words.numbers["count"])
    else:
        text = gettext(words.text)
    return text % words.numbers
