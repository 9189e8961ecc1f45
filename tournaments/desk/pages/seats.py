"""Who really sits where in a round, who leaves in the middle of it, and penalties."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.clubs.models import Role
from jassclub.core.errors import NotFound
from tournaments.core.desk_page import REASON, Ask, Command, CommandInput, Desk, Option
from tournaments.desk import seating
from tournaments.entries import services as entries
from tournaments.entries.selectors import entries_of
from tournaments.results import penalties
from tournaments.results.models import PenaltyPoints
from tournaments.rounds.models import Sitting
from tournaments.rounds.selectors import called_rounds

WHY = Ask(REASON, gettext_lazy("Warum?"), "words")


def _rounds(desk: Desk) -> Sequence[Option]:
    """The rounds that were called, the last one first."""
    text = _("Runde %(number)s")
    numbers = [round_.number for round_ in reversed(desk.read(called_rounds))]
    return [(str(number), text % {"number": number}) for number in numbers]


def _any_round(desk: Desk) -> Sequence[Option]:
    return [("", _("das ganze Turnier")), *_rounds(desk)]


def _credited(desk: Desk) -> Sequence[Option]:
    return [("", _("wie das Reglement sagt")), *Sitting.Credited.choices]


def _has_rounds(desk: Desk) -> bool:
    return not desk.ended and bool(desk.read(called_rounds))


def exchange(desk: Desk, sent: CommandInput) -> str:
    seating.exchange_seats(
        **desk.ids,
        number=sent.number("round"),
        one=sent.entry("one"),
        other=sent.entry("other"),
        reason=sent.words(),
    )
    return _("Die Plätze sind getauscht; was geschrieben ist, bleibt am Platz.")


def step_in(desk: Desk, sent: CommandInput) -> str:
    sitting = seating.step_in(
        **desk.ids,
        number=sent.number("round"),
        entry=sent.entry("entry"),
        substitute=sent.entry_or_none("substitute"),
        credited=sent.words("credited") if sent.words("credited") in Sitting.Credited else "",
        reason=sent.words(),
    )
    if sitting.substitute is None:
        return _("%(name)s spielt wieder selber.") % {"name": sitting.entry.name}
    told = {"name": sitting.substitute.name, "other": sitting.entry.name}
    return _("%(name)s springt für %(other)s ein.") % told


def drop_out(desk: Desk, sent: CommandInput) -> str:
    entry = entries.drop_out(**desk.ids, number=sent.entry("number"), reason=sent.words())
    return _("%(name)s ist nicht mehr dabei.") % {"name": entry.name}


def give(desk: Desk, sent: CommandInput) -> str:
    given = penalties.give_penalty(
        **desk.ids,
        number=sent.entry("number"),
        points=sent.number("points"),
        round_number=sent.number_or_none("round"),
        article=sent.words("article")[:80],
        reason=sent.words(),
    )
    told = {"points": given.points, "name": given.entry.name}
    return _("%(points)s Strafpunkte für %(name)s.") % told


def cancel(desk: Desk, sent: CommandInput) -> str:
    chosen = [p for p in penalties_of(desk) if str(p.pk) == sent.words("penalty")]
    if not chosen:
        raise NotFound("penalty_not_found", _("Diese Strafe gibt es nicht."))
    penalties.cancel_penalty(actor=desk.actor, penalty_id=chosen[0].pk, reason=sent.words())
    return _("Die Strafe ist aufgehoben.")


def penalties_of(desk: Desk) -> list[PenaltyPoints]:
    """All penalties of a tournament, in order of time."""
    rows = PenaltyPoints.objects.filter(entry__tournament=desk.tournament)
    return list(rows.select_related("entry").order_by("at"))


def _open_penalties(desk: Desk) -> Sequence[Option]:
    text = _("%(who)s: %(points)s Punkte, %(reason)s")
    return [
        (str(p.pk), text % {"who": p.entry, "points": p.points, "reason": p.reason[:60]})
        for p in penalties_of(desk)
        if p.cancelled_at is None
    ]


COMMANDS = (
    Command(
        "step-in",
        "overview",
        gettext_lazy("Einspringen lassen"),
        step_in,
        title=gettext_lazy("Jemand springt ein"),
        help=gettext_lazy(
            "Wer einspringt, muss da sein und in dieser Runde keinen Platz haben. Ohne "
            "Namen spielt die ausgeloste Person wieder selber."
        ),
        asks=(
            Ask("round", gettext_lazy("In welcher Runde?"), "choice", options=_rounds),
            Ask("entry", gettext_lazy("Für wen?"), "entry"),
            Ask("substitute", gettext_lazy("Wer springt ein?"), "entry"),
            Ask("credited", gettext_lazy("Wem gehört das Resultat?"), "choice", options=_credited),
            WHY,
        ),
        shown=_has_rounds,
    ),
    Command(
        "drop-out",
        "overview",
        gettext_lazy("Nicht mehr dabei"),
        drop_out,
        title=gettext_lazy("Jemand geht nach Hause"),
        help=gettext_lazy(
            "Was gespielt ist, bleibt. Sitzt die Person gerade an einem Tisch, muss jemand "
            "einspringen; die nächsten Runden sind neu auszulosen."
        ),
        asks=(Ask("number", gettext_lazy("Wer geht?"), "entry"), WHY),
        role=Role.SCRIBE,
        look="lost",
        shown=lambda desk: not desk.ended and bool(desk.read(entries_of)),
    ),
    Command(
        "exchange-seats",
        "overview",
        gettext_lazy("Plätze tauschen"),
        exchange,
        title=gettext_lazy("Zwei sassen am falschen Platz"),
        help=gettext_lazy(
            "Sie tauschen in dieser Runde. Was geschrieben ist, bleibt am Platz und zählt "
            "für die Person, die wirklich dort sass."
        ),
        asks=(
            Ask("round", gettext_lazy("In welcher Runde?"), "choice", options=_rounds),
            Ask("one", gettext_lazy("Wer?"), "entry"),
            Ask("other", gettext_lazy("Mit wem?"), "entry"),
            WHY,
        ),
        shown=_has_rounds,
    ),
    Command(
        "penalty",
        "overview",
        gettext_lazy("Strafpunkte geben"),
        give,
        title=gettext_lazy("Strafpunkte"),
        help=gettext_lazy(
            "Sie stehen in einer eigenen Spalte, nie in der Kontrollsumme eines Tischs."
        ),
        asks=(
            Ask("number", gettext_lazy("Wem?"), "entry"),
            Ask("points", gettext_lazy("Punkte")),
            Ask("round", gettext_lazy("Für welche Runde?"), "choice", options=_any_round),
            Ask("article", gettext_lazy("Punkt des Reglements"), "words"),
            WHY,
        ),
        shown=lambda desk: bool(desk.read(entries_of)),
    ),
    Command(
        "cancel-penalty",
        "overview",
        gettext_lazy("Strafe aufheben"),
        cancel,
        title=gettext_lazy("Strafe aufheben"),
        asks=(Ask("penalty", gettext_lazy("Welche?"), "choice", options=_open_penalties), WHY),
        look="lost",
        shown=lambda desk: bool(_open_penalties(desk)),
    ),
)
