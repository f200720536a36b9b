"""The Textual screens: arguments in, one result out."""
