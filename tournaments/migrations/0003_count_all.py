from django.db import migrations

BATCH = 1_000


def count_all(apps, _schema_editor):
    """What games brought is not kept yet: every season is counted once from its hands."""
    seasons = apps.get_model("clubs", "Season").objects.filter(to_recount=False).order_by()
    while batch := list(seasons.values_list("pk", flat=True)[:BATCH]):
        seasons.filter(pk__in=batch).update(to_recount=True)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("clubs", "0004_seasons_to_recount"),
        ("tournaments", "0002_counted_by_game"),
    ]

    operations = [migrations.RunPython(count_all, migrations.RunPython.noop)]
