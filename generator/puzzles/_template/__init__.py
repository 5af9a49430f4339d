"""The smallest family that works: sort a row of letters by swapping neighbours. Copy it to begin a new one."""
