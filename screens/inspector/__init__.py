"""The inspector: what machines were asked, what they answered, and how baselines chose."""
