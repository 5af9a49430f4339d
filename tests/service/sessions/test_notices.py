"""Notices reach commands and webhooks, and nothing that becomes of them touches the session."""

import json
import os
import shlex
import shutil
import signal
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest
from httpx2 import Client

from optimiser.session import Session
from service.errors import ServiceError
from service.sessions.asked_search import AskedSearch
from service.sessions.evolution import session_settings
from service.sessions.kill_watch import KillWatch
from service.sessions.notice_targets import NoticeCommand, NoticeError, NoticeOptions, Target, Webhook
from service.sessions.notices import Notices, NoticingWatcher
from service.sessions.processes import SessionProcesses
from service.sessions.stop_conditions import Interruption, StopConditions
from storage.database import Database
from storage.errors import SessionBusyError
from storage.locks import holder
from storage.queries import events, get_session
from storage.recorder import set_state, start_session
from storage.tables.base import SessionState
from tests.patience import PATIENCE
from tests.service.cli.test_json_schema import require
from tests.service.conftest import Invoke, Start, refused
from tests.service.records import everything
from tests.service.web.conftest import served
from tests.storage.records import SETTINGS
from tests.storage.writers import hold_session

RUN = ("run", "--family", "template", "--seed", "5", "--workers", "0", "-q", "--evaluations", "320")
SECRET = "a-token-that-is-a-secret"


