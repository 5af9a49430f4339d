"""The types in which boxes and walls form a spanning tree: made, solved by slides, and evolved."""
