"""Levels in the browser: searched, compared, played, and sent as links."""
