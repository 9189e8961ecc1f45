from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_categories_of_entries'),
    ]

    operations = [
        migrations.AlterField(
            model_name='act',
            name='kind',
            field=models.CharField(choices=[('arrival', 'Arrival'), ('fee', 'Fee'), ('number', 'Number'), ('details', 'Details')], max_length=7),
        ),
    ]
