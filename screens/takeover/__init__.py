"""What the operator does with a turn of a machine: take over, edit, seal, hand back."""
