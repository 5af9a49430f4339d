"""Curation: what helps to choose levels."""
