"""Season tables of Schieber were added up with the factors of the contracts: count them anew."""

from django.db import migrations


def count_anew(apps, schema_editor):
    """No season has a version 0: a worker finds the table counted by other rules."""
    apps.get_model("tournaments", "StandingsSnapshot").objects.update(season_version=0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(count_anew, migrations.RunPython.noop)]
