"""Fills the templates of a row with the details of the case."""

from collections.abc import Mapping
from operator import attrgetter

from referee.rules.profile import Profile
from referee.rulings.case import Case
from referee.rulings.derivations import BINDINGS, COMMON_BINDINGS
from referee.rulings.facts import UNKNOWN, known
from referee.rulings.phrases import named_in
from referee.rulings.ruling import Bound, Decision, cites_in
from referee.rulings.tables import Outcome, Reading, Table, Template

OFFENDER = "$offender"
WHOM = ("by", "side", "seat")
"""What says whom an effect or a right is about."""
_ROLE_AS = {"by": "by", "side": "side", "seat": "who"}


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
        effects=tuple(_filled(effect, details) for effect in ground.effects),
        options=tuple(_filled(option, details) for option in ground.options),
        answer=_filled(ground.answer, details),
        details=details.named(ground.says),
    )


def _filled(template: Template, details: Details) -> Bound:
    """The template with its `$names` replaced; what nobody knows is left out, but for whom it is
    about: that is then the part in the case ("opponents"), a side in its own place, a seat as
    `who`. An effect that names nobody at all is the offender's.
    """
    values = {key: _value(value, details) for key, value in template.items()}
    unknown = [key for key in WHOM if key in values and not known(values[key])]
    roles = {_ROLE_AS[key]: role_in(template, key) for key in unknown if template[key] != OFFENDER}
    named = any(key in values and key not in unknown for key in WHOM)
    return {
        key: value for key, value in (values | ({} if named else roles)).items() if known(value)
    }


def role_in(template: Template, key: str) -> str:
    """The part in the case that a template names."""
    return str(template[key]).removeprefix("$")


def _value(value: object, details: Details) -> object:
    if isinstance(value, list):
        items = [_value(item, details) for item in value]
        return items if all(map(known, items)) else UNKNOWN
    if isinstance(value, str) and value.startswith("$"):
        detail = details[value[1:]]
        return list(detail) if isinstance(detail, tuple) else detail
    return value
