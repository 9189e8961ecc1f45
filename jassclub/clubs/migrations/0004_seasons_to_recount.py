from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("clubs", "0003_counted_by_game")]

    operations = [
        AddIndexWhilePlaying(
            model_name="season",
            index=models.Index(
                condition=models.Q(("to_recount", True)), fields=["id"], name="seasons_to_recount"
            ),
        ),
    ]
