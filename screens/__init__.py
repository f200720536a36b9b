"""The Textual screens; each is given its data, and is dismissed with one result."""
