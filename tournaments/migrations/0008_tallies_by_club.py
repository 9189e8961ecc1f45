from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0007_snapshots_by_club")]

    operations = [
        AddIndexWhilePlaying(
            model_name="seasontally",
            index=models.Index(fields=["club"], name="tallies_by_club"),
        ),
    ]
