from django.db import migrations, transaction

BATCH = 1_000


def count_trumps(apps, _schema_editor):
    """What was named as trump is not kept yet: games of two sides are summed up once more."""
    kept = apps.get_model("tournaments", "SeasonGame").objects.filter(variant="schieber")
    seasons = apps.get_model("clubs", "Season").objects
    while batch := list(kept.order_by().values_list("pk", "season")[:BATCH]):
        # Race: a worker counts the season between the two, and would not look again.
        with transaction.atomic():
            seasons.filter(pk__in={season for _game, season in batch}).update(to_recount=True)
            kept.filter(pk__in=[game for game, _season in batch]).delete()


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("clubs", "0004_seasons_to_recount"),
        ("tournaments", "0008_tallies_by_club"),
    ]

    operations = [migrations.RunPython(count_trumps, migrations.RunPython.noop)]
