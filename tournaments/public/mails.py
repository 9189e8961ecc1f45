"""Mails that say where somebody sits, as soon as a round is called, to who asked for them and has
said yes by a link that only the owner of the address got."""

import logging
from collections.abc import Iterator, Mapping
from functools import partial
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from jassclub.core import mails
from tournaments.core.selectors import LETTERS
from tournaments.entries.models import Entry, SeatMail
from tournaments.entries.selectors import people_of
from tournaments.rounds.models import Round, Sitting

log = logging.getLogger(__name__)
SALT, YES = "tournaments.seat_mail", "tournaments.seat_mail.asked"


def ask_for_mails(*, entry: Entry, address: str, site: str) -> None:
    """Ask the owner of an address; Invalid for what is no address, Conflict where no mail goes out.

    The link says nothing of the ticket: whose address was mistyped could take the place back.
    """
    told = mails.asked_for(address=address, site=site)
    tournament = entry.tournament
    word = signing.dumps([str(entry.pk), told], salt=YES, compress=True)
    question = _(
        "%(event)s: Bei jedem Aufruf eine Mail an diese Adresse, an welchem Tisch du sitzt?"
    )
    mails.ask_owner(
        address,
        subject=_("Dein Tisch per Mail: bitte bestätigen"),
        question=question % {"event": tournament.name},
        link=site + reverse("public_yes_mails", args=[tournament.slug, word]),
    )


def agreed(word: str) -> SeatMail | None:
    """What the link of such a mail says yes to, not yet kept; None where it holds no longer."""
    try:
        whose, told = signing.loads(word, salt=YES, max_age=mails.HOLDS)
    except signing.BadSignature:
        return None
    here = Entry.objects.exclude(state=Entry.State.WITHDRAWN)
    entry = here.exclude(seat_mail__created_at__gt=told["created_at"]).filter(pk=whose).first()
    return SeatMail(entry=entry, club_id=entry.club_id, **told) if entry else None


def begin_mails(asked: SeatMail) -> bool:
    """Mails from the next call on; whether the link still holds."""
    told = {name: getattr(asked, name) for name in ("address", "site", "language", "created_at")}
    return mails.keep(SeatMail, told, entry=asked.entry, club_id=asked.club_id)


def no_mails(*, entry: Entry) -> None:
    """None any more, nor by a link that was asked for before."""
    mails.end(SeatMail, entry=entry, club_id=entry.club_id)


def signed_off(signed: str) -> SeatMail | None:
    """What a link in a mail takes back; None where it is gone, or no link of ours."""
    try:
        ident = signing.loads(signed, salt=SALT)
    except signing.BadSignature:
        return None
    rows = SeatMail.objects.select_related("entry__tournament").exclude(address="")
    return rows.filter(pk=ident).first()


def send_seats() -> int:
    """Tell of the rounds that are called or running, each person once of each; how many mails.

    Nothing is noted while the mail server cannot be reached: the next minute tries again.
    """
    if not settings.MAIL_FROM or not SeatMail.objects.exists():
        return 0
    try:
        return sum(_send(round_) for round_ in rounds_to_tell())
    except OSError as fault:
        log.warning("mails of seats were not sent: %s", type(fault).__name__)
        return 0


def rounds_to_tell() -> QuerySet[Round]:
    """The rounds that are called or running."""
    states = (Round.State.CALLED, Round.State.RUNNING)
    return Round.objects.filter(state__in=states).select_related("tournament")


def untold(round_: Round) -> Q:
    """Who of its tournament asked to be told and was not yet told of this round."""
    here = Q(entry__tournament=round_.tournament) & ~Q(entry__state=Entry.State.WITHDRAWN)
    return here & (Q(told=None) | ~Q(told=round_.pk))


def heading_of(round_: Round) -> str:
    """That it is called."""
    return _("Runde %(number)s ist aufgerufen") % {"number": round_.number}


def seats_in(round_: Round) -> Mapping[UUID, Sitting]:
    """By the entry that sits there."""
    sittings = round_.sittings.select_related("entry", "passe__table")
    return {sitting.entry_id: sitting for sitting in sittings}


def seats_told(entry: Entry, seats: Mapping[UUID, Sitting]) -> list[str]:
    """A line for each of the people of a ticket who has a seat, or that nobody has."""
    here = [seats[mate.pk] for mate in people_of(entry) if mate.pk in seats]
    return [
        _("%(name)s: Tisch %(table)s, Platz %(seat)s")
        % {
            "name": sitting.entry.name,
            "table": sitting.passe.table.number,
            "seat": LETTERS[sitting.index],
        }
        for sitting in here
    ] or [_("In dieser Runde sitzt du nicht.")]


def _send(round_: Round) -> int:
    due = SeatMail.objects.filter(untold(round_)).exclude(address="")
    if not due.exists():
        return 0
    return mails.send(_mails(round_, due.select_related("entry")))


def _mails(round_: Round, due: QuerySet[SeatMail]) -> Iterator[mails.Letter]:
    seats = seats_in(round_)
    for asked in due.order_by("created_at"):
        # Race: two workers are at it, or mails are taken back. Who writes the round first sends,
        # and only to the address that still stands.
        mine = SeatMail.objects.filter(pk=asked.pk, address=asked.address)
        if mine.filter(untold(round_)).update(told=round_.pk):
            with translation.override(asked.language):
                mail = _mail(round_, asked, seats_told(asked.entry, seats))
            # Race: the next round is told meanwhile. Its note stays.
            yield mail, partial(mine.filter(told=round_.pk).update, told=None)


def _mail(round_: Round, asked: SeatMail, where: list[str]) -> EmailMessage:
    slug = round_.tournament.slug
    off = asked.site + reverse(
        "public_no_mails", args=[slug, signing.dumps(str(asked.pk), salt=SALT)]
    )
    lines = [
        *where,
        "",
        round_.tournament.name,
        asked.site + reverse("public_event", args=[slug]),
        "",
        _("Keine Mails mehr:"),
        off,
    ]
    headers = {"List-Unsubscribe": f"<{off}>", "Auto-Submitted": "auto-generated"}
    return EmailMessage(
        heading_of(round_), "\n".join(lines), settings.MAIL_FROM, [asked.address], headers=headers
    )
