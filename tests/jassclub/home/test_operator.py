"""What workers could not do is seen and tried again by who runs the service, by nobody else."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from jassclub.api.models import Upkeep
from jassclub.clubs.models import User
from jassclub.exchange.backups import backup
from jassclub.metrics import TASK
from jassclub.webhooks.models import Delivery, HookMessage, Webhook
from tests.cast import Caller
from tests.jassclub.office import words
from tests.scoring.table import House, house
from tournaments.standings.models import FailedCount

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator():
    return Caller(user=User.objects.create_user("betrieb", password="x", is_staff=True)).client


@pytest.fixture
def stuck() -> House:
    """A season that is not counted, a message that was given up, a task that failed."""
    found, now = house(), timezone.now()
    FailedCount.objects.create(
        club=found.club, season=found.season, tries=4, failed_at=now,
        again_at=now + timedelta(minutes=8), error="KeyError",
    )  # fmt: skip
    hook = Webhook.objects.create(club=found.club, label="Anzeige", url="https://a.ch/", events=[])
    message = HookMessage.objects.create(club_id=found.club.pk, kind="webhook.ping", payload={})
    Delivery.objects.create(
        club_id=found.club.pk, webhook=hook, message=message, state="failed", next_try_at=None
    )
    Upkeep.note(TASK + "tournaments.tasks.rank")
    return found


def test_everything_that_failed_stands_on_one_page(operator, stuck):
    text = words(operator.get("/operator/"))
    for said in (stuck.club.name, stuck.season.name, "KeyError", "4 Versuche", "Anzeige"):
        assert said in text
    assert "tournaments.tasks.rank" in text
    assert "noch keine" in text


def test_what_failed_long_ago_is_no_longer_shown_and_an_old_backup_is(operator, stuck):
    Upkeep.note(backup.NAME)
    assert "Seit über 36 Stunden" not in words(operator.get("/operator/"))
    Upkeep.objects.update(at=timezone.now() - timedelta(days=31))
    text = words(operator.get("/operator/"))
    assert "tournaments.tasks.rank" not in text
    assert "Seit über 36 Stunden kam manage.py backup nicht zu Ende." in text


def test_the_operator_finds_the_page_from_his_own(operator, client):
    for page in ("/", "/me/"):
        assert 'href="/operator/"' in operator.get(page).content.decode()
    client.force_login(User.objects.create_user("anna", password="x"))
    assert "/operator/" not in client.get("/me/").content.decode()


def test_where_nothing_failed_it_says_so(operator):
    text = words(operator.get("/operator/"))
    assert "Alles ist gezählt." in text
    assert "ist alles angekommen." in text


def test_what_failed_is_tried_again(operator, stuck):
    assert "gleich nochmals gezählt" in words(operator.post("/operator/counts/", follow=True))
    assert FailedCount.objects.get().again_at <= timezone.now()
    hook = Webhook.objects.get()
    page = operator.post(f"/operator/webhooks/{hook.pk}/", follow=True)
    assert "1 Nachricht geht nochmals hinaus." in words(page)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.tries) == ("waiting", 0)


@pytest.mark.parametrize("path", ["", "counts/", f"webhooks/{UUID(int=7)}/"])
def test_nobody_else_sees_that_there_is_such_a_page(stuck, path):
    admin = User.objects.get(pk=stuck.official("admin").ident)
    client = Caller(user=admin).client
    answer = client.post(f"/operator/{path}") if path else client.get("/operator/")
    assert answer.status_code == 404
    assert FailedCount.objects.get().again_at > timezone.now()
