"""What makes the suite quick takes nothing from what it proves."""

import os
import sqlite3
import subprocess
import sys

import pytest
from django.contrib.auth.models import Permission
from django.db import connection

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.services import clubs
from tests.migrated import ROOT
from tests.sampling import some_today
from tests.tabled import tabled
from tests.thrift import empty, filled


def test_every_case_of_a_table_that_fails_is_told():
    @tabled("number", range(5))
    def is_even(number):
        assert number % 2 == 0

    with pytest.raises(ExceptionGroup) as told:
        is_even()
    notes = [error.__notes__[-1] for error in told.value.exceptions]
    assert notes == ["where number = 1", "where number = 3"]


def test_the_draw_of_a_day_is_the_same_in_every_process_and_another_at_each_place():
    here = some_today(range(1_000), 5, at="here")
    assert here == sorted(here) == some_today(range(1_000), 5, at="here")
    assert here != some_today(range(1_000), 5, at="there")
    assert some_today("abc", 9, at="here") == ["a", "b", "c"]


@pytest.mark.django_db(transaction=True)
def test_after_a_test_that_commits_nothing_is_left_but_what_the_migrations_made():
    permissions = Permission.objects.count()
    clubs.create_club(actor=SYSTEM, name="Jassclub Rosenau", slug="rosenau")
    assert filled(connection)
    empty(connection)
    assert filled(connection) == []
    assert Permission.objects.count() == permissions > 0


@pytest.mark.proof
def test_a_quick_migration_leaves_what_the_slow_one_leaves(tmp_path):
    def tables(*command):
        file = tmp_path / f"{len(command)}.sqlite3"
        address = {"DATABASE_URL": f"sqlite:///{file}", "JASSCLUB_DOTENV": ""}
        subprocess.run(
            [sys.executable, *command, "migrate", "-v0"],
            cwd=ROOT,
            env={**os.environ, **address},
            check=True,
        )
        with sqlite3.connect(file) as opened:
            made = opened.execute("SELECT name, tbl_name, ifnull(sql, 0) FROM sqlite_master")
            return sorted(made)

    assert tables("-m", "tests.migrated") == tables("manage.py") != []
