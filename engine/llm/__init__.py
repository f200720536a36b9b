"""Language models as players: prompts, requests, replies, verdicts; servers, budgets, logs."""
