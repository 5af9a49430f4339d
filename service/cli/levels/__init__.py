"""Commands that show what the database holds, and measure it again."""
