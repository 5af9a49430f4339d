"""Tests of the puzzles; the contract of a family is rewritten so that its failures show their values."""

import pytest

pytest.register_assert_rewrite("generator.testing", "generator.capability_contracts")
