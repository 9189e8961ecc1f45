"""Rulings kept: recorded as they were given, overruled by a person, followed as precedents.

What is read of the law and of rulings that were given.

What would change: precedents decided again by the law as it stands today.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from jassclub.clubs.rights import found, get_club, require_role, visible_clubs
from jassclub.core.errors import Conflict, DomainError, Finding, Invalid
from jassclub.core.languages import LANGUAGES, SOURCE
from referee.asking import ruled
from referee.models import Precedent, RulingRecord
from referee.rules.cards import NotationError, read_card
from referee.rules.profile import Profile, ProfileError, profile_from_json
from referee.rulings.facts import MOST_PLAYERS, SIDES, SUITS, EffectType, Verdict
from referee.rulings.reading import table_of, table_slugs
from referee.rulings.ruling import Ruling


def rulings(actor: Actor) -> QuerySet[RulingRecord]:
    """The rulings of the clubs that a person sees; a phone sees those that are followed.

    What was told at other tables is none of its business; its own it reads as disputes.
    """
    seen = RulingRecord.objects.filter(club__in=visible_clubs(actor))
    return seen.filter(precedents__isnull=False) if actor.is_device else seen


def precedents(actor: Actor) -> QuerySet[Precedent]:
    """Rulings that were followed and that no later one took the place of."""
    seen = Precedent.objects.filter(club__in=visible_clubs(actor))
    return seen.filter(ruling__superseded_by__isnull=True).select_related("ruling")


def precedents_like(
    actor: Actor, *, club_id: UUID, article: str, rows: Sequence[str]
) -> list[Precedent]:
    """What was decided in a club in cases that the same rows of the law apply to, latest first."""
    followed = precedents(actor).filter(club=club_id, ruling__article=article)
    return [item for item in followed if _rows_of(item.ruling.said[SOURCE]) == list(rows)]


def _rows_of(said: Mapping[str, Any]) -> list[str]:
    """The rows that a ruling fell under, the last line of its trace."""
    trace = said["trace"]
    return list(trace[-1]["rows"]) if trace else []


def no_precedents() -> QuerySet[Precedent]:
    """None: where no article was found there is no like case either."""
    return Precedent.objects.none()


Effect = Mapping[str, Any]
LARGEST_PENALTY = 1_000
"""No book knows a larger penalty; a typing error does."""
_GIVEN_TO = (EffectType.POINTS_TO, EffectType.WEIS_POINTS)
_IN_POINTS = (*_GIVEN_TO, EffectType.STOECK_POINTS, EffectType.PENALTY_POINTS)
_OF_A_SEAT = (EffectType.PENALTY_POINTS,)


def check_decision(text: str, reason: str, effects: Sequence[Effect], *, seats: int) -> None:
    """Raise Invalid with all faults of a decision for a table of `seats`."""
    details = [
        *(
            Finding("words_needed", f"/{name}", _("Bitte in Worten sagen, warum."))
            for name, words in (("text", text), ("reason", reason))
            if not words.strip()
        ),
        *(
            Finding(code, f"/effects/{place}/{member}", words)
            for place, effect in enumerate(effects)
            for member, code, words in _faults(effect, seats)
        ),
    ]
    Invalid.raise_for(details, _("So kann nicht entschieden werden."))


def _faults(effect: Effect, seats: int) -> Iterator[tuple[str, str, str]]:
    """Member, code and sentence of everything that is wrong with an effect."""
    seat, side, kind = effect.get("seat"), effect.get("side"), effect["type"]
    if seat is not None and not 0 <= seat < seats:
        yield "seat", "unknown_seat", _("Diesen Platz gibt es nicht.")
    if side is not None and side not in SIDES:
        yield "side", "not_a_choice", _("Diese Seite gibt es nicht.")
    if seat is None and (kind in _OF_A_SEAT or (kind in _GIVEN_TO and side is None)):
        yield "seat", "required", _("Hier fehlt, wen es trifft.")
    if kind in _IN_POINTS and not _possible(kind, effect.get("points")):
        yield "points", "out_of_range", _("So viele Punkte kann es nicht geben.")
    if effect.get("suit") not in (None, *SUITS):
        yield "suit", "not_a_choice", _("Diese Farbe gibt es nicht.")
    if not all(map(_is_card, effect.get("cards") or ())):
        yield "cards", "not_a_card", _("Diese Karte gibt es nicht.")


def _possible(kind: str, points: int | None) -> bool:
    if kind == EffectType.PENALTY_POINTS:
        return points is not None and 1 <= points <= LARGEST_PENALTY
    return points is not None and points >= 0


def _is_card(text: str) -> bool:
    try:
        read_card(text)
    except NotationError:
        return False
    return True


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
        profile=profile.in_json,
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
    none |= {"assumed": [], "branches": [], "sure": None}
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
        said={lang: {**said, **none, **decided} for lang, said in old.said.items()},
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
    values = {"club_id": ruling.club_id, "actor": str(actor), "created_at": timezone.now()}
    # Race: two referees follow it at once; the second finds the precedent of the first.
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
        # Race: two referees overrule one ruling at once; a ruling is superseded by one.
        text = _("Über diesen Fall ist inzwischen neu entschieden worden.")
        raise Conflict("ruling_superseded", text) from None


COMPARED = ("verdict", "effects", "options", "answer")
"""What makes two rulings differ; words and citations may change."""


@dataclass(frozen=True)
class Change:
    """A precedent that would be decided otherwise today; `after` None where it cannot be."""

    ruling: RulingRecord
    before: dict[str, Any]
    after: dict[str, Any] | None


def changes(precedents: Iterable[Precedent], profile: Profile | None = None) -> Iterator[Change]:
    """The computed precedents that come out otherwise, by their own switches or by `profile`.

    What a person decided against the computation does not follow from the books.
    """
    for precedent in precedents:
        record = precedent.ruling
        if record.basis == RulingRecord.Basis.COMPUTED:
            before = {name: record.said[SOURCE][name] for name in COMPARED}
            after = _today(record, profile)
            if after != before:
                yield Change(record, before, after)


def _today(record: RulingRecord, profile: Profile | None) -> dict[str, Any] | None:
    try:
        facts = {**_taken_as_given(record), **record.facts}
        ruling = ruled(record.article, facts, profile or profile_from_json(record.profile))
    except (DomainError, ProfileError):
        return None
    said = ruling.to_json(SOURCE)
    return {name: said[name] for name in COMPARED}


def _taken_as_given(record: RulingRecord) -> dict[str, Any]:
    """What a ruling of an earlier edition rests on without anybody having told it: what happened
    is asked for now, so it is told of the old case.
    """
    facts = table_of(record.article).facts if record.article in table_slugs() else {}
    return {
        step["fact"]: step["value"]
        for step in record.said[SOURCE]["trace"]
        if step.get("source") == "default"
        if (fact := facts.get(step["fact"])) and fact.default is None and fact.name != "game"
    }


TEXTS = ("told", "reason")


def export(whose: DataSubject) -> dict[str, Any]:
    """The cases that somebody put or decided, oldest first."""
    own = RulingRecord.objects.filter(club=whose.club_id, actor__in=whose.actors)
    return {"rulings": list(own.order_by("created_at").values("id", "article", *TEXTS))}


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
    text = record.said[SOURCE]["text"]
    if record.basis == RulingRecord.Basis.OVERRULED and naming.occurs_in(text):
        gone["said"] = {lang: {**said, "text": "…"} for lang, said in record.said.items()}
    if gone:
        RulingRecord.objects.filter(pk=record.pk).update(**gone)
    return len(gone)
