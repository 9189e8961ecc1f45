"""What rooms announce: flat, bounded, inside the transaction; and what games tell."""

from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.utils.translation import override

from jassclub.clubs import events
from jassclub.webhooks import services
from jassclub.webhooks.document import FACTS
from jassclub.webhooks.models import HookMessage, Webhook
from jassclub.webhooks.words import WORDS
from scoring.claims.predictions import predict
from scoring.tables.games import abandon_game, close_game, reopen_game
from tests.promises import faults
from tests.scoring.table import differenzler, house, open_table

ANY = UUID(int=7)
SLIP = differenzler([20, 40, 30, 50], [25, 52, 40])


@pytest.fixture
def told(monkeypatch):
    """What one listener hears."""
    heard: list[events.DomainEvent] = []
    monkeypatch.setattr(events, "_listeners", [])
    events.register(heard.append)
    events.register(heard.append)
    return heard


def announce(kind="tournament.draw", **facts):
    with transaction.atomic():
        events.announce(kind, club_id=ANY, subject_id=ANY, facts=facts)


@pytest.mark.django_db
class TestAnnouncing:
    """At the floor: whoever announces names nobody who listens."""

    def test_a_listener_hears_each_thing_once_in_plain_values(self, told):
        moment = datetime(2026, 3, 4, 20, tzinfo=UTC)
        announce(
            number=2,
            open=True,
            none=None,
            name="Chlausjass",
            id=ANY,
            day=date(2026, 3, 4),
            at=moment,
        )
        (heard,) = told
        assert (heard.kind, heard.club_id, heard.subject_id) == ("tournament.draw", ANY, ANY)
        assert heard.facts == {
            "number": 2,
            "open": True,
            "none": None,
            "name": "Chlausjass",
            "id": str(ANY),
            "day": "2026-03-04",
            "at": "2026-03-04T20:00:00Z",
        }

    def test_facts_may_be_left_out(self, told):
        with transaction.atomic():
            events.announce("game.closed", club_id=ANY, subject_id=ANY)
        assert told[0].facts == {}

    @pytest.mark.parametrize("value", [[1], {"a": 1}, (1,), 1.5, b"x", object()])
    def test_only_flat_values_are_told(self, told, value):
        with pytest.raises(ValueError, match="not flat"):
            announce(rows=value)
        assert told == []

    def test_too_many_facts_and_unknown_kinds_are_mistakes(self, told):
        with pytest.raises(ValueError, match="at most 20"):
            announce(**{f"f{number}": number for number in range(21)})
        with pytest.raises(ValueError, match="nobody knows"):
            announce("game.won")

    def test_long_words_are_cut(self, told):
        announce(name="x" * 500)
        assert told[0].facts["name"] == "x" * 200


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_nothing_can_be_announced(told):
    with pytest.raises(RuntimeError):
        events.announce("game.closed", club_id=ANY, subject_id=ANY)
    assert told == []


def test_every_kind_has_words_for_people_in_every_language():
    assert set(WORDS) == set(events.SUBJECTS) | {services.PING}
    with override("de"):
        assert len({str(words) for words in WORDS.values()}) == len(WORDS)


def test_the_largest_thing_that_can_be_told_stays_small():
    facts = {
        f"fact_{number:02}": "\x01" * events.LONGEST_WORD for number in range(events.MOST_FACTS)
    }
    payload = {**facts, "club": str(uuid4()), "tournament": str(uuid4())}
    body = services.body_of(HookMessage(kind="tournament.round_called", payload=payload))
    assert 20_000 < len(body) <= services.LARGEST_BODY


@pytest.mark.django_db
class TestGames:
    """What the scoring room tells about its games."""

    @pytest.fixture
    def table(self):
        table = open_table(house(), "differenzler-offen")
        Webhook.objects.create(
            club=table.house.club,
            label="x",
            url="https://example.ch/",
            events=[kind for kind in events.SUBJECTS if kind[:4] in ("game", "hand")],
            secret="whsec_eA==",
        )
        return table

    def told(self):
        return list(HookMessage.objects.order_by("created_at").values_list("kind", flat=True))

    def test_a_confirmed_hand_is_told_once_and_without_its_numbers(self, table):
        table.write(1, SLIP)
        assert self.told() == []
        table.confirm(1, seat=1)
        (message,) = HookMessage.objects.all()
        assert (message.kind, message.payload) == (
            "hand.confirmed",
            {
                "club": str(table.house.club.pk),
                "game": str(table.game.pk),
                "hand": 1,
                "version": 1,
            },
        )
        table.confirm(1, seat=2)
        assert len(self.told()) == 1

    def test_a_sealed_prediction_is_nobodys_news(self, table):
        predict(actor=table.phones[1], game_id=table.game.pk, number=1, seat=1, value=20)
        assert self.told() == []

    def test_closing_reopening_and_breaking_off_are_told(self, table):
        desk = table.house.official("director")
        game = table.game.pk
        close_game(actor=desk, game_id=game)
        reopen_game(actor=desk, game_id=game, reason="x")
        abandon_game(actor=desk, game_id=game, reason="x")
        assert self.told() == ["game.closed", "game.reopened", "game.abandoned"]
        payload = HookMessage.objects.first().payload
        assert payload["game"] == str(game)
        assert payload["profile"] == "differenzler-offen"
        assert payload["played_on"] == table.game.played_on.isoformat()

    def test_what_is_refused_is_not_told(self, table):
        stranger = open_table(house(), "differenzler-offen").phones[0]
        with pytest.raises(Exception, match="not_found"):
            close_game(actor=stranger, game_id=table.game.pk)
        assert self.told() == []


def test_every_announcement_in_the_sources_tells_what_its_webhook_is_said_to_be_sent():
    """`tests/promises.py` holds what is announced in any test against the schema of its message."""
    told = {kind: set(facts) for kind, (_words, facts) in FACTS.items()}
    assert set(told) == {*events.SUBJECTS, services.PING}
    ids = {"club": str(ANY), "tournament": str(ANY)}
    sent = services.body_of(HookMessage(kind="tournament.finished", payload={**ids, "rounds": "6"}))
    assert faults("tournament.finished", sent) == [
        "tournament.finished: '6' is not of type 'integer'"
    ]
    named = services.body_of(
        HookMessage(kind="tournament.finished", payload={**ids, "rounds": 6, "name": "x"})
    )
    assert faults("tournament.finished", named) == [
        "tournament.finished: name is not in its schema"
    ]
