"""What the pages ask of a game: its fields, its slip, its sheet. Each game has a module of its own.

`registry.py` lists them; the pages know no game by name.

The ways in which a hand of any game can have gone: played, annulled, misdealt.

The choice of trump: one button a contract that the table plays.

Rows of fields, one a player: what was said before the hand and what was made in it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.web.form_state import FormState
from jassclub.web.suits import mode_name, short_name
from scoring.claims.rows import table_at
from scoring.claims.selectors import GameState
from scoring.core.models import Hand
from scoring.core.rules import Rules
from scoring.games.base import Table
from scoring.games.card_sums import contracts_at, totals

Prediction = Mapping[str, Any]
"""One seat as `scoring.claims.selectors.predictions_of` tells it: `seat`, `made`, `value`."""
Choice = tuple[str, str]
"""What is sent, and the words that people choose."""

HAND: str | Promise = gettext_lazy("Spiel")
"""What an entry is called where it is one hand."""

COMMON = {
    "/state": "state",
    "/number": "number",
    "/reason_code": "reason_code",
    "/reason_text": "reason_text",
}
"""Pointers that every form answers to."""


@dataclass(frozen=True)
class Spot:
    """One hand of one table, as far as a form has to know it. `names` are those of the columns."""

    rules: Rules
    hand: Hand
    predictions: Sequence[Prediction] = ()
    players: Mapping[int, str] = field(default_factory=dict)
    names: Sequence[str] = ()

    @cached_property
    def table(self) -> Table:
        """Who plays and deals in it, with the current slips of all other hands."""
        return table_at(self.hand, self.rules)


@dataclass(frozen=True)
class Column:
    """A column of the paper grid: a number to type, or one of the `choices`.

    `part`: the numbers of such columns make the whole together. `each`: what one more than is
    `usual` adds to that whole (a hand more, a matsch). Left empty it is what is usual.
    """

    name: str
    heading: str
    choices: Sequence[Choice] = ()
    part: bool = False
    each: int = 0
    usual: int = 0


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The pages of one game.

    `template` holds the fields, `sheet` the sheet; `field_of`: JSON pointers of the slip to the
    fields that they are about, all of them; `whole` is what the numbers of a hand make
    together, 0 where nothing is known of it. `more` and `drawn` are read by those two templates.
    `noun`: what an entry is called; `hands`: how many hands it usually stands for; `running`: the
    paper grid adds up the totals of the players while it is typed; `dealt`: an entry has a dealer;
    `preset`: fields that a tap on the sheet may choose beforehand. `tariff`: what a phone without
    network needs to reckon what a hand brings (entry.js), None where only the service can.
    `ways`: what a hand can come to beside being played, annulled or misdealt. `sayable`: the
    numbers that can be said before a hand where they are few enough for a key each; else digits.
    `writer`: the question whose answers are the keys that write, where there is such.
    """

    template: str
    sheet: str = "scoring/_sheet.html"
    field_of: Callable[[Rules], Mapping[str, str]]
    slip_of: Callable[[FormState, Spot], dict[str, Any]]
    typed_from: Callable[[Mapping[str, Any], Rules], FormState]
    whole: Callable[[Spot], int]
    grid: Callable[[Spot], Sequence[Column]]
    more: Callable[[FormState, Spot], object] = lambda _typed, _spot: None
    drawn: Callable[[GameState], object] = lambda _state: None
    course: bool = False
    noun: str | Promise = HAND
    hands: Callable[[Rules], int] = lambda _rules: 1
    running: bool = False
    dealt: bool = True
    preset: Sequence[str] = ()
    tariff: Callable[[Rules], Mapping[str, Any] | None] = lambda _rules: None
    ways: "Callable[[Rules], Iterable[HandOutcome]]" = lambda _rules: ()
    sayable: Callable[[Spot], Sequence[int]] = lambda _spot: ()
    writer: "Callable[[Spot], Writer | None]" = lambda _spot: None


@dataclass(frozen=True)
class Writer:
    """A question that is asked last: each of its answers is a key, and to give it is to write.

    `beside`: the question that has an answer from the start; the keys tell it along.
    """

    name: str
    words: str
    choices: Sequence[Choice]
    beside: str = ""


@dataclass(frozen=True, kw_only=True)
class HandOutcome:
    """One way in which a hand can have gone, with its form: played, thanked for, annulled ...

    `fits` says whether a stored slip tells of this way; `sided`: offered to each side by itself.
    """

    name: str
    words: str
    hint: str
    form: Kind
    fits: Callable[[Mapping[str, Any]], bool]
    sided: bool = False


def voided(typed: FormState) -> dict[str, Any] | None:
    """The slip of a hand that is worth nothing, None for one that counts."""
    state = typed.values.get("state")
    return {"state": state} if state in ("annulled", "misdealt") else None


def as_typed(values: Mapping[str, Any]) -> FormState:
    """The values of a slip as the texts of fields."""
    return FormState({name: "" if value is None else str(value) for name, value in values.items()})


def at(values: object, index: int) -> Any:
    """A member of a list of a stored slip, None where there is none."""
    return values[index] if isinstance(values, list) and index < len(values) else None


PLAYED = "played"


