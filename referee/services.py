"""Rulings kept: recorded as they were given, overruled by a person, followed as precedents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.permissions import require_role
from jassclub.clubs.selectors import found, get_club
from jassclub.core.errors import Conflict
from referee.asking import ruled
from referee.decisions import check_decision
from referee.models import Precedent, RulingRecord
from referee.rules.profile import Profile
from referee.rulings.kinds import MOST_PLAYERS
from referee.rulings.ruling import Ruling
from referee.rulings.vocabulary import LANGUAGES, Verdict
from referee.selectors import rulings


@dataclass(frozen=True, kw_only=True)
class CaseInput:
    """A case put to the referee: which article, what was told, and the case in plain words."""

    article: str
    facts: Mapping[str, Any]
    told: str = ""


def record(
    question: CaseInput, profile: Profile, *, actor: Actor, club_id: UUID, instead_of: Any = None
) -> RulingRecord:
    """Decide a case and keep the ruling; who may ask for one is settled by the caller."""
    ruling = ruled(question.article, question.facts, profile)
    return _kept(
        club_id=club_id,
        actor=str(actor),
        article=question.article,
        facts=dict(question.facts),
        told=question.told,
        profile_slug=profile.slug,
        profile=profile.to_json(),
        edition=profile.edition,
        verdict=str(ruling.verdict),
        said=said_in_all_languages(ruling),
        supersedes=instead_of,
    )


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a person decides otherwise than computed: in one sentence, why, and what follows."""

    text: str
    reason: str
    effects: Sequence[Mapping[str, Any]]


def overrule(
    old: RulingRecord, decision: Decision, *, actor: Actor, seats: int = MOST_PLAYERS
) -> RulingRecord:
    """Put a decision in the place of a ruling, which stays readable. Role: referee; who may
    decide this very case is settled by the caller.

    Invalid with everything that no table of `seats` can follow.
    """
    require_role(actor, old.club_id, Role.REFEREE)
    check_decision(decision.text, decision.reason, decision.effects, seats=seats)
    effects = [dict(effect) for effect in decision.effects]
    decided = {"verdict": str(Verdict.DETERMINED), "text": decision.text, "effects": effects}
    none: dict[str, Any] = {"options": [], "answer": {}, "question": None, "readings": []}
    return _kept(
        club_id=old.club_id,
        actor=str(actor),
        article=old.article,
        facts=old.facts,
        told=old.told,
        profile_slug=old.profile_slug,
        profile=old.profile,
        edition=old.edition,
        verdict=str(Verdict.DETERMINED),
        said={lang: {**old.said[lang], **none, **decided} for lang in LANGUAGES},
        basis=RulingRecord.Basis.OVERRULED,
        reason=decision.reason,
        supersedes=old,
    )


def overrule_precedent(*, actor: Actor, ruling_id: UUID, decision: Decision) -> RulingRecord:
    """Decide otherwise what is followed; the new decision is followed from now on.

    A case that is open at a table is decided there, by somebody who does not sit there.
    """
    old = found(rulings(actor), ruling_id)
    require_role(actor, old.club_id, Role.REFEREE)
    if not old.precedents.exists():
        text = _(
            "Diesem Entscheid folgt niemand; ein offener Fall wird an seinem Tisch entschieden."
        )
        raise Conflict("not_followed", text)
    new = overrule(old, decision, actor=actor)
    follow(new, actor=actor)
    return new


def found_precedent(
    question: CaseInput, profile: Profile, *, actor: Actor, club_id: UUID
) -> Precedent:
    """Record a case that was decided in the club, to be followed. Role: referee."""
    club = get_club(actor, club_id)
    require_role(actor, club.pk, Role.REFEREE)
    ruling = record(question, profile, actor=actor, club_id=club.pk)
    if ruling.verdict == Verdict.NEED_FACTS:
        raise Conflict("ruling_open", _("Dieser Fall ist noch nicht entschieden; es fehlt etwas."))
    return follow(ruling, actor=actor)


def follow(ruling: RulingRecord, *, actor: Actor) -> Precedent:
    """Make a ruling a precedent; once is enough."""
    values = {"actor": str(actor), "created_at": timezone.now()}
    precedent, _new = Precedent.objects.get_or_create(ruling=ruling, defaults=values)
    return precedent


def unfollow(ruling: RulingRecord) -> None:
    """A ruling that was taken back is no precedent."""
    Precedent.objects.filter(ruling=ruling).delete()


def said_in_all_languages(ruling: Ruling) -> dict[str, Any]:
    """The ruling by language, as it is stored and given out."""
    return {lang: ruling.to_json(lang) for lang in LANGUAGES}


def _kept(**values: Any) -> RulingRecord:
    try:
        with transaction.atomic():
            return RulingRecord.objects.create(created_at=timezone.now(), **values)
    except IntegrityError:
        text = _("Über diesen Fall ist inzwischen neu entschieden worden.")
        raise Conflict("ruling_superseded", text) from None
