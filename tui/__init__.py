"""The command line, the app, and the linear mode."""
