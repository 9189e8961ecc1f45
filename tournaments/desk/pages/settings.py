"""The settings of a tournament: all of them, beside the preset they came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs.models import Role
from jassclub.core.errors import DomainError, Invalid
from jassclub.web.form_state import FormState, words_of
from jassclub.web.forms import done, page, submit
from tournaments.core.desk_page import Desk
from tournaments.desk import services
from tournaments.desk.pages import description
from tournaments.desk.services import WHILE_PLAYING
from tournaments.format import words
from tournaments.format.fields import GROUPS, SETTINGS, Group, Setting
from tournaments.format.form import (
    FIELD_OF,
    NAMES,
    PARTS,
    pointers_of_prizes,
    prize_rows,
    settings_of,
    values_of,
)
from tournaments.format.pure import PRESETS, format_as_json
from tournaments.rounds.selectors import called_rounds

LONGEST_RULES = 4000
LONGEST = 200
PICKS = {
    "count_keep": words.KEPT,
    "count_combine": words.COMBINED,
    "final_carried": words.CARRIED,
    "rank_shared": words.SHARED,
    **dict.fromkeys((*PARTS["ties"], *PARTS["rank_ties"]), words.TIES),
}
"""The choices of settings that are not plain."""


@dataclass(frozen=True)
class Field:
    """A plain setting as the template shows it; `before` is what the preset says, if it differs."""

    setting: Setting
    value: str
    errors: list[str]
    fixed: bool
    before: str


@dataclass(frozen=True)
class Section:
    """A group of settings with its fields."""

    group: Group
    fields: list[Field]


class SettingsForm:
    """What the template reads, and what the service is told."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.stored = values_of(desk.tournament.format)
        first = description.shown_description(desk.tournament)
        self.typed = FormState({**self.stored, **first})
        preset = PRESETS.get(desk.tournament.preset)
        self.preset = values_of(format_as_json(preset.format)) if preset else self.stored

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
        names = ("house_rules", "final", "prizes", "ranking")
        return {name: name not in self.tops for name in names}

    @property
    def sections(self) -> Iterator[Section]:
        """The groups in order."""
        for group in GROUPS:
            yield Section(group, [self._field(setting) for setting in group.settings])

    @property
    def picks(self) -> Mapping[str, dict[str, Any]]:
        """Choices that are not plain: what can be chosen, what is, what the preset says."""
        return {name: self._part(name, choices) for name, choices in PICKS.items()}

    @property
    def ties(self) -> list[dict[str, Any]]:
        """The criteria that part equals, in order."""
        return [self.picks[name] for name in PARTS["ties"]]

    @property
    def rank_ties(self) -> list[dict[str, Any]]:
        """The same for the ranks of one round."""
        return [self.picks[name] for name in PARTS["rank_ties"]]

    @property
    def prizes(self) -> list[dict[str, Any]]:
        """The lines of prizes, some empty ones after them."""
        errors = self.typed.errors
        return [
            {
                "row": row,
                "name": f"prize_{row.number}",
                "errors": errors.get(f"prize_{row.number}_text", []),
            }
            for row in prize_rows(self.typed.values)
        ]

    @property
    def prize_kinds(self) -> words.Words:
        """What prizes are for."""
        return words.PRIZES

    @property
    def changed(self) -> int:
        """How many fields differ from the preset."""
        return sum(self.preset.get(n, "") != self.stored.get(n, "") for n in {*self.preset})

    def read(self, post: QueryDict) -> SettingsForm:
        """Take over what was typed; what is settled stays."""
        typed = {name: words_of(post, name, longest=LONGEST) for name in NAMES}
        typed["house_rules"] = post.get("house_rules", "")[:LONGEST_RULES]
        settled = {s.name: self.stored[s.name] for s in SETTINGS if s.top not in self.tops}
        values = {**typed, **settled, **description.typed_description(post)}
        own = {"reason": words_of(post, "reason"), "version": words_of(post, "version")}
        self.typed = FormState({**values, **own})
        return self

    def save(self) -> None:
        """Change the tournament; Invalid with everything that is wrong."""
        read, faults = description.read_description(self.typed.values)
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
        places = {**FIELD_OF, **description.FIELD_OF, **pointers_of_prizes(self.typed.values)}
        self.typed.refuse(refusal, places)

    def _field(self, setting: Setting) -> Field:
        name = setting.name
        differs = self.preset[name] != self.typed.values.get(name, "")
        return Field(
            setting,
            self.typed.values.get(name, ""),
            self.typed.errors.get(name, []),
            setting.top not in self.tops,
            setting.in_words(self.preset[name]) if differs else "",
        )

    def _part(self, name: str, choices: words.Words) -> dict[str, Any]:
        return {
            "name": name,
            "value": self.typed.values.get(name, ""),
            "choices": choices,
            "errors": self.typed.errors.get(name, []),
        }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
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
    seasons = form.desk.club.seasons.order_by("-starts")
    context = form.desk.context(here="settings", form=form, typed=form.typed, seasons=seasons)
    return render(request, "tournaments/desk/settings.html", context, status=form.typed.status)
