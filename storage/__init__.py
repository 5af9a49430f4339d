"""Storage: keeps sessions, levels and their lineage in SQLite; nobody outside sees SQLAlchemy's objects."""
