"""A ruling: the verdict, what happens, who may choose, and what it all rests on.

The words of a ruling with the details of the case in them: a text names a detail with what stands
in its place where it is not known, `{card|die Karte}`. The sentences that a decision rests on, in
the words of the profile's own book.

Fills the templates of a row with the details of the case.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from jassclub.core.languages import SOURCE
from referee.rulebook.articles import own_words
from referee.rules.modes import name_of
from referee.rules.profile import Profile
from referee.rulings.case import Case
from referee.rulings.derivations import BINDINGS, COMMON_BINDINGS
from referee.rulings.facts import UNKNOWN, Fact, Verdict, Words
from referee.rulings.tables import Outcome, Reading, Table, Template

_START = re.compile(r"^\w|(?<=[.!?] )\w")
_PLACE = re.compile(r"\{(\w+)\|([^{}]*)\}")


def spoken(
    text: str,
    details: Mapping[str, object],
    lang: str,
    name: Callable[[object, str], str] = name_of,
) -> str:
    """The text in `lang` with its details filled in, called as `name` does (cards by name);
    sentences begin in upper case.
    """

    def filled(place: re.Match[str]) -> str:
        value = details.get(place[1])
        return place[2] if value in (None, UNKNOWN) else name(value, lang)

    return _START.sub(lambda letter: letter[0].upper(), _PLACE.sub(filled, text))


def named_in(text: str) -> set[str]:
    """The details that a text names."""
    return {place[1] for place in _PLACE.finditer(text)}


def question_words(fact: Fact, lang: str) -> str:
    """How a fact is asked for, of nobody in particular; its name where a book decides it."""
    return spoken(fact.ask.get(lang, fact.name), {}, lang)


def answer_words(fact: Fact, answer: object, lang: str) -> str:
    """An answer of a fact in words; a detail as it is called at the table."""
    return fact.labels.get(answer, {}).get(lang) or name_of(answer, lang)


BY_PROFILE = "profile."
"""`profile.<switch>` among the citations of a row: what the value of the switch rests on."""
AGREED = "house.abmachung#s1"
"""What a value rests on that is in no book."""
HOUSE = "house."


def cites_in(cites: Sequence[str], profile: Profile) -> tuple[str, ...]:
    """The citations of a row as they read under a profile, its own book first."""
    own = own_words(profile.slug)
    read = [_read(citation, profile) for citation in cites]
    return tuple(dict.fromkeys(cite for main in read for cite in (*own.get(main, ()), main)))


def house_alone(cites: Sequence[str]) -> bool:
    """Whether no book says it, only custom."""
    return bool(cites) and all(citation.startswith(HOUSE) for citation in cites)


def _read(citation: str, profile: Profile) -> str:
    if not citation.startswith(BY_PROFILE):
        return citation
    return profile.citation(citation.removeprefix(BY_PROFILE)).cites or AGREED


Bound = Mapping[str, object]
"""An effect, option or answer with the details of the case in it."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """The next thing to ask: `answers` are what to tap, `why` the sentence that needs it."""

    fact: str
    text: Words
    why: str | None
    answers: tuple[tuple[object, Words], ...]

    def to_json(self, lang: str) -> dict[str, object]:
        answers = [
            {"value": value, "label": words.get(lang, str(value))} for value, words in self.answers
        ]
        text = spoken(self.text.get(lang, self.fact), {}, lang)
        return {"fact": self.fact, "text": text, "why": self.why, "answers": answers}


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What follows by one row or by one reading of the text. `details`: what its words name."""

    says: Words
    cites: tuple[str, ...]
    effects: tuple[Bound, ...] = ()
    options: tuple[Bound, ...] = ()
    answer: Bound = field(default_factory=dict)
    details: Bound = field(default_factory=dict)

    def to_json(self, lang: str) -> dict[str, object]:
        return {
            "text": spoken(self.says.get(lang, ""), self.details, lang),
            "effects": [dict(effect) for effect in self.effects],
            "options": [dict(option) for option in self.options],
            "answer": dict(self.answer),
            "cites": list(self.cites),
        }


