from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0009_calls_rung")]

    operations = [
        migrations.AddField(
            model_name="refereecall",
            name="given_back_by",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
    ]
