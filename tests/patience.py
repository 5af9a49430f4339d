"""How long tests wait for what other processes do."""

PATIENCE = 240.0
"""Seconds after which something hangs, also on a machine that has much else to do and compiles kernels.

Nothing is awaited for so long where all is well. It is less than the ten minutes after which a test is broken off.
"""
