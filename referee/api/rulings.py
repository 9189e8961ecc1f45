"""`/rulings` and `/precedents`."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import (
    CharFilter,
    FilterSet,
    InputSerializer,
    JSONObjectField,
    UUIDFilter,
)
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.rights import Anyone, IsActor, found
from referee import services
from referee.api.rulebook import LANG, language_of
from referee.asking import found_profile, ruled
from referee.models import Precedent, RulingRecord
from referee.rulings.facts import EffectType, Until
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


class DecisionOut(serializers.Serializer[Any]):
    """What follows: in one sentence, for programs, and by which sentences of the books."""

    text = serializers.CharField()
    effects = serializers.ListField(child=serializers.JSONField())
    options = serializers.ListField(child=serializers.JSONField())
    answer = serializers.JSONField()
    cites = serializers.ListField(child=serializers.CharField())


class RulingOut(DecisionOut):
    """A ruling; `rests_on`: "house" where no book says it, only custom."""

    article = serializers.CharField()
    rests_on = serializers.ChoiceField(choices=["book", "house"], required=False)
    verdict = serializers.ChoiceField(
        choices=["determined", "need_facts", "interpretation", "not_regulated"]
    )
    question = serializers.JSONField(allow_null=True)
    readings = DecisionOut(many=True)
    profile = serializers.CharField()
    edition = serializers.CharField()
    competing = serializers.ListField(child=serializers.JSONField())
    trace = serializers.ListField(child=serializers.JSONField())
    misses = serializers.ListField(child=serializers.JSONField())


class RulingRecordOut(serializers.Serializer[Any]):
    """A ruling that was kept."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    article = serializers.CharField()
    facts = serializers.JSONField()
    told = serializers.CharField(allow_blank=True)
    basis = serializers.ChoiceField(choices=RulingRecord.Basis.choices)
    reason = serializers.CharField(allow_blank=True)
    supersedes = serializers.UUIDField(allow_null=True)
    created_at = serializers.DateTimeField()
    ruling = RulingOut()


class PrecedentOut(serializers.Serializer[Any]):
    """A ruling to follow."""

    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    record = RulingRecordOut()


class PrecedentChangeOut(serializers.Serializer[Any]):
    """A precedent that would be decided otherwise today."""

    record = serializers.UUIDField()
    article = serializers.CharField()
    before = serializers.JSONField()
    after = serializers.JSONField(allow_null=True)


class PrecedentChangesOut(serializers.Serializer[Any]):
    """All of them; `checked` precedents were decided again."""

    checked = serializers.IntegerField()
    results = PrecedentChangeOut(many=True)


class RulingFilter(FilterSet):
    """What rulings can be picked by."""

    club = UUIDFilter()
    article = CharFilter()

    class Meta:
        model = RulingRecord
        fields: ClassVar = ["club", "article"]


class PrecedentFilter(FilterSet):
    """What precedents can be picked by."""

    club = UUIDFilter(field_name="ruling__club")
    article = CharFilter(field_name="ruling__article")

    class Meta:
        model = Precedent
        fields: ClassVar = ["club", "article"]


