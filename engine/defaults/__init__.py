"""What a game does by default, from the declared fields of its moves and views."""