class Hook:
    """A server on this machine that takes notices: `answers` are its next statuses, after which it says 204."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.asked = 0
        self.answers: list[int] = []
        self.elsewhere = ""
        self.hangs = Event()
        self.hangs.set()
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                notice = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                hook.asked += 1
                hook.hangs.wait(PATIENCE)
                status = hook.answers.pop(0) if hook.answers else 204
                if status == 204:
                    hook.taken.append(notice)
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", hook.elsewhere)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

            do_GET = do_POST  # noqa: N815 - what a redirect would be followed by

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/{SECRET}"

    @property
    def told(self) -> list[str]:
        return [notice["event"] for notice in self.taken]


@contextmanager
def listening() -> Iterator[Hook]:
    hook = Hook()
    thread = Thread(target=hook.server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield hook
    finally:
        hook.hangs.set()
        hook.server.shutdown()
        thread.join()
        hook.server.server_close()


@pytest.fixture
def hook() -> Iterator[Hook]:
    with listening() as hook:
        yield hook


@pytest.fixture
def notebook(tmp_path: Path) -> tuple[str, Path]:
    """A command that writes each notice and what is in its environment to a file of lines, and the file."""
    script, lines = tmp_path / "a script.py", tmp_path / "lines"
    script.write_text(
        "import json, os, sys\n"
        "facts = {name: value for name, value in os.environ.items() if name.startswith('CENOTE_NOTICE_')}\n"
        "line = json.dumps([json.load(sys.stdin), facts]) + '\\n'\n"
        f"open({str(lines)!r}, 'a').write(line)\n"
    )
    return shlex.join([sys.executable, str(script)]), lines


def read(lines: Path) -> list[Any]:
    return [json.loads(line) for line in lines.read_text().splitlines()]


def test_a_session_tells_a_command_and_a_webhook_of_its_best_and_of_its_end(
    cenote: Invoke, hook: Hook, notebook: tuple[str, Path]
) -> None:
    command, lines = notebook
    name = "$(touch owned); `touch owned`"
    answer = cenote(*RUN, "--name", name, "--notify-url", hook.url, "--notify-command", command)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert hook.told[0] == "best"
    assert hook.told[-1] == "stop"
    assert [notice for notice, _ in read(lines)] == hook.taken
    for notice, facts in read(lines):
        require("notice", notice)
        told = {name.removeprefix("CENOTE_NOTICE_").lower(): value for name, value in facts.items()}
        short = {key: value for key, value in notice.items() if key not in ("level", "metrics")}
        assert told == {key: "" if value is None else str(value) for key, value in short.items()}
    last = hook.taken[-1]
    assert (last["reason"], last["text"], last["name"]) == ("evaluations", "all evaluations are done", name)
    with Database.open_readonly("sqlite:///cenote.db") as database:
        row = get_session(database, 1)
    assert (last["session"], last["score"], last["evaluations"]) == (1, row.best, 320)
    assert last["metrics"]["depth"] == last["depth"]
    assert not Path("owned").exists()


def test_a_webhook_is_a_secret_and_changes_no_level(cenote: Invoke, hook: Hook, folder: Path) -> None:
    plain = cenote(*RUN, "--storage", "sqlite:///plain.db")
    noticed = cenote(*RUN, "--notify-url", hook.url)
    assert noticed.output == plain.output
    assert everything(folder / "cenote.db") == everything(folder / "plain.db")
    with closing(sqlite3.connect("cenote.db")) as database:
        assert SECRET not in "".join(database.iterdump())
    assert SECRET not in repr([NoticeOptions(url=hook.url), *NoticeOptions(url=hook.url).targets()])


def test_who_takes_no_notices_is_an_event_and_a_line_and_no_failure(cenote: Invoke, hook: Hook, folder: Path) -> None:
    hook.answers = [404] * 10
    failing = shlex.join([sys.executable, "-c", "import sys; sys.exit(3)"])
    answer = cenote(*RUN, "--notify-url", hook.url, "--notify-command", failing)
    assert answer.exit_code == 0
    lines = answer.stderr.splitlines()
    assert {*lines} == {
        "warning: the webhook for notices answered with status 404",
        "warning: the command for notices ended with exit code 3",
    }
    with Database.open_readonly("sqlite:///cenote.db") as database:
        told = [f"warning: {event.text}" for event in events(database, 1) if event.kind == "notice"]
    assert told == lines
    assert len(lines) == 2 * hook.asked
    assert json.loads(cenote("status", "--all", "-f", "json").stdout)["sessions"][0]["warnings"] == {
        "notice": len(lines)
    }


def delivered(targets: Sequence[Target], *told: str, **options: Any) -> list[str]:
    """Tell of events, and give the reasons for which they were not taken."""
    notices = Notices(targets, **{"farewell": PATIENCE, **options})
    for number, event in enumerate(told):
        notices.tell({"event": event, "number": number})
    notices.close()
    return [str(message) for message in notices.take_failures()]


def test_a_notice_is_sent_again_where_the_webhook_was_only_busy(hook: Hook) -> None:
    hook.answers = [503, 429]
    assert delivered([Webhook(hook.url)], "stop", pauses=(0.01, 0.01)) == []
    assert hook.told == ["stop"]
    hook.answers = [500] * 3
    assert delivered([Webhook(hook.url)], "stop", pauses=(0.01, 0.01)) == [
        "the webhook for notices answered with status 500"
    ]
    hook.asked, hook.answers = 0, [400]
    delivered([Webhook(hook.url)], "stop", pauses=(0.01, 0.01))
    assert hook.asked == 1, "what was refused once is refused again"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_notices_go_nowhere_else(hook: Hook, status: int) -> None:
    with listening() as other:
        hook.answers, hook.elsewhere = [status], other.url
        told = delivered([Webhook(hook.url)], "stop")
        assert told == [f"the webhook for notices answered with status {status}"]
        assert other.asked == 0


def test_of_many_new_bests_the_first_and_the_last_are_told(hook: Hook) -> None:
    notices = Notices([Webhook(hook.url)], pace=3600.0, farewell=PATIENCE)
    notices.tell({"event": "best", "number": 0})
    while not hook.taken:
        sleep(0.01)
    for number in range(1, 50):
        notices.tell({"event": "best", "number": number})
    notices.close({"event": "stop", "number": 50})
    assert [notice["number"] for notice in hook.taken] == [0, 49, 50]
    assert notices.take_failures() == []


def test_a_webhook_that_hangs_holds_nothing_up(hook: Hook) -> None:
    hook.hangs.clear()
    notices = Notices([Webhook(hook.url, seconds=3600.0)], farewell=0.5)
    notices.tell({"event": "best"})
    while not hook.asked:
        sleep(0.01)
    begun = monotonic()
    notices.tell({"event": "warning"})
    assert monotonic() - begun < PATIENCE
    notices.close({"event": "stop"})
    assert monotonic() - begun < PATIENCE
    assert [str(message) for message in notices.take_failures()] == [
        "the last notices were not delivered within 0.5 seconds"
    ]


def test_a_command_that_hangs_is_killed_with_what_it_has_begun(tmp_path: Path) -> None:
    script = tmp_path / "hang.sh"
    script.write_text(f"sleep 3600 &\necho $! > {tmp_path}/child\ntouch {tmp_path}/begun\nwait\n")
    target = NoticeCommand(["sh", str(script)])
    for seconds in (1.0, 4.0, 16.0, 64.0):
        with pytest.raises(NoticeError, match="was killed after"):
            target.deliver({"event": "stop"}, seconds)
        if (tmp_path / "begun").exists():  # a busy machine may not have begun it before
            break
    child = int((tmp_path / "child").read_text())
    deadline = monotonic() + PATIENCE
    while _lives(child):
        assert monotonic() < deadline
        sleep(0.01)


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_command_that_does_not_listen_has_taken_its_notice(hook: Hook) -> None:
    deaf = NoticeCommand([sys.executable, "-c", "pass"])
    assert delivered([deaf], "stop", farewell=60.0) == []
    long = {"event": "stop", "level": "#" * 10**7}
    deaf.deliver(long, 60.0)
    with pytest.raises(NoticeError, match=r"cannot be started \(No such file or directory\)"):
        NoticeCommand(["/no/such/program"]).deliver(long, 60.0)


class Deaf:
    """A watcher that shows nothing."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def began(self, session: Session, stop: StopConditions, interruption: Interruption) -> None: ...

    def warned(self, message: str) -> None:
        self.warnings.append(message)

    def generation(self, *_: object) -> None: ...

    def interrupted(self) -> None: ...


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RuntimeError("the roof has come down"), ["the roof has come down"]),
        (MemoryError(), ["MemoryError"]),
        (SessionBusyError("session 1 is being run by another process; stop that first"), []),
        (KeyboardInterrupt(), []),
    ],
)
def test_what_breaks_a_session_off_is_told(hook: Hook, folder: Path, error: BaseException, told: Sequence[str]) -> None:
    with Database.create("sqlite:///levels.db") as database:
        row = get_session(database, start_session(database, SETTINGS))
        with (
            pytest.raises(type(error)),
            NoticingWatcher(Deaf(), Notices([Webhook(hook.url)]), database, row),
        ):
            raise error
    assert [(notice["event"], notice["text"]) for notice in hook.taken] == [("failure", text) for text in told]
    for notice in hook.taken:
        require("notice", notice)


