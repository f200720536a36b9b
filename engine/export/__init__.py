"""Export a match as text, JSON, CSV or HTML."""
