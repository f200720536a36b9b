"""What people look at: one Textual screen for each thing there is to see or do."""
