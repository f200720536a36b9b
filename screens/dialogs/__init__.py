"""Dialogs, and the screen that shows one at a time."""
