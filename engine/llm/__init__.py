"""Language models in a seat: calls, structured answers, moves."""
