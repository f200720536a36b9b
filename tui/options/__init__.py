"""Options that several commands share: their declaration, values and conflicts."""
