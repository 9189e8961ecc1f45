from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scoring", "0001_initial")]

    operations = [
        AddIndexWhilePlaying(
            model_name="handentry",
            index=models.Index(
                condition=models.Q(("state", "provisional")),
                fields=["created_at"],
                name="entries_to_confirm",
            ),
        ),
    ]
