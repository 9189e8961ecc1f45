"""Random tokens: shown once, kept as a digest."""

from hashlib import sha256
from secrets import token_urlsafe

DEVICE_PREFIX = "jcd_"
API_PREFIX = "jct_"
RANDOM_BYTES = 32
"""Gives 43 characters of URL-safe text, 256 bits: nothing a guesser could walk through."""


def new_token(prefix: str = "") -> str:
    """A fresh secret; the prefix tells people and scanners what it opens."""
    return prefix + token_urlsafe(RANDOM_BYTES)


def digest(token: str) -> str:
    """SHA-256 as 64 hex digits; no salt is needed for a secret of 256 random bits."""
    return sha256(token.encode()).hexdigest()
