from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_scopes_and_phones")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="to_recount",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
