"""`/rulings/proven`: the disputes that a recorded hand proves by itself."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, InputSerializer, JSONObjectField, WholeList
from jassclub.clubs.rights import Anyone
from jassclub.core.errors import Invalid
from referee.api.rulebook import LANG, RuleView, language_of
from referee.api.rulings import RulingOut
from referee.asking import found_profile
from referee.rules.hae_records import read_hae_round
from referee.rules.profile import Profile
from referee.rules.records import RecordError, read_hand
from referee.rulings.decide import decide
from referee.rulings.hae.proven_round import proven_in_round
from referee.rulings.play.offences import ProvenCase, proven_cases


class RecordIn(InputSerializer):
    """A recorded hand, as the command `replay` takes it."""

    record = JSONObjectField()
    profile = serializers.CharField(max_length=40, required=False)


class ProvenOut(Answer):
    """A dispute that the hand proves: where it happened, and the ruling. All count from 0."""

    article = serializers.CharField()
    kind = serializers.CharField()
    trick = serializers.IntegerField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    card = serializers.CharField(allow_null=True)
    facts = serializers.JSONField()
    ruling = serializers.SerializerMethodField()

    @extend_schema_field(RulingOut)
    def get_ruling(self, case: ProvenCase) -> Any:
        """By the rules that were played."""
        ruling = decide(case.article, case.facts, self.context["profile"])
        return ruling.to_json(self.context["lang"])


class ProvenView(RuleView):
    """A hand that was written down card by card."""

    permission_classes = [Anyone]
    throttle_scope = "entries"
    idempotent = False
    pagination_class = WholeList

    @extend_schema(
        operation_id="rulings_proven",
        request=RecordIn,
        responses=ProvenOut(many=True),
        parameters=[LANG],
    )
    def post(self, request: Request) -> Response:
        """Every revoke, wrong lead and wrong deal of a hand, with its ruling. Stores nothing.

        Of HAE Jass every wrong lead, wrong deal and joker that nobody named.
        """
        values, lang = self.read(RecordIn), language_of(request)
        profile = found_profile(values.get("profile", "jassregeln"))
        cases = _proven(values["record"], profile)
        return self.answer_page(ProvenOut, cases, profile=profile, lang=lang)


def _proven(record: object, profile: Profile) -> list[ProvenCase]:
    """The cases of a record; Invalid with what of it cannot be read."""
    try:
        if profile.game == "hae":
            return proven_in_round(read_hae_round(record), profile)
        return proven_cases(read_hand(record), profile)
    except RecordError as error:
        pointer = "/record" + error.pointer
        raise Invalid.at(pointer, error.code, str(error)) from None
