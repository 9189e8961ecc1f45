"""`/tournaments/{id}/entries` and what belongs to people: check-in, teams, wishes, sign-up."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import expected_version, versioned
from jassclub.api.serializers import FilterSet, InputSerializer
from jassclub.api.throttles import ScopedRateThrottle
from jassclub.clubs.rights import Anyone
from jassclub.clubs.throttling import SignUpThrottle
from jassclub.core.errors import NotFound
from tournaments.core.api_base import DeskView, NumberField, PublicView, WhyIn
from tournaments.core.selectors import read_by, tournament_of, visible_tournaments
from tournaments.entries import services, teams
from tournaments.entries.api_presenters import (
    TeamOut,
    TournamentEntryOut,
    WishOut,
    entry_out,
    team_out,
    wish_out,
)
from tournaments.entries.checks import Person
from tournaments.entries.models import Entry
from tournaments.entries.names import Calling
from tournaments.entries.selectors import entries_for

MOST_AT_ONCE = 500


class PersonIn(InputSerializer):
    """Somebody to be entered. `player` is a player of the club."""

    name = serializers.CharField(max_length=80)
    player = serializers.UUIDField(required=False, allow_null=True, default=None)
    kind = serializers.ChoiceField(Entry.Kind.choices, required=False, default=Entry.Kind.PLAYER)
    contact = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    note = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    initials_only = serializers.BooleanField(required=False, default=False)
    minor = serializers.BooleanField(required=False, default=False)


class PeopleIn(InputSerializer):
    """Everybody to be entered, all or none; `present`: they are here already."""

    people = serializers.ListField(child=PersonIn(), min_length=1, max_length=MOST_AT_ONCE)
    present = serializers.BooleanField(required=False, default=False)


class SignUpPersonIn(InputSerializer):
    """Somebody who signs up. Of minors, and of who wishes it, strangers read initials only."""

    name = serializers.CharField(max_length=80)
    contact = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    initials_only = serializers.BooleanField(required=False, default=False)
    minor = serializers.BooleanField(required=False, default=False)


class SignUpIn(InputSerializer):
    """A sign-up: one person, or the whole pair or team."""

    people = serializers.ListField(child=SignUpPersonIn(), min_length=1, max_length=40)
    team = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")


class SignUpOut(serializers.Serializer[Any]):
    """The entries and, once only, the secret with which the sign-up can be taken back."""

    entries = TournamentEntryOut(many=True)
    secret = serializers.CharField(allow_null=True)


class SecretIn(InputSerializer):
    """The secret of a sign-up."""

    secret = serializers.CharField(max_length=100)


class EntryChangeIn(InputSerializer):
    """What of an entry can be changed. `card` is the strength of the card drawn among equals."""

    name = serializers.CharField(max_length=80)
    player = serializers.UUIDField(allow_null=True)
    kind = serializers.ChoiceField(Entry.Kind.choices)
    contact = serializers.CharField(max_length=200, allow_blank=True)
    note = serializers.CharField(max_length=200, allow_blank=True)
    card = serializers.IntegerField(min_value=1, max_value=36, allow_null=True)
    initials_only = serializers.BooleanField()
    minor = serializers.BooleanField()


class NumbersIn(InputSerializer):
    """Numbers of entries."""

    numbers = serializers.ListField(child=NumberField(), min_length=1, max_length=2000)


class EntriesOut(serializers.Serializer[Any]):
    """Entries in the order of their numbers."""

    results = TournamentEntryOut(many=True)


class DropOutIn(WhyIn):
    """Who leaves."""

    number = NumberField()


class TeamIn(InputSerializer):
    """A pair or a team in the order of its line-up."""

    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    numbers = serializers.ListField(child=NumberField(), min_length=2, max_length=40)


class TeamsOut(serializers.Serializer[Any]):
    """All teams."""

    results = TeamOut(many=True)


class WishIn(InputSerializer):
    """A wish: `apart` and `together` name `other`, `fixed` a table (from 1) and a seat (from 0)."""

    kind = serializers.ChoiceField(["apart", "together", "fixed"])
    entry = NumberField()
    other = NumberField(required=False)
    table = NumberField(required=False)
    seat = serializers.IntegerField(required=False, min_value=0, max_value=3)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Each kind has its own fields, and no others."""
        needed = {"table", "seat"} if attrs["kind"] == "fixed" else {"other"}
        given = set(attrs) - {"kind", "entry"}
        wrong = {name: [_("Diese Angabe fehlt.")] for name in sorted(needed - given)}
        wrong |= {name: [_("Das gehört nicht zu diesem Wunsch.")] for name in given - needed}
        if wrong:
            raise serializers.ValidationError(wrong)
        return attrs


