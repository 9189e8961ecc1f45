"""What rulings know about a person: the words in which a case was told, and who decided."""

from typing import Any

from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from referee.models import RulingRecord

TEXTS = ("told", "reason")


def export(whose: DataSubject) -> dict[str, Any]:
    """The cases that somebody put or decided, oldest first."""
    own = RulingRecord.objects.filter(club=whose.club_id, actor__in=whose.actors)
    columns = ("id", "article", *TEXTS)
    return {"rulings": list(own.order_by("created_at").values(*columns))}


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Blank the words of a person and those that name him; the ruling itself stays."""
    return sum(
        _blanked(record, whose, naming)
        for record in RulingRecord.objects.filter(club=whose.club_id)
    )


def _blanked(record: RulingRecord, whose: DataSubject, naming: Naming) -> int:
    own = record.actor in whose.actors
    texts = {name: getattr(record, name) for name in TEXTS}
    gone: dict[str, Any] = {
        name: "" for name, text in texts.items() if text and (own or naming.occurs_in(text))
    }
    if gone and record.basis == RulingRecord.Basis.OVERRULED and "reason" in gone:
        gone["reason"] = "…"  # a decision of a person keeps that it had a reason
    if record.basis == RulingRecord.Basis.OVERRULED and naming.occurs_in(record.said["de"]["text"]):
        gone["said"] = {lang: {**said, "text": "…"} for lang, said in record.said.items()}
    if gone:
        RulingRecord.objects.filter(pk=record.pk).update(**gone)
    return len(gone)
