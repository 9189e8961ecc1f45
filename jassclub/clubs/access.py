"""What opens a door without a password. Every token is stored as its SHA-256 only."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubColumn, TableName
from jassclub.core.rows import Row

MOST_SEATS = 12
"""At the largest table: HAE Jass and free sheets."""


class Access(Row):
    """Base of all tokens: identity, digest, moment of birth."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class TableLink(Access):
    """What the QR code on a table leads to: phones may write one game or one table.

    The scope is a kind and an id, no key: games and tables live in rooms above this one.
    """

    class ScopeKind(models.TextChoices):
        """What a link opens."""

        GAME = "game", _("Partie")
        TABLE = "table", _("Tisch")

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="table_links")
    label = TableName(max_length=80)
    scope_kind = models.CharField(max_length=5, choices=ScopeKind)
    scope_id = models.UUIDField()
    created_by = models.CharField(max_length=80)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["scope_kind", "scope_id"], name="table_link_scope"),
        ]

    def __str__(self) -> str:
        return str(self.label)

    def is_open(self) -> bool:
        """True while it opens anything: neither revoked nor expired."""
        return self.revoked_at is None and self.expires_at > timezone.now()


class Device(Access):
    """One phone that came by a table link; several may share a seat."""

    club = ClubColumn()
    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="devices")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """0-based, null before the phone took a seat."""
    label = models.CharField(max_length=80, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(seat__isnull=True) | Q(seat__lt=MOST_SEATS),
                name="phone_seat_at_a_table",
            ),
        ]

    def is_open(self) -> bool:
        """True while the phone may write: neither it nor its link has ended."""
        return self.revoked_at is None and self.link.is_open()


class Invitation(Access):
    """A one-time link, shown once to the club admin who hands it over: no mail is needed.

    `invite` makes a membership (and links `player`, if named); `reset` lets `user` choose a new
    password.
    """

    class Kind(models.TextChoices):
        """What the link does when it is used."""

        INVITE = "invite", _("Einladung")
        RESET = "reset", _("neues Passwort")

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="invitations")
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.INVITE)
    role = models.CharField(max_length=8, blank=True)
    player = models.ForeignKey("clubs.Player", on_delete=models.PROTECT, null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True
    )
    created_by = models.CharField(max_length=80)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind="invite", user__isnull=True) & ~Q(role="")
                | Q(kind="reset", user__isnull=False, role=""),
                name="invitation_has_its_target",
            ),
        ]

    def is_open(self) -> bool:
        """True while it can be used: not used, not revoked, not expired."""
        unused = self.used_at is None and self.revoked_at is None
        return unused and self.expires_at > timezone.now()


class TokenScope(models.TextChoices):
    """How far a token reaches; each includes those before it."""

    READ = "read", _("lesen")
    HANDS = "hands", _("Spiele schreiben")
    TOURNAMENTS = "tournaments", _("Turniere leiten")
    EVERYTHING = "everything", _("alles")


class ApiToken(Access):
    """Lets a program act as a person, as far as its scope reaches, until it ends or is revoked."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    label = models.CharField(max_length=80, blank=True)
    scope = models.CharField(
        max_length=11,
        choices=TokenScope,
        default=TokenScope.EVERYTHING,
        db_default=TokenScope.EVERYTHING.value,
    )
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def covers(self, needed: str) -> bool:
        """Whether the scope is or includes the one that is needed."""
        return TokenScope.values.index(self.scope) >= TokenScope.values.index(needed)
