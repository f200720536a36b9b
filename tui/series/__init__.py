"""Many games with the same seats and options, several at once, each with its own seed."""
