"""The general solver: any level, by search over pushes."""
