"""What is asked of a state: where the player can walk, how boxes match goals, and whether it was met before."""
