"""Screens of the laboratory: runs of experiments, their trials, and studies with people."""
