"""A second factor: six digits of an app (TOTP, RFC 6238) or a code on paper. Why not passkeys:
docs/decisions/second-factor.md."""

from base64 import b32encode
from hashlib import sha256
from hmac import compare_digest
from secrets import token_bytes

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from pyotp import TOTP

from jassclub.core.rows import Row

STEP_SECONDS = 30
RECOVERY_CODES, RECOVERY_BYTES = 8, 10
"""Of 80 bits each: nothing a guesser could walk through, even with their digests at hand."""


def in_fours(code: str, between: str) -> str:
    """In groups that can be read and typed."""
    return between.join(code[at : at + 4] for at in range(0, len(code), 4))


def _written(code: str) -> str:
    """What was typed, without the blanks and hyphens that help to read it."""
    return "".join(sign for sign in code.upper() if sign.isalnum())


def _kept(code: str) -> str:
    return sha256(_written(code).encode()).hexdigest()


class SecondFactor(Row):
    """The one of an account; it is asked for from `confirmed_at` on."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    salt = models.CharField(max_length=32)
    created_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)
    recovery = models.JSONField(default=list)
    """Digests of the codes on paper that were not used yet."""
    failures = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)
    reset_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    """The first of two officers who take it away together."""
    reset_at = models.DateTimeField(null=True)

    @property
    def secret(self) -> bytes:
        """Made of the salt and of the key of the service, so that no backup holds it."""
        return salted_hmac("second factor", self.salt, algorithm="sha256").digest()[:20]

    @property
    def app(self) -> TOTP:
        """What the app counts."""
        return TOTP(b32encode(self.secret).decode(), interval=STEP_SECONDS)

    @property
    def shown_secret(self) -> str:
        """As an app takes it that reads no QR codes."""
        return in_fours(self.app.secret, " ")

    @property
    def address(self) -> str:
        """What the QR code says to an app."""
        told: str = self.app.provisioning_uri(name=self.user.get_username(), issuer_name="Jassclub")
        return told

    def use(self, code: str) -> bool:
        """Whether a code fits; each fits once. The row is locked and saved by the caller."""
        typed = _written(code).encode()
        now = int(timezone.now().timestamp()) // STEP_SECONDS
        for step in range(max(now - 1, self.last_step + 1), now + 2):
            if compare_digest(self.app.at(step * STEP_SECONDS).encode(), typed):
                self.last_step = step
                return True
        left = [kept for kept in self.recovery if kept != _kept(code)]
        used, self.recovery = len(left) < len(self.recovery), left
        return used

    def new_recovery_codes(self) -> list[str]:
        """Codes for paper, in groups of four; only their digests are kept."""
        made = [b32encode(token_bytes(RECOVERY_BYTES)).decode() for _ in range(RECOVERY_CODES)]
        self.recovery = [_kept(code) for code in made]
        return [in_fours(code, "-") for code in made]
