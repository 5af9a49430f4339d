"""The zero-space types with three cells from wall to wall: w and g."""
