"""What follows from the numbers and dots of a level, layer by layer."""
