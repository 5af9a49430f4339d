"""The migrations are tested with the processes of the storage tests."""

from tests.storage.conftest import processes

__all__ = ["processes"]
