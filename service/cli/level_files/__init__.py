"""Commands that read levels from files, or write them."""
