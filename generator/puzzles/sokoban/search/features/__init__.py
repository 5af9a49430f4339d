"""What the search for any solution knows of a position beside distances, and where it goes on by that."""
