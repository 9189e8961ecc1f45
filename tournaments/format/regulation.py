"""The regulation of a tournament in numbered points, written from its settings.

The number of a point is its place in the list of all points there are, whatever the settings: a
point that does not apply leaves a gap. "4.3" is the wrong sum in every tournament, so a ruling
cites the version of the tournament (whose settings are frozen with it) and the number.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.rules.profile import load_profile
from tournaments.format import (
    bracket_sentences as b,
    duplicate_sentences as d,
    prize_sentences as p,
    sentences as s,
    table_sentences as t,
)
from tournaments.format.pure import Format
from tournaments.format.sentences import Event, Told, Write, first, of_choice


class Row(NamedTuple):
    """A point that there may be: its heading, its sentences, and the articles it always cites."""

    heading: str | Promise
    parts: Iterable[Write | str | Promise]
    articles: tuple[str, ...] = ()


NUMBERS_STAY = _(
    "Die Nummern bleiben: wer sich auf einen Punkt beruft, nennt seine Nummer. Fehlt eine, gilt "
    "der Punkt hier nicht."
)
"""Why there are gaps; under every regulation, also those of seasons."""
SECTIONS: tuple[tuple[str | Promise, tuple[Row, ...]], ...] = (
    (
        _("Das Turnier"),
        (
            Row(_("Spielregeln"), [s.rules]),
            Row(_("Eigene Regeln"), [s.house_rules]),
            Row(
                _("Runden und Spiele"),
                [
                    first(
                        ("", _("Anzahl Runden: %(rounds)s. Spiele in jeder Runde: %(hands)s.")),
                        rounds="rounds",
                        hands="hands",
                    ),
                    t.whole_games,
                    s.mixed,
                ],
            ),
            Row(
                _("Zeit"),
                [
                    first(
                        (
                            "minutes",
                            _(
                                "Eine Runde dauert %(minutes)s Minuten. Die Turnierleitung kann "
                                "die Zeit verlängern; die nächste Runde beginnt erst, wenn sie sie "
                                "ansagt."
                            ),
                        ),
                        (
                            "",
                            _(
                                "Ohne Uhr: Die nächste Runde beginnt, wenn die Turnierleitung sie "
                                "ansagt."
                            ),
                        ),
                        minutes="minutes",
                    )
                ],
            ),
            Row(_("Startgeld"), [s.fee]),
        ),
    ),
    (
        _("Plätze"),
        (
            Row(_("Anmeldung"), [of_choice("seating"), of_choice("numbers")]),
            Row(_("Auslosung"), [of_choice("pairing")]),
            Row(
                _("Tische nach Rangliste"),
                [
                    first(
                        (
                            "first_by_standing",
                            _(
                                "Ab Runde %(round)s richten sich die Tische nach dem Stand der "
                                "Rangliste."
                            ),
                        ),
                        round="first_by_standing",
                    )
                ],
            ),
            Row(_("Wenn die Zahl nicht aufgeht"), [s.at_three, s.left_over, s.no_book]),
            Row(_("Wer für jemanden einspringt"), [of_choice("substitute")]),
            Row(
                _("Platz am Tisch"),
                [s.seat, _("Solange die Runde läuft, wird nicht getauscht.")],
                ("platztausch",),
            ),
            Row(_("K.-o.-System"), [b.seeded, b.byes, b.ties, b.third_place, b.consolation]),
            Row(_("Boards"), [d.moved, d.kept, d.sealed]),
            Row(_("Gruppen"), [b.in_groups]),
        ),
    ),
    (
        _("Am Tisch"),
        (
            Row(_("Geben"), [t.dealing]),
            Row(_("Weis und Stöck"), [t.melds]),
            Row(_("Matsch"), [t.matsch]),
            Row(_("Ansage"), [t.prediction]),
            Row(
                _("Reden und Zeichen"),
                [_("Wer spielt, sagt und zeigt nichts, was über die Karten etwas verrät.")],
                ("bemerkungen", "turnier.zeichen"),
            ),
            Row(
                _("Streit"),
                [
                    _(
                        "Ist der Tisch nicht einig, ruft er die Turnierleitung und lässt die "
                        "Karten liegen. Sie entscheidet nach den Regeln und nennt den Artikel oder "
                        "den Punkt dieses Reglements."
                    )
                ],
            ),
        ),
    ),
    (
        _("Schreiben und Kontrolle"),
        (
            Row(_("Schreiben"), [of_choice("writing")], ("schreibregeln",)),
            Row(
                _("Kontrolle"),
                [t.control, t.each_matsch, t.differences],
            ),
            Row(_("Falsche Summe"), [of_choice("control")]),
            Row(
                _("Abgeben"),
                [
                    _("Nach der Runde prüft der Tisch das Resultat und gibt es sofort ab."),
                    first(
                        (
                            "double_entry",
                            _(
                                "Ein Blatt wird im Büro zweimal eingetippt und zählt, wenn beide "
                                "gleich sind."
                            ),
                        )
                    ),
                ],
            ),
            Row(_("Verspätung"), [of_choice("ranking.late"), s.who_is_late]),
            Row(
                _("Einsprüche und Korrekturen"),
                [
                    s.objections,
                    _("Eine Korrektur macht die Turnierleitung; sie wird mit ihrem Grund gezeigt."),
                ],
            ),
        ),
    ),
    (
        _("Rangliste"),
        (
            Row(_("Wer gewinnt"), [of_choice("ranking.worth"), s.better]),
            Row(_("Was zählt"), [s.kept, s.dropped, s.combined]),
            Row(_("Rangpunkte"), [s.rank_points, s.rank_shared, s.rank_parted]),
            Row(_("Verpasste Runden"), [of_choice("ranking.missing")]),
            Row(_("Aussetzen"), [s.byes]),
            Row(_("Gleichstand"), [s.ties]),
            Row(
                _("Strafpunkte"),
                [
                    s.penalties,
                    _("Sie stehen in einer eigenen Spalte und verändern keine Kontrollsumme."),
                ],
            ),
            Row(
                _("Spannung"),
                [
                    first(
                        (
                            "ranking.hidden_from",
                            _(
                                "Ab Runde %(round)s wird die Rangliste bis zur Rangverkündung "
                                "nicht mehr gezeigt."
                            ),
                        ),
                        round="ranking.hidden_from",
                    )
                ],
            ),
            Row(_("Teilnahme"), [s.attendance]),
            Row(_("Paare und Mannschaften"), [s.together]),
            Row(_("Rang im K.-o.-System"), [b.places]),
            Row(_("Gleiche Karten"), [d.compared]),
            Row(
                _("Vereine und Mannschaften"),
                [p.club_ranking, p.squad_ranking, p.sums_without_final],
            ),
        ),
    ),
    (
        _("Final"),
        (
            Row(_("Wer in den Final kommt"), [s.qualifying, s.last_rank]),
            Row(_("Ablauf"), [s.playing, s.brought]),
            Row(_("Gewicht"), [s.weight]),
        ),
    ),
    (
        _("Preise"),
        (
            Row(_("Was es gibt"), [p.prizes]),
            Row(
                _("Geteilte Ränge"),
                [
                    first(
                        (
                            "prizes",
                            _(
                                "Wer einen Rang teilt, teilt auch die Preise der Ränge, die "
                                "zusammen belegt werden: Geld zu gleichen Teilen, ein Rest an die "
                                "tiefste Startnummer; über Sachen entscheidet das Los."
                            ),
                        )
                    )
                ],
            ),
            Row(_("Gezogene Zahl"), [p.drawn_number]),
            Row(_("Kategorien"), [p.categories]),
        ),
    ),
)
"""Numbers are places in this list: new points go to the end of a section, none is taken out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A numbered point; a section ("4") has a heading and no text.

    `articles` are slugs of the rulebook.
    """

    number: str
    heading: str
    text: str = ""
    articles: tuple[str, ...] = ()


def regulation(format_: Format, *, name: str) -> list[Point]:
    """The points that apply, in order, in the active language.

    ProfileError when the house rules of the format are none that its profile knows.
    """
    event = Event(
        name=name,
        format=format_,
        profile=load_profile(format_.profile).with_layer(format_.table_rules(), "tournament"),
    )
    found: list[Point] = []
    for section, (heading, rows) in enumerate(SECTIONS, start=1):
        if points := list(_points(event, section, rows)):
            found += [Point(number=str(section), heading=str(heading)), *points]
    return found


def _points(event: Event, section: int, rows: Iterable[Row]) -> Iterator[Point]:
    for place, row in enumerate(rows, start=1):
        told = [part(event) if callable(part) else Told(str(part)) for part in row.parts]
        if text := " ".join(said.text for said in told if said.text):
            yield Point(
                number=f"{section}.{place}",
                heading=told[0].heading or str(row.heading),
                text=text,
                articles=(*row.articles, *(slug for said in told for slug in said.articles)),
            )
