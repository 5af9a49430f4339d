"""The form that starts a session: what a visitor has given, what is asked of him, and what is sent."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.datastructures import FormData

from generator import Option, default_family, family_names, get_declaration
from generator.errors import PuzzleError
from optimiser.objective import PRESETS
from optimiser.pool import Replacement
from service.sessions.keep import KEEP
from service.sessions.likeness import like_level
from service.sessions.objectives import named_objectives
from service.sessions.presets import asked_levels, preset_cards
from service.sessions.settings import family_settings, options_of, overridden
from service.sessions.sizes import AXIS, DEFAULT_SIZES, REQUIRED, SIZES
from service.settings import usable_cores
from service.web.sessions.models import NewSession
from storage.database import Database
from storage.gallery import named
from storage.queries import SessionRow, get_session

Given = Mapping[str, Sequence[str]]
"""What a visitor has given, by the names of the fields."""

OPTION, WEIGHT = "option-", "weight-"
"""What the names of fields begin with that are settings of the family, or weights of metrics."""
OWN_WEIGHTS = "weights"
"""The objective of a form that has weights."""
MINUTES = "10"
LEVEL_ID = re.compile("[0-9]{1,18}")
"""What a field may say that names a level."""
FOREMOST = ("csrf", "family", "preset", "minutes", "like", "objective", "replacement", "workers", "cluster")
"""Fields that the form shows at once, or that are always filled in."""
SEARCH = (REQUIRED, AXIS, *SIZES, KEEP)
"""The settings of a search besides those of its levels."""
ALWAYS = ("minutes", "evaluations", "target", "name", "seed", "workers")
"""Fields that every form has and that people fill in by writing."""
DEFAULT_FAMILY = default_family()


def form_context(database: Database, given: Given) -> dict[str, Any]:
    """What the template shows: the puzzles, the cards of the chosen one, and the fields that its type has."""
    said = given.get("family", [""])[0]
    family = said if said in family_names() else DEFAULT_FAMILY
    declaration = get_declaration(family)
    cards = preset_cards(database, family)
    presets = [*declaration.presets]
    chosen = next((name for name in given.get("preset", ()) if name in presets), presets[0])
    asked = _settings(given)
    settings = overridden(family, declaration.presets[chosen], asked)
    return {
        "family": family,
        "families": families(),
        "cards": cards,
        "presets": presets,
        "chosen": chosen,
        "settings": settings,
        "options": _options(family, chosen, asked),
        "renewed": any(option.only for option in options_of(family)),
        "search_options": SEARCH,
        "advanced": any(values != [""] for name, values in given.items() if name not in FOREMOST),
        "defaults": {option.name: default for option, default in zip(SIZES, DEFAULT_SIZES, strict=True)},
        "objectives": [*PRESETS, *declaration.objectives],
        "metrics": declaration.metrics,
        "replacements": [*Replacement],
        "cores": usable_cores(),
        "given": given,
        "minutes": MINUTES,
        "weights": {name: values for name, values in given.items() if name.startswith(WEIGHT)},
        "source": _source(database, given),
        "named": named(database, [int(level) for level in given.get("like", ()) if LEVEL_ID.fullmatch(level)]),
    }


def _options(family: str, preset: str, said: Mapping[str, Sequence[str]]) -> list[Option]:
    """The options that do something; what is said by an option that does nothing decides nothing."""
    presets = get_declaration(family).presets
    settings = overridden(family, presets[preset], said)
    beside = {**_decided(family, preset, said), **settings}
    holding = {
        option.name: option
        for option in options_of(family)
        # What is filled in is refused at its field where only the default of another option makes it do nothing.
        if option.holds(beside) or (option.name in said and option.only and option.only.option not in settings)
    }
    return [
        option
        for option in holding.values()
        if not option.of_given_levels and (option.only is None or option.only.option in holding)
    ]


def _decided(family: str, preset: str, given: Mapping[str, Sequence[str]]) -> Mapping[str, Any]:
    """What the family decides where nothing is said, such as the policy of a size; by the card where it must refuse."""
    declaration = get_declaration(family)
    texts = {option.name for option in declaration.options if option.is_file}
    said = {name: values if name in texts else _parts(values) for name, values in given.items()}
    try:
        return declaration.space(family_settings(family, preset, said))
    except PuzzleError:
        return declaration.space(declaration.presets[preset])


def fields_shown(context: Mapping[str, Any]) -> frozenset[str]:
    """The names of the fields in which a fault can be, on the form with what `form_context` gave it."""
    makes_own = not context["given"].get("like") and not context["source"]
    options = [OPTION + option.name for option in context["options"]] if makes_own else []
    return frozenset((*ALWAYS, *options, *(option.name for option in SEARCH)))


def families() -> list[str]:
    """The names of all puzzles, the default one first."""
    return sorted(family_names(), key=lambda name: name != DEFAULT_FAMILY)


def fields_of(form: FormData) -> dict[str, Any]:
    """What was sent, as a NewSession takes it. Raises UnknownFamilyError."""
    sent = filled(form, NewSession.model_fields)
    options = get_declaration(sent.get("family", DEFAULT_FAMILY)).options
    texts = {option.name for option in options if option.is_file}
    names = [name.removeprefix(OPTION) for name in form if name.startswith(OPTION)]
    settings = {name: _values(form, OPTION + name, name in texts) for name in names}
    weights = {}
    if sent.get("objective") == OWN_WEIGHTS:
        del sent["objective"]
        weights = {name.removeprefix(WEIGHT): form[name] for name in form if name.startswith(WEIGHT)}
    several = {"require": _parted(form, REQUIRED), "axes": _parted(form, AXIS)}
    return {**sent, **several, "settings": settings, "weights": weights}


def given_by(form: FormData) -> Given:
    """What was sent, for a form that is shown again."""
    return {name: [value for value in form.getlist(name) if isinstance(value, str)] for name in form}


def cloned(database: Database, session_id: int) -> Given:
    """The settings of a session, but for its seed and its name. Raises UnknownSessionError."""
    row = get_session(database, session_id)
    asked = asked_levels(row)
    levels: Given = {"levels_of": [str(row.id)]}
    if asked is not None:
        options = {OPTION + name: _words(value) for name, value in asked.settings.items()}
        levels = {"preset": [asked.preset], **options}
    return {**_settings_of(row), **levels}


def like(database: Database, level_id: int) -> Given:
    """What a session is asked for that begins with a level. Raises UnknownLevelError or ServiceError."""
    found = like_level(database, level_id)
    kept = {name: values for name, values in _settings_of(found.session).items() if name.startswith(_AIMED)}
    return {**kept, "like": [str(level_id)]}


_AIMED = ("family", "objective", WEIGHT)
"""The settings of a session that one which begins with its level shares, besides what it makes."""


def _settings_of(row: SessionRow) -> Given:
    stop = {name: [str(value)] for name, value in row.stop.items()}
    sizes = {option.name: getattr(row, _ATTRIBUTES.get(option.name, option.name)) for option in SIZES}
    defaults = dict(zip((option.name for option in SIZES), DEFAULT_SIZES, strict=True))
    return {
        "family": [row.family],
        **stop,
        **_objective_of(row),
        "replacement": [str(row.replacement)],
        **{name: [str(size)] for name, size in sizes.items() if size != defaults[name]},
        **{option.name: [", ".join(row.space[key])] for option, key in _BOUNDS if row.space.get(key)},
        "keep": [str(row.keep)],
    }


_ATTRIBUTES = {"pool": "pool_size"}
_BOUNDS = ((REQUIRED, "require"), (AXIS, "axes"))


def _objective_of(row: SessionRow) -> Given:
    named = named_objectives().get(row.objective)
    if named and named.weights == row.weights:
        return {"objective": [row.objective]}
    return {"objective": [OWN_WEIGHTS], **{WEIGHT + name: [str(value)] for name, value in row.weights.items()}}


def _source(database: Database, given: Given) -> SessionRow | None:
    """The session whose levels are made, where the form names one that there is."""
    said = given.get("levels_of", [""])[0]
    return get_session(database, int(said)) if said.isdecimal() and len(said) < LONGEST_ID else None


LONGEST_ID = 19
"""Digits of a number that SQLite has no room for."""


def filled(form: FormData, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a model that the visitor has filled in."""
    return {name: value.strip() for name in fields if isinstance(value := form.get(name), str) and value.strip()}


def _settings(given: Given) -> dict[str, Any]:
    """What was given for options, in words."""
    named = {name.removeprefix(OPTION): values for name, values in given.items() if name.startswith(OPTION)}
    return {name: [*filter(None, values)] for name, values in named.items() if any(values)}


def _words(value: Any) -> list[str]:
    return [*map(str, value)] if isinstance(value, list | tuple) else [str(value)]


def _values(form: FormData, name: str, is_text: bool) -> list[str]:
    """The words in all fields of one name; one field may hold several, separated by commas or spaces.

    A text is one value.
    """
    texts = [value for value in form.getlist(name) if isinstance(value, str)]
    if is_text:
        return [text for text in texts if text.strip()]
    return _parts(texts)


def _parts(texts: Sequence[str]) -> list[str]:
    return [word for text in texts for word in text.replace(",", " ").split()]


def _parted(form: FormData, option: Option) -> list[str]:
    texts = [value for value in form.getlist(option.name) if isinstance(value, str)]
    return [word.strip() for text in texts for word in text.split(",") if word.strip()]
