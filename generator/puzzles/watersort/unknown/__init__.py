"""What a player can reach who does not know the hidden units: by the worst case, on average, and by chance."""
