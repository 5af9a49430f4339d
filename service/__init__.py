"""The edges: the command line, and what joins families, optimiser and storage."""
