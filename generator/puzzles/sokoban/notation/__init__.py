"""The text formats of Sokoban levels and solutions."""
