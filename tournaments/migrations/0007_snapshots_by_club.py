from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0006_balances_by_club")]

    operations = [
        AddIndexWhilePlaying(
            model_name="standingssnapshot",
            index=models.Index(fields=["club"], name="snapshots_by_club"),
        ),
    ]
