from django.db import migrations, models

from jassclub.migrations import AddCheckWhilePlaying


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_departures'),
    ]

    operations = [
        AddCheckWhilePlaying(
            model_name='device',
            constraint=models.CheckConstraint(condition=models.Q(('seat__isnull', True), ('seat__lt', 12), _connector='OR'), name='phone_seat_at_a_table'),
        ),
        migrations.RemoveConstraint(
            model_name='device',
            name='device_seat_at_a_table',
        ),
    ]
