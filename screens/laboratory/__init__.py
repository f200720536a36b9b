"""The laboratory in the app: runs, a live board, the games of a cell, a new run."""