class RulingsView(ActorView):
    """Questions to the referee, and the rulings that were kept."""

    permission_classes = [Anyone]
    throttle_scope = "entries"
    idempotent = False
    queryset = RulingRecord.objects.none()
    filterset_class = RulingFilter

    def get_queryset(self) -> QuerySet[RulingRecord]:
        """Those of the visible clubs."""
        return services.rulings(self.actor)

    @extend_schema(
        operation_id="rulings_list", responses=RulingRecordOut(many=True), parameters=[LANG]
    )
    def get(self, request: Request) -> Response:
        """The rulings of the caller's clubs, latest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        lang = language_of(request)
        return self.get_paginated_response([record_data(record, lang) for record in page or ()])

    @extend_schema(
        operation_id="rulings_ask", request=CaseIn, responses=RulingOut, parameters=[LANG]
    )
    def post(self, request: Request) -> Response:
        """Put a case. A pure question: nothing is stored, and nobody needs to log in."""
        values = self.read(CaseIn)
        profile = found_profile(values.get("profile", "jassregeln"))
        ruling = ruled(values["article"], values.get("facts", {}), profile)
        return Response(ruling.to_json(language_of(request)))


class RulingView(ActorView):
    """One ruling."""

    permission_classes = [IsActor]

    @extend_schema(operation_id="rulings_read", responses=RulingRecordOut, parameters=[LANG])
    def get(self, request: Request, ruling_id: UUID) -> Response:
        """One ruling as it was given."""
        record = found(services.rulings(self.actor), ruling_id)
        return Response(record_data(record, language_of(request)))


class OverruleView(ActorView):
    """Deciding otherwise."""

    permission_classes = [IsActor]

    @extend_schema(
        operation_id="rulings_overrule",
        request=OverruleIn,
        responses={201: RulingRecordOut},
        parameters=[LANG],
    )
    def post(self, request: Request, ruling_id: UUID) -> Response:
        """Put another decision in the place of one that is followed, with a reason.

        Role: referee.
        """
        values = self.read(OverruleIn)
        record = services.overrule_precedent(
            actor=self.actor, ruling_id=ruling_id, decision=services.Decision(**values)
        )
        return Response(record_data(record, language_of(request)), status=201)


class PrecedentsView(ActorView):
    """Rulings that are followed."""

    permission_classes = [IsActor]
    queryset = Precedent.objects.none()
    filterset_class = PrecedentFilter

    def get_queryset(self) -> QuerySet[Precedent]:
        """Those of the visible clubs."""
        return services.precedents(self.actor)

    @extend_schema(
        operation_id="precedents_list", responses=PrecedentOut(many=True), parameters=[LANG]
    )
    def get(self, request: Request) -> Response:
        """The precedents of the caller's clubs, latest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        lang = language_of(request)
        return self.get_paginated_response([precedent_data(item, lang) for item in page or ()])

    @extend_schema(
        operation_id="precedents_create",
        request=PrecedentIn,
        responses={201: PrecedentOut},
        parameters=[LANG],
    )
    def post(self, request: Request) -> Response:
        """Record a case that was decided in the club. Role: referee."""
        values = self.read(PrecedentIn)
        question = services.CaseInput(
            article=values["article"], facts=values.get("facts", {}), told=values.get("told", "")
        )
        profile = found_profile(values.get("profile", "jassregeln"))
        made = services.found_precedent(question, profile, actor=self.actor, club_id=values["club"])
        return Response(precedent_data(made, language_of(request)), status=201)


class ChangesView(ActorView):
    """What the law of today would decide otherwise."""

    throttle_scope = "guesses"
    permission_classes = [IsActor]

    @extend_schema(operation_id="precedents_changes", responses=PrecedentChangesOut)
    def get(self, request: Request) -> Response:
        """All precedents of the caller's clubs decided again, by their own switches."""
        followed = list(services.precedents(self.actor))
        rows = [
            {
                "record": change.ruling.pk,
                "article": change.ruling.article,
                "before": change.before,
                "after": change.after,
            }
            for change in changes(followed)
        ]
        return Response({"checked": len(followed), "results": rows})


def record_data(record: RulingRecord, lang: str) -> dict[str, Any]:
    """A kept ruling in one language."""
    return {
        "id": record.pk,
        "club": record.club_id,
        "article": record.article,
        "facts": record.facts,
        "told": record.told,
        "basis": record.basis,
        "reason": record.reason,
        "supersedes": record.supersedes_id,
        "created_at": record.created_at,
        "ruling": record.said[lang],
    }


def precedent_data(precedent: Precedent, lang: str) -> dict[str, Any]:
    """A precedent in one language."""
    record = record_data(precedent.ruling, lang)
    return {"id": precedent.pk, "created_at": precedent.created_at, "record": record}
