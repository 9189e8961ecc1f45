from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0007_kitty_entries_by_club")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="loose",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="club",
            name="loose_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
