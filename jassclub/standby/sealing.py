"""Everything a club knows goes through the network of a hall: nobody else can read or change it.

Both machines know the token, which never travels itself. What is asked with is made from it, so
is the key of the parcel: AES by the program `openssl`, as it signs for phones that ring, and around
it an HMAC that is checked before anything is opened.
"""

import hashlib
import hmac
import os
import secrets
import subprocess
from pathlib import Path

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What nobody takes for another letter."""
GROUPS, GROUP = 4, 5
DIGEST = 32
PATIENCE = 120.0
KEY = "JASSCLUB_COPY_KEY"


class Broken(Exception):
    """The parcel was made with another token, or was changed on its way."""


def kept_token(path: Path) -> str:
    """The token of this machine: made once, readable by its owner only, easy to type."""
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(_fresh())
    # Race: two processes start at once; the first to create the file wins.
    except FileExistsError:
        pass
    return path.read_text().strip()


def pass_of(token: str) -> str:
    """What a second machine shows with each question; who overhears it cannot open a parcel."""
    return hashlib.sha256(b"pass\0" + _plain(token)).hexdigest()


def sealed(content: bytes, token: str) -> bytes:
    """The parcel: 32 bytes of HMAC-SHA256, then what `openssl enc` wrote."""
    closed = _openssl(content, token, "-e")
    return _proof(closed, token) + closed


def opened(parcel: bytes, token: str) -> bytes:
    """What is inside; Broken where the token is another one or a byte is."""
    proof, closed = parcel[:DIGEST], parcel[DIGEST:]
    if not hmac.compare_digest(proof, _proof(closed, token)):
        raise Broken
    return _openssl(closed, token, "-d")


def _fresh() -> str:
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def _plain(token: str) -> bytes:
    """However it was typed: large letters, spaces, without the dashes."""
    return "".join(sign for sign in token.lower() if sign in LETTERS).encode()


def _proof(closed: bytes, token: str) -> bytes:
    key = hashlib.sha256(b"proof\0" + _plain(token)).digest()
    return hmac.new(key, closed, "sha256").digest()


def _openssl(content: bytes, token: str, way: str) -> bytes:
    # The token has 99 bits of chance: no guessing has to be slowed down.
    words = ["enc", way, "-aes-256-ctr", "-pbkdf2", "-iter", "1000", "-pass", f"env:{KEY}"]
    key = hashlib.sha256(b"key\0" + _plain(token)).hexdigest()
    done = subprocess.run(  # noqa: S603 our own words
        ["openssl", *words],  # noqa: S607 wherever the system keeps it
        input=content,
        capture_output=True,
        check=True,
        timeout=PATIENCE,
        env={**os.environ, KEY: key},
    )
    return done.stdout