class WishesOut(serializers.Serializer[Any]):
    """All wishes."""

    results = WishOut(many=True)


class EntryFilter(FilterSet):
    """By state and kind."""

    class Meta:
        model = Entry
        fields = ("state", "kind")


class EntriesView(PublicView):
    """Everybody in a tournament."""

    queryset = Entry.objects.none()
    filterset_class = EntryFilter
    ordering = ("number",)

    def get_queryset(self) -> QuerySet[Entry]:
        """By number; who withdrew, too. Who is held back, for the desk alone."""
        tournament = tournament_of(self.actor, self.kwargs["tournament_id"])
        return entries_for(tournament, for_desk=self.is_desk(tournament))

    @extend_schema(responses=TournamentEntryOut(many=True))
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """The entries; contacts and notes for the desk only."""
        for_desk = self.is_desk(tournament_of(self.actor, tournament_id))
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        rows = [entry_out(entry, for_desk=for_desk) for entry in page or []]
        return self.get_paginated_response(rows)

    @extend_schema(request=PeopleIn, responses={201: EntriesOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter people, all or none, also in mid-event. Role: scribe."""
        values = self.read(PeopleIn)
        entries = services.add_entries(
            actor=self.actor,
            tournament_id=tournament_id,
            people=[Person(**person) for person in values["people"]],
            present=values["present"],
        )
        return Response(_entries(entries), status=201)


class EntryView(PublicView):
    """One entry."""

    versioned = True

    @extend_schema(responses=TournamentEntryOut)
    def get(self, request: Request, entry_id: UUID) -> Response:
        """One entry; its ETag is its version."""
        rows = Entry.objects.select_related("team", "tournament")
        visible = visible_tournaments(self.actor).values("pk")
        entry = rows.filter(pk=entry_id, tournament__in=visible).first()
        for_desk = entry is not None and self.is_desk(read_by(self.actor, entry.tournament))
        if entry is None or (entry.held and not for_desk):
            raise NotFound("entry_not_found", _("Diesen Eintrag gibt es nicht."))
        return versioned(entry_out(entry, for_desk=for_desk), entry.version)

    @extend_schema(request=EntryChangeIn, responses=TournamentEntryOut)
    def patch(self, request: Request, entry_id: UUID) -> Response:
        """Change an entry. Role: scribe."""
        entry = services.change_entry(
            actor=self.actor,
            entry_id=entry_id,
            version=expected_version(request),
            values=self.read(EntryChangeIn, partial=True),
        )
        return versioned(entry_out(entry, for_desk=True), entry.version)


class SignUpsView(PublicView):
    """Signing oneself up."""

    secrets = ("secret",)
    throttle_classes = [SignUpThrottle]

    @extend_schema(request=SignUpIn, responses={201: SignUpOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Sign up, alone or as a whole pair or team; without a free place onto the list."""
        values = self.read(SignUpIn)
        entries, secret = services.sign_up(
            actor=self.actor,
            tournament_id=tournament_id,
            people=[Person(**person) for person in values["people"]],
            team=values["team"],
        )
        rows = [entry_out(entry, for_desk=False) for entry in entries]
        return Response({"entries": rows, "secret": secret}, status=201)


class WithdrawalView(PublicView):
    """Taking a sign-up back."""

    permission_classes = [Anyone]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "guesses"

    @extend_schema(request=SecretIn, responses={201: TournamentEntryOut})
    def post(self, request: Request) -> Response:
        """Take one's sign-up back by its secret."""
        entry = services.withdraw(actor=self.actor, token=self.read(SecretIn)["secret"])
        return Response(entry_out(entry, for_desk=False), status=201)


class CheckInsView(DeskView):
    """Who is here."""

    @extend_schema(request=NumbersIn, responses={201: EntriesOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Check people in; also who comes back. Role: scribe."""
        entries = services.check_in(
            actor=self.actor, tournament_id=tournament_id, **self.read(NumbersIn)
        )
        return Response(_entries(entries), status=201)


class ApprovalsView(DeskView):
    """Who was held back while very many signed up at once."""

    @extend_schema(request=NumbersIn, responses={201: EntriesOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Let people in who were held back. Role: scribe."""
        entries = services.approve(
            actor=self.actor, tournament_id=tournament_id, **self.read(NumbersIn)
        )
        return Response(_entries(entries), status=201)


class CheckOutsView(DeskView):
    """Checked in by mistake."""

    @extend_schema(request=NumbersIn, responses={201: EntriesOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Take a check-in back. Role: scribe."""
        entries = services.check_out(
            actor=self.actor, tournament_id=tournament_id, **self.read(NumbersIn)
        )
        return Response(_entries(entries), status=201)


class DropOutsView(DeskView):
    """Who leaves, or does not come."""

    @extend_schema(request=DropOutIn, responses={201: TournamentEntryOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Somebody leaves: what he played stays, draws go on without him. Role: scribe."""
        entry = services.drop_out(
            actor=self.actor, tournament_id=tournament_id, **self.read(DropOutIn)
        )
        return Response(entry_out(entry, for_desk=True), status=201)


class TeamsView(PublicView):
    """Fixed pairs and teams."""

    @extend_schema(responses=TeamsOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """All teams by number."""
        tournament = tournament_of(self.actor, tournament_id)
        calls = Calling(tournament)
        rows = tournament.teams.prefetch_related("entries")
        if not self.is_desk(tournament):
            rows = rows.exclude(entries__held=True)
        return Response({"results": [team_out(team, calls) for team in rows]})

    @extend_schema(request=TeamIn, responses={201: TeamOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Put entries together. Role: scribe."""
        team = teams.make_team(actor=self.actor, tournament_id=tournament_id, **self.read(TeamIn))
        return Response(team_out(team), status=201)


class PartingView(DeskView):
    """Taking a team apart."""

    @extend_schema(request=WhyIn, responses={204: None})
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Take a team apart that has not played. Role: scribe."""
        values = self.read(WhyIn)
        teams.part_team(actor=self.actor, tournament_id=tournament_id, team=number, **values)
        return Response(status=204)


class WishesView(DeskView):
    """What people ask of the seating; for the desk."""

    @extend_schema(responses=WishesOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """All wishes. Role: scribe."""
        rows = teams.wishes_of(actor=self.actor, tournament_id=tournament_id)
        return Response({"results": [wish_out(wish) for wish in rows]})

    @extend_schema(request=WishIn, responses={201: WishOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Note a wish; it holds from the next draw on. Role: scribe."""
        values = self.read(WishIn)
        kind = values.pop("kind")
        if kind == "fixed":
            wish = teams.fix_place(actor=self.actor, tournament_id=tournament_id, **values)
        else:
            told = teams.keep_apart if kind == "apart" else teams.keep_together
            one, other = values["entry"], values["other"]
            wish = told(actor=self.actor, tournament_id=tournament_id, one=one, other=other)
        return Response(wish_out(wish), status=201)


class WishDroppingView(DeskView):
    """A wish that no longer holds."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, wish_id: UUID) -> Response:
        """Drop a wish. Role: scribe."""
        teams.drop_wish(actor=self.actor, wish_id=wish_id)
        return Response(status=204)


def _entries(entries: list[Entry]) -> dict[str, Any]:
    ordered = sorted(entries, key=lambda entry: entry.number)
    return {"results": [entry_out(entry, for_desk=True) for entry in ordered]}
