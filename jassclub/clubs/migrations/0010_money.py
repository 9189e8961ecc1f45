from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0009_loose_clubs")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="money",
            field=models.JSONField(
                blank=True, db_default=models.Value({}, models.JSONField()), default=dict
            ),
        ),
        migrations.AddField(
            model_name="kittybooking",
            name="by_bank",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="kittybooking",
            name="year",
            field=models.PositiveSmallIntegerField(blank=True, default=None, null=True),
        ),
        # The choices are not in the database: nothing changes there.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="kittybooking",
                    name="kind",
                    field=models.CharField(
                        choices=[
                            ("stake", "Einsatz"),
                            ("settlement", "Abrechnung"),
                            ("fine", "Busse"),
                            ("payment", "Zahlung"),
                            ("fee", "Beitrag"),
                        ],
                        max_length=10,
                    ),
                ),
            ]
        ),
    ]
