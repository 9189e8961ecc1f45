import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0007_kitty_entries_by_club"), ("scoring", "0005_events_are_not_settled")]

    operations = [
        migrations.CreateModel(
            name="RefereeCall",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("actor", models.CharField(max_length=100)),
                ("created_at", models.DateTimeField()),
                ("taken_by", models.CharField(blank=True, max_length=100)),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                (
                    "dispute",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="scoring.dispute",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="scoring.game",
                    ),
                ),
            ],
            options={
                "ordering": ["created_at", "id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=["club", "created_at"],
                        name="open_calls_of_a_club",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("game",),
                        name="one_open_call_a_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("taken_at__isnull", True), ("taken_by", "")),
                            models.Q(
                                models.Q(("taken_by", ""), _negated=True),
                                ("taken_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="a_taken_call_says_when",
                    ),
                ],
            },
        ),
    ]
