from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("clubs", "0006_sign_ins")]

    operations = [
        AddIndexWhilePlaying(
            model_name="kittyentry",
            index=models.Index(fields=["club"], name="kitty_entries_by_club"),
        ),
    ]
