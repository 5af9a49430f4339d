"""The boards of zero-space levels: their walls, slots and doors."""
