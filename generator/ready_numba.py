"""Calls a kernel when it is imported, so that numba is ready for others; the first call takes half a second."""

from generator.kernels import wide

wide(0)
