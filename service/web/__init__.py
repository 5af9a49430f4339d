"""The service in the browser: watch sessions, browse and play levels, curate, run contests."""
