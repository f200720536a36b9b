"""The commands about sets of Dixit items."""
