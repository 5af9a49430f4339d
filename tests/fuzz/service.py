"""What the service reads beside levels: who sends an answer, times, tags, files of bytes, what a session shall do."""

import json

from generator.messages import Message
from optimiser.archive import parse_axis
from optimiser.target import parse_target
from service.contests.announcements import announcement
from service.contests.plain_text import one_line
from service.contests.submissions import entrant
from service.levels.files import decoded, is_picture
from service.web.sessions.models import Budget, NewSession
from storage.curation import clean_tag
from tests.fuzz.target import PART, Target, parts, text_target

_NAMES = (
    *(PART, "anian", "China", "a@b.c", "@", " ", "\t", "\n", "\u3164", "\u200b", "\u202e", "\ufeff", "\ud800"),
    *("\ue000",),
    *("\u0430", "\uff41", "\u00df", "\u0130", "\u1e9e", "\ufb03", "e\u0301", "\u0301" * 40, "\U0001f600", "\u2028"),
    *("\x85",),
    *("王明", "\u115f", "\u034f", "\U000e0041", "\u180e", "a" * 50, "A" * 260, ",", "\x00", "\x7f", "\u00ad"),
    *("\ufdfa" * 9,),
)
_TIMES = (
    *(PART, "2026-05-01", "2026-05-01T12:00", "12:00", "+08:00", "Z", "0001-01-01", "9999-12-31", "T23:59:59.999999"),
    *("-23:59", "+24:00", "+00:00:00.000001", "2026-W20-5", "20260501T120000", "\u0661", " ", "24:00", "a title"),
    *("\u2028",),
)
_SESSION = (
    *('{"family":', '"sokoban"', '"linjat"', '"watersort"', ',"preset":', '"b5"', '"hard"', '"classic"'),
    *(',"settings":{', "}"),
    *('"type":', '"size":', '"hull":', '"policy":', '"walk":', '"nodes":', '"rows":', '"numbers":', '"colours":'),
    *('"capacity":',),
    *('"empty":', '"steps":', '"fill":"backward"', '"threshold":', '"sweeps":', '"b"', '"g"', '"free"', '"L"'),
    *('"apart"', ","),
    *(',"objective":', '"depth"', '"linjat-hard"', ',"weights":{"depth":', ',"replacement":"crowding"', ',"seed":'),
    *('"3"', "3"),
    *(',"target":"depth>=90"', ',"workers":', ',"minutes":', ',"evaluations":', "NaN", "Infinity", "1e400", "-1"),
    *("0", "9" * 30),
    *("[", "]", "null", "true", '"\\ud800"', '"mode":', '"walls":', '"boxes":', '"rooms":', '"effort":', '"cols":'),
    *('"fixed"',),
)
_TARGET = ("depth", ">=", "<=", ">", "<", "90", "1.5", "-", "+", "\u0661", "9" * 400, " ", "\u2028", "_", "é")

_AXIS = ("depth", "pieces", ":", "4", "0", ".", "0.001", "-", "9" * 9, "\u0664", "9" * 400, " ", "\u2028", "_", "é")


def _entrant(text: str) -> None:
    """What is kept of a name is kept as it is when it is given again."""
    name, country, email = parts(text, 3)
    found = entrant(name, country, email)
    assert found.name
    assert entrant(found.name, found.country, found.email) == found
    assert one_line(Message("name"), found.name, 40).isprintable()


def _announcement(text: str) -> None:
    """Times compare as texts, and are read again as they were written."""
    opens, closes, title, said = parts(text, 4)
    found = announcement(title or "a", said, opens, closes)
    assert found.opens_at < found.closes_at
    assert len(found.opens_at) == len(found.closes_at)
    assert announcement(found.title, found.text, found.opens_at, found.closes_at) == found


def _tag(text: str) -> None:
    assert clean_tag(clean_tag(text)) == clean_tag(text)


def _target(text: str) -> None:
    parse_target(text).met({"depth": 90.0})


def _axis(text: str) -> None:
    """An axis is read again as it is stored, and has a bin for every value."""
    axis = parse_axis(text)
    assert parse_axis(str(axis)) == axis
    assert axis.bin_of(90) <= axis.bin_of(10**400)


def _bytes(content: bytes) -> None:
    """Whatever a file holds, it is a text."""
    decoded(content).encode("utf-8", "surrogatepass")
    is_picture(content)


def _session(text: str) -> None:
    """What a session shall do is refused, or can be stored."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return
    Budget.model_validate(said) if isinstance(said, list) else None
    settings = NewSession.model_validate(said).session_settings()
    json.dumps([settings.space, settings.weights, settings.stop], allow_nan=False)


_SESSIONS = (
    '{"family":"sokoban","preset":"b5","settings":{"type":"b","size":3},"objective":"deep","seed":3}',
    '{"family":"linjat","preset":"hard","settings":{"rows":[3,3],"numbers":3}}',
    '{"family":"watersort","settings":{"colours":3,"fill":"backward","steps":3},"weights":{"depth":3},"minutes":3}',
    '{"family":"sokoban","settings":{"type":"free","walls":"fixed"},"target":"depth>=90","workers":3}',
    '{"family":"sokoban","require":["depth<=90"],"axes":["depth:4","branching:0.5"],"pool":3}',
)

TARGETS = (
    text_target("service-entrants", _entrant, _NAMES, [f"anian{PART}China{PART}a@b.c", "王明"]),
    text_target(
        "service-announcements", _announcement, _TIMES, [f"2026-05-01T12:00Z{PART}2026-W20-5{PART}a title{PART}b"]
    ),
    text_target("service-tags", _tag, _NAMES, ["anian", "e\u0301 王明"]),
    text_target("service-goals", _target, _TARGET, ["depth>=90", "depth < -1.5"], longest=100),
    text_target("service-axes", _axis, _AXIS, ["depth:4", "branching : 0.5", "pieces"], longest=100),
    text_target("service-sessions", _session, _SESSION, _SESSIONS),
    Target(
        "service-bytes",
        _bytes,
        [b"#####\n#@$.#\n#####\n", "王明\n".encode("gbk"), "a王\n".encode("utf-16"), b"\xe9t\xe9"],
    ),
)
