"""The revisions of the database, as alembic scripts; a revision that was published is never changed again."""
