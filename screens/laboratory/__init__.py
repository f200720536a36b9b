"""Screens for experiment runs, their trials, and studies in which people rate clues."""
