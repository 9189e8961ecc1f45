"""Signatures as in Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`."""

import hmac
from base64 import b64decode, b64encode
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from secrets import token_bytes

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """`whsec_` and 32 random bytes in base64."""
    return PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, *, ident: str, timestamp: int, body: bytes) -> str:
    """`v1,` and the MAC in base64; the key is what stands after the prefix, decoded."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = f"{ident}.{timestamp}.".encode() + body
    return "v1," + b64encode(hmac.digest(key, signed, sha256)).decode()


def headers(ident: str, body: bytes, *, at: datetime, secrets: Iterable[str]) -> dict[str, str]:
    """What goes along with a body; several secrets give several signatures."""
    timestamp = int(at.timestamp())
    signed = [signature(one, ident=ident, timestamp=timestamp, body=body) for one in secrets]
    return {
        "webhook-id": ident,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signed),
    }
