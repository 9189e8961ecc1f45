"""What is told beside a slip: findings that block nothing, agreement, doubt, predictions."""

from rest_framework import serializers

from jassclub.api.schema import FindingCodeField
from jassclub.api.serializers import Answer
from referee.api.shapes import FactValueField
from scoring.claims.agreement import REASONS
from scoring.claims.models import Confirmation


class WarningOut(Answer):
    """Something that was stored all the same; `params` are what its sentence would name."""

    code = FindingCodeField()
    severity = serializers.ChoiceField(["error", "warning"])
    pointer = serializers.CharField(allow_blank=True)
    article = serializers.CharField(allow_null=True)
    params = serializers.DictField(child=FactValueField())


class RemarkOut(WarningOut):
    """A finding about a hand, with its sentence."""

    detail = serializers.CharField()


class ConfirmedOut(Answer):
    """By whom and how a version was agreed to."""

    how = serializers.ChoiceField(Confirmation.How.choices)
    seat = serializers.IntegerField(allow_null=True)
    actor = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField(source="created_at")


class HandDoubtOut(Answer):
    """A doubt, with its reason."""

    reason_code = serializers.ChoiceField(REASONS)
    reason_text = serializers.CharField(allow_blank=True)
    seat = serializers.IntegerField(allow_null=True)
    actor = serializers.CharField()
    at = serializers.DateTimeField(source="created_at")


class PredictionOut(Answer):
    """Whether a seat has predicted (`made`), and the number once everybody may know it."""

    seat = serializers.IntegerField()
    made = serializers.BooleanField()
    value = serializers.IntegerField(allow_null=True)
    late = serializers.BooleanField()
