"""The screens of the games, a package for each, and what they share."""
