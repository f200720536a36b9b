"""The players of a table: names, marks, colours, and what is remembered of them."""
