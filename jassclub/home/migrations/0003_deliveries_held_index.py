from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("pages", "0002_deliveries_held")]

    operations = [
        AddIndexWhilePlaying(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("held_until__isnull", False)),
                fields=["held_until"],
                name="deliveries_held",
            ),
        ),
    ]
