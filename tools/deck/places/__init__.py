"""What lies behind the subjects: skies, land, water, streets, rooms."""
