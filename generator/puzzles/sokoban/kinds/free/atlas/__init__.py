"""The atlas of rooms: every level with so many cells of floor."""
