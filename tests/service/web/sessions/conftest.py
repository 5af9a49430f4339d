"""A database whose sessions end with the test, however the test ends."""

from collections.abc import Iterator

import pytest

from tests.service.web.conftest import end_sessions


@pytest.fixture
def url(url: str) -> Iterator[str]:
    yield url
    end_sessions(url)
