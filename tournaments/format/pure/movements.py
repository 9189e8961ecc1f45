"""What does not go together with groups, and with boards that are carried from table to table."""

from tournaments.format.pure.awarding import Named, named
from tournaments.format.pure.choices import Compare, Control, Odd, Pairing, Seating, Worth, Writing
from tournaments.format.pure.format import MOST_BOARDS, Format
from tournaments.format.pure.ranking_rule import Combine, Per, Unit


def in_groups(format_: Format) -> Named:
    """Everybody meets everybody of his own, and as many of each go on."""
    count, final = format_.groups, format_.final
    if count is None:
        return []
    places = final.places.places if final else count
    return [
        (format_.pairing is not Pairing.ROUND_ROBIN, named("groups_meet_all", "groups")),
        (
            isinstance(places, int) and places % count > 0,
            named("places_of_groups", "final/places", groups=count),
        ),
    ]


def mixed(format_: Format) -> Named:
    """A Schieber, then a Differenzler: people on their own, and rounds that can be compared."""
    start = format_.differenzler_from
    if start is None:
        return []
    rule = format_.ranking
    return [
        (
            start > format_.rounds,
            named("beyond_rounds", "differenzler_from", rounds=format_.rounds),
        ),
        (
            format_.seating is not Seating.DRAWN,
            named("mixed_is_of_people", "differenzler_from"),
        ),
        (
            rule.worth is Worth.POINTS or rule.unit is not Unit.ROUND,
            named("mixed_is_compared", "ranking/worth"),
        ),
        (format_.odd is Odd.JOKER, named("mixed_has_no_joker", "odd")),
        (
            format_.control in (Control.SPLIT, Control.SCRIBE),
            named("distances_cannot_be_charged", "control"),
        ),
    ]


def duplicate(format_: Format) -> Named:
    """Boards are compared one by one: so each is written, by pairs, and its sum is right."""
    if not format_.is_duplicate:
        return []
    rule = format_.ranking
    by_board = rule.count.combine is Combine.AVERAGE and rule.per is Per.HAND
    return [
        (format_.seating is Seating.TEAMS, named("duplicate_is_of_pairs", "seating")),
        (format_.standing_from is not None, named("duplicate_is_planned", "standing_from")),
        (bool(format_.final and format_.final.rounds), named("duplicate_is_planned", "final")),
        (format_.writing is Writing.HANDS, named("boards_are_written", "writing")),
        (format_.control is not Control.REJECT, named("boards_are_exact", "control")),
        (
            format_.hands > MOST_BOARDS,
            named("boards_a_round", "hands", most=MOST_BOARDS),
        ),
        (
            rule.compare is Compare.MATCHPOINTS and not by_board,
            named("percent_is_averaged", "ranking/count"),
        ),
        (
            format_.odd not in (Odd.MEAN, Odd.SIT_OUT),
            named("boards_are_missed", "odd"),
        ),
    ]
