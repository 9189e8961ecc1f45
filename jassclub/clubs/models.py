"""The club, who belongs to it and who goes. Phones are in `access`, its books in `kitty`."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.access import ApiToken, Device, Invitation, TableLink
from jassclub.clubs.columns import Account
from jassclub.clubs.kitty import KittyBooking, KittyEntry
from jassclub.clubs.offices import Naming, Undone
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.sign_ins import SignIn
from jassclub.core.languages import SOURCE, language_choices
from jassclub.core.rows import Row

WAITING = Q(undone_at__isnull=True, done_at__isnull=True)
"""Still to be done, and still to be taken back."""


class Departure(Row):
    """One request, made by the person himself; it can be taken back until it is done.

    It is about a member (`user`, with his `player` if he plays), a guest (`player`), or an entry of
    a tournament (`entry`, no key: tournaments lie above). He is called `label` meanwhile; `names`
    hold what he was called, by kind and key of the row, and are empty when all is over.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="departures")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="departures"
    )
    player = models.ForeignKey(
        "clubs.Player", on_delete=models.PROTECT, null=True, related_name="departures"
    )
    entry = models.UUIDField(null=True)
    label = models.CharField(max_length=80)
    names = models.JSONField(default=dict)
    asked_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            # Race: a farewell is asked for twice at once; one of them waits and is carried out.
            models.UniqueConstraint(
                fields=["player"], condition=WAITING, name="one_waiting_departure_a_player"
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=WAITING, name="one_waiting_departure_an_entry"
            ),
            models.UniqueConstraint(
                fields=["club", "user"], condition=WAITING, name="one_waiting_departure_a_member"
            ),
        ]


class Merge(Row):
    """One merging of players. It stands until it is undone; then it stays readable.

    `was_active` and `user_was` are what `player` gave up, `moved` the ids of earlier merges into
    `player` that moved along: all that is needed to restore exactly what was.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="merges")
    player = models.ForeignKey("clubs.Player", on_delete=models.PROTECT, related_name="merges")
    into = models.ForeignKey("clubs.Player", on_delete=models.PROTECT, related_name="taken_in")
    reason = models.CharField(max_length=500, blank=True)
    was_active = models.BooleanField()
    user_was = models.UUIDField(null=True, blank=True)
    moved = models.JSONField(default=list)
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=80, blank=True)
    undo_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints: ClassVar = [
            # Race: one player is merged into two others at once; the second is refused.
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(undone_at__isnull=True),
                name="one_standing_merge_a_player",
            ),
        ]

    @property
    def stands(self) -> bool:
        """True until it is undone."""
        return self.undone_at is None


__all__ = [
    "ApiToken",
    "Device",
    "Invitation",
    "KittyBooking",
    "KittyEntry",
    "Naming",
    "SecondFactor",
    "SignIn",
    "TableLink",
    "Undone",
]


class Deck(models.TextChoices):
    """The cards that a club plays with; a game keeps its own from its start."""

    GERMAN = "german", _("deutschschweizer Karten")
    FRENCH = "french", _("französische Karten")


class Role(models.TextChoices):
    """What a person is in a club; `permissions.IMPLIED` says which role includes which."""

    MEMBER = "member", _("Mitglied")
    SCRIBE = "scribe", _("Schreiber")
    REFEREE = "referee", _("Schiedsrichter")
    DIRECTOR = "director", _("Spielleiter")
    ADMIN = "admin", _("Vorstand")


class User(Account, Row):
    """A person with an account. A player needs none."""

    language = models.CharField(max_length=2, choices=language_choices, default=SOURCE)
    large_text = models.BooleanField(default=False)

    club_name = ""
    """No column: the club that a new account is about to found; it is no password."""


class Master(Row):
    """Master data: changed against a version (ETag), every change kept as a `Change`."""

    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class Club(Master):
    """A Jass club. `profile_layer` holds only what differs from the association's rules.

    `people_version` grows when players are merged or parted, so that whoever keeps tables can
    tell that they were counted for other people.

    `loose_since`: no club, but what keeps the slates of one phone (`services.loose`); when it was
    last used for a new one. Null for a club of people.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    deck = models.CharField(max_length=6, choices=Deck, default=Deck.GERMAN)
    language = models.CharField(max_length=2, choices=language_choices, default=SOURCE)
    profile_layer = models.JSONField(default=dict, blank=True)
    money = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField()), blank=True
    )
    """Where fees are paid to, how high they are, what a penalty costs (`services.fees.Money`)."""
    people_version = models.PositiveIntegerField(default=0)
    loose_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["loose_since"], name="loose_clubs")]

    def __str__(self) -> str:
        return self.name


