"""From the numbers of a genome to the best level that its effort finds."""
