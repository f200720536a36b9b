"""What word vectors think: nearness, nearest words, best assignments."""
