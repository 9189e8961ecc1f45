"""How a table plays a game: the few rules that are asked when it is opened, as it was last time.

Asked is what only the sheet of that game reads, and how far is played. What is answered otherwise
than the club's rules say is a house rule of the table, and the next game by these rules in the club
begins with it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Club
from jassclub.core.errors import Finding
from jassclub.core.speaking import sign
from referee.rules.profile import (
    Profile,
    ProfileError,
    kinds_of,
    profile_slugs,
    switches_of,
)
from referee.rules.profile_kinds import Kind, text_of
from scoring.core.models import Game
from scoring.core.rules import sentence
from scoring.tables.how_said import HOUSE, in_club

FIELD = "own."
"""Before the path of a switch: the name of its field."""
OF = "own_of"
"""The field with the rules that were asked about: others chosen since are played as they stand."""
LENGTHS = {"target": gettext_lazy("Ziel"), "hands": gettext_lazy("Zahl der Spiele")}


@dataclass(frozen=True)
class OwnRule:
    """One question: its words, what can be picked or typed, what stands there and is wrong."""

    path: str
    words: str
    kind: Kind
    answers: Mapping[object, str]
    shown: str
    error: str = ""

    @property
    def name(self) -> str:
        """The field."""
        return FIELD + self.path

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """What can be picked: value, words, whether it is picked; none where it is typed."""
        return [
            (text_of(value), said(value, self.answers), text_of(value) == self.shown)
            for value in self.kind.options
        ]


def said(value: object, answers: Mapping[object, str]) -> str:
    """A value of a switch in words."""
    if isinstance(value, bool) and not answers:
        return _("Ja") if value else _("Nein")
    return _(answers.get(value, str(value)))


def differences(base: Profile, profile: Profile) -> list[str]:
    """What of its own two rules of one game play otherwise, in words; what is played says so
    itself, and what only helps to answer, in brackets, is left out."""
    return [
        words
        if profile.value(path) is True and not answers
        else f"{words}{sign()} {said(profile.value(path), answers)}"
        for path, words, answers in (
            (path, _(switch.words).partition(" (")[0], switch.answers)
            for path, switch in switches_of(profile.game).items()
        )
        if profile.value(path) != base.value(path)
    ]


def asked(slug: str, club: Club, typed: Mapping[str, str] | None = None) -> list[OwnRule]:
    """The questions about the rules of that name, as the club played them last; an answer that
    there is no more is told at its question, which stands as the rules have it."""
    if slug not in profile_slugs():
        return []
    rules, last = in_club(slug, club), _last_answers(slug, club)
    known = {rule.path: last[rule.path] for rule in own_rules(rules) if rule.path in last}
    gone = {path: it for path, it in known.items() if kinds_of(rules.game)[path].problem(it)}
    layer = _reasoned({path: it for path, it in known.items() if path not in gone})
    with suppress(ProfileError):
        rules = rules.with_layer(layer, "table")
    words = _("Letztes Mal galt «%(answer)s»; das gibt es nicht mehr.")
    told = {path: words % {"answer": said(it, {})} for path, it in gone.items() if not typed}
    return [replace(rule, error=told.get(rule.path, "")) for rule in own_rules(rules, typed)]


def own_rules(profile: Profile, typed: Mapping[str, str] | None = None) -> list[OwnRule]:
    """The questions about these rules; what was `typed` stays in its field."""
    kinds, own = kinds_of(profile.game), switches_of(profile.game)
    lengths = {path: str(words) for path, words in LENGTHS.items() if profile.value(path)}
    asked = lengths | {path: _(switch.words) for path, switch in own.items()} if own else {}
    return [
        OwnRule(
            path=path,
            words=words,
            kind=kinds[path],
            answers=own[path].answers if path in own else {},
            shown=(typed or {}).get(path, text_of(profile.value(path))),
        )
        for path, words in asked.items()
    ]


def _last_answers(slug: str, club: Club) -> Mapping[str, object]:
    """The value of each switch that there was, as a club played these rules last."""
    games = Game.objects.filter(club=club, profile_slug=slug, passe=None).order_by("-created_at")
    last = games.values_list("profile__values", flat=True).first() or {}
    return {path: told["value"] for path, told in last.items()}


def read(post: Mapping[str, str]) -> dict[str, str]:
    """What was typed, by path; nothing where the rules were changed since they were asked about."""
    if post.get(OF) != post.get("profile"):
        return {}
    fields = (name for name in post if name.startswith(FIELD))
    return {name.removeprefix(FIELD): post[name].strip()[:20] for name in fields}


def layer(slug: str, typed: Mapping[str, str], club: Club) -> dict[str, Any]:
    """The house rules of the table: what was answered otherwise than the club's rules say."""
    if not typed:
        return {}
    rules = in_club(slug, club)
    told = {
        rule.path: rule.kind.typed([typed[rule.path]])
        for rule in own_rules(rules)
        if rule.path in typed
    }
    return _reasoned({path: it for path, it in told.items() if it != rules.value(path)})


def faults(slug: str, typed: Mapping[str, str], club: Club) -> list[Finding]:
    """Whatever was typed that these rules cannot be."""
    if not typed:
        return []
    found = in_club(slug, club).layer_findings(layer(slug, typed, club), "table")
    return [
        Finding(item.code, f"/own/{item.pointer.strip('/').replace('/', '.')}", sentence(item))
        for item in found
    ]


def places(typed: Mapping[str, str]) -> dict[str, str]:
    """From where those findings point to the fields."""
    return {f"/own/{path}": FIELD + path for path in typed}


def refused(asked: Sequence[OwnRule], errors: Mapping[str, Sequence[str]]) -> list[OwnRule]:
    """The questions, each with what was wrong with its answer."""
    return [
        replace(rule, error=" ".join(errors.get(rule.name, ())) or rule.error) for rule in asked
    ]


def _reasoned(values: Mapping[str, object]) -> dict[str, Any]:
    return {path: {"value": value, "house": HOUSE} for path, value in values.items()}
