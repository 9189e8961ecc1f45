"""The settings of a tournament as fields of a form: where each stands in the JSON of a format."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.core.reader import number_or_text
from jassclub.web.francs import rappen, written
from tournaments.format import words


@dataclass(frozen=True)
class Setting:
    """A plain setting. `path` leads to its value; `kind`: `choice`, `number`, `flag`, `francs`.

    An `optional` one is none where nothing stands.
    """

    path: str
    label: str | Promise
    kind: str = "number"
    choices: Mapping[str, str | Promise] = field(default_factory=dict)
    optional: bool = False
    help: str | Promise = ""

    @property
    def name(self) -> str:
        """The name of the field."""
        return self.path.replace("/", "_")

    @property
    def top(self) -> str:
        """The setting of the format that it is or belongs to."""
        return self.path.split("/")[0]

    def shown(self, value: Any) -> str:
        """The value as it stands in the field."""
        if value is None or value is False:
            return ""
        if self.kind == "francs":
            return written(value)
        return "1" if value is True else str(value)

    def read(self, text: str) -> Any:
        """What stands in the field as JSON; what cannot be read stays text, and is refused."""
        if self.kind == "flag":
            return bool(text)
        if not text and self.optional:
            return None
        if self.kind == "francs":
            amount = rappen(text)
            return text if amount is None else amount
        return number_or_text(text, most_digits=7) if self.kind == "number" else text

    def in_words(self, text: str) -> str:
        """What stands in the field, for people."""
        if self.kind == "flag":
            return str(_("ja") if text else _("nein"))
        return str(self.choices.get(text, text) or _("keine Angabe"))


@dataclass(frozen=True)
class Group:
    """Settings that belong together on the page; `parts` are templates of those not plain."""

    name: str
    title: str | Promise
    settings: tuple[Setting, ...]
    parts: tuple[str, ...] = ()


def _choice(path: str, label: Any, choices: words.Words, help: Any = "") -> Setting:
    return Setting(path, label, "choice", choices, help=help)


GROUPS = (
    Group(
        "game",
        _("Spiel"),
        (
            _choice("game", _("Was wird gespielt?"), words.PLAYED),
            _choice("profile", _("Nach welchen Regeln?"), words.RULES),
            Setting("rounds", _("Runden"), help=_("ein Finale am gleichen Tag zählt mit")),
            Setting("hands", _("Spiele pro Runde")),
            Setting("matsch_bonus", _("Zuschlag für einen Matsch"), help=_("0: Matsch zählt 157")),
        ),
        ("house_rules",),
    ),
    Group(
        "seats",
        _("Plätze und Auslosung"),
        (
            _choice("seating", _("Wer meldet sich an?"), words.SEATINGS),
            Setting("team_size", _("Leute einer Mannschaft"), optional=True),
            Setting(
                "team_best",
                _("davon zählen pro Runde"),
                optional=True,
                help=_("leer: alle"),
            ),
            _choice("pairing", _("Wie entstehen die Tische?"), words.PAIRINGS),
            Setting(
                "standing_from",
                _("Tische nach Rangliste ab Runde"),
                optional=True,
                help=_("leer: nie, oder wie die Auslosung es verlangt"),
            ),
            _choice("odd", _("Wenn die Zahl nicht aufgeht"), words.ODDS),
            _choice("substitute", _("Springt jemand ein, gehört das Resultat"), words.CREDITED),
        ),
        ("final",),
    ),
    Group(
        "writing",
        _("Schreiben und Kontrolle"),
        (
            _choice("writing", _("Was wird erfasst?"), words.WRITINGS),
            _choice("control", _("Stimmt die Kontrollsumme nicht, dann"), words.CONTROLS),
            Setting(
                "double_entry",
                _("Jedes Blatt zweimal erfassen"),
                "flag",
                help=_("Zwei Personen tippen unabhängig; findet Tippfehler."),
            ),
            Setting(
                "correction_minutes",
                _("Einsprachefrist in Minuten"),
                optional=True,
                help=_("leer: bis zum Schluss"),
            ),
        ),
    ),
    Group(
        "ranking",
        _("Rangliste"),
        (
            _choice("ranking/unit", _("Gezählt werden"), words.UNITS),
            _choice("ranking/per", _("Ein Schnitt gilt"), words.PER),
            Setting("ranking/lower_wins", _("Der kleinere Wert gewinnt"), "flag"),
            Setting("ranking/nearest", _("Wer einer gezogenen Zahl am nächsten ist"), "flag"),
            Setting("ranking/final_weight", _("Ein Finale zählt so oft")),
            Setting("ranking/minimum_units", _("Für einen Rang braucht es so viele Runden")),
            _choice("ranking/missing", _("Eine fehlende Runde"), words.MISSING),
            _choice("ranking/late", _("Ein zu spät abgegebenes Blatt"), words.LATE),
            Setting("ranking/late_penalty", _("Abzug dafür")),
            Setting("ranking/joker/points", _("Punkte für das Aussetzen")),
            Setting("ranking/joker/hands", _("gerechnet auf so viele Spiele")),
            Setting(
                "ranking/hidden_from",
                _("Rangliste verdeckt ab Runde"),
                optional=True,
                help=_("leer: nie; aufgedeckt wird an der Rangverkündigung"),
            ),
        ),
        ("count", "ties", "rank_points"),
    ),
    Group("money", _("Preise und Geld"), (Setting("fee", _("Startgeld"), "francs"),), ("prizes",)),
    Group(
        "clock",
        _("Uhr"),
        (Setting("minutes", _("Minuten pro Runde"), optional=True, help=_("leer: ohne Uhr")),),
    ),
)
SETTINGS = tuple(setting for group in GROUPS for setting in group.settings)
