from django.db import migrations


class Migration(migrations.Migration):
    """The column stays: a version before this one, still running, writes it (as NULL)."""

    dependencies = [("scoring", "0004_events_wait_to_be_counted_only")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="scoreevent", name="settled_at")]
        )
    ]
