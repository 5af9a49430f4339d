"""Texts of strangers are examined in processes of their own."""
