"""The settings of a tournament: all of them, beside the preset they came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from jassclub.clubs.models import Role
from jassclub.core.errors import DomainError, Invalid
from jassclub.web.form_state import FormState, words_of
from jassclub.web.forms import done, form_page, submit
from tournaments.core.desk_page import Desk
from tournaments.desk import services
from tournaments.desk.pages import setup
from tournaments.desk.services import WHILE_PLAYING
from tournaments.format.form import (
    CHOICES,
    FIELD_OF,
    GROUPS,
    NAMES,
    PLAIN,
    RANK_TIE_NAMES,
    TIE_NAMES,
    Field,
    Group,
    chosen_from,
    pointers_of_prizes,
    prize_rows,
    settings_of,
    values_of,
)
from tournaments.format.pure import PRESETS, as_json
from tournaments.rounds.hall import called_rounds

LONGEST_RULES = 4000
LONGEST = 200
PARTS = ("house_rules", "final", "prizes", "ranking")
"""Settings that are not plain."""


class SettingsForm:
    """What the template reads, and what the service is told."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.stored = values_of(desk.tournament.format)
        self.typed = FormState({**self.stored, **setup.shown_description(desk.tournament)})
        preset = PRESETS.get(desk.tournament.preset)
        self.preset = values_of(as_json(preset.format)) if preset else self.stored

    @property
    def playing(self) -> bool:
        """Whether a round was called, so that most of it is settled."""
        return bool(self.desk.read(called_rounds))

    @property
    def tops(self) -> frozenset[str]:
        """The settings that can still be changed."""
        known = frozenset(self.desk.tournament.format)
        return known & WHILE_PLAYING if self.playing else known

    @property
    def fixed(self) -> Mapping[str, bool]:
        """Which settings that are not plain are settled."""
        return {name: name not in self.tops for name in PARTS}

    @property
    def sections(self) -> Iterator[tuple[Group, list[dict[str, Any]]]]:
        """The groups in order, each with its plain settings."""
        for group in GROUPS:
            yield group, [self._entry(field) for field in group.fields]

    @property
    def picks(self) -> Mapping[str, dict[str, Any]]:
        """Choices that are not plain: what can be chosen, what is, what is wrong with it."""
        return {name: self._pick(name) for name in CHOICES}

    @property
    def ties(self) -> list[dict[str, Any]]:
        """The criteria that part equals, in order."""
        return [self._pick(name) for name in TIE_NAMES]

    @property
    def rank_ties(self) -> list[dict[str, Any]]:
        """The same for the ranks of one round."""
        return [self._pick(name) for name in RANK_TIE_NAMES]

    @property
    def prizes(self) -> list[dict[str, Any]]:
        """The lines of prizes, some empty ones after them."""
        errors = self.typed.errors
        return [
            {"row": row, "name": row.name, "errors": errors.get(f"{row.name}_text", [])}
            for row in prize_rows(self.typed.values)
        ]

    @property
    def changed(self) -> int:
        """How many fields differ from the preset."""
        return sum(self.preset.get(n, "") != self.stored.get(n, "") for n in {*self.preset})

    def read(self, post: QueryDict) -> SettingsForm:
        """Take over what was typed; what is settled stays."""
        typed = {name: words_of(post, name, longest=LONGEST) for name in NAMES}
        typed["house_rules"] = post.get("house_rules", "")[:LONGEST_RULES]
        settled = {f.name: self.stored[f.name] for f in PLAIN if f.top not in self.tops}
        values = {**typed, **settled, **setup.typed_description(post)}
        own = {"reason": words_of(post, "reason"), "version": words_of(post, "version")}
        self.typed = FormState({**values, **own})
        return self

    def save(self) -> None:
        """Change the tournament; Invalid with everything that is wrong."""
        read, faults = setup.read_description(self.typed.values)
        Invalid.raise_for(faults, _("Diese Angaben stimmen nicht."))
        services.change_tournament(
            **self.desk.ids,
            version=self.typed.whole("version"),
            values=read,
            settings=settings_of(self.typed.values, self.tops),
            reason=self.typed.values["reason"],
        )

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {**FIELD_OF, **setup.FIELD_OF, **pointers_of_prizes(self.typed.values)}
        self.typed.refuse(refusal, places)

    def _entry(self, field: Field) -> dict[str, Any]:
        name = field.name
        value = self.typed.values.get(name, "")
        return {
            "field": field,
            "value": value,
            "errors": self.typed.errors.get(name, []),
            "fixed": field.top not in self.tops,
            "before": field.told(self.preset[name]) if self.preset[name] != value else "",
        }

    def _pick(self, name: str) -> dict[str, Any]:
        return {
            "name": name,
            "value": self.typed.values.get(name, ""),
            "choices": chosen_from(CHOICES[name]),
            "errors": self.typed.errors.get(name, []),
        }


@form_page
def settings(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """Everything that an organiser sets. Role: director."""
    desk = Desk.of(request, slug, tslug, Role.DIRECTOR)
    form = SettingsForm(desk)
    if request.method == "POST":
        form.read(request.POST)
    return submit(
        request,
        desk.actor,
        form.save,
        then=lambda _saved: done(
            request,
            _("Die Einstellungen sind gesichert."),
            "desk_settings",
            slug,
            form.typed.values["slug"],
        ),
        form=form,
        show=lambda: _show(request, form),
    )


def _show(request: HttpRequest, form: SettingsForm) -> HttpResponse:
    return form.desk.render(
        request,
        "tournaments/desk/settings.html",
        here="settings",
        form=form,
        typed=form.typed,
        seasons=form.desk.club.seasons.order_by("-starts"),
        status=form.typed.status,
    )
