"""The commands of the program `parlour`, one a file."""
