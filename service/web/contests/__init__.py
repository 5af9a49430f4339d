"""Contests in the browser: what a visitor may see, and how answers are judged."""
