"""What the pages and the interface for programs read: addresses, forms, headers, and whole requests.

A parser is a target of its own, apart from the look-up in a database of what it has read, which takes ten times as long
and gets fewer inputs.
"""

import re
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request

from service.web.curation.changes import cleaned_query
from service.web.languages import LANGUAGES, language_of
from service.web.levels.links import packed, unpacked
from service.web.levels.search import LevelSearch
from service.web.routes.competition import _decoded_form
from service.web.routes.plays import MOST_ANSWER, MOST_MOVES, Reported
from service.web.security.redirects import local
from storage.gallery import Cursor, page
from storage.level_filter import called, order_name
from storage.names import CODE_BITS, name_of, patterns_of
from storage.queries import level_called
from tests.fuzz import serving
from tests.fuzz.target import PART, Target, parts, text_target

LOOKED_UP = 1_000_000
"""Inputs that are asked for of what looks into a database; the parsers that lead there get more."""

_QUERY = (
    *("family=sokoban", "type=b", "size=3", "boxes_min=", "boxes_max=", "depth_min=", "depth_max=", "branching_min="),
    *("branching_max=", "proven=true", "objective=depth", "origin=", "state=candidate", "tag=", "rating_min=5"),
    *("order=-",),
    *("after=after_", "before_", "none_1", "session=1", "limit=100", "&", "=", "%00", "%ff", "%E7%8E", "+"),
    *("order=score",),
    *("nan", "inf", "-inf", "1e308", "-1e-400", "9223372036854775807", "9" * 30, "0x1", "1_000", "\u0661", "\ud800"),
    *(";",),
    *("order=-depth", "order=-branching", "order=moves", "1.5_", "2_3", "-0_3", "1e300_2", "order=-id", "order=boxes"),
)
_CURSOR = (
    "after_",
    "before_",
    "none",
    "1.5",
    "_7",
    "-",
    "e",
    "e-",
    "99",
    "\u0661",
    "9" * 20,
    "0",
    ".",
    "+",
    "inf",
    "nan",
)
_ADDRESS = (
    "/",
    "//",
    "/\\",
    "http:",
    "\\",
    "@",
    "example.org",
    "%2f",
    "?",
    "#",
    "\t",
    "\n",
    "\u2028",
    "levels",
    ";",
    ":",
)
_LANGUAGES = (
    *("zh-CN", "zh", "en", "de;q=0.5", ",", ";", "-", "_", "*", "q=", "Hans", "Hant", " ", "cookie", PART, "language="),
    *("zh_Hans", '"', "=", "\xe9", "\xff", "a" * 40, "zh-Hans-CN", "theme=", "\x00"),
)
_LINK = (
    *"eJwrzk8-_=",
    "sokoban\n",
    "linjat\n",
    "watersort\n",
    "#####\n#@$.#\n#####",
    PART,
    "\u2028",
    "\ud800",
    "9" * 30,
)


def _search(text: str) -> None:
    """A search is an address, which means the same when it is read again."""
    search = LevelSearch.model_validate(dict(parse_qsl(text)))
    again = LevelSearch.model_validate(dict(parse_qsl(search.query)))
    assert (again.wanted, again.order, again.limit) == (search.wanted, search.order, search.limit)
    assert cleaned_query(cleaned_query(text)) == cleaned_query(text)
    assert order_name(search.sorting)
    if search.cursor is not None:
        assert Cursor.parse(str(search.cursor)) == search.cursor


def _gallery_page(text: str) -> None:
    """What a search asks for is looked for in a database, and the pages beside it have addresses."""
    search = LevelSearch.model_validate(dict(parse_qsl(text)))
    found = page(serving.database(), search.wanted, search.sorting, search.cursor, search.limit)
    for cursor in filter(None, (found.next, found.previous)):
        assert Cursor.parse(str(cursor)) == cursor


def _cursor(text: str) -> None:
    cursor = Cursor.parse(text)
    assert Cursor.parse(str(cursor)) == cursor


def _back(text: str) -> None:
    """No form leads to another site, however browsers read the address."""
    address = local(text)
    inside = urlsplit(address.replace("\\", "/"))
    assert not inside.scheme
    assert not inside.netloc


