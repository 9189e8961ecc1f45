"""What a player with a phone and bad intentions does, in short words."""

from dataclasses import replace

from jassclub.clubs.actors import digest
from jassclub.clubs.models import Device
from scoring.claims.agreement import contest_hand
from scoring.claims.models import HandEntry, Prediction
from scoring.claims.predictions import predict
from scoring.claims.selectors import predictions_of
from scoring.tables.games import sign_off
from tests.cast import Caller
from tests.scoring.table import TableOf


def say(
    table: TableOf, seat: int, value: int, *, phone: int | None = None, number: int = 1
) -> Prediction:
    """A seat says its number, from its own phone or from another."""
    return predict(
        actor=table.phones[seat if phone is None else phone],
        game_id=table.game.pk,
        number=number,
        seat=seat,
        value=value,
    )


def move(table: TableOf, phone: int, seat: int) -> None:
    """The phone takes another seat."""
    table.phones[phone] = replace(table.phones[phone], seat=seat)


def doubt(table: TableOf, number: int, *, seat: int, version: int | None = None) -> HandEntry:
    """The phone at a seat doubts a version, the current one unless told."""
    return contest_hand(
        actor=table.phones[seat],
        hand_id=table.hand(number).pk,
        version=version or table.current(number).version,
        reason_code="miscounted",
    )


def sign(table: TableOf, phone: int, seat: int | None = None) -> str:
    """A phone signs, for its own seat or another; the state of the game after it."""
    return sign_off(actor=table.phones[phone], game_id=table.game.pk, seat=seat).state


def shown(table: TableOf, number: int = 1) -> list[object]:
    """The predictions of a hand, the first unless told, as everybody sees them."""
    return [item["value"] for item in predictions_of(table.hand(number), seats=4)]


def caller_of(table: TableOf, seat: int) -> Caller:
    """The phone at a seat over HTTP."""
    token = f"jcd_phone-{seat}"
    Device.objects.filter(pk=str(table.phones[seat].device_id)).update(token_hash=digest(token))
    return Caller(token=token)