def said_to_be(state: str, kind: Kind) -> Kind:
    """The form of a hand that came to this."""
    return replace(kind, slip_of=lambda typed, spot: {**kind.slip_of(typed, spot), "state": state})


def played(kind: Kind) -> HandOutcome:
    """Played to the last trick: the form of every day."""
    return HandOutcome(
        name=PLAYED,
        words=_("Ganz gespielt"),
        hint=_("Bis zum letzten Stich, das Spiel zählt."),
        form=said_to_be("complete", kind),
        fits=lambda _slip: True,
    )


def voids(kind: Kind) -> list[HandOutcome]:
    """The hand is worth nothing; nothing is asked."""
    return [
        _void(
            kind, "annulled", _("Annulliert"), _("Ein Fehler hob das Spiel auf; es zählt nicht.")
        ),
        _void(
            kind,
            "misdealt",
            _("Vergeben"),
            _("Falsch gegeben; es zählt nicht und wird neu gegeben."),
        ),
    ]


def _void(kind: Kind, state: str, words: str, hint: str) -> HandOutcome:
    nothing = replace(
        kind,
        template="scoring/_void_fields.html",
        slip_of=lambda _typed, _spot: {"state": state},
        whole=lambda _spot: 0,
    )
    return HandOutcome(
        name=state,
        words=words,
        hint=hint,
        form=nothing,
        fits=lambda slip: slip.get("state") == state,
    )


@dataclass(frozen=True)
class Contract:
    """One button of the choice of trump. `open_sum`: the points need not make 157."""

    mode: str
    name: str
    short: str
    factor: int
    open_sum: bool


def contracts(rules: Rules) -> list[Contract]:
    """The contracts that this table plays, in the order of the profile."""
    return [_contract(name, rules) for name in contracts_at(rules.table())]


def _contract(mode: str, rules: Rules) -> Contract:
    factor = rules.profile.multipliers.by_deck[rules.deck].get(mode, 1)
    open_sum = len(totals(mode, rules.profile)) > 1
    return Contract(
        mode, mode_name(mode, rules.deck), short_name(mode, rules.deck), factor, open_sum
    )


@dataclass(frozen=True)
class Cell:
    """A field as the template reads it; `fixed`: what stands in its place where it is told
    already, *** where nobody may read it; `idle`: of somebody who has no cards in this hand."""

    name: str
    value: str
    errors: Sequence[str]
    fixed: str = ""
    idle: bool = False


def cell(typed: FormState, name: str) -> Cell:
    """The field of that name as it was typed."""
    return Cell(name, typed.values.get(name, ""), typed.errors.get(name, ()))


def cells(typed: FormState, names: Sequence[str], field: str) -> list[tuple[str, Cell]]:
    """The name of each column and its field."""
    return [(name, cell(typed, f"{field}_{at}")) for at, name in enumerate(names)]


def rows(typed: FormState, names: Mapping[int, str], *fields: str) -> list[dict[str, Any]]:
    """A row a column, in order: its index and name, and its fields by what they ask for."""
    return [
        {"index": at, "name": name, **{field: cell(typed, f"{field}_{at}") for field in fields}}
        for at, name in sorted(names.items())
    ]


SPOKEN = ("said", "made")
"""The fields of a player where numbers are said before a hand is played."""


def spoken_rows(typed: FormState, spot: Spot, *fields: str) -> list[dict[str, Any]]:
    """A row a player, with what he said before the hand: that is not asked again."""
    found = rows(typed, spot.players, *SPOKEN, *fields)
    for row in found if spot.predictions else ():
        told = spot.predictions[row["index"]]
        shown = "***" if told["value"] is None else str(told["value"])
        row["said"] = replace(row["said"], fixed=shown if told["made"] else "")
    return found


def spoken_grid(spot: Spot, *, part: bool) -> list[Column]:
    """What each player said and made; `part`: what they made makes the whole together."""
    found: list[Column] = []
    for seat, name in sorted(spot.players.items()):
        found.append(Column(f"said_{seat}", _("%(name)s sagt") % {"name": name}))
        found.append(Column(f"made_{seat}", _("%(name)s macht") % {"name": name}, part=part))
    return found


def said(typed: FormState, spot: Spot) -> list[int | str | None]:
    """What each player said: as it is known already, else as typed."""
    known = [told["value"] for told in spot.predictions] or [None] * spot.rules.players
    return [
        typed.number(f"said_{seat}") if value is None else value for seat, value in enumerate(known)
    ]


def in_lists(members: Mapping[str, str], columns: int) -> dict[str, str]:
    """JSON pointers of lists with an item a column to their fields; `members`: member of the slip
    -> what its fields are called."""
    whole = {f"/{key}": f"{name}_0" for key, name in members.items()}
    each = range(columns)
    return whole | {f"/{key}/{at}": f"{name}_{at}" for key, name in members.items() for at in each}


def from_lists(slip: Mapping[str, Any], members: Mapping[str, str], columns: int) -> dict[str, Any]:
    """The items of such lists of a stored slip by the names of their fields."""
    return {
        f"{name}_{index}": at(slip.get(key), index)
        for key, name in members.items()
        for index in range(columns)
    }
