"""The screens of the games: what every game declares, what all share, and a package for each."""
