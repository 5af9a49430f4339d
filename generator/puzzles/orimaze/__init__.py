"""Orimaze: pieces that move along their row or their column alone, and one free cell."""
