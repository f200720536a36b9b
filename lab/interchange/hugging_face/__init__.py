"""A run as a data set of Hugging Face."""
