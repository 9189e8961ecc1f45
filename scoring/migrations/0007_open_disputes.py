from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scoring", "0006_referee_calls")]

    operations = [
        AddIndexWhilePlaying(
            model_name="dispute",
            index=models.Index(
                condition=models.Q(("state", "open")),
                fields=["club", "-created_at"],
                name="open_disputes_of_a_club",
            ),
        ),
    ]
