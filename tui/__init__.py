"""The front door: command line, app and theme."""
