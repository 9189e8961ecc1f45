import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0001_initial'),
        ('scoring', '0001_initial'),
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeasonGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='brought', serialize=False, to='scoring.game')),
                ('variant', models.CharField(max_length=32)),
                ('hands', models.PositiveIntegerField()),
                ('open_hands', models.PositiveIntegerField()),
                ('agreements', models.JSONField()),
                ('seats', models.JSONField()),
                ('club', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='clubs.club')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='brought', to='clubs.season')),
            ],
            options={
                'indexes': [models.Index(fields=['season', 'variant'], name='brought_by_season')],
            },
        ),
    ]
