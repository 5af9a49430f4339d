"""Who may log in to the service: passwords, and the key that signs cookies."""
