from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("clubs", "0008_loose_slates")]

    operations = [
        AddIndexWhilePlaying(
            model_name="club",
            index=models.Index(fields=["loose_since"], name="loose_clubs"),
        ),
    ]
