from django.db import migrations, models

ORIGINS = [
    ("desk", "im Büro ab Papier"),
    ("phone", "am Tisch"),
    ("hands", "aus den Spielen"),
    ("correction", "Korrektur der Turnierleitung"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_club_evenings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            # The words of a choice alone: the column stays as it is.
            state_operations=[
                migrations.AlterField(
                    "passesheet", "origin", models.CharField(choices=ORIGINS, max_length=10)
                )
            ]
        )
    ]
