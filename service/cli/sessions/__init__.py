"""Commands that evolve levels."""
