from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0008_rulings_of_a_referee"),
    ]

    operations = [
        migrations.AddField(
            model_name="refereecall",
            name="rung",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
