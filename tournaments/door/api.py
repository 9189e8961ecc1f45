"""`/tournaments/{id}/door`: who comes in and what he pays, also told late and told again."""

from typing import Any
from uuid import UUID

from rest_framework import serializers

from jassclub.api.serializers import Answer, InputSerializer
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import command, reading
from jassclub.clubs.models import Role
from tournaments.core.api_base import DeskAddresses, NumberField
from tournaments.core.desk_page import Desk
from tournaments.core.selectors import tournament_of
from tournaments.door import services
from tournaments.door.models import Act
from tournaments.door.selectors import seen_at
from tournaments.door.services import Who
from tournaments.entries.api import LabelsField
from tournaments.entries.models import Payment
from tournaments.format.pure.categories import LONGEST_LABEL
from tournaments.money.services import MOST

LONGEST_KEY = 60
MOST_SEEN = 50


class DoorPersonOut(Answer):
    """Somebody as the door sees him; `due` and `paid` are rappen of the fee, a pair or a team pays
    with its first. `seat` is where he sits in the `round` that is called, else drawn next: `5 A`;
    `outdated` says that the seat which was printed for him was drawn anew before the first round;
    `entered_by` is the key of his first arrival at a door."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField()
    stand_in = serializers.BooleanField()
    held = serializers.BooleanField()
    team = serializers.IntegerField(allow_null=True)
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    means = serializers.CharField()
    printed = serializers.BooleanField()
    outdated = serializers.BooleanField()
    seat = serializers.CharField()
    entered_by = serializers.CharField()
    labels = LabelsField()
    home_club = serializers.CharField()


class DoorDoubtOut(Answer):
    """`number` was entered after `other`, and may be the same person."""

    number = serializers.IntegerField()
    other = serializers.IntegerField()


class DoorOut(Answer):
    """What a door has before its eyes; `version` changes with whatever is done, `tickets`
    are start numbers that nobody has drawn yet; of `pairs` the number of the team counts. `round`
    is that of the seats, `drawn` the number of the draw that counts. `places` and `draw` say in
    words how many are here, what is free, and whether the draw fits them."""

    version = serializers.CharField()
    fee = serializers.IntegerField()
    tickets = serializers.IntegerField()
    pairs = serializers.BooleanField()
    round = serializers.IntegerField(allow_null=True)
    drawn = serializers.IntegerField(allow_null=True)
    places = serializers.ListField(child=serializers.CharField())
    draw = serializers.CharField()
    people = DoorPersonOut(many=True)
    doubts = DoorDoubtOut(many=True)


class DoorActIn(InputSerializer):
    """One line that a door wrote. `key` is the door's own and lasts: sent again, also later and by
    somebody else, it is stored once. Who is meant: by `number`, for an arrival by `name`, or by
    `entered_by`, the key of the arrival that entered him. `seen` are numbers of similar names that
    the door had before its eyes. `rappen` left out is what is open. `details` say a
    `category` that somebody is in or no longer (`take_off`), or the club he plays for."""

    key = serializers.CharField(max_length=LONGEST_KEY)
    kind = serializers.ChoiceField(Act.Kind.choices)
    number = NumberField(required=False)
    name = serializers.CharField(max_length=163, required=False, default="", allow_blank=True)
    entered_by = serializers.CharField(max_length=64, required=False, default="", allow_blank=True)
    seen = serializers.ListField(child=NumberField(), max_length=MOST_SEEN, required=False)
    means = serializers.ChoiceField(
        Payment.Means.choices, required=False, default=Payment.Means.CASH.value
    )
    rappen = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    handed = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
    category = serializers.CharField(
        max_length=LONGEST_LABEL, required=False, default="", allow_blank=True
    )
    take_off = serializers.BooleanField(required=False, default=False)
    home_club = serializers.CharField(max_length=80, required=False, allow_blank=True)


class DoorActOut(Answer):
    """What was stored; `rappen` of a fee. `other` is who may be the same person."""

    key = serializers.CharField()
    kind = serializers.CharField()
    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    rappen = serializers.IntegerField(source="payment.rappen", allow_null=True, default=None)
    other = serializers.IntegerField(source="other.number", allow_null=True, default=None)


class DoorDecisionIn(InputSerializer):
    """Whether two entries are the same person."""

    same = serializers.BooleanField()


class DoorDecisionOut(Answer):
    """Who is here: the one that is left of two, or the second one."""

    number = serializers.IntegerField()
    name = serializers.CharField()


def _seen(actor: Actor, tournament_id: UUID) -> dict[str, Any]:
    return seen_at(Desk(tournament_of(actor, tournament_id, Role.SCRIBE), actor))


def _done(*, actor: Actor, tournament_id: UUID, key: str, kind: str, **told: Any) -> Act:
    who = Who(told.get("number"), told["name"], told["entered_by"])
    where: dict[str, Any] = {"actor": actor, "tournament_id": tournament_id, "key": key, "who": who}
    if kind == Act.Kind.FEE:
        amounts: dict[str, Any] = {name: told.get(name) for name in ("rappen", "handed")}
        return services.take_fee(**where, means=told["means"], **amounts)
    if kind == Act.Kind.NUMBER:
        return services.number_printed(**where)
    if kind == Act.Kind.DETAILS:
        details: dict[str, Any] = {name: told.get(name) for name in ("category", "take_off")}
        return services.describe(**where, **details, home_club=told.get("home_club"))
    return services.arrive(**where, seen=told.get("seen", ()))


class Door(DeskAddresses):
    """The door; for the desk."""

    retrieve = reading(_seen, DoorOut, "Everybody with what he owes, the places, the draw.")
    write = command(
        _done, DoorActOut, "Somebody is here, pays, or has his number. Role: scribe.",
        takes=DoorActIn,
    )  # fmt: skip
    decide = command(
        services.settle,
        DoorDecisionOut,
        "Decide whether two entries are the same person. Role: scribe.",
        takes=DoorDecisionIn,
    )  # fmt: skip
