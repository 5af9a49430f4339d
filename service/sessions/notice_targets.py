"""Where notices of a session go: to a command, or to a webhook."""

import json
import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from ssl import SSLCertVerificationError
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from generator.messages import seconds as seconds_
from service.errors import ServiceError

COMMAND_VARIABLE, URL_VARIABLE = "CENOTE_NOTIFY_COMMAND", "CENOTE_NOTIFY_URL"
"""Variables of the environment that stand for the options, which others could read in the list of processes."""
FACT = "CENOTE_NOTICE_"
"""What the variables begin with in which a command finds the facts of a notice."""
LONG_FACTS = ("level", "metrics")
"""Facts that a command gets on its standard input only."""
SHORTAGES = (408, 425, 429)
"""Refusals of a webhook after which the same may be taken; errors of its own, from 500 on, are others."""


class NoticeError(ServiceError):
    """A notice was not taken; `again` says whether it may be if it is sent once more."""

    def __init__(self, template: str, /, *, again: bool = False, **values: Any) -> None:
        super().__init__(template, **values)
        self.again = again


class Target(Protocol):
    """What takes notices."""

    @property
    def seconds(self) -> float:
        """How long it may take for one."""

    def deliver(self, notice: Mapping[str, Any], seconds: float) -> None:
        """Hand over a notice within some seconds. Raises NoticeError."""


@dataclass(frozen=True, slots=True)
class NoticeCommand:
    """A program with its arguments; it gets a notice as JSON on its standard input, and in its environment.

    No shell reads anything of a notice, unless the program is a shell itself.
    """

    words: Sequence[str]
    seconds: float = 30.0

    def deliver(self, notice: Mapping[str, Any], seconds: float) -> None:
        """Run the program. Raises NoticeError where it fails, or has to be killed because it takes too long."""
        try:
            process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **_variables(notice)},
                start_new_session=True,  # Ctrl-C is for the session
            )
        except (OSError, ValueError) as error:
            raise NoticeError("the command for notices cannot be started ({reason})", reason=_reason(error)) from error
        with process:
            try:
                process.communicate(json.dumps(notice).encode(), timeout=seconds)
            except subprocess.TimeoutExpired as error:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                raise NoticeError(
                    "the command for notices was killed after {time}", time=seconds_(round(seconds))
                ) from error
        if process.returncode:
            raise NoticeError("the command for notices ended with exit code {code}", code=process.returncode)


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that gets notices as JSON, by POST. It may be a secret, so it is shown to nobody."""

    url: str = field(repr=False)
    seconds: float = 10.0

    def deliver(self, notice: Mapping[str, Any], seconds: float) -> None:
        """Send it. Raises NoticeError where it is not taken, also where another address should be asked."""
        headers = {"Content-Type": "application/json", "User-Agent": "cenote"}
        request = Request(self.url, json.dumps(notice).encode(), headers)  # noqa: S310 - see _address
        try:
            with closing(_OPENER.open(request, timeout=seconds)):
                pass
        except HTTPError as error:
            error.close()
            raise NoticeError(
                "the webhook for notices answered with status {status}",
                again=error.code >= 500 or error.code in SHORTAGES,
                status=error.code,
            ) from error
        except (OSError, HTTPException, ValueError) as error:
            again = not isinstance(getattr(error, "reason", error), SSLCertVerificationError)
            raise NoticeError(
                "the webhook for notices cannot be reached ({reason})", again=again, reason=_reason(error)
            ) from error


class _NoRedirects(HTTPRedirectHandler):
    """Takes a redirect for an error: whoever answers does not decide where notices go."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = build_opener(_NoRedirects)


@dataclass(frozen=True, slots=True)
class NoticeOptions:
    """What a user has said of notices; a webhook's address is a secret."""

    command: str | None = field(default=None, repr=False)
    url: str | None = field(default=None, repr=False)

    def targets(self) -> Sequence[Target]:
        """Where notices go. Raises ServiceError."""
        found: list[Target] = []
        if self.command is not None:
            found.append(NoticeCommand(_words(self.command)))
        if self.url is not None:
            found.append(Webhook(_address(self.url)))
        return found

    def environment(self) -> Mapping[str, str]:
        """The variables by which another process has the same options."""
        said = {COMMAND_VARIABLE: self.command, URL_VARIABLE: self.url}
        return {name: value for name, value in said.items() if value is not None}


NO_NOTICES = NoticeOptions()


def _words(command: str) -> Sequence[str]:
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise ServiceError("--notify-command is not a program with its arguments; close every quotation mark")
    if shutil.which(words[0]) is None:
        raise ServiceError("there is no program {name!r}; give --notify-command one that can be run", name=words[0])
    return words


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        usable = False
    if not (usable and url.isascii() and url.isprintable() and " " not in url):
        raise ServiceError(
            "--notify-url is not an address with https:// or http://, without spaces and without a user name"
        )
    return url


def _variables(notice: Mapping[str, Any]) -> Mapping[str, str]:
    facts = {name: value for name, value in notice.items() if name not in LONG_FACTS}
    return {f"{FACT}{name.upper()}": "" if value is None else str(value) for name, value in facts.items()}


def _reason(error: Exception) -> str:
    """Why something failed, without the address, which is a secret."""
    cause = getattr(error, "reason", error)
    return (cause.strerror or str(cause)) if isinstance(cause, OSError) else type(error).__name__
