"""Sessions of evolution: what is asked of them, how they run, and when they end."""
