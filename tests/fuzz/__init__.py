"""Fuzzers for every parser that strangers reach; CONTRIBUTING.md says how to run them."""
