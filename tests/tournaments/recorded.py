"""Tables of a tournament that write down their hands: begun, played, signed, corrected."""

from scoring.claims.entries import correct_hand
from scoring.tables.games import close_game, reopen_game, sign_off
from tests.scoring.table import schieber
from tournaments.results import hands

FOUR = (100, 57, 90, 157)
"""Points of the first side in four hands: 404 against 224."""


def opened(saal, table=1, **more):
    """The game of a table, begun by the phone at its first seat."""
    phone = saal.phone(table, seat=0)
    return hands.open_passe(actor=phone.actor, passe_id=saal.passe(table).pk, **more)


def played(saal, table=1, points=FOUR):
    """A table that wrote its hands and has not signed yet."""
    at = saal.recorded(opened(saal, table), table)
    for number, first in enumerate(points, start=1):
        at.write(number, {**schieber(first), "matsch": 0 if first == 157 else None})
    return at


def signed(at):
    """Both sides say that the sheet is right."""
    for seat in (0, 1):
        sign_off(actor=at.phones[seat], game_id=at.game.pk)
    return at


def reopened(saal, at, number, first):
    """The director opens the game again, hand `number` is corrected, both sides sign anew."""
    reopen_game(actor=saal.official(), game_id=at.game.pk, reason="verzählt")
    at.correct(number, schieber(first), reason_code="miscounted")
    return signed(at)


def overruled(saal, at, number, first):
    """The director corrects a closed game without the table, and closes it again."""
    director = saal.official()
    reopen_game(actor=director, game_id=at.game.pk, reason="Blatt gezeigt")
    hand, version = at.hand(number), at.current(number).version
    correct_hand(
        actor=director, hand_id=hand.pk, slip=schieber(first), base_version=version,
        reason_code="miscounted",
    )  # fmt: skip
    close_game(actor=director, game_id=at.game.pk)


def states(saal, table=1, **more):
    return [sheet.state for sheet in saal.sheets(table, **more)]


def plays(saal, number):
    """Whether somebody sits at a table of the round that is called."""
    return saal.passe().sittings.filter(entry__number=number).exists()
