"""What is wrong with the facts of a case, as sentences for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from jassclub.errors import Detail, Invalid
from referee.rules.finding import Finding

Params = dict[str, object]


def _wrong_type(params: Params) -> str:
    return _("«{fact}» ist nicht in der erwarteten Form ({expected}).").format(**params)


def _impossible(params: Params) -> str:
    because = params.get((get_language() or "de")[:2]) or params.get("de", "")
    return _("Das kann nicht alles zutreffen ({facts}): {because}").format(
        facts=params["facts"], because=because
    )


SENTENCES: dict[str, Callable[[Params], str]] = {
    "unknown_fact": lambda p: _(
        "«{fact}» gehört nicht zu diesem Artikel; seine Fragen stehen unter /facts."
    ).format(**p),
    "wrong_type": _wrong_type,
    "not_a_choice": lambda p: _("«{fact}» kann nur eines sein von: {options}.").format(**p),
    "out_of_range": lambda p: _("«{fact}» muss zwischen {low} und {high} liegen.").format(**p),
    "not_a_card": lambda p: _("«{fact}» ist keine Karte; geschrieben wird sie wie ROA.").format(
        **p
    ),
    "not_a_mode": lambda p: _(
        "«{fact}» ist keine Spielart; geschrieben wird sie wie RO, O oder U."
    ).format(**p),
    "not_a_weis": lambda p: _(
        "«{fact}» enthält etwas, das kein Weis ist; geschrieben wird er wie {example}."
    ).format(example='{"seat": 0, "run": 5, "top": "ROA"}', **p),
    "card_twice": lambda p: _("Diese Karte kommt zweimal vor: {card}.").format(
        card=p.get("card", p.get("cards", ""))
    ),
    "too_many_cards": lambda p: _("Das sind zu viele Karten; höchstens {most}.").format(**p),
    "not_a_seat": lambda p: _("{seat} ist kein Platz; Plätze zählen von 0.").format(**p),
    "no_such_seat": lambda p: _("Platz {seat} gibt es nicht; es sind {seats}, von 0 an.").format(
        **p
    ),
    "contradiction": lambda p: _(
        "«{fact}» ist mit {told} angegeben, aus den Karten folgt aber {derived}."
    ).format(**p),
    "impossible_facts": _impossible,
}
"""Code -> sentence; together with the codes of the facts this is complete (a test says so)."""


def detail(finding: Finding) -> Detail:
    """A finding as the API and the pages show it."""
    text = SENTENCES[finding.code](dict(finding.params))
    return Detail(finding.pointer, finding.code, text, finding.article)


def refused(findings: Iterable[Finding]) -> Invalid:
    """All that is wrong with the facts, under one headline."""
    return Invalid.of(map(detail, findings), _("Diese Angaben passen nicht zusammen."))
