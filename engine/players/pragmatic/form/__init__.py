"""How words sound and are spelt, and which are alike in that."""
