from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_count_all")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="ranked_version",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
