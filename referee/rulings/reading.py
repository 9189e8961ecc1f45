"""Reads the tables of the law. Refused: a row without an article, a word that is not known,
a text that lacks a language, a case that two rows decide differently, a case that none decides.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product, starmap
from typing import Any

from jassclub.core.languages import LANGUAGES, read_book
from referee.rulebook.articles import COMMON_FACTS_TEXT, INSTEAD, RAW_TABLES, ROLES, cited
from referee.rules.profile_fields import KINDS
from referee.rulings.derivations import BINDINGS, DERIVATIONS
from referee.rulings.factreading import answers_in, read_facts
from referee.rulings.facts import (
    EFFECT_FIELDS,
    SIDES,
    Choice,
    EffectType,
    Fact,
    Until,
    Verdict,
)
from referee.rulings.ruling import BY_PROFILE, WHOM, role_in
from referee.rulings.tables import (
    Box,
    Impossible,
    Outcome,
    Reading,
    Row,
    Table,
    bits,
    meet,
    without,
)


def gaps(table: Table) -> list[str]:
    """Cases that no row decides; empty when the table is whole."""
    decided = [table.box(row.when) for row in table.rows]
    left = without([table.everything], [*decided, *table.holes])
    return [f"no row for {in_words(table, box)}" for box in left]


def overlaps(table: Table) -> list[str]:
    """Cases that two rows decide differently, with no row declared the stronger one."""
    return [
        f"rows {row.id} and {other.id} both decide {in_words(table, common)}"
        for (row, first), (other, second) in combinations(table.regions, 2)
        if row.outcome.law != other.outcome.law
        and (common := next(filter(None, starmap(meet, product(first, second))), None))
    ]


def idle_rows(table: Table) -> list[str]:
    """Rows that never apply, and overrides of a row that is never met."""
    by_id = {row.id: row for row in table.rows}
    return [f"row {row.id} never applies" for row, boxes in table.regions if not boxes] + [
        f"row {row.id} overrides {name}, which it never meets"
        for row in table.rows
        for name in row.overrides
        if name not in by_id or not meet(table.box(row.when), table.box(by_id[name].when))
    ]


def _idle_words(table: Table) -> list[str]:
    """What is said to be sure where no two rows agree on it."""
    return [
        f"sure {sure.id} is in fewer than two rows"
        for sure in table.sure
        if sum(sure.is_part_of(row) for row in table.rows) < 2
    ]


def in_words(table: Table, box: Box) -> str:
    """A box as a condition, only the axes that are narrowed."""
    parts = [
        f"{axis.name} = {'/'.join(str(axis.domain[place]) for place in bits(mask))}"
        for axis, mask, whole in zip(table.axes, box, table.everything, strict=True)
        if mask != whole
    ]
    return ", ".join(parts) or "everything"


COMMON_FACTS: dict[str, dict[str, Any]] = read_book(COMMON_FACTS_TEXT, "common_facts")


Raw = Mapping[str, Any]
_PARTS = {"article", "use", "facts", "bindings", "impossible", "rows", "sure", "examples"}
_ROW = {"id", "when", "verdict", "effects", "options", "answer", "readings", "says", "cites"}
_OPTION = {"by", "choices", "until", "default", "cards"}


class TableError(ValueError):
    """A table that is not law; `problems` names everything that is wrong with it at once."""

    def __init__(self, slug: str, problems: list[str]) -> None:
        super().__init__(f"table {slug}: " + "; ".join(problems))
        self.problems = problems


@cache
def table_of(slug: str) -> Table:
    """The table of an article; KeyError if it has none, TableError if it is refused."""
    return read_table(slug, RAW_TABLES[slug])


def table_slugs() -> list[str]:
    """The articles that have a table."""
    return list(RAW_TABLES)


@cache
def rows_instead(slug: str, game: str, *, told: bool) -> tuple[Row, ...]:
    """What holds in a game instead of an article of the main book; TableError if it is refused.

    `told`: only the case names the game, the rules are those of another.
    """
    found = [raw for raw in INSTEAD.get(game, ()) if slug in raw["articles"]]
    facts = dict(table_of(slug).facts) if found else {}
    raws = [
        {key: value for key, value in raw.items() if key not in ("articles", "told")}
        for raw in found
        if raw.get("told") or not told
    ]
    if problems := [problem for raw in raws for problem in _row_problems(raw, facts)]:
        raise TableError(slug, problems)
    return tuple(_row(raw, facts) for raw in raws)


def read_table(slug: str, text: str) -> Table:
    """Read and check the text of a table; TableError names all that is wrong."""
    raw = read_book(text, f"tables/{slug}")
    facts, problems = read_facts(raw, COMMON_FACTS)
    problems += [f"{name} is not known" for name in raw if name not in _PARTS]
    problems += [f"article is {raw.get('article')}, not {slug}"] * (raw.get("article") != slug)
    said = [*raw.get("rows", []), *raw.get("sure", [])]
    problems += [problem for row in said for problem in _row_problems(row, facts)]
    problems += list(_function_problems(raw, facts))
    if problems:
        raise TableError(slug, problems)
    table = Table(
        article=slug,
        facts=facts,
        rows=tuple(_row(row, facts) for row in raw["rows"]),
        impossible=tuple(
            Impossible(when=_when(case["when"], facts), because=case["because"])
            for case in raw.get("impossible", [])
        ),
        bindings=raw.get("bindings", {}),
        sure=tuple(_row(row, facts) for row in raw.get("sure", ())),
        examples=tuple(raw.get("examples", [])),
    )
    if problems := [*overlaps(table), *gaps(table), *idle_rows(table), *_idle_words(table)]:
        raise TableError(slug, problems)
    return table


def _row(raw: Raw, facts: dict[str, Fact]) -> Row:
    return Row(
        id=raw["id"],
        when=_when(raw.get("when", {}), facts),
        cites=tuple(raw["cites"]),
        overrides=tuple(raw.get("overrides", {}).get("rows", ())),
        outcome=Outcome(
            verdict=Verdict(raw.get("verdict", "determined")),
            effects=tuple(raw.get("effects", ())),
            options=tuple(raw.get("options", ())),
            answer=raw.get("answer", {}),
            says=raw.get("says") or cited(raw["cites"][0]).text,
            readings=tuple(
                Reading(
                    says=item["says"],
                    cites=tuple(item["cites"]),
                    effects=tuple(item.get("effects", ())),
                    options=tuple(item.get("options", ())),
                    answer=item.get("answer", {}),
                )
                for item in raw.get("readings", ())
            ),
        ),
    )


def _when(raw: Raw, facts: dict[str, Fact]) -> dict[str, tuple[object, ...]]:
    return {
        name: tuple(facts[name].domain) if value == "any" else answers_in(value)
        for name, value in raw.items()
    }


def _row_problems(row: Raw, facts: dict[str, Fact]) -> Iterator[str]:
    name = row.get("id", "without id")
    keys = _ROW | {"overrides"}
    for problem in (
        *(f"{key} is not known" for key in row if key not in keys),
        *_condition_problems(row.get("when", {}), facts),
        *_decision_problems(row),
        *_verdict_problems(row),
        *(problem for item in row.get("readings", []) for problem in _decision_problems(item)),
        *_override_problems(row.get("overrides", {})),
    ):
        yield f"row {name}: {problem}"


def _condition_problems(when: Raw, facts: dict[str, Fact]) -> Iterator[str]:
    for axis, value in when.items():
        fact = facts.get(axis)
        if fact is None or not fact.is_axis:
            yield f"{axis} is no axis of this table"
        else:
            wrong = [item for item in answers_in(value) if item not in fact.domain]
            yield from (f"{axis} cannot be {item}" for item in wrong)


def _decision_problems(row: Raw) -> Iterator[str]:
    """Without words of its own it speaks in those of the first sentence that it cites."""
    says = row.get("says")
    if says is not None:
        yield from (f"says nothing in {lang}" for lang in LANGUAGES if not says.get(lang))
    yield from citation_problems(row.get("cites", []))
    for effect in row.get("effects", []):
        yield from _effect_problems(effect)
    for option in row.get("options", []):
        yield from _option_problems(option)


def citation_problems(cites: list[str]) -> Iterator[str]:
    """What is wrong with citations: none at all, or one that names no sentence."""
    if not cites:
        yield "cites no article"
    for citation in cites:
        switch = citation.removeprefix(BY_PROFILE)
        try:
            KINDS[switch] if switch != citation else cited(citation)
        except KeyError:
            yield f"cites {citation}, which does not exist"


def _effect_problems(effect: Raw) -> Iterator[str]:
    if effect.get("type") not in list(EffectType):
        yield f"effect {effect.get('type')} is not known"
    yield from (f"effect has no {key}" for key in effect if key not in ("type", *EFFECT_FIELDS))
    yield from _role_problems(effect)
    yield from _moment_problems(effect)


def _option_problems(option: Raw) -> Iterator[str]:
    yield from (f"option has no {key}" for key in option if key not in _OPTION)
    yield from (f"option lacks {key}" for key in ("by", "choices", "until") if key not in option)
    yield from _role_problems(option)
    wrong = [item for item in option.get("choices", []) if item not in list(Choice)]
    yield from (f"choice {item} is not known" for item in wrong)
    yield from _moment_problems(option)


def _role_problems(raw: Raw) -> Iterator[str]:
    """Parts in a case that no page could name where the seat or the side is not told."""
    for role in (role_in(raw, key) for key in WHOM if key in raw):
        if role not in (*ROLES, *SIDES):
            yield f"{role} has no words among the roles"


def _moment_problems(raw: Raw) -> Iterator[str]:
    if "until" in raw and raw["until"] not in list(Until):
        yield f"moment {raw['until']} is not known"


def _verdict_problems(row: Raw) -> Iterator[str]:
    verdict = row.get("verdict", "determined")
    if verdict not in ("determined", "interpretation", "not_regulated"):
        yield f"verdict {verdict} is not known"
    if verdict == "interpretation" and len(row.get("readings", [])) < 2:
        yield "an interpretation needs two readings"


def _override_problems(overrides: Raw) -> Iterator[str]:
    if overrides:
        yield from citation_problems(overrides.get("cites", []))


def _function_problems(raw: Raw, facts: dict[str, Fact]) -> Iterator[str]:
    for fact in facts.values():
        if fact.derived and fact.derived not in DERIVATIONS:
            yield f"fact {fact.name}: nothing derives {fact.derived}"
    for name, function in raw.get("bindings", {}).items():
        if function not in BINDINGS:
            yield f"binding {name}: there is no {function}"
