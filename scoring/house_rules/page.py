"""The rules of a club beside the book: read by its members, changed by its admins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from jassclub.clubs.models import Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import require_role
from jassclub.clubs.services import clubs
from jassclub.core.errors import Finding, Invalid, in_words
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import done, form_page, submit
from referee.asking import language
from referee.rulebook.articles import article, article_slugs
from referee.rules.modes import name_of
from referee.rules.profile import (
    BASE,
    Profile,
    ProfileError,
    every_kind,
    kinds_of,
    load_profile,
    profile_slugs,
    switches_of,
)
from referee.rules.profile_fields import TURNING
from referee.rules.profile_kinds import FactorTable, Kind, text_of
from referee.setting_words import ANSWERS, TOPICS
from scoring.core.models import Game
from scoring.core.rules import flat, lasting, sentence
from scoring.games.registry import bears_on, within

Layer = dict[str, Any]
WAS = "was."
"""Before the name of a field: what stood there when the page was made."""
LONGEST = 40


@dataclass(frozen=True)
class Setting:
    """One switch: what the book says, what the club says, and the field to change it."""

    path: str
    title: str
    kind: Kind
    book: object
    ours: object
    cited: str | None
    typed: list[str] | None = None

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """What can be picked: value, words, whether it is picked."""
        return [
            (text_of(value), self.say(value), text_of(value) in self.shown)
            for value in self.kind.options
        ]

    @property
    def factors(self) -> list[tuple[str, str, str]]:
        """Contract, its name and its factor as it stands in the field."""
        if not isinstance(self.kind, FactorTable):
            return []
        shown = dict(zip(self.kind.names, self.shown, strict=False))
        return [(name, _called(name), shown.get(name, "")) for name in self.kind.names]

    @property
    def shown(self) -> list[str]:
        """What stands in the field: what was typed, else what holds."""
        return self.was if self.typed is None else self.typed

    @property
    def was(self) -> list[str]:
        """What stood there when the page was made."""
        return self.kind.texts(self.ours)

    @property
    def differs(self) -> bool:
        """Whether the club plays it otherwise than the book."""
        return self.ours != self.book

    @property
    def book_texts(self) -> list[str]:
        """What would stand in the field if the book were followed."""
        return self.kind.texts(self.book)

    @property
    def book_words(self) -> str:
        """The book's value in words."""
        return self.say(self.book)

    @property
    def our_words(self) -> str:
        """The club's value in words."""
        return self.say(self.ours)

    @property
    def article(self) -> tuple[str, str] | None:
        """Slug and title of the article that it stands in."""
        if self.cited is None or self.cited not in article_slugs():
            return None
        return self.cited, article(self.cited).title[language(None)]

    def say(self, value: object) -> str:
        """A value in words."""
        if isinstance(value, bool):
            return _("Ja") if value else _("Nein")
        if isinstance(self.kind, FactorTable):
            pairs = value if isinstance(value, tuple) else ()
            return ", ".join(f"{_called(name)} ×{factor}" for name, factor in pairs)
        if isinstance(value, tuple):
            return ", ".join(map(self.say, value))
        own = switches_of(self.path.partition(".")[0]).get(self.path)
        words = own.answers.get(value) if own else ANSWERS.get(self.path, {}).get(value)
        return _called(str(value)) if words is None else _(str(words))


@dataclass
class HouseRules:
    """The house rules of a club over a profile of the book."""

    base: Profile
    layer: Layer
    deck: str
    post: QueryDict | None = None

    @cached_property
    def topics(self) -> list[tuple[str, list[Setting]]]:
        """The switches that bear on the game, by topic; topics without any are left out."""
        own = {path: _(item.words) for path, item in switches_of(self.base.game).items()}
        every: list[tuple[Any, Mapping[str, Any]]] = [*TOPICS, (_("Nur in diesem Spiel"), own)]
        found = [
            (str(title), [self._setting(path, str(words)) for path, words in self._of(items)])
            for title, items in every
        ]
        return [(title, settings) for title, settings in found if settings]

    @property
    def settings(self) -> Iterator[Setting]:
        """All of them."""
        for _title, settings in self.topics:
            yield from settings

    @property
    def differences(self) -> list[Setting]:
        """What the club plays otherwise than the book."""
        return [setting for setting in self.settings if setting.differs]

    @cached_property
    def broken(self) -> list[str]:
        """What is wrong with the stored layer itself, which programs may have written."""
        return [sentence(item) for item in faults(self.base, lasting(self.layer))]

    @property
    def gone(self) -> list[str]:
        """What stands in the stored layer and there is no more."""
        return sorted(flat(self.layer).keys() - lasting(self.layer))

    @cached_property
    def unplayable(self) -> list[tuple[str, str]]:
        """Other profiles that cannot be played with these house rules: title and reason."""
        others = [load_profile(slug) for slug in profile_slugs() if slug != self.base.slug]
        each = [(_(profile.title), faults(profile, self.layer)) for profile in others]
        return [(title, sentence(items[0])) for title, items in each if items]

    def changed(self) -> Layer:
        """The layer with what was changed in the form, and only that.

        A value that is the book's again leaves the layer, and so does what there is no more.
        """
        layer = lasting(self.layer)
        for setting in self.settings:
            if setting.typed is None:
                continue
            value = setting.kind.typed(setting.typed)
            fits = setting.kind.problem(value) is None
            if fits and setting.kind.freeze(value) == setting.book:
                layer.pop(setting.path, None)
            else:
                layer[setting.path] = value
        return layer

    def _of(self, items: Mapping[str, Any]) -> list[tuple[str, Any]]:
        other = {"german": "multipliers.french", "french": "multipliers.german"}[self.deck]
        return [
            (path, words)
            for path, words in items.items()
            if bears_on(path, self.base.game) and path != other
        ]

    def _setting(self, path: str, title: str) -> Setting:
        return Setting(
            path=path,
            title=title,
            kind=kinds_of(self.base.game)[path],
            book=self.base.value(path),
            ours=self._ours.value(path),
            cited=self.base.citation(path).article,
            typed=self._changed_to(path),
        )

    def _changed_to(self, path: str) -> list[str] | None:
        """What was typed into a field; None where it stands as the page had it."""
        if self.post is None or WAS + path not in self.post:
            return None
        typed, was = (
            [text.strip()[:LONGEST] for text in self.post.getlist(name)]
            for name in (path, WAS + path)
        )
        return None if typed == was else typed

    @cached_property
    def _ours(self) -> Profile:
        try:
            layer = within(lasting(self.layer), self.base.game)
            return self.base.with_layer(layer, "club")
        except ProfileError:
            return self.base


