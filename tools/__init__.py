"""How the cards, lists and vectors that Parlour ships were made; not part of the wheel."""
