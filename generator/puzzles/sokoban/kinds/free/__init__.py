"""Free wall layouts: walls anywhere, and the deepest start that pulling boxes from the goals can find."""
