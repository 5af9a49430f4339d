"""Tests of the public names."""
