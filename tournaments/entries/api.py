"""`/tournaments/{id}/entries` and what belongs to people: check-in, teams, wishes, sign-up."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import ScopedRateThrottle
from jassclub.api.serializers import Answer, InputSerializer, RowAnswer
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import Addresses, change, command, listing, reading
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role
from jassclub.clubs.throttling import SignUpThrottle
from jassclub.core.errors import NotFound
from jassclub.core.rows import first_or
from tournaments.core.api_base import (
    DeskAddresses,
    DeskView,
    NumberField,
    PublicView,
    WhyIn,
)
from tournaments.core.selectors import tournament_of
from tournaments.entries import entrants, services
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry, Team, Wish
from tournaments.entries.selectors import Calling, entries_for
from tournaments.format.pure.categories import LONGEST_LABEL, MOST_LABELS

MOST_AT_ONCE = 500


class LabelsField(serializers.ListField):
    """The categories somebody is in: `women`, `juniors`, `veterans`, or a name of one's own. Also
    read as people write them in four languages (`Damen`, `femmes`)."""

    def __init__(self, **options: Any) -> None:
        words = serializers.CharField(max_length=LONGEST_LABEL)
        super().__init__(child=words, max_length=MOST_LABELS, **options)


class TournamentEntryOut(RowAnswer):
    """Somebody in a tournament. `contact`, `note`, `licence`, `initials_only` and `minor` are for
    the desk: null for everybody else. Who is not of the club reads initials where they are due.
    `carried` is what was brought along from the qualifying event: `12`, `2000/3`, or nothing."""

    team = serializers.IntegerField(source="team.number", allow_null=True)
    labels = LabelsField()

    class Meta:
        model = Entry
        private = ("contact", "note", "licence", "initials_only", "minor")
        extra_kwargs = {name: {"allow_null": True} for name in private}
        fields = (
            *("id", "version", "number", "name", "player", "team", "kind", "state", "card"),
            *("carried", "home_club", "squad", "labels", *private, "held"),
        )

    def to_representation(self, entry: Entry) -> dict[str, Any]:
        """With what only the desk may know if it asks; its tournament knows who reads."""
        told = super().to_representation(entry)
        if self.context.get("for_desk"):
            return told
        untold = dict.fromkeys(self.Meta.private)
        return {**told, **untold, "name": Calling(entry.tournament).entry(entry)}


class EntriesOut(Answer):
    """Entries in the order of their numbers."""

    results = TournamentEntryOut(many=True, source="*")


class TeamOut(Answer):
    """A pair or a team: numbers of its entries in the order of the line-up."""

    number = serializers.IntegerField()
    name = serializers.SerializerMethodField()
    entries = serializers.SerializerMethodField()

    def get_name(self, team: Team) -> str:
        """For the desk, or as others call it."""
        calls = self.context.get("calls")
        return calls.team(team) if calls else team.name

    def get_entries(self, team: Team) -> list[int]:
        """They may be prefetched."""
        people = sorted(team.entries.all(), key=lambda entry: entry.seat_in_team or 0)
        return [entry.number for entry in people]


class WishOut(Answer):
    """A wish about the seating. `table` counts from 1, `seat` from 0."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(Wish.Kind.choices)
    entry = serializers.IntegerField(source="entry.number")
    other = serializers.IntegerField(source="other.number", allow_null=True)
    table = serializers.SerializerMethodField()
    seat = serializers.IntegerField(allow_null=True)

    def get_table(self, wish: Wish) -> int | None:
        """Its number."""
        return None if wish.table is None else wish.table + 1


class SignUpPersonIn(InputSerializer):
    """Somebody who signs up. Of minors, and of who wishes it, strangers read initials only."""

    name = serializers.CharField(max_length=80)
    contact = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    initials_only = serializers.BooleanField(required=False, default=False)
    minor = serializers.BooleanField(required=False, default=False)


class PersonIn(SignUpPersonIn):
    """Somebody to be entered. `player` is a player of the club."""

    player = serializers.UUIDField(required=False, allow_null=True, default=None)
    kind = serializers.ChoiceField(Entry.Kind.choices, required=False, default=Entry.Kind.PLAYER)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    home_club = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    squad = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    licence = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")
    labels = LabelsField(required=False, default=tuple)


class PeopleIn(InputSerializer):
    """Everybody to be entered, all or none; `present`: they are here already."""

    people = serializers.ListField(child=PersonIn(), min_length=1, max_length=MOST_AT_ONCE)
    present = serializers.BooleanField(required=False, default=False)


class SignUpIn(InputSerializer):
    """A sign-up: one person, or the whole pair or team."""

    people = serializers.ListField(child=SignUpPersonIn(), min_length=1, max_length=40)
    team = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")


class SignUpOut(Answer):
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
    home_club = serializers.CharField(max_length=80, allow_blank=True)
    squad = serializers.CharField(max_length=80, allow_blank=True)
    licence = serializers.CharField(max_length=40, allow_blank=True)
    labels = LabelsField()


class NumbersIn(InputSerializer):
    """Numbers of entries."""

    numbers = serializers.ListField(child=NumberField(), min_length=1, max_length=2000)


class LabelIn(NumbersIn):
    """Who gets a category, or loses it (`take_off`)."""

    category = serializers.CharField(max_length=LONGEST_LABEL)
    take_off = serializers.BooleanField(required=False, default=False)


class DropOutIn(WhyIn):
    """Who leaves."""

    number = NumberField()


class TeamIn(InputSerializer):
    """A pair or a team in the order of its line-up."""

    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    numbers = serializers.ListField(child=NumberField(), min_length=2, max_length=40)


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


