"""Reads the facts of a table from TOML, with the shared ones a table uses."""

from collections.abc import Iterator, Mapping
from typing import Any

from jassclub.core.languages import LANGUAGES
from referee.rulebook.articles import NAMES
from referee.rules.profile_fields import KINDS
from referee.rules.profile_kinds import Choice, Flag, Number
from referee.rulings.facts import LARGEST, READERS, Fact

Raw = Mapping[str, Any]
_KEYS = {
    "kind",
    "values",
    "classes",
    "default",
    "given",
    "usual",
    "rule",
    "parts",
    "derived",
    "profile",
    "selector",
    "ask",
    "label",
    "few",
    "why",
}
_YES_NO = {True: NAMES["answers"]["yes"], False: NAMES["answers"]["no"]}


def read_facts(raw: Raw, shared: Mapping[str, Raw]) -> tuple[dict[str, Fact], list[str]]:
    """The facts of a table in its order, and what is wrong with them.

    `use` names shared facts; `[facts.x]` adds one or changes parts of a shared one.
    """
    own: Raw = raw.get("facts", {})
    used = raw.get("use", [])
    problems = [f"shared fact {name} does not exist" for name in used if name not in shared]
    merged = {name: shared[name] for name in used if name in shared}
    for name, fact in own.items():
        merged[name] = {**merged.get(name, {}), **fact}
    facts = {}
    for name, fact in merged.items():
        faults = [f"fact {name}: {problem}" for problem in _problems(fact)]
        problems += faults
        if not faults:
            facts[name] = _fact(name, fact)
    return facts, problems


def _fact(name: str, raw: Raw) -> Fact:
    domain = _domain(raw)
    return Fact(
        name=name,
        kind=raw.get("kind", "profile"),
        domain=domain,
        default=raw.get("default"),
        given=raw.get("given"),
        usual=raw.get("usual", raw.get("rule")),
        rule=raw.get("rule"),
        parts=_parts(raw),
        derived=raw.get("derived"),
        profile=raw.get("profile"),
        classes={
            # One limit alone has no upper end.
            answer: (limits[0], limits[1] if len(limits) > 1 else LARGEST)
            for answer, limits in raw.get("classes", {}).items()
        },
        selector=raw.get("selector", False),
        ask=raw.get("ask", {}),
        labels=_labels(raw, domain),
        few=tuple(raw.get("few", ())),
        why=raw.get("why"),
    )


def _domain(raw: Raw) -> tuple[object, ...]:
    if _is_number_of_profile(raw):
        return ()
    if "profile" in raw and "classes" not in raw:
        return tuple(KINDS[raw["profile"]].options)
    kind = raw.get("kind")
    if kind == "yesno":
        return (True, False)
    return tuple(raw["values"]) if kind == "choice" else tuple(raw.get("classes", ()))


def _is_number_of_profile(raw: Raw) -> bool:
    """Whether it is a detail that a story may tell and the profile has otherwise."""
    number = raw.get("kind") in ("number", "points") and "classes" not in raw
    return number and "profile" in raw


def answers_in(value: object) -> tuple[object, ...]:
    """One answer or a list of them, as a condition has it."""
    return tuple(value) if isinstance(value, list) else (value,)


def _parts(raw: Raw) -> dict[object, dict[str, tuple[object, ...]]]:
    return {
        answer: {name: answers_in(told) for name, told in of.items()}
        for answer, of in raw.get("parts", {}).items()
    }


def _labels(raw: Raw, domain: tuple[object, ...]) -> dict[object, Raw]:
    labels = raw.get("label", {})
    if raw.get("kind") == "yesno":
        return dict(_YES_NO) | {name == "yes": words for name, words in labels.items()}
    return {answer: labels.get(str(answer), {}) for answer in domain}


def _problems(raw: Raw) -> Iterator[str]:
    yield from (f"{key} is not known" for key in raw if key not in _KEYS)
    if "profile" in raw:
        number = "classes" in raw or _is_number_of_profile(raw)
        fits = (Number,) if number else (Choice, Flag)
        if not isinstance(KINDS.get(raw["profile"]), fits):
            yield f"{raw['profile']} is no switch that can be an axis"
        return
    if raw.get("kind") not in (*READERS, "choice"):
        yield f"kind {raw.get('kind')} is not known"
        return
    if raw["kind"] == "choice" and not raw.get("values"):
        yield "a choice needs values"
        return
    yield from _axis_problems(raw)


def _axis_problems(raw: Raw) -> Iterator[str]:
    domain = _domain(raw)
    given = [raw[key] for key in ("default", "given", "usual", "rule") if key in raw]
    yield from (f"cannot be {answer}" for answer in given if domain and answer not in domain)
    strange = [answer for answer in raw.get("few", ()) if domain and answer not in domain]
    yield from (f"few names {answer}, which is no answer" for answer in strange)
    yield from (f"is not asked in {lang}" for lang in LANGUAGES if not raw.get("ask", {}).get(lang))
    if raw["kind"] != "yesno":
        yield from (
            f"{answer} has no label in {lang}"
            for answer in domain
            for lang in LANGUAGES
            if not raw.get("label", {}).get(str(answer), {}).get(lang)
        )
