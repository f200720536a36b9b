"""Studies with human raters: items, the study file, figures, and export."""
