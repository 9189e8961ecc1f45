"""Rulings in answers, typed to the last member. They document what `Ruling.to_json` writes."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from jassclub.api.serializers import Answer
from referee.rulings.facts import EffectType, Until, Verdict

FREE = {"type": "object", "additionalProperties": True}
PLAIN = [{"type": kind} for kind in ("string", "number", "boolean", "null")]
WORD_OR_NUMBER = {"anyOf": PLAIN[:2]}
LISTS = {"anyOf": [*PLAIN[:2], {"type": "array", "items": WORD_OR_NUMBER}]}
MELD = {"type": "object", "additionalProperties": LISTS}
VALUE: dict[str, Any] = {
    "anyOf": [
        *PLAIN,
        {"type": "array", "items": {"anyOf": [*LISTS["anyOf"], MELD]}},
        {"type": "object", "additionalProperties": LISTS},
    ]
}
"""A word, a number, a truth, cards, numbers, hands by seat or melds: what a fact may hold."""


@extend_schema_field(VALUE)
class FactValueField(serializers.JSONField):
    """The value of a fact or of a detail."""


@extend_schema_field({"type": "object", "additionalProperties": VALUE})
class FactsField(serializers.JSONField):
    """Values by the names of their facts."""


@extend_schema_field({"anyOf": [*PLAIN, LISTS, {"type": "array", "items": LISTS}, FREE]})
class SwitchField(serializers.JSONField):
    """The value of a switch of the rules; tables of factors are objects, lines of a Coiffeur pairs
    of a name and its factor."""


class EffectOut(Answer):
    """What is to be done; which members there are follows from its `type`."""

    type = serializers.ChoiceField([str(kind) for kind in EffectType])
    seat = serializers.IntegerField(required=False, allow_null=True)
    side = serializers.CharField(required=False, help_text="`0+2`, `1+3`, or a role of the case.")
    who = serializers.CharField(required=False, help_text="A role of the case, such as `taker`.")
    which = serializers.CharField(required=False, help_text="What of several is meant.")
    cards = serializers.ListField(child=serializers.CharField(), required=False)
    suit = serializers.CharField(required=False, allow_null=True)
    points = serializers.IntegerField(required=False, allow_null=True)
    until = serializers.ChoiceField([str(moment) for moment in Until], required=False)


class OptionOut(Answer):
    """A right to choose: who has it, between what, and until when."""

    by = serializers.CharField(help_text="`0+2`, `1+3`, or a role of the case.")
    choices = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What may be chosen."
    )
    default = serializers.CharField(required=False, help_text="What holds if nobody chooses.")
    until = serializers.CharField(required=False, help_text="Until when it may be chosen.")
    cards = serializers.ListField(child=serializers.CharField(), required=False)


class DecisionOut(Answer):
    """What follows: in one sentence, for programs, and by which sentences of the books."""

    text = serializers.CharField()
    effects = EffectOut(many=True)
    options = OptionOut(many=True)
    answer = FactsField()
    cites = serializers.ListField(child=serializers.CharField())


class AskedAnswerOut(Answer):
    """One answer to a question of the referee."""

    value = FactValueField()
    label = serializers.CharField()  # type: ignore[assignment]


class AskedOut(Answer):
    """The question that the ruling waits for."""

    fact = serializers.CharField(help_text="Name of the fact that is asked for.")
    text = serializers.CharField(help_text="The question, in the language of the answer.")
    why = serializers.CharField(allow_null=True)
    answers = AskedAnswerOut(many=True)


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/NeighbourOut"}})
class NeighboursField(serializers.JSONField):
    """Neighbours of a neighbour."""


class NeighbourOut(DecisionOut):
    """What would follow if one fact were otherwise."""

    fact = serializers.CharField(help_text="Name of the fact.")
    verdict = serializers.ChoiceField([str(verdict) for verdict in Verdict])
    profiles = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Profiles in which it is so; where the fact is a switch of the rules.",
    )
    question = serializers.CharField(required=False)
    labels = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Its answers in words."
    )
    branches = NeighboursField(required=False)

    def get_fields(self) -> dict[str, Any]:
        """`if` is no name in Python."""
        answers = serializers.ListField(
            child=FactValueField(), help_text="The answers for which it holds."
        )
        return {**super().get_fields(), "if": answers}


class AssumedOut(Answer):
    """What holds because nobody said otherwise, and what would follow if it did not."""

    fact = serializers.CharField(help_text="Name of the fact.")
    value = FactValueField()
    question = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    otherwise = NeighbourOut(many=True, help_text="What would follow.")

    def get_fields(self) -> dict[str, Any]:
        """`from` is no name in Python."""
        source = serializers.CharField(
            help_text="Why it holds: `profile`, `custom`, `game`, `article` or `numbers`."
        )
        return {**super().get_fields(), "from": source}


class TraceOut(Answer):
    """A step of the way to the ruling: a fact with its value, at the end the rows that applied."""

    fact = serializers.CharField(required=False, help_text="Name of the fact.")
    value = FactValueField(required=False)
    source = serializers.CharField(  # type: ignore[assignment]
        required=False, help_text="Where the value comes from."
    )
    rows = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Names of the rows."
    )


class RulingOut(DecisionOut):
    """A ruling; `rests_on`: "house" where no book says it, only custom.

    `assumed`: what holds because nobody told otherwise (`from`: "profile", "custom" of tables,
    "game": what follows from the one that is played, "article", what who asks by it says by that,
    or "numbers": points nobody told count nothing),
    each with what would follow `otherwise`.
    `branches`: where everything asked was answered by "UNKNOWN", what it depends on. Of
    `need_facts`, `answer` says what holds whatever is told yet, `sure` the same in words where the
    article has them.
    """

    article = serializers.CharField()
    rests_on = serializers.ChoiceField(choices=["book", "house"], required=False)
    verdict = serializers.ChoiceField([str(verdict) for verdict in Verdict])
    question = AskedOut(allow_null=True)
    sure = DecisionOut(allow_null=True, required=False)
    assumed = AssumedOut(many=True, required=False)
    branches = NeighbourOut(many=True, required=False)
    readings = DecisionOut(many=True)
    profile = serializers.CharField()
    edition = serializers.CharField()
    competing = NeighbourOut(many=True)
    trace = TraceOut(many=True)
    misses = NeighbourOut(many=True)
