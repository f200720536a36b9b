"""How Parlour opens files: what is read is a regular file, what is private is the user's own."""
