"""Sessions in the browser: what is seen of them, how it is drawn, and how it is kept up to date."""
