"""`/rulings` and `/precedents`.

`/rulings/proven`: the disputes that a recorded hand proves by itself.
"""

from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import (
    Answer,
    CharFilter,
    FilterSet,
    InputSerializer,
    JSONObjectField,
    RowAnswer,
    UUIDFilter,
)
from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import Actor, Anyone, IsActor
from jassclub.clubs.api.base import ActorView, command, listing, one_of, reading
from jassclub.core.errors import Invalid
from referee import services
from referee.api.shapes import EffectOut, FactsField, OptionOut, RulingOut
from referee.api.spoken import LANG, InLanguage, RuleView, SpokenField
from referee.asking import found_profile, ruled
from referee.models import Precedent, RulingRecord
from referee.rules.deals import deal_of
from referee.rules.hae_records import read_hae_round
from referee.rules.profile import Profile
from referee.rules.records import RecordError, read_hand
from referee.rulings.decide import decide
from referee.rulings.facts import EffectType, Until, Verdict
from referee.rulings.play.offences import ProvenCase, proven_cases, proven_in_round
from referee.services import changes


class CaseIn(InputSerializer):
    """A case: the article, and its facts as `/rulebook/{slug}/facts` describes them."""

    article = serializers.CharField(max_length=64)
    facts = JSONObjectField(required=False)
    profile = serializers.CharField(max_length=40, required=False)


class PrecedentIn(CaseIn):
    """A case that was decided in a club; `told` is the case in plain words."""

    club = serializers.UUIDField()
    told = serializers.CharField(max_length=1000, required=False)


class EffectIn(InputSerializer):
    """What happens by the decision of a person."""

    type = serializers.ChoiceField(choices=[str(kind) for kind in EffectType])
    seat = serializers.IntegerField(min_value=0, max_value=11, required=False)
    side = serializers.CharField(max_length=12, required=False)
    cards = serializers.ListField(child=serializers.CharField(max_length=4), required=False)
    suit = serializers.CharField(max_length=2, required=False)
    points = serializers.IntegerField(min_value=-10_000, max_value=10_000, required=False)
    until = serializers.ChoiceField(choices=[str(moment) for moment in Until], required=False)


class OverruleIn(InputSerializer):
    """Another decision than the computed one, and why."""

    text = serializers.CharField(max_length=500)
    reason = serializers.CharField(max_length=500)
    effects = EffectIn(many=True)


@extend_schema_field(RulingOut)
class SaidRulingField(SpokenField, serializers.JSONField):
    """A ruling that was kept in every language."""


class RulingRecordOut(RowAnswer):
    """A ruling that was kept."""

    facts = FactsField()
    ruling = SaidRulingField(source="said")

    class Meta:
        model = RulingRecord
        fields = ("id", "club", "article", "told", "basis", "reason", "supersedes", "created_at")


class PrecedentOut(Answer):
    """A ruling to follow."""

    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    record = RulingRecordOut(source="ruling")


class RuledOut(Answer):
    """What makes two rulings differ."""

    verdict = serializers.ChoiceField([str(verdict) for verdict in Verdict])
    effects = EffectOut(many=True)
    options = OptionOut(many=True)
    answer = FactsField()


class PrecedentChangeOut(Answer):
    """A precedent that would be decided otherwise today."""

    record = serializers.UUIDField(source="ruling.pk")
    article = serializers.CharField(source="ruling.article")
    before = RuledOut()
    after = RuledOut(allow_null=True)


class PrecedentChangesOut(Answer):
    """All of them; `checked` precedents were decided again."""

    checked = serializers.IntegerField()
    results = PrecedentChangeOut(many=True)


class PrecedentFilter(FilterSet):
    """What precedents can be picked by."""

    club = UUIDFilter()
    article = CharFilter(field_name="ruling__article")

    class Meta:
        model = Precedent
        fields: ClassVar = ["club", "article"]


