"""What goes wrong with servers and models: one table of named modes."""
