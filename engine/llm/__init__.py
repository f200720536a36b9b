"""Language models as players: prompt, request, reply, verdict; servers, budgets, calls files."""
