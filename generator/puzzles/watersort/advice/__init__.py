"""What people want to know of a level: what to look at, how hard it is, and how a game of it stands."""
