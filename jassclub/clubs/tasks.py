"""What the accounts do on their own."""

from celery import shared_task

from jassclub.clubs import sign_ins


@shared_task
def forget_old_sign_ins() -> int:
    """Remove the sign-ins of more than 90 days ago; how many. Once a night."""
    return sign_ins.purge()
