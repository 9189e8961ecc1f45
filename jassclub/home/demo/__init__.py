"""The demo club: three seasons played out from a seed, hand by hand, by the rules."""