@pytest.mark.process
def test_a_session_that_its_user_stops_says_so_and_resumes_with_other_options(
    cenote: Invoke, start: Start, hook: Hook, notebook: tuple[str, Path]
) -> None:
    command, lines = notebook
    process = start(*RUN[:-2], "--notify-command", command)
    deadline = monotonic() + PATIENCE
    while not (lines.exists() and lines.read_text()):
        assert monotonic() < deadline
        sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    last, _ = read(lines)[-1]
    assert (last["event"], last["reason"], last["text"]) == ("stop", "interrupted", "stopped and saved")
    count = len(read(lines))
    evaluations = str(last["evaluations"] + 32)
    assert (
        cenote("resume", "-q", "--workers", "0", "--evaluations", evaluations, "--notify-url", hook.url).exit_code == 0
    )
    assert hook.told[-1] == "stop"
    assert len(read(lines)) == count, "nothing of notices is stored"


def test_files_and_the_environment_may_say_where_notices_go(
    cenote: Invoke, hook: Hook, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "my.toml").write_text(f'notify-url = "{hook.url}"\n')
    assert cenote(*RUN, "--config", "my.toml").exit_code == 0
    assert hook.told[-1] == "stop"
    hook.taken.clear()
    monkeypatch.setenv("CENOTE_NOTIFY_URL", hook.url)
    assert cenote(*RUN).exit_code == 0
    assert hook.told[-1] == "stop"
    assert "notify" not in cenote("sessions", "--export-config", "1").stdout


