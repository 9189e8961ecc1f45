from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pages", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="delivery",
            name="held_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
