"""What is said of a slip of HAE Jass and of no other."""

from scoring.games.words import gettext_noop

SENTENCES = {
    "bid_forbidden": gettext_noop(
        "Verboten ist hier die Ansage %(forbidden)s: zusammen wären es genau %(tricks)s Stiche."
    ),
    "tricks_missing": gettext_noop("Es fehlen Stiche."),
    "tricks_wrong": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s Stiche."),
    "tricks_not_as_recorded": gettext_noop("Nach den notierten Karten sind es %(tricks)s Stiche."),
    "round_twice": gettext_noop("Die Runde mit %(cards)s Karten steht schon in Spiel %(hand)s."),
    "round_not_due": gettext_noop(
        "Die Runde mit %(cards)s Karten ist nicht an der Reihe, sondern die mit %(due)s."
    ),
    "card_not_held": gettext_noop("Platz %(seat)s hatte %(card)s nicht."),
    "joker_is_no_card": gettext_noop("«%(card)s»: ein Joker muss eine Karte von 2 bis Ass sein."),
    "joker_unnamed": gettext_noop("Für diesen Joker wurde keine Karte angesagt."),
    "joker_counts_as_ass": gettext_noop("Was sollte der Joker sein? Ohne Ansage gilt er als Ass."),
    "wrong_leader": gettext_noop("Ausspielen musste Platz %(seat)s."),
}