@pytest.mark.process
def test_the_operator_of_a_service_says_where_its_sessions_tell_and_no_visitor(
    evolved: str, hook: Hook, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/levels.db"
    shutil.copy(evolved.removeprefix("sqlite:///"), tmp_path / "levels.db")
    new = {"family": "sokoban", "settings": {"type": ["b"], "size": [3]}, "evaluations": 32, "workers": 0}
    with served(url, "--notify-url", hook.url) as address, Client(base_url=address) as client:
        for name in ("notify_command", "notify-command", "notices"):
            assert client.post("/api/sessions", json={**new, name: "touch owned"}).status_code == 422
        assert client.post("/api/sessions", json=new).status_code == 201
        deadline = monotonic() + PATIENCE
        while "stop" not in hook.told:
            assert monotonic() < deadline
            sleep(0.05)
    assert not Path("owned").exists()


@pytest.mark.process
def test_a_service_tells_of_a_session_that_was_killed(hook: Hook, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/levels.db"
    processes = SessionProcesses(url, NoticeOptions(url=hook.url))
    levels, stop = {"type": ["b"], "size": [3]}, StopConditions(evaluations=10**6)
    endless = session_settings("sokoban", levels, AskedSearch(seed=5), stop)
    with Database.create(url) as database:
        session = processes.start(database, endless, 0)
        deadline = monotonic() + PATIENCE
        while not get_session(database, session).generation:
            assert monotonic() < deadline
            sleep(0.05)
        process = holder(database.path, session)
        assert process
        os.kill(process, signal.SIGKILL)
        while "failure" not in hook.told:
            assert monotonic() < deadline
            sleep(0.05)
    assert hook.taken[-1]["text"] == f"the session was killed; to go on with it: cenote resume {session}"


@pytest.mark.process
def test_a_service_tells_once_of_a_session_of_a_terminal_that_was_killed(hook: Hook, tmp_path: Path) -> None:
    url, notices = f"sqlite:///{tmp_path}/levels.db", NoticeOptions(url=hook.url)
    with Database.create(url) as database:
        watch = KillWatch(database, notices, SessionProcesses(url, notices))
        ended, killed, stays = (start_session(database, SETTINGS) for _ in range(3))
        terminals = {session: _terminal(url, session) for session in (ended, killed, stays)}
        watch.look()
        set_state(database, ended, SessionState.FINISHED)
        for session in (ended, killed):
            terminals[session].kill()
            terminals[session].join()
        watch.look()
        watch.look()
        terminals[stays].kill()
        terminals[stays].join()
    told = [(notice["session"], notice["event"]) for notice in hook.taken]
    assert told == [(killed, "failure")]


def _terminal(url: str, session: int) -> BaseProcess:
    processes = get_context("spawn")
    ready = processes.Event()
    process = processes.Process(target=hold_session, args=(url, session, ready))
    process.start()
    assert ready.wait(PATIENCE)
    return process


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--notify-url", "ftp://levels.example/", "--notify-url is not an address"),
        ("--notify-url", "file:///etc/passwd", "--notify-url is not an address"),
        ("--notify-url", "https://", "--notify-url is not an address"),
        ("--notify-url", "https://anian:word@levels.example/", "without a user name"),
        ("--notify-url", "https://levels.example:99999/", "--notify-url is not an address"),
        ("--notify-url", "https://levels.example/a b", "--notify-url is not an address"),
        ("--notify-url", "https://levels.example/\r\nHost: x", "--notify-url is not an address"),
        ("--notify-command", "", "is not a program"),
        ("--notify-command", "'sh", "close every quotation mark"),
        ("--notify-command", "no-such-program --now", "there is no program 'no-such-program'"),
    ],
)
def test_what_cannot_take_notices_is_refused_before_anything_begins(
    cenote: Invoke, folder: Path, option: str, value: str, told: str
) -> None:
    assert told in refused(cenote(*RUN, option, value))
    assert not (folder / "cenote.db").exists()
    given = {option.removeprefix("--notify-"): value}
    with pytest.raises(ServiceError, match=r"--notify|no program"):
        NoticeOptions(**given).targets()
