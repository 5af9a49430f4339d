"""Processes that read texts of strangers cannot reach any network, and doctor says where they can."""

import socket
import subprocess
import sys
from contextlib import closing

import pytest

from service.confined import network_left
from tests.service.conftest import Invoke

pytestmark = pytest.mark.process


def knocked(*how: str) -> str:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = str(listener.getsockname()[1])
        command = [sys.executable, "-m", *how, "tests.service.knocking", port]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_no_connection_leaves_a_confined_process() -> None:
    assert knocked() == "connected"
    if network_left():
        pytest.skip("this system gives a process no namespaces of its own")
    assert knocked("service.confined") == "[Errno 101] Network is unreachable"


def test_doctor_says_whether_the_sandbox_has_network(cenote: Invoke) -> None:
    text = " ".join(cenote("doctor").stdout.split())
    reason = network_left()
    assert (f"sandbox warning: it has network, because {reason}" if reason else "sandbox without network") in text
