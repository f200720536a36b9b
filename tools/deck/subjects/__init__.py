"""What a player names at a glance, each in a box of about 100 units with its foot at the origin."""
