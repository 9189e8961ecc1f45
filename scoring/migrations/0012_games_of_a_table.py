from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0011_sheet_photos")]

    operations = [
        migrations.AddField(
            model_name="game", name="links_of", field=models.UUIDField(null=True)
        ),
    ]
