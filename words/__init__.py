"""Words: keywords, hint corpus, embedded vectors and how they were made."""
