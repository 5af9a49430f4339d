"""Pages made of templates, in the visitor's language and theme."""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from babel.dates import format_datetime
from babel.numbers import get_decimal_symbol, get_group_symbol
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from generator import get_declaration
from service import figures
from service.sessions.space_words import levels_in_words
from service.web.dependencies import person
from service.web.field_names import by_label
from service.web.languages import (
    LANGUAGES,
    counted_name,
    counted_unit,
    language_of,
    locale_of,
    program,
    sentence_gap,
    tag,
    translated,
    translations,
)
from service.web.levels.modules import modules_of
from service.web.security.forgery import token_of

TEMPLATES = Path(__file__).parent / "templates"
THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"
WATERS = (8, 20, 45, 100, 220)
"""Depths of levels at which the next deeper of six colours of water begins."""
CODED = re.compile("`([^`]+)`")
STORED_TIME = re.compile(r"(\d{4}-\d\d-\d\dT[\d:.]+\+00:00)")
NOTHING = "\N{EN DASH}"
"""What stands for a figure that there is not."""


@cache
def environment(language: str) -> Environment:
    """The templates in a language; everything that is put into them is escaped."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        auto_reload=False,  # else each page asks the file system for the age of every template that it consists of
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    made.globals["declared"] = get_declaration
    made.globals["modules_of"] = modules_of
    made.globals["unit_of_depth"] = _unit_of_depth
    made.globals["unit_of_count"] = partial(_unit_of_count, language)
    made.globals["name_of_count"] = partial(_name_of_count, language)
    made.globals["kind_of"] = partial(_kind, language)
    made.globals["gap"] = sentence_gap(language)
    locale = locale_of(language)
    made.filters["said"] = partial(translated, language)
    made.filters["by_label"] = partial(by_label, language)
    made.filters["coded"] = _coded
    made.filters["puzzle"] = partial(_puzzle, language)
    made.filters["number"] = partial(_shown, figures.number, locale=locale)
    made.filters["levels"] = levels_in_words
    made.filters["sized"] = figures.sized
    made.filters["typed"] = partial(_typed, language)
    made.filters["rewritten"] = figures.rewritten
    made.filters["exact"] = partial(_shown, figures.exact, locale=locale)
    made.filters["duration"] = figures.duration
    made.filters["time"] = partial(_time, locale=locale)
    made.filters["times"] = partial(_times, locale=locale)
    made.filters["water"] = _water
    return made


def fragment(language: str, template: str, /, **context: Any) -> str:
    """A piece of a page as HTML, for pages that renew themselves."""
    return environment(language).get_template(template).render(context)


def page(
    request: Request, template: str, status: int = 200, headers: Mapping[str, str] | None = None, **context: Any
) -> HTMLResponse:
    """An answer that shows a template with all that `base.html` needs besides its own context."""
    language = language_of(request)
    theme = request.cookies.get(THEME_COOKIE)
    who = person(request)
    text = fragment(
        language,
        template,
        **context,
        language=tag(language),
        languages={code: name for code, name in LANGUAGES.items() if code != language},
        theme=theme if theme in THEMES else THEMES[0],
        themes=THEMES,
        origin=str(request.base_url).rstrip("/"),
        path=request.url.path,
        address=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        visitor=who and who.name,
        may=who.rights if who else frozenset(),
        public=request.app.state.settings.public,
        csrf=token_of(request),
    )
    return HTMLResponse(text, status, headers)


def _shown(written: Callable[..., str], value: float | None, *digits: int, locale: Any) -> str:
    """A figure with the marks that a language sets between its digits."""
    text = written(value, *digits)
    return NOTHING if text == figures.NOTHING else text.translate(_marks(locale))


@cache
def _marks(locale: Any) -> dict[int, str]:
    return str.maketrans({",": get_group_symbol(locale), ".": get_decimal_symbol(locale)})


def _water(depth: int) -> int:
    """The depth of water, from 1 to 6, on which the depth of a level is shown."""
    return bisect_right(WATERS, depth) + 1


def _kind(language: str, type_: str, size: int) -> str:
    """What kind of level it is, as people read it."""
    return _typed(language, figures.kind(type_, size))


def _typed(language: str, type_: str) -> str:
    """A type of levels as people read it: sizes, and words that each have their translation; a stranger's as well."""
    known = program(language)
    return figures.sized(" ".join(known.get(word, word) for word in type_.split(" ")))


def _puzzle(language: str, family: str) -> str:
    """What people call a puzzle, as the beginning of a sentence."""
    title = translated(language, get_declaration(family).title or family)
    return title[:1].upper() + title[1:]


def _coded(text: str) -> Markup:
    """A text whose names stand between backquotes, as descriptions of programs have them."""
    code = Markup("<code>{}</code>")
    pieces = CODED.split(text)
    return Markup("").join(code.format(piece) if index % 2 else escape(piece) for index, piece in enumerate(pieces))


def _unit_of_depth(family: str) -> str:
    return get_declaration(family).metrics["depth"].unit


def _unit_of_count(language: str, family: str, count: int) -> str:
    """The unit of the depth as it stands after a number."""
    return counted_unit(language, get_declaration(family).metrics["depth"], count)


def _name_of_count(language: str, family: str, name: str, count: int) -> str:
    """What was counted of an answer as it stands after a number."""
    return counted_name(language, get_declaration(family).metrics, name, count)


def _time(stored: str, form: str = "medium", *, locale: Any) -> str:
    """A stored time, which is in UTC."""
    return format_datetime(datetime.fromisoformat(stored), form, locale=locale)


def _times(text: str, *, locale: Any) -> Markup:
    """A text with the stored times in it as pages show them."""
    shown = Markup('<time datetime="{}" data-exact>{} UTC</time>')
    pieces = STORED_TIME.split(text)
    return Markup("").join(
        shown.format(piece, _time(piece, locale=locale)) if index % 2 else escape(piece)
        for index, piece in enumerate(pieces)
    )
