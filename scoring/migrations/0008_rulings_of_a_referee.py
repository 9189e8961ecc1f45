from django.db import migrations, models

from jassclub.migrations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scoring", "0007_open_disputes")]

    operations = [
        AddIndexWhilePlaying(
            model_name="disputestep",
            index=models.Index(
                condition=models.Q(
                    ("kind__in", ["booked", "overruled"]), ("seat__isnull", True)
                ),
                fields=["actor", "-created_at"],
                name="rulings_of_a_referee",
            ),
        ),
    ]
