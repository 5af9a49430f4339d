"""The database as a file: backups, upgrades, what is thinned out, and how it grows."""
