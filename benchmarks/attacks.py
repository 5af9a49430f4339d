"""Clients that would take the service away from others: by requests that never end, or that cost much to answer."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from service.web.security.forgery import TOKEN_HEADER

MIB = 2**20
COSTLY_JSON = b"[" + b"[]," * (3 * MIB - 2) + b"[]]"
"""9 MiB that become three million lists."""
COSTLY_FORM = b"answer=" + b"%41" * (3 * MIB - 3)
"""9 MiB of which every letter has to be decoded."""
WALL, ROW = "#" * 100, "#" + "-" * 98 + "#"
ROOM = "\n".join([WALL, *[ROW] * 49, "#@$." + "-" * 95 + "#", *[ROW] * 48, WALL])
FAR_PUSHES = "C51-D52," + "D52-F53,F53-D52," * 690
"""11 KB of point pushes, each of which is looked for in the whole room."""
LONG_MOVES = "9999900(rl)"
"""A few letters that stand for 20 million moves."""
COOKIE, TOKEN = b"{cookie}", b"{token}"
"""Stand in a request for what the pages before gave this client."""
GIVEN = {COOKIE: re.compile(rb"set-cookie: ([^;]+)", re.I), TOKEN: re.compile(rb'name="csrf" value="([^"]+)"')}
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
PART = 2**16
ADDRESSES = [f"127.0.0.{number}" for number in range(2, 6)]
"""Where the clients come from; honest visitors of this machine come from 127.0.0.1."""
PAUSE = 1.0
"""Seconds until a client whose connection was closed comes again."""


class Attack(NamedTuple):
    """So many clients; each sends its requests one after the other, the last of which may be unfinished."""

    clients: int
    requests: tuple[bytes, ...]


def head(method: str, path: str, fields: Mapping[str, str | int]) -> bytes:
    """The beginning of a request."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode()


def post(path: str, kind: str, body: bytes) -> bytes:
    """A request with a body."""
    return head("POST", path, {"Content-Type": kind, "Content-Length": len(body)}) + body


def guess(password: str) -> bytes:
    """A request to log in, with the token that the form of a browser carries."""
    body = f"name=anian&password={password}".encode()
    carried = {"Cookie": COOKIE.decode(), TOKEN_HEADER: TOKEN.decode()}
    return head("POST", "/login", {**carried, "Content-Type": FORM, "Content-Length": len(body)}) + body


def answer(moves: str) -> bytes:
    """A request to judge an answer to a large room."""
    said = {"family": "sokoban", "level": ROOM, "answer": moves}
    return post("/api/play/answers", JSON, json.dumps(said).encode())


ATTACKS: Mapping[str, Attack] = {
    "399 connections, second request unfinished": Attack(399, (head("GET", "/healthz", {}), b"G")),
    "12 JSON bodies of 9 MiB, private address": Attack(12, (post("/api/sessions", JSON, COSTLY_JSON),)),
    "12 JSON bodies of 9 MiB, public address": Attack(12, (post("/api/play/answers", JSON, COSTLY_JSON),)),
    "20 forms of 9 MiB": Attack(20, (post("/contests/1/answers", FORM, COSTLY_FORM),)),
    "30 answers of 690 far pushes in a room of 100 x 100": Attack(30, (answer(FAR_PUSHES),)),
    "30 answers of 20 million moves in 11 letters": Attack(30, (answer(LONG_MOVES),)),
    "40 guessers of a password": Attack(40, (head("GET", "/login", {}), *map(guess, ["one", "two", "three"] * 5))),
    "100 unfinished uploads of 9 MiB": Attack(100, (post("/contests/1/answers", FORM, COSTLY_FORM)[:-MIB],)),
}


@asynccontextmanager
async def under_way(attack: Attack, port: int) -> AsyncIterator[Counter[str]]:
    """Attack a port of this machine while the block lasts; counts the statuses of the answers."""
    answers: Counter[str] = Counter()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_client(number, attack.requests, port, answers)) for number in range(attack.clients)]
        try:
            yield answers
        finally:
            for task in tasks:
                task.cancel()


async def _client(number: int, requests: tuple[bytes, ...], port: int, answers: Counter[str]) -> None:
    while True:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            address = ADDRESSES[number % len(ADDRESSES)]
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            given: dict[bytes, bytes] = {}
            try:
                for request in requests:
                    found = await _answer(reader, writer, _filled(request, given))
                    given |= {name: text[1] for name, pattern in GIVEN.items() if (text := pattern.search(found))}
                    answers[found[9:12].decode()] += 1
                await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(PAUSE)


def _filled(request: bytes, given: Mapping[bytes, bytes]) -> bytes:
    for name, text in given.items():
        request = request.replace(name, text)
    return request


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> bytes:
    """The answer to a request, head and body; empty where the connection is closed without one."""
    sending = asyncio.create_task(_send(writer, request))
    try:
        found = [await reader.readline()]
        length = 0
        while (field := await reader.readline()).strip():
            found.append(field)
            if field.lower().startswith(b"content-length:"):
                length = int(field.partition(b":")[2])
        return b"".join([*found, await reader.readexactly(length)])
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _send(writer: asyncio.StreamWriter, request: bytes) -> None:
    # Not all at once: what the operating system does not take would be copied for every client.
    for begin in range(0, len(request), PART):
        writer.write(request[begin : begin + PART])
        await writer.drain()