class Rulings(InLanguage):
    """Questions to the referee, and the rulings that were kept."""

    permission_classes = [Anyone]
    token_scope = TokenScope.READ
    throttle_scope = "entries"
    idempotent = False
    queryset = RulingRecord.objects.none()
    filterset_fields = ("club", "article")
    list = listing(
        services.rulings,
        RulingRecordOut,
        "The rulings of the caller's clubs, latest first.",
        parameters=[LANG],
    )

    @extend_schema(
        operation_id="askReferee", request=CaseIn, responses=RulingOut, parameters=[LANG]
    )
    def ask(self, request: Request) -> Response:
        """Put a case. A pure question: nothing is stored, and nobody needs to log in."""
        values = self.read(CaseIn)
        profile = found_profile(values.get("profile", "jassregeln"))
        ruling = ruled(values["article"], values.get("facts", {}), profile)
        return Response(ruling.to_json(self.lang))


def _overruled(*, actor: Actor, ruling_id: UUID, **decision: Any) -> RulingRecord:
    return services.overrule_precedent(
        actor=actor, ruling_id=ruling_id, decision=services.Decision(**decision)
    )


class KeptRulings(InLanguage):
    """One ruling."""

    token_scope = TokenScope.HANDS
    permission_classes = [IsActor]
    retrieve = reading(
        one_of(services.rulings),
        RulingRecordOut,
        "One ruling as it was given.",
        parameters=[LANG],
    )
    overrule = command(
        _overruled,
        RulingRecordOut,
        "Put another decision in the place of one that is followed, with a reason. Role: referee.",
        takes=OverruleIn,
        parameters=[LANG],
    )


class Precedents(InLanguage):
    """Rulings that are followed."""

    token_scope = TokenScope.HANDS
    permission_classes = [IsActor]
    queryset = Precedent.objects.none()
    filterset_class = PrecedentFilter
    list = listing(
        services.precedents,
        PrecedentOut,
        "The precedents of the caller's clubs, latest first.",
        parameters=[LANG],
    )

    @extend_schema(
        request=PrecedentIn,
        responses={201: PrecedentOut},
        parameters=[LANG],
    )
    def create(self, request: Request) -> Response:
        """Record a case that was decided in the club. Role: referee."""
        values = self.read(PrecedentIn)
        profile = found_profile(values.pop("profile", "jassregeln"))
        club_id = values.pop("club")
        question = services.CaseInput(**{"facts": {}, **values})
        made = services.found_precedent(question, profile, actor=self.actor, club_id=club_id)
        return self.respond(PrecedentOut, made, 201)


class ChangesView(ActorView):
    """What the law of today would decide otherwise."""

    throttle_scope = "guesses"
    permission_classes = [IsActor]

    @extend_schema(responses=PrecedentChangesOut)
    def get(self, request: Request) -> Response:
        """All precedents of the caller's clubs decided again, by their own switches."""
        followed = list(services.precedents(self.actor))
        found = {"checked": len(followed), "results": changes(followed)}
        return Response(PrecedentChangesOut.of(found))


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
    facts = FactsField()
    ruling = serializers.SerializerMethodField()

    @extend_schema_field(RulingOut)
    def get_ruling(self, case: ProvenCase) -> Any:
        """By the rules that were played."""
        ruling = decide(case.article, case.facts, self.context["profile"])
        return ruling.to_json(self.context["lang"])


class AllProvenOut(Answer):
    """All of them, in the order in which they happened."""

    results = ProvenOut(many=True, source="*")


class ProvenView(RuleView):
    """A hand that was written down card by card."""

    permission_classes = [Anyone]
    token_scope = TokenScope.READ
    throttle_scope = "entries"
    idempotent = False

    @extend_schema(
        operation_id="findProvenRulings",
        request=RecordIn,
        responses=AllProvenOut,
        parameters=[LANG],
    )
    def post(self, request: Request) -> Response:
        """Every revoke, wrong lead and wrong deal of a hand, with its ruling. Stores nothing.

        Of HAE Jass every wrong lead, wrong deal and joker that nobody named.
        """
        values = self.read(RecordIn)
        profile = found_profile(values.get("profile", "jassregeln"))
        cases = _proven(values["record"], profile)
        return Response(AllProvenOut.of(cases, profile=profile, lang=self.lang))


def _proven(record: object, profile: Profile) -> list[ProvenCase]:
    """The cases of a record; Invalid with what of it cannot be read."""
    try:
        if profile.game == "hae":
            return proven_in_round(read_hae_round(record), profile)
        return proven_cases(read_hand(record, deal_of(profile.game)), profile)
    except RecordError as error:
        pointer = "/record" + error.pointer
        raise Invalid.at(pointer, error.code, str(error)) from None
