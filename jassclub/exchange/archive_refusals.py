"""What is said of an archive that is not taken in, whether of games or of a tournament."""

from collections.abc import Iterable, Sequence
from itertools import islice

from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict, DomainError, Finding, Invalid
from jassclub.exchange.members import Document

VERSION = 1
"""Of both kinds of archive."""
MOST_NAMED = 500
"""Findings that one answer names."""


def unknown(pointer: str, text: str) -> Invalid:
    """It has another form."""
    return Invalid.at(pointer, "unknown_format", text)


def checked(archive: object, *, form: str, refusal: str) -> Document:
    """An archive of this form in the version that is known here; Invalid for anything else."""
    if not isinstance(archive, dict) or archive.get("format") != form:
        raise unknown("/format", refusal)
    if archive.get("version") != VERSION:
        raise unknown("/version", _("Diese Fassung des Archivs ist hier nicht bekannt."))
    return archive


def id_taken(pointer: str) -> Finding:
    """What is said of an id that something else has."""
    return Finding("id_taken", pointer, _("Unter dieser Kennung gibt es schon etwas anderes."))


def refuse_unreadable(faults: Sequence[Finding]) -> None:
    """Values that cannot be read."""
    if faults:
        text = _("Dieses Archiv ist nicht lesbar; es wurde nichts übernommen.")
        raise DomainError("malformed", text, faults[:MOST_NAMED])


def refuse_unfitting(findings: Iterable[Finding]) -> None:
    """What can be read but does not belong together."""
    Invalid.raise_for(islice(findings, MOST_NAMED), _inconsistent())


def refuse_differing(findings: Sequence[Finding]) -> None:
    """What stands here in other words already."""
    if findings:
        text = _("Das steht hier schon anders; es wurde nichts übernommen.")
        raise Conflict("differs", text, findings[:MOST_NAMED])


def tampered(findings: Sequence[Finding] = (), text: str = "") -> Invalid:
    """It was changed after it was written."""
    return Invalid("tampered", text or _inconsistent(), findings[:MOST_NAMED])


def _inconsistent() -> str:
    return _("Dieses Archiv ist in sich nicht stimmig; es wurde nichts übernommen.")
