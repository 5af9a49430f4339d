"""Walks through the whole product: real processes on one database, and what must be so afterwards."""
