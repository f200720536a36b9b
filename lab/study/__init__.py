"""Studies with human raters: items, their file, sessions of raters, figures, export."""
