from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0004_ranked_version")]

    operations = [
        AddIndexWhilePlaying(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("results_version__gt", models.F("ranked_version"))),
                fields=["id"],
                name="tournaments_behind",
            ),
        ),
    ]