def _language(text: str) -> None:
    accepted, cookie = parts(text, 2)
    headers = [(b"accept-language", _header(accepted)), (b"cookie", _header(cookie))]
    assert language_of(Request({"type": "http", "headers": headers})) in LANGUAGES


def _header(text: str) -> bytes:
    return text.encode("latin-1", "replace")


def _link(text: str) -> None:
    family, level = parts(text, 2)
    if level:
        level = level.encode("utf-8", "replace").decode()
        assert unpacked(packed("linjat", level)) == ("linjat", level)
    unpacked(family)


def _play(text: str) -> None:
    """What became of a game is one of few things, after moves that can be stored."""
    said = Reported.model_validate_json(text.encode("utf-8", "replace"))
    assert 0 <= said.moves <= MOST_MOVES
    assert len(said.answer) <= MOST_ANSWER


def _name(text: str) -> None:
    """The names of the codes that words stand for have these words, at both ends of each pattern."""
    words = " ".join(re.findall(r"[a-z]+", text.lower()))
    for pattern in patterns_of(text):
        assert 0 <= pattern.first <= pattern.last < 2**pattern.bits
        assert 0 <= pattern.shift <= CODE_BITS - pattern.bits
        for part in (pattern.first, pattern.last):
            code = part << pattern.shift
            assert words in name_of(code, earlier=[code]).lower()


def _named_level(text: str) -> None:
    """Levels are looked for in a database by whatever is said of them."""
    with serving.database().read() as connection:
        connection.execute(called(text)).all()
    level_called(serving.database(), text)


def _form(content: bytes) -> None:
    for name, value in _decoded_form(content).items():
        (name + value).encode()


_PLAY = (
    *(
        '{"outcome":',
        '"solved"',
        '"left"',
        '"shown"',
        ',"moves":',
        ',"answer":"',
        "rR",
        '"}',
        "}",
        "null",
        "1e400",
        "-1",
    ),
    *("9" * 30, "true", "[]", '"\\ud800"', "\ud800", "1.0", '"1"'),
)
_CALLED = (
    "amber",
    "grotto",
    "kelanor",
    " ",
    "-",
    "1",
    "9" * 30,
    "%",
    "_",
    "\\",
    "\u0130",
    "\u0661",
    "\ud800",
    "\x00",
    "e",
)
_NAMES = ("amber grotto kelanor", "Amber-Grotto", "1")

_SEARCHES = ("family=sokoban&type=b&size=3&order=-depth", "depth_min=2&after=after_2_3", "objective=depth&proven=true")
_FORMS = (
    b"nickname=anian&country=%D6%D0%B9%FA&email=a%40b.c&lurd=rR",
    "nickname=王&lurd=R".encode("gbk"),
    b"a=b&" * 25 + b"=&%&+%ff=%zz",
)

TARGETS = (
    text_target("web-searches", _search, _QUERY, _SEARCHES),
    text_target("web-gallery-pages", _gallery_page, _QUERY, _SEARCHES, mutations=6, enough=LOOKED_UP),
    text_target("web-cursors", _cursor, _CURSOR, ["after_1.5_7", "before_none_7", "after_-1e-5_7"], longest=80),
    text_target("web-backs", _back, _ADDRESS, ["/levels?a", "//example.org", "http://example.org"], longest=100),
    text_target("web-languages", _language, _LANGUAGES, [f"zh-CN,en;q=0.5{PART}language=zh_Hans"], longest=200),
    text_target("web-links", _link, _LINK, [packed("sokoban", "#####\n#@$.#\n#####"), f"a{PART}b"]),
    text_target("web-plays", _play, _PLAY, ['{"outcome":"solved","moves":3,"answer":"rR"}']),
    text_target("web-names", _name, _CALLED, _NAMES, longest=100),
    text_target("web-named-levels", _named_level, _CALLED, _NAMES, longest=100, mutations=6, enough=LOOKED_UP),
    Target("web-forms", _form, _FORMS),
    text_target("web-requests", serving.request, serving.PIECES, serving.SEEDS, longest=400, mutations=4),
)
