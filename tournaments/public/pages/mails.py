"""Where the holder of a ticket asks for mails about his seat, and takes that back."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from jassclub.clubs.throttling import SignUpThrottle, refuse_crowd
from jassclub.web.forms import attempt, done, form_page, page, sent_from
from tournaments.core.desk_page import tournament_at
from tournaments.public import mails
from tournaments.public.pages.board import MAIL, entry_of, show_ticket


@sent_from("public_ticket", "slug", "token")
@page
def ask(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """A mail that asks the owner of the address that was typed; without one no mails any more."""
    tournament = tournament_at(request, slug)
    entry, form = entry_of(request, tournament, token), MAIL.read(request.POST)

    def work() -> HttpResponse:
        if not form.values["address"]:
            mails.no_mails(entry=entry)
            return done(request, _("Es kommt keine Mail mehr."), "public_ticket", slug, token)
        refuse_crowd(request, SignUpThrottle)
        site = request.build_absolute_uri("/").rstrip("/")
        mails.ask_for_mails(entry=entry, address=form.values["address"], site=site)
        text = _("Fast fertig: Der Link in der Mail an %(address)s sagt Ja.") % form.values
        return done(request, text, "public_ticket", slug, token)

    if not settings.MAIL_FROM:
        raise Http404
    return attempt(
        request, work, form=form, show=lambda: show_ticket(request, tournament, entry, token, form)
    )


@form_page
def yes(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """The link in the mail that asks: the owner's tap says yes. Reading it does nothing."""
    tournament, asked = tournament_at(request, slug), mails.agreed(token)
    if request.method == "POST" and asked is not None and mails.begin_mails(asked):
        text = _("Bei jedem Aufruf kommt eine Mail mit deinem Tisch.")
        return done(request, text, "public_event", slug)
    context = {"tournament": tournament, "asked": asked}
    return render(request, "tournaments/public/yes_mails.html", context)


@form_page
def no_more(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """The link at the end of each mail: one tap, and none comes any more."""
    tournament, asked = tournament_at(request, slug), mails.signed_off(token)
    if request.method == "POST":
        if asked is not None:
            mails.no_mails(entry=asked.entry)
        return done(request, _("Es kommt keine Mail mehr."), "public_event", slug)
    context = {"tournament": tournament, "asked": asked}
    return render(request, "tournaments/public/no_mails.html", context)