@dataclass(frozen=True, kw_only=True)
class Neighbour:
    """What would hold if one thing were otherwise: the fact, the answers, the decision.

    `facts`: the case in which it holds, with the first of the answers. `profiles`: for a switch,
    the profiles that are shipped with it. `branches`: where that leaves the case open, what follows
    by what nobody could tell.
    """

    fact: Fact
    answers: tuple[object, ...]
    decision: Decision
    verdict: Verdict
    facts: Bound
    profiles: tuple[str, ...] = ()
    branches: "tuple[Neighbour, ...]" = ()

    @property
    def follows(self) -> tuple[object, ...]:
        """All that follows, however often it still depends on something."""
        deeper = [(branch.fact, branch.answers, branch.follows) for branch in self.branches]
        return (self.verdict, self.decision, *deeper)

    def to_json(self, lang: str) -> dict[str, object]:
        head = {"fact": self.fact.name, "if": list(self.answers), "verdict": str(self.verdict)}
        more = {"profiles": list(self.profiles)} if self.profiles else self._asked(lang)
        deeper = [branch.to_json(lang) for branch in self.branches]
        return head | more | self.decision.to_json(lang) | ({"branches": deeper} if deeper else {})

    def _asked(self, lang: str) -> dict[str, object]:
        """The question and the answers in words; a switch is asked of nobody."""
        if self.fact.kind == "profile":
            return {}
        labels = [answer_words(self.fact, answer, lang) for answer in self.answers]
        return {"question": question_words(self.fact, lang), "labels": labels}


Neighbours = Callable[[], Iterable[Neighbour]]


@dataclass(frozen=True)
class Assumed:
    """What holds because nobody said otherwise, and what else would follow if it does not: what
    is agreed on before a game ("profile", "custom"), what follows from the game ("game"), what the
    article says by its name ("article"), that nothing counts but the points told ("numbers").
    """

    fact: Fact
    value: object
    source: str
    otherwise: tuple[Neighbour, ...] = ()

    def to_json(self, lang: str) -> dict[str, object]:
        return {
            "fact": self.fact.name,
            "value": self.value,
            "from": self.source,
            "question": question_words(self.fact, lang),
            "label": answer_words(self.fact, self.value, lang),
            "otherwise": [other.to_json(lang) for other in self.otherwise],
        }


@dataclass(frozen=True, kw_only=True)
class Step:
    """One line of the trace: a fact, its answer, and where the answer comes from."""

    fact: str
    value: object
    source: str

    def to_json(self) -> dict[str, object]:
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return {"fact": self.fact, "value": value, "source": self.source}


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """The answer of the referee to one case.

    `decision` is empty of effects where facts are missing; `question` then asks the next one, and
    where nobody knows what matters `branches` tell what it depends on; `sure` holds even so.
    `rows`: what applied, or could apply.
    """

    article: str
    verdict: Verdict
    decision: Decision
    profile: str
    edition: str
    rows: tuple[str, ...]
    question: Question | None = None
    sure: Decision | None = None
    readings: tuple[Decision, ...] = ()
    trace: tuple[Step, ...] = ()
    branches: tuple[Neighbour, ...] = ()
    find_assumed: Callable[[], Iterable[Assumed]] = field(default=tuple, compare=False, repr=False)
    find_competing: Neighbours = field(default=tuple, compare=False, repr=False)
    find_misses: Neighbours = field(default=tuple, compare=False, repr=False)

    @cached_property
    def competing(self) -> tuple[Neighbour, ...]:
        """What other books decide; like the misses worked out when it is asked for, since that
        takes five times as long as the ruling itself.
        """
        return tuple(self.find_competing())

    @cached_property
    def assumed(self) -> tuple[Assumed, ...]:
        """What was not told and holds at the table."""
        return tuple(self.find_assumed())

    @cached_property
    def misses(self) -> tuple[Neighbour, ...]:
        """What other answers would change."""
        return tuple(self.find_misses())

    def to_json(self, lang: str = SOURCE) -> dict[str, object]:
        """The ruling as plain JSON values, its words in one language."""
        return {
            "article": self.article,
            "verdict": str(self.verdict),
            **self.decision.to_json(lang),
            "rests_on": "house" if house_alone(self.decision.cites) else "book",
            "question": self.question.to_json(lang) if self.question else None,
            "sure": self.sure.to_json(lang) if self.sure else None,
            "branches": [branch.to_json(lang) for branch in self.branches],
            "assumed": [item.to_json(lang) for item in self.assumed],
            "readings": [reading.to_json(lang) for reading in self.readings],
            "profile": self.profile,
            "edition": self.edition,
            "competing": [other.to_json(lang) for other in self.competing],
            "trace": [*(step.to_json() for step in self.trace), {"rows": list(self.rows)}],
            "misses": [miss.to_json(lang) for miss in self.misses],
        }


