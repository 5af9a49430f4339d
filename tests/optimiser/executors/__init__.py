"""Tests of the places where work is done."""
