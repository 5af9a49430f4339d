"""Rooms of a number of cells: their floor is moved cell by cell for a deeper start, in moves or in pushes."""
