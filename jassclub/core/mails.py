"""Mails that people asked for: the address as it was typed, and sending many over one line."""

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict, Invalid
from jassclub.core.speaking import spoken

log = logging.getLogger(__name__)
BUSY = range(400, 500)
"""What a server answers that takes a mail later: grey lists, full boxes (RFC 5321)."""

HOLDS = timedelta(days=3)
"""How long the link to say yes is good."""

Letter = tuple[EmailMessage, Callable[[], object]]
"""A mail, with what notes that it has to be sent yet: called where the server has not taken it and
may do so later."""


def asked_for(*, address: str, site: str) -> dict[str, str]:
    """What is kept of who asked for mails: his address, where and when he asked, in which language.

    Invalid for what is no address. `created_at` decides between two yeses: what was asked last
    wins, whichever link is tapped first; a mistyped address takes nothing that was asked later.
    """
    try:
        validate_email(address)
    except ValidationError:
        text = _("Eine Mailadresse schreibt man so: name@beispiel.ch.")
        raise Invalid.at("/address", "no_address", text) from None
    at = timezone.now().isoformat()
    return {"address": address, "site": site, "language": spoken(), "created_at": at}


def ask_owner(address: str, *, subject: str, question: str, link: str) -> None:
    """Send the one mail that an address gets before its owner has said yes; nothing of it is kept.

    Conflict where the mail cannot go out now.
    """
    lines = [
        question,
        "",
        _("Ja, bitte:"),
        link,
        "",
        _("Hast du das nicht verlangt? Dann ist nichts zu tun, und es kommt keine Mail mehr."),
    ]
    mail = EmailMessage(
        subject,
        "\n".join(lines),
        settings.MAIL_FROM,
        [address],
        headers={"Auto-Submitted": "auto-generated"},
    )
    try:
        sent = send([(mail, bool)]) if settings.MAIL_FROM else 0
    except OSError:
        sent = 0
    if not sent:
        text = _("Die Mail konnte nicht verschickt werden. Bitte versuch es später noch einmal.")
        raise Conflict.at("/address", "mail_not_sent", text)


def keep(rows: type[Any], told: Mapping[str, Any], **whose: Any) -> bool:
    """Keep what an owner said yes to; whether nothing else was asked for, or ended, since."""
    rows._default_manager.get_or_create(**whose, defaults=told)
    # Race: the yes to a later address, or the end of all mails, comes meanwhile. It stays: the row
    # is locked by the update, which sees what was written last.
    earlier = rows._default_manager.filter(**whose, created_at__lte=told["created_at"])
    return bool(earlier.update(**told))


def end(rows: type[Any], **whose: Any) -> None:
    """No mails any more, nor by a link that was asked for before: the empty row knows when."""
    ended = {"address": "", "told": None, "created_at": timezone.now()}
    rows._default_manager.update_or_create(**whose, defaults=ended)


def send(mails: Iterable[Letter]) -> int:
    """How many went out. One that is refused costs the others nothing; where the server cannot be
    reached, or goes away, OSError.
    """
    with get_connection() as server:
        return sum(_sent(mail, server, not_yet) for mail, not_yet in mails)


def _sent(mail: EmailMessage, server: BaseEmailBackend, not_yet: Callable[[], object]) -> int:
    mail.connection = server
    try:
        return mail.send()
    except SMTPServerDisconnected:
        # A line that breaks after the text leaves open whether the server has it: the mail is sent
        # again, since one that comes twice does less harm than one that never comes.
        not_yet()
        raise
    except SMTPException as fault:
        if _codes(fault) & set(BUSY):
            not_yet()
        log.warning("a mail was refused: %s", type(fault).__name__)
        return 0


def _codes(fault: SMTPException) -> set[int]:
    if isinstance(fault, SMTPRecipientsRefused):
        return {code for code, _said in fault.recipients.values()}
    return {getattr(fault, "smtp_code", 0)}