def _entry(actor: Actor, tournament_id: UUID, entry_id: UUID) -> Entry:
    tournament = tournament_of(actor, tournament_id)
    at_desk = has_role(actor, tournament.club_id, Role.SCRIBE)
    return first_or(
        entries_for(tournament, for_desk=at_desk).filter(pk=entry_id),
        NotFound("entry_not_found", _("Diesen Eintrag gibt es nicht.")),
    )


class Entries(Addresses, PublicView):
    """Everybody in a tournament."""

    queryset = Entry.objects.none()
    filterset_fields = ("state", "kind")
    ordering = ("number",)
    versioned = True
    retrieve = reading(_entry, TournamentEntryOut, "One entry; its ETag is its version.")
    partial_update = change(
        services.change_entry,
        TournamentEntryOut,
        "Change an entry. Role: scribe.",
        takes=EntryChangeIn,
    )

    @extend_schema(responses=TournamentEntryOut(many=True))
    def list(self, request: Request, tournament_id: UUID) -> Response:
        """The entries by number, also who withdrew; contacts and notes, and who is held back, for
        the desk only."""
        tournament = tournament_of(self.actor, tournament_id)
        for_desk = self.is_desk(tournament)
        found = entries_for(tournament, for_desk=for_desk)
        return self.answer_page(TournamentEntryOut, found, for_desk=for_desk)

    @extend_schema(request=PeopleIn, responses={201: EntriesOut})
    def create(self, request: Request, tournament_id: UUID) -> Response:
        """Enter people, all or none, also in mid-event. Role: scribe."""
        values = self.read(PeopleIn)
        entries = services.add_entries(
            actor=self.actor,
            tournament_id=tournament_id,
            people=[Person(**person) for person in values["people"]],
            present=values["present"],
        )
        return Response(EntriesOut.of(entries, for_desk=True), status=201)

    def told(self, answer: type[Answer], thing: Any) -> dict[str, Any]:
        """An entry as the actor may see it."""
        return answer.of(thing, for_desk=self.is_desk(thing.tournament))


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
        return Response(SignUpOut.of({"entries": entries, "secret": secret}), status=201)


class WithdrawalView(PublicView):
    """Taking a sign-up back."""

    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "guesses"

    @extend_schema(
        operation_id="withdrawSignUp", request=SecretIn, responses={201: TournamentEntryOut}
    )
    def post(self, request: Request) -> Response:
        """Take one's sign-up back by its secret."""
        entry = services.withdraw(actor=self.actor, token=self.read(SecretIn)["secret"])
        place = f"/api/v1/tournaments/{entry.tournament_id}/entries/{entry.pk}"
        return Response(TournamentEntryOut.of(entry), status=201, headers={"Location": place})


class Teams(Addresses, PublicView):
    """Fixed pairs and teams."""

    create = command(
        entrants.make_team, TeamOut, "Put entries together. Role: scribe.", takes=TeamIn
    )

    @extend_schema(responses=TeamOut(many=True))
    def list(self, request: Request, tournament_id: UUID) -> Response:
        """All teams by number."""
        tournament = tournament_of(self.actor, tournament_id)
        rows = tournament.teams.prefetch_related("entries")
        if not self.is_desk(tournament):
            rows = rows.exclude(entries__held=True)
        return self.answer_page(TeamOut, rows, calls=Calling(tournament))


class WishesView(DeskView):
    """What people ask of the seating; for the desk."""

    get = listing(entrants.wishes_of, WishOut, "All wishes. Role: scribe.")

    @extend_schema(request=WishIn, responses={201: WishOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Note a wish; it holds from the next draw on. Role: scribe."""
        values = self.read(WishIn)
        kind = values.pop("kind")
        if kind == "fixed":
            wish = entrants.fix_place(actor=self.actor, tournament_id=tournament_id, **values)
        else:
            told = entrants.keep_apart if kind == "apart" else entrants.keep_together
            one, other = values["entry"], values["other"]
            wish = told(actor=self.actor, tournament_id=tournament_id, one=one, other=other)
        return Response(WishOut.of(wish), status=201)


class EntrySteps(DeskAddresses):
    """Who comes and who leaves, also a team and a wish."""

    made_at = "tournaments/{tournament_id}/entries"
    check_in = command(
        services.check_in,
        EntriesOut,
        "Check people in; also who comes back. Role: scribe.",
        takes=NumbersIn,
        operation_id="checkEntriesIn",
    )
    label = command(
        services.label_entries,
        EntriesOut,
        "Put people into a category, or take them out of it. Role: scribe.",
        takes=LabelIn,
        operation_id="labelEntries",
    )
    approve = command(
        services.approve,
        EntriesOut,
        "Let people in who were held back while very many signed up at once. Role: scribe.",
        takes=NumbersIn,
        operation_id="approveEntries",
    )
    check_out = command(
        services.check_out,
        EntriesOut,
        "Take a check-in back. Role: scribe.",
        takes=NumbersIn,
        operation_id="checkEntriesOut",
    )
    drop_out = command(
        services.drop_out,
        TournamentEntryOut,
        "Somebody leaves, or does not come: what he played stays, draws go on without him. "
        "Role: scribe.",
        takes=DropOutIn,
        operation_id="dropEntry",
    )
    dissolve = command(
        entrants.part_team,
        None,
        "Take a team apart that has not played. Role: scribe.",
        takes=WhyIn,
    )
    withdraw = command(entrants.drop_wish, None, "Drop a wish. Role: scribe.")
