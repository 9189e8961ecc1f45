from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scoring", "0012_games_of_a_table")]

    operations = [
        AddIndexWhilePlaying(
            model_name="game",
            index=models.Index(
                condition=models.Q(("links_of__isnull", False)),
                fields=["links_of"],
                name="later_games_of_a_table",
            ),
        ),
    ]
