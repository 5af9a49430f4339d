"""How levels of water sort are made and changed."""
