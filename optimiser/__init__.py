"""Search: evolves the levels of any puzzle family; knows no puzzle, no database and no clock of its own."""
