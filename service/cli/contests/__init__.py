"""Commands that choose levels, and run contests with them."""
