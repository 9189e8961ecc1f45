"""What the document calls choices that several answers name `state` or `kind`."""

ENUM_NAMES = {
    "AttendanceStateEnum": "tournaments.models.Attendance.State",
    "EntryOutStateEnum": "scoring.claims.models.HandEntry.State",
    "GameStateEnum": "scoring.core.models.Game.State",
    "InvitationKindEnum": "jassclub.clubs.access.Invitation.Kind",
    "KittyKindEnum": "jassclub.clubs.models.KittyBooking.Kind",
    "PasseSheetOriginEnum": "tournaments.models.PasseSheet.Origin",
    "PasseSheetStateEnum": "tournaments.models.PasseSheet.State",
    "PaymentKindEnum": "tournaments.models.Payment.Kind",
    "RoundOutStateEnum": "tournaments.rounds.models.Round.State",
    "TournamentEntryKindEnum": "tournaments.models.Entry.Kind",
    "WishKindEnum": "tournaments.models.Wish.Kind",
}
