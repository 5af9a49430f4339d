"""Tests of the search, on the smallest family: sort a row of letters by swapping neighbours."""
