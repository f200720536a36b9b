"""Players from outside: programs that speak JSON lines, and Python players of other packages."""
