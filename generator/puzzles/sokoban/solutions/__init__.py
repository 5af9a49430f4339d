"""Solutions: replayed, judged, compared, and turned back into the level that they solve."""