OFFENDER = "$offender"
WHOM = ("by", "side", "seat")
"""What says whom an effect or a right is about."""
_ROLE_AS = {"by": "by", "side": "side", "seat": "who"}
_NEXT_DEALS = {"redealer": "next_redealer"}


class Details:
    """The details of a case by name, found when they are first asked for.

    A name is a fact, a binding of the table, one of the common bindings, or `profile.<switch>`.
    """

    def __init__(self, table: Table, case: Case) -> None:
        self._table, self._case = table, case
        self._values: dict[str, object] = {}
        self.profile = case.profile

    def __getitem__(self, name: str) -> object:
        if name not in self._values:
            self._values[name] = self._find(name)
        return self._values[name]

    def _find(self, name: str) -> object:
        if name.startswith("profile."):
            return attrgetter(name.removeprefix("profile."))(self._case.profile)
        function = self._table.bindings.get(name, name if name in COMMON_BINDINGS else None)
        return BINDINGS[function](self._case) if function else self._case.get(name)

    def named(self, texts: Mapping[str, str]) -> dict[str, object]:
        """The details that the words of a decision name."""
        return {name: self[name] for text in texts.values() for name in named_in(text)}


def decided(
    ground: Outcome | Reading,
    cites: tuple[str, ...],
    details: Details,
    profile: Profile | None = None,
) -> Decision:
    """What a row or a reading decides in this case; `profile`: whose book is cited, if another's
    than that of the case.
    """
    return Decision(
        says=ground.says,
        cites=cites_in(cites, profile or details.profile),
        effects=tuple(filled(effect, details) for effect in ground.effects),
        options=tuple(filled(option, details) for option in ground.options),
        answer=filled(ground.answer, details),
        details=details.named(ground.says),
    )


def filled(template: Template, details: Details) -> Bound:
    """The template with its `$names` replaced; what nobody knows is left out, but for whom it is
    about: that is then the part in the case ("opponents"), a side in its own place, a seat as
    `who`. An effect that names nobody at all is the offender's.
    """
    values = {key: _value(value, details) for key, value in template.items()}
    told = {key: value for key, value in values.items() if value != UNKNOWN}
    open_ = [key for key in WHOM if key in values and key not in told]
    roles = {_ROLE_AS[key]: role_in(template, key) for key in open_ if template[key] != OFFENDER}
    if details.profile.redeal == "next":
        roles = {key: _NEXT_DEALS.get(role, role) for key, role in roles.items()}
    return told | ({} if any(key in told for key in WHOM) else roles)


def role_in(template: Template, key: str) -> str:
    """The part in the case that a template names."""
    return str(template[key]).removeprefix("$")


def _value(value: object, details: Details) -> object:
    if isinstance(value, list):
        items = [_value(item, details) for item in value]
        return UNKNOWN if UNKNOWN in items else items
    if isinstance(value, str) and value.startswith("$"):
        detail = details[value[1:]]
        return list(detail) if isinstance(detail, tuple) else detail
    return value
