"""Curation in the browser."""
