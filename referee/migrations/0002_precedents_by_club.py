from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("referee", "0001_initial")]

    operations = [
        AddIndexWhilePlaying(
            model_name="precedent",
            index=models.Index(fields=["club"], name="precedents_by_club"),
        ),
    ]
