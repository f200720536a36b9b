"""Screens of studies in which people rate clues."""
