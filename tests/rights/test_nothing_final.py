"""Nothing that an office does is final in one tap.

Every form of the office is sent as its page shows it, by each of its buttons and with nothing
typed. What comes of it is taken back in the history for a fortnight; or it is refused until
something is said, or stands in a fold; or it stands here how it is changed back.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.urls import resolve
from django.utils import timezone

from jassclub.clubs.actors import person_actor
from jassclub.clubs.models import Club, Membership, Role
from jassclub.clubs.services import undoing
from tests.lasting import lasting
from tests.rights.knocking import filled, knock, places
from tests.rights.taps import Form, Forms
from tests.rights.world import Rights, rights_world

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unslowed")]

OFFICE = ("clubs/<slug:slug>/", "seasons/<uuid:season_id>/")
CLUB = OFFICE[0]
HARMLESS: Mapping[str, str] = {
    f"{CLUB}data/<uuid:preview_id>/": "only looked at; taking in is in the history",
    f"{CLUB}evenings/<slug:day>/sheets/": "prints the cards again; new links are in the history",
    f"{CLUB}evenings/<slug:day>/do/<slug:name>/": "ticks; tables opened are taken back there",
    f"{CLUB}members/<uuid:user_id>/": "a role; changed back on the same page",
    f"{CLUB}members/<uuid:user_id>/factor/": "a page of its own, and a second officer has to agree",
    f"{CLUB}people/<uuid:player_id>/": "sent as it stands it changes nothing; else in the history",
    f"{CLUB}rules/": "rules; changed back on the same page and in the history",
    f"{CLUB}webhooks/<uuid:webhook_id>/test/": "sends a message that is marked as a trial",
    f"{CLUB}webhooks/<uuid:webhook_id>/log/<uuid:delivery_id>/again/": "tells again what was told",
    f"{OFFICE[1]}year/": "prints; made anew from the same page",
}
"""What a tap does that is in no history, and why that is not final."""
NOT_SHOWN: frozenset[str] = frozenset({f"{CLUB}kitty/fees/<int:year>/", f"{CLUB}merges/"})
"""Their forms need bills, or two people of one name: see `test_nothing_final_in_stages`."""


@pytest.fixture(scope="module")
def rights(django_db_setup: None, django_db_blocker: Any) -> Iterator[Rights]:
    """The world of the table of rights, gone after this module."""
    with lasting(django_db_blocker, rights_world) as made:
        yield made


def _is_office(address: str) -> bool:
    return address.startswith(OFFICE) and "<slug:tslug>" not in address


def _shown(rights: Rights) -> Iterator[tuple[str, str, Form]]:
    """(address, path, form) of every form on a page of the office."""
    client = rights.visitors["admin"].client()
    for method, address in places():
        if method != "get" or not _is_office(address):
            continue
        path = filled(address, rights.known)
        answer = client.get(path)
        if answer.status_code == 200 and "html" in answer["Content-Type"]:
            for form in Forms(answer.content.decode()).found:
                goes = form.action or path
                yield str(resolve(goes.partition("?")[0]).route), goes, form


def is_final(rights: Rights, path: str, sent: Mapping[str, Any]) -> bool:
    """Whether a tap is done and no history takes all of it back."""
    club = Club.objects.get(slug="rosenau")
    admin = Membership.objects.filter(club=club, role=Role.ADMIN)[0]
    with transaction.atomic():
        start = timezone.now()
        answer = rights.visitors["admin"].client().post(path, sent)
        later = timezone.now() + timedelta(seconds=1)
        deeds = undoing.deeds(person_actor(admin.user_id), club, before=later, most=9)
        transaction.set_rollback(True)
    new = [deed for deed in deeds if deed.at >= start]
    return answer.status_code < 400 and not (new and all(deed.open for deed in new))


def test_no_tap_of_an_office_is_final(rights: Rights) -> None:
    shapes, final = set[tuple[str, ...]](), set[str]()
    for address, path, form in _shown(rights):
        # A list has the same form in each of its lines.
        shape = (
            address,
            *sorted(form.filled),
            *sorted(name + value for name, value in form.buttons),
        )
        known = shape in shapes
        shapes.add(shape)
        if known or form.folded or not _is_office(address):
            continue
        if any(is_final(rights, path, sent) for sent in form.taps()):
            final.add(address)
    assert final == set(HARMLESS)
    unseen = {address for method, address in places() if method == "post" and _is_office(address)}
    unseen -= {shape[0] for shape in shapes}
    found = {
        address
        for address in unseen
        if "/do/" not in address and knock(rights, "admin", ("post", address)) != "405"
    }
    assert found == NOT_SHOWN
