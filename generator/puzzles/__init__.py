"""The puzzle families, one sub-package each."""
