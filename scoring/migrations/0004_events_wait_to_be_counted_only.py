from jassclub.migrations import RemoveIndexWhilePlaying
from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scoring", "0003_ledger_anchors")]

    operations = [RemoveIndexWhilePlaying(model_name="scoreevent", name="events_to_settle")]