class Player(Master):
    """Someone who sits at a club's tables, with or without an account; not deleted once anything
    stands of him.

    `merged_into`: the books held one person twice, and this row is no longer used. It always
    names a person who remains, never another merged row. What was played keeps naming this row
    and is resolved on reading.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
    )
    active = models.BooleanField(default=True)
    guest = models.BooleanField(default=False)
    initials_only = models.BooleanField(default=False, db_default=False)
    """Strangers read his initials; also of minors, of whom no statistics are kept either."""
    minor = models.BooleanField(default=False, db_default=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged"
    )
    anonymised_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | Q(active=False, user__isnull=True),
                name="merged_player_sits_nowhere",
            ),
            models.CheckConstraint(
                condition=Q(anonymised_at__isnull=True) | Q(active=False, user__isnull=True),
                name="anonymised_player_sits_nowhere",
            ),
            models.CheckConstraint(
                condition=~Q(merged_into=F("id")), name="player_not_merged_into_himself"
            ),
            # Race: two offices add the same name at once; the second is told.
            models.UniqueConstraint(
                F("club"),
                Lower("name"),
                condition=Q(active=True),
                name="player_name_once_among_active",
            ),
            # Race: an account takes two players of a club at once; it is one of them.
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(user__isnull=False),
                name="player_once_per_user_and_club",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> "Player":
        """Who this row stands for today: the one it was merged into, or itself."""
        return self.merged_into or self


class Membership(Master):
    """The one role of a person in a club."""

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="memberships", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=8, choices=Role, default=Role.MEMBER)

    class Meta:
        constraints: ClassVar = [
            # Race: two invitations are used by one account at once; it gets one role.
            models.UniqueConstraint(fields=["club", "user"], name="membership_once_per_club"),
        ]


class Season(Master):
    """A span of days over which a club counts; both days belong to it."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons", db_index=False)
    name = models.CharField(max_length=80)
    starts = models.DateField()
    ends = models.DateField()
    rules = models.JSONField(default=dict, blank=True)
    """How the season is counted: attendance minimum, dropped results; read by standings."""
    to_recount = models.BooleanField(default=False, db_default=False)
    """Its rules, or its people, changed since its tables were counted."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=Q(to_recount=True), name="seasons_to_recount")
        ]
        constraints: ClassVar = [
            # Race: two offices add one season at once; the second is told.
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once_per_club"),
            models.CheckConstraint(
                condition=Q(ends__gte=F("starts")), name="season_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def runs(self) -> bool:
        """Whether it has begun; one that is over counts as begun."""
        return self.starts <= timezone.localdate()


class Change(Row):
    """One version of one piece of master data; only ever added.

    The one exception: names of a player who is anonymised are blanked here, too.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="changes")
    model = models.CharField(max_length=20)
    object_id = models.UUIDField()
    version = models.PositiveIntegerField()
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)
    diff = models.JSONField()
    """`{field: [before, after]}`; before is null in the first version."""
    reason = models.CharField(max_length=500, blank=True)
    act = models.CharField(max_length=64, blank=True, db_default="")
    """The same in all that one request changed: they are taken back together."""

    class Meta:
        constraints: ClassVar = [
            # Race: two changes of one version, past the lock; the history tells one.
            models.UniqueConstraint(
                fields=["model", "object_id", "version"], name="change_once_per_version"
            ),
        ]
