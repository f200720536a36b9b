"""Screens for experiment runs and their trials."""
