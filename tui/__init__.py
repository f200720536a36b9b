"""The command line, and the app that it opens."""
