"""An update changes the tables while the version before it goes on answering."""

from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models.functions import Now

from jassclub.clubs.models import Club
from jassclub.migrations import AddIndexWhilePlaying
from tests.architecture.migration_rules import faults_of, not_grown, present, recorded

BEGINNING = "0001_initial"

ALLOWED: dict[tuple[str, str], str] = {
    ("tournaments", "0013_exact_hits_unknown"): "a column may be empty from now on: no table is "
    "rewritten, and the version before writes a number always",
    ("tournaments", "0019_details_at_the_door"): "choices are no part of the table",
    ("clubs", "0013_languages"): "choices are no part of the table",
}
"""(app, migration): why it may, such as: the last version that asks for it was 1.4."""

RECORD = Path(__file__).with_name("migrations.txt")


def test_migrations_only_grow() -> None:
    assert not_grown(recorded(RECORD.read_text()), present()) == []


@pytest.mark.parametrize(("before", "now", "said"), [
    ({"a.py": "1"}, {"a.py": "1"}, []),
    ({"a.py": "1"}, {"a.py": "2"}, ["a.py is changed"]),
    ({"a.py": "1"}, {}, ["a.py is gone"]),
    ({}, {"b.py": "3"}, ["add to tests/architecture/migrations.txt"]),
])  # fmt: skip
def test_what_did_not_grow_is_said_in_a_sentence(before, now, said) -> None:
    found = [told.partition(": ") for told in not_grown(before, now)]
    assert [what for what, _colon, _why in found] == said
    assert all(why for _what, _colon, why in found)


def later_migrations():
    own = {config.label for config in apps.get_app_configs() if _ours(config.name)}
    found = MigrationLoader(None).disk_migrations.items()
    return {key: made for key, made in found if key[0] in own and key[1] != BEGINNING}


def _ours(name: str) -> bool:
    return name.partition(".")[0] in {"jassclub", "referee", "scoring", "tournaments"}


def test_no_migration_breaks_the_version_that_is_still_running() -> None:
    faults = {
        key: faults_of(made.operations, atomic=made.atomic)
        for key, made in later_migrations().items()
        if key not in ALLOWED
    }
    assert {key: found for key, found in faults.items() if found} == {}


def test_what_is_allowed_exists_and_has_a_reason() -> None:
    assert set(ALLOWED) <= set(later_migrations())
    assert all(ALLOWED.values())


INDEX = models.Index(fields=["name"], name="clubs_by_name")
NEW_TABLE = migrations.CreateModel("Song", [("id", models.BigAutoField(primary_key=True))])


@pytest.mark.parametrize("refused", [
    [migrations.RemoveField("club", "name")],
    [migrations.RenameField("club", "name", "title")],
    [migrations.DeleteModel("club")],
    [migrations.RenameModel("club", "society")],
    [migrations.AddField("club", "song", models.CharField(max_length=9, default=""))],
    [migrations.AddField("club", "song", models.CharField(max_length=9, null=True, unique=True))],
    [migrations.AlterField("club", "name", models.CharField(max_length=9))],
    [migrations.AddIndex("club", INDEX)],
    [migrations.AddConstraint("club", models.UniqueConstraint(fields=["name"], name="x"))],
    [migrations.RunSQL("LOCK TABLE clubs_club")],
    [NEW_TABLE, migrations.RunPython(migrations.RunPython.noop)],
    [AddIndexWhilePlaying("club", INDEX)],
], ids=lambda operations: operations[-1].describe())  # fmt: skip
def test_what_would_break_it_is_refused(refused) -> None:
    assert len(faults_of(refused)) == 1


@pytest.mark.parametrize("allowed", [
    [migrations.AddField("club", "song", models.CharField(max_length=9, null=True))],
    [migrations.AddField("club", "sung_at", models.DateTimeField(db_default=Now()))],
    [NEW_TABLE, migrations.AddIndex("song", INDEX)],
    [NEW_TABLE, migrations.AddConstraint("song", models.UniqueConstraint(fields=["id"], name="x"))],
    [migrations.RunPython(migrations.RunPython.noop)],
    [migrations.RemoveIndex("club", "clubs_by_name")],
    [migrations.RemoveConstraint("club", "x")],
], ids=lambda operations: operations[-1].describe())  # fmt: skip
def test_what_it_does_not_notice_is_allowed(allowed) -> None:
    assert faults_of(allowed) == []


def test_an_index_beside_the_game_stands_alone_and_outside_a_transaction() -> None:
    index = AddIndexWhilePlaying("club", INDEX)
    assert faults_of([index], atomic=False) == []
    both = [index, migrations.RemoveIndex("club", "x")]
    assert faults_of(both, atomic=False) == [
        "an index beside the game needs a migration of its own"
    ]


@pytest.mark.django_db(transaction=True)
def test_an_index_beside_the_game_comes_and_goes_on_every_database() -> None:
    before = ProjectState.from_apps(apps)
    after = before.clone()
    operation = AddIndexWhilePlaying("club", INDEX)
    operation.state_forwards("clubs", after)

    def there() -> bool:
        with connection.cursor() as cursor:
            table = Club._meta.db_table
            return INDEX.name in connection.introspection.get_constraints(cursor, table)

    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("clubs", editor, before, after)
    assert there()
    with connection.schema_editor(atomic=False) as editor:
        operation.database_backwards("clubs", editor, after, before)
    assert not there()
