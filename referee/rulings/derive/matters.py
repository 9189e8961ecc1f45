"""What a case is about, where nobody said so: some facts are told in one kind of dispute only."""

from collections.abc import Mapping

from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.vocabulary import UNKNOWN


def _by(matters: Mapping[str, str], otherwise: object = UNKNOWN) -> Derivation:
    """The matter of the first of these facts that is mentioned, be it as unknown; where the
    matter itself is told, nothing is derived.
    """

    def find(case: Case) -> object:
        if "matter" in case.told:
            return UNKNOWN
        return next((matters[name] for name in matters if name in case.told), otherwise)

    return Derivation(needs=(), find=find)


def _stoeck_matter(case: Case) -> object:
    """Points that are missing tell of the finish, unless there is a Berg to be reached as well."""
    if "matter" in case.told or case.profile.berg:
        return None
    return "finish" if "needs" in case.told or "moment" in case.told else None


def _finish_matter(case: Case) -> object:
    """What was agreed is the question itself where nothing else was told."""
    asked = case.told.keys() - {"agreed", "agreed_in_time"}
    return "order" if "agreed" in case.told and not asked else None


def _direction_matter(case: Case) -> object:
    """Where nothing went wrong the question is which way is right."""
    return None if case.told.keys() - {"after_seat"} else "which"


DERIVATIONS = {
    "direction_matter": Derivation(needs=(), find=_direction_matter),
    "leading_matter": _by({"after_seat": "next_in_turn"}, None),
    "stoeck_matter": Derivation(needs=(), find=_stoeck_matter),
    "finish_matter": Derivation(needs=(), find=_finish_matter),
    "weis_matter": _by(
        {
            "spoken": "needless",
            "hopeless": "needless",
            "reply": "reply",
            "announced_when": "timing",
            "announced": "error",
            "relation": "error",
            "corrected": "error",
            "all_saw": "shown_instead",
            "melds": "compare",
            "decided_by": "compare",
            "weis_kind": "value",
        }
    ),
    "equal_weis_matter": _by({"cards": "naming"}, "winner"),
    "invalid_weis_matter": _by({"corrected": "misnamed", "harmed": "misnamed"}),
    "trump_matter": _by(
        {"who": "speaker", "spoke": "speaker", "second": "change", "word": "lead", "card": "lead"}
    ),
    "dealing_matter": _by({"after": "who_deals"}, "fault"),
    "bottom_trump_matter": _by({"taken_up": "taking_up"}, "showing"),
}

BINDINGS: dict[str, Binding] = {}
