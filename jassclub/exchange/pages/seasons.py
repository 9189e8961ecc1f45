"""A spreadsheet of whole seasons: what a cell holds, how many hands an evening had, who is meant;
what would come of it, and taking it over."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext, ngettext

from jassclub.clubs import rights as clubs
from jassclub.clubs.pages.office import Desk
from jassclub.exchange.cells import LONGEST_CELL
from jassclub.exchange.doubts import key_of, turned_key
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.seasons.sheets import (
    TOLD,
    Answers,
    Found,
    SeasonsRead,
    accept_seasons,
    correct_season_cells,
    game_of,
    seasons_in,
)
from jassclub.exchange.seasons.sums import Holds
from jassclub.web.form_state import Fields, FormState, line, plain
from jassclub.web.forms import attempt, done
from scoring.games.registry import GAMES

NEW, FORMER = "new", "former"
"""The choices for a name that nobody has yet: in the club today, or once."""
MOST_NAMES = 300
MOST_SEASONS = 60
MOST_HANDS = 999
MOST_CELLS = 200
"""Doubtful cells that have a field."""
CORRECTED = frozenset({"no_number", "name_twice"})
"""Doubts about what stands in their very cell."""
FIELDS = Fields(
    "holds",
    "hands",
    "rest",
    "leave_out",
    "other_sheet",
    other_cell=line(8),
    other_words=line(LONGEST_CELL),
    **{f"label_{place}": line(80) for place in range(MOST_SEASONS)},
    **{f"name_{at}": line(200) for at in range(MOST_NAMES)},
    **{f"who_{at}": plain() for at in range(MOST_NAMES)},
    places={"/people": "people", "/label": "label_0", "/cells": "other_cell"},
)


def season_preview(request: HttpRequest, desk: Desk, sheet: SpreadsheetPreview) -> HttpResponseBase:
    """Look, answer, look again, take it over: that needs the role director."""
    form = FIELDS.of(request)
    view = _View(desk, sheet, form, first=request.method != "POST")

    def answer() -> HttpResponse:
        told = view
        if cells := _corrected(request.POST):
            corrected = correct_season_cells(**desk.ids, preview_id=sheet.pk, cells=cells)
            form.values["other_cell"] = form.values["other_words"] = ""
            told = _View(desk, corrected, form, first=False)
        if request.POST.get("action") == "accept":
            return told.accept(request)
        return told.show(request)

    return attempt(request, answer, form=form, show=lambda: view.show(request))


def _corrected(post: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """What was typed beside doubtful cells, and for another one."""
    typed = [
        (post.get(f"sheet_{at}", ""), post.get(f"place_{at}", ""), post.get(f"cell_{at}", ""))
        for at in range(MOST_CELLS)
    ]
    other = [post.get(f"other_{part}", "") for part in ("sheet", "cell", "words")]
    if other[1].strip():
        typed.append((other[0], other[1], other[2].strip() or " "))
    return {(sheet, place): words[:LONGEST_CELL] for sheet, place, words in typed if words}


class _View:
    """What was answered so far, and what the file says by it."""

    def __init__(
        self, desk: Desk, sheet: SpreadsheetPreview, form: FormState, *, first: bool
    ) -> None:
        self.desk, self.sheet, self.form = desk, sheet, form
        people = clubs.players(desk.actor).filter(club=desk.club, merged_into=None)
        self.people = list(people.filter(anonymised_at=None).order_by("-active", "name"))
        values = form.values
        pairs = ((values.get(f"name_{at}"), values.get(f"who_{at}")) for at in range(MOST_NAMES))
        self.said = {name: who for name, who in pairs if name and who}
        labels = {
            place: values[f"label_{place}"]
            for place in range(MOST_SEASONS)
            if f"label_{place}" in form.sent
        }
        hands = values.get("hands", "")
        self.answers = Answers(
            holds=Holds(values["holds"]) if values.get("holds") in [*Holds] else None,
            hands=int(hands) if hands.isdecimal() and 0 < int(hands) <= MOST_HANDS else 0,
            labels=labels,
        )
        self.read = self._read()
        if first and (likely := _likely(self.read)):
            self.said = likely
            self.read = self._read()
        self.chosen = {key_of(name): who for name, who in self.said.items()}
        table = next((season.table for season in self.read.taken if season.table.asks), None)
        self.likely = table.likely if table else Holds.SUM
        self.asked = list(self.read.names)[:MOST_NAMES]
        if first:
            values["hands"] = str((table and table.likely_hands) or "")

    def _read(self) -> SeasonsRead:
        known = {str(player.pk): player.pk for player in self.people}
        meant = {name: known[who] for name, who in self.said.items() if who in known}
        self.answers = replace(self.answers, people=meant)
        return seasons_in(self.sheet, self.answers)

    @property
    def new(self) -> dict[str, bool]:
        """Names to be added, and whether they are in the club today; the rest by one answer, where
        nobody has a name alike."""
        rest = self.form.values.get("rest", "")
        chosen = {
            doubt.name: self.chosen.get(key_of(doubt.name)) or ("" if doubt.proposals else rest)
            for doubt in self.asked
        }
        return {name: who == NEW for name, who in chosen.items() if who in (NEW, FORMER)}

    def accept(self, request: HttpRequest) -> HttpResponse:
        """Take it over."""
        taken = accept_seasons(
            **self.desk.ids,
            preview_id=self.sheet.pk,
            answers=self.answers,
            new=self.new,
            leave_out_faulty=self.form.values["leave_out"] == "1",
        )
        count = len(taken.openings or ())
        words = ngettext(
            "%(count)s frühere Saison ist übernommen.",
            "%(count)s frühere Saisons sind übernommen.",
            count,
        )
        return done(request, words % {"count": count}, "preview", self.desk.club.slug, taken.pk)

    def show(self, request: HttpRequest) -> HttpResponse:
        """The questions, and what would come of it."""
        kind, shown = GAMES[game_of(self.sheet)], self.read.seasons
        told = partial(_told, self.new)
        return self.desk.render(
            request,
            "pages/office/season_preview.html",
            status=self.form.status,
            typed=self.form,
            preview=self.sheet,
            read=self.read,
            odd=[
                (odd, text, odd.code not in TOLD, odd.code in CORRECTED and at < MOST_CELLS)
                for at, (odd, text) in enumerate(self.read.odd)
            ],
            sheets=[name for name, _count in self.sheet.sheets or ()],
            differences=kind.averaged,
            unmultiplied=kind.unmultiplied,
            game=gettext(kind.title),
            lower_wins=kind.game.lower_wins,
            holds=self.answers.holds or self.likely,
            asked=[(doubt, self.chosen.get(key_of(doubt.name), "")) for doubt in self.asked],
            settled=self._settled(),
            people=self.people,
            told=[(season, [(one, told(one)) for one in season.found]) for season in shown],
        )

    def _settled(self) -> Sequence[tuple[int, Mapping[str, str], str]]:
        """Names that are known by an answer, or by being like one of the club's: to be changed."""
        asked = {key_of(doubt.name) for doubt in self.asked}
        rest = [(name, who) for name, who in self.said.items() if key_of(name) not in asked]
        return [(at, {"name": name}, who) for at, (name, who) in enumerate(rest, len(self.asked))]


def _told(new: Mapping[str, bool], one: Found) -> str:
    """Who a line is, where it is not the name that stands there."""
    if one.player is not None:
        return "" if one.player.name == one.sums.name else one.player.name
    name = one.sums.name
    asked = next((it for it in new if key_of(it) in (key_of(name), turned_key(name))), "")
    coming = new.get(asked)
    if coming is None:
        return gettext("oben gefragt")
    return gettext("wird aufgenommen") if coming else gettext("war früher dabei")


def _likely(read: SeasonsRead) -> dict[str, str]:
    """Names turned round or shortened are whom they are like, unless somebody else of the same
    table is."""
    likely = {key_of(doubt.name): doubt.likely for doubt in read.names}
    twice = {""}
    for season in read.seasons:
        meant = Counter(
            str(one.player.pk) if one.player else likely.get(key_of(one.sums.name), "")
            for one in season.found
        )
        twice |= {who for who, count in meant.items() if count > 1}
    return {one.name: one.likely for one in read.names if one.likely not in twice}
