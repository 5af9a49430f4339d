"""Commands that keep the database and the program in health."""
