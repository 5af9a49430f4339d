"""Slides: boxes in doors, the trees that open doors form, and the search that both of them need."""
