"""The profiles that are shipped: every switch with its value and its article."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api.rulebook import RuleView
from referee.asking import found_profile
from referee.rules.profile import Profile, difference, profile_slugs


class ProfileOut(serializers.Serializer[Any]):
    """A profile in short."""

    slug = serializers.CharField()
    title = serializers.CharField()
    edition = serializers.CharField()
    game = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())


class ProfilesOut(serializers.Serializer[Any]):
    """All profiles."""

    results = ProfileOut(many=True)


class ValueOut(serializers.Serializer[Any]):
    """One switch: its value and what it rests on, an article or a house custom."""

    value = serializers.JSONField()
    article = serializers.CharField(required=False)
    sentence = serializers.CharField(required=False)
    house = serializers.CharField(required=False)
    origin = serializers.CharField()


class ProfileDetailOut(ProfileOut):
    """A profile with all its switches."""

    layers = serializers.ListField(child=serializers.CharField())
    values = serializers.DictField(child=ValueOut())


class DifferenceOut(serializers.Serializer[Any]):
    """A switch on which two profiles disagree."""

    path = serializers.CharField()
    before = serializers.JSONField()
    after = serializers.JSONField()


class DifferencesOut(serializers.Serializer[Any]):
    """All of them."""

    results = DifferenceOut(many=True)


class ProfilesView(RuleView):
    """What a table can choose from."""

    @extend_schema(responses=ProfilesOut, operation_id="profiles_list")
    def get(self, request: Request) -> Response:
        """All profiles in short."""
        return Response({"results": [_short(found_profile(slug)) for slug in profile_slugs()]})


class ProfileView(RuleView):
    """One profile."""

    @extend_schema(responses=ProfileDetailOut)
    def get(self, request: Request, slug: str) -> Response:
        """Every switch with its value and what it rests on."""
        profile = found_profile(slug)
        frozen = profile.to_json()
        values = {"layers": frozen["layers"], "values": frozen["values"]}
        return Response({**_short(profile), **values})


class DifferenceView(RuleView):
    """What one profile does otherwise than another."""

    @extend_schema(
        responses=DifferencesOut,
        parameters=[OpenApiParameter("to", str, description="slug of the other profile")],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The switches that differ from the profile named in `to` (default: the book)."""
        found = difference(
            found_profile(request.query_params.get("to", "jassregeln")), found_profile(slug)
        )
        rows = [{"path": d.path, "before": d.before, "after": d.after} for d in found]
        return Response({"results": rows})


def _short(profile: Profile) -> dict[str, Any]:
    return {
        "slug": profile.slug,
        "title": profile.title,
        "edition": profile.edition,
        "game": profile.game,
        "players": profile.players,
    }
