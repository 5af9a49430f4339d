"""Who uses the pages: accounts with what lets them in, and players."""
