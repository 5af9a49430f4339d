"""What commands are asked for: levels, files of levels, sessions, and where the work is done."""
