"""The profiles that are shipped: every switch with its value and its article."""

from collections.abc import Iterable

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, WholeList
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import Addresses, listing, reading
from jassclub.clubs.rights import Anyone
from referee.asking import found_profile
from referee.rules.profile import Profile, difference, profile_slugs


class ProfileOut(Answer):
    """A profile in short."""

    slug = serializers.CharField()
    title = serializers.CharField()
    edition = serializers.CharField()
    game = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())


class ValueOut(Answer):
    """One switch: its value and what it rests on, an article or a house custom."""

    value = serializers.JSONField()
    article = serializers.CharField(required=False)
    sentence = serializers.CharField(required=False)
    house = serializers.CharField(required=False)
    origin = serializers.CharField()


class ProfileDetailOut(ProfileOut):
    """A profile with all its switches."""

    layers = serializers.ListField(child=serializers.CharField())
    values = serializers.DictField(child=ValueOut(), source="to_json.values")


class DifferenceOut(Answer):
    """A switch on which two profiles disagree."""

    path = serializers.CharField()
    before = serializers.JSONField()
    after = serializers.JSONField()


def _profiles(actor: Actor) -> Iterable[Profile]:
    return map(found_profile, profile_slugs())


def _profile(actor: Actor, slug: str) -> Profile:
    return found_profile(slug)


class Profiles(Addresses):
    """What a table can choose from."""

    permission_classes = [Anyone]
    pagination_class = WholeList
    list = listing(_profiles, ProfileOut, "All profiles in short.", operation_id="profiles_list")
    retrieve = reading(
        _profile, ProfileDetailOut, "Every switch of a profile with what its value rests on."
    )

    @extend_schema(
        operation_id="profiles_difference_retrieve",
        responses=DifferenceOut(many=True),
        parameters=[OpenApiParameter("to", str, description="slug of the other profile")],
    )
    def difference(self, request: Request, slug: str) -> Response:
        """The switches that differ from the profile named in `to` (default: the book)."""
        other = found_profile(request.query_params.get("to", "jassregeln"))
        return self.answer_page(DifferenceOut, difference(other, found_profile(slug)))
