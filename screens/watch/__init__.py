"""Games without people, for those who watch."""
