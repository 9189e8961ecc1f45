from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0005_tournaments_behind")]

    operations = [
        AddIndexWhilePlaying(
            model_name="openingbalance",
            index=models.Index(fields=["club"], name="balances_by_club"),
        ),
    ]
