"""What people set: the theme, keys, and the settings of their own file."""