def faults(base: Profile, layer: Mapping[str, object]) -> list[Finding]:
    """Everything that keeps a profile from being played with a layer of a club."""
    return base.layer_findings(within(layer, base.game), "club")


def told(layer: Mapping[str, Any]) -> dict[str, str]:
    """The switches of a layer by what they are called, with their values in words."""
    titles: dict[str, Any] = {
        path: words for _topic, items in TOPICS for path, words in items.items()
    }
    found = {}
    for path, value in flat(layer).items():
        plain = value["value"] if isinstance(value, Mapping) and "value" in value else value
        own, kind = switches_of(path.partition(".")[0]).get(path), every_kind().get(path)
        title = titles.get(path) or (_(own.words) if own else path)
        if kind is None or kind.problem(plain) is not None:
            found[str(title)] = str(plain)
            continue
        setting = Setting(path, str(title), kind, None, kind.freeze(plain), None)
        found[setting.title] = setting.our_words
    return found


def _called(name: str) -> str:
    """A contract or a number as people say it."""
    if name == "trump":
        return _("Trumpf")
    kind, _bar, way = name.partition("_")
    if kind in TURNING:
        return " ".join([kind.capitalize(), *([name_of(way, language(None))] if way else [])])
    return name_of(name, language(None))


@form_page
def club_rules(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The sheet of rules, for an admin as a form; saving changes games that begin later."""
    desk = Desk.of(request, slug)
    if request.method != "POST":
        rules = HouseRules(_base(desk, request.GET), desk.club.profile_layer, desk.club.deck)
        return _show(request, desk, rules, FormState())
    require_role(desk.actor, desk.club.pk, Role.ADMIN)
    base = _base(desk, request.POST)
    rules = HouseRules(base, desk.club.profile_layer, desk.club.deck, request.POST)
    form = Fields("version", places=_places(rules)).read(request.POST)

    def show() -> HttpResponse:
        desk.club.refresh_from_db()
        fresh = HouseRules(base, desk.club.profile_layer, desk.club.deck, request.POST)
        return _show(request, desk, fresh, form)

    address = reverse("club_rules", args=[slug]) + f"?base={base.slug}"
    words = _("Gespeichert. Es gilt für Partien, die jetzt beginnen.")
    return submit(
        request,
        desk.actor,
        lambda: _save(desk, rules, form.whole("version")),
        then=lambda _saved: done(request, words, address),
        form=form,
        show=show,
    )


def _save(desk: Desk, rules: HouseRules, version: int) -> None:
    """Store what was changed; Invalid with all faults, and the refusal of an older version."""
    layer = rules.changed()
    found = in_words(faults(rules.base, layer), sentence)
    Invalid.raise_for(found, _("So lässt sich nicht spielen."))
    clubs.change_club(
        **desk.ids,
        version=version,
        values={"profile_layer": layer},
    )


def _places(rules: HouseRules) -> dict[str, str]:
    """JSON pointer of each switch on the page -> the name of its field."""
    paths = [setting.path for setting in rules.settings]
    return {"/" + path.replace(".", "/"): path for path in paths}


def _base(desk: Desk, query: QueryDict) -> Profile:
    """The profile to compare with: the one asked for, else what the club played last."""
    wanted = query.get("base", "")
    if wanted in profile_slugs():
        return load_profile(wanted)
    last = Game.objects.filter(club=desk.club).order_by("-created_at").first()
    slug = last.profile.get("slug", BASE) if last is not None else BASE
    return load_profile(slug if slug in profile_slugs() else BASE)


def _show(request: HttpRequest, desk: Desk, rules: HouseRules, form: FormState) -> HttpResponse:
    bases = sorted((_(load_profile(slug).title), slug) for slug in profile_slugs())
    return desk.render(
        request,
        "pages/office/club_rules.html",
        status=form.status,
        rules=rules,
        typed=form,
        bases=bases,
    )
