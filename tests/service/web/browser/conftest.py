"""The service as visitors meet it: a process of its own for each module, and browsers on which nothing may go wrong."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.service.web.browser.faults import Faults
from tests.service.web.conftest import served

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def url(evolved: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database of the module's own with the levels of one session on b 4."""
    copy = tmp_path_factory.mktemp("service") / "levels.db"
    shutil.copy(evolved.removeprefix("sqlite:///"), copy)
    return f"sqlite:///{copy}"


@pytest.fixture(scope="module")
def service(browser: Browser, url: str) -> Iterator[str]:
    """The address of the service; without a browser there is no need of one."""
    with served(url) as address:
        yield address


@pytest.fixture
def faults(service: str) -> Iterator[Faults]:
    """What has gone wrong on the pages of all visitors; a test takes what it expects, and nothing else may be there."""
    faults = Faults(service)
    yield faults
    assert faults.taken() == []


@pytest.fixture
def visit(browser: Browser, service: str, faults: Faults) -> Iterator[Visit]:
    """Opens a page for a new visitor, who has a browser of his own."""
    contexts = []

    def enter(path: str, **settings: Any) -> Page:
        context = browser.new_context(**{"base_url": service, "locale": "en-GB", **settings})
        contexts.append(context)
        faults.watch(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield enter
    for context in contexts:
        context.close()
