"""The application: its routes, what guards them, and what lives as long as it does."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache, partial
from logging import Logger

from anyio.to_thread import current_default_thread_limiter
from fastapi import APIRouter, Depends, FastAPI
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import BaseRoute

from service.sessions.kill_watch import KillWatch
from service.sessions.processes import SessionProcesses
from service.settings import program_version
from service.web.backup_schedule import back_up_regularly
from service.web.dependencies import require_login
from service.web.error_answers import REFUSALS, Endings, install_answers
from service.web.gauges import watch_service
from service.web.heads import Heads
from service.web.kept_pages import KeptPages, NotedAnswers
from service.web.observation import Figures, Observation, observed
from service.web.openapi import complete_description
from service.web.page_shelf import PageShelf
from service.web.routes import PRIVATE, PUBLIC
from service.web.routes.statics import mount_statics
from service.web.sandbox.pool import PATIENT, Sandbox
from service.web.security.bodies import Bodies
from service.web.security.failures import Failures
from service.web.security.forgery import same_origin
from service.web.security.headers import SecurityHeaders
from service.web.security.limits import RateLimits
from service.web.sessions.fragments import painter
from service.web.sessions.views import view
from service.web.sessions.watches import Watches
from service.web.settings import WebSettings
from storage.database import Database
from storage.people.logins import UNUSED

LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
"""The names by which browsers reach a service on the same machine; others may be another site's trick."""
PATIENCE = 2.0
"""Seconds that a visitor waits for another writer, who keeps the lock for milliseconds if all is well."""
THREADS = 4
"""Requests that are worked on at a time: more only wait for each other, and for the cores that a session has."""


def create_app(settings: WebSettings, access_log: Logger | None = None) -> FastAPI:
    """The service over a database that exists; every request is logged where there is a log."""
    figures, shelf = Figures(program_version()), PageShelf(settings.page_seconds)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        app.state.sandbox, app.state.contest_sandbox = _sandboxes(settings)
        try:
            with Database.open(settings.storage, timeout=PATIENCE) as app.state.database:
                app.state.processes = SessionProcesses(settings.storage, settings.notices, settings.cluster)
                seen = partial(view, app.state.database, app.state.processes)
                app.state.watches = Watches(seen, painter, app.state.closing)
                async with _at_work(settings, app.state.database, app.state.processes):
                    yield
        finally:
            app.state.closing.set()
            await app.state.sandbox.close()
            await app.state.contest_sandbox.close()

    app = FastAPI(
        title="cenote",
        version=program_version(),
        description="Sessions, levels, curation and contests as JSON.",
        lifespan=lifespan,
        middleware=[
            Middleware(Observation, figures=figures, log=access_log),
            Middleware(Heads),
            *_middleware(settings, shelf),
        ],
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.settings = settings
    app.state.closing = asyncio.Event()
    app.state.limits = RateLimits()
    app.state.failures = Failures()
    app.state.bodies = Bodies()
    app.state.figures = figures
    app.state.at_once = observed(shelf.at_once, figures, access_log)
    watch_service(app)
    install_answers(app)
    mount_statics(app)
    app.router.routes.extend(_routes())
    app.openapi = complete_description(app)  # type: ignore[method-assign]
    return app


@cache
def _routes() -> Sequence[BaseRoute]:
    """All routes with what guards them, made once: the first requests of each application would make them anew."""
    guarded = APIRouter(dependencies=[Depends(same_origin)], responses=REFUSALS)
    for router in PUBLIC:
        guarded.include_router(router)
    for router in PRIVATE:
        guarded.include_router(router, dependencies=[Depends(require_login)])
    return guarded.routes


def _sandboxes(settings: WebSettings) -> tuple[Sandbox, Sandbox]:
    """What examines texts, and what judges answers to contests.

    For strangers processes are ready before they take work. On a machine of one's own they load what they need, and
    compile it the first time, while somebody waits who has asked for it.
    """
    if settings.public:
        return Sandbox(), Sandbox(tasks=("judge",))
    own = Sandbox(PATIENT, tasks=())
    return own, own


@asynccontextmanager
async def _at_work(settings: WebSettings, database: Database, processes: SessionProcesses) -> AsyncIterator[None]:
    """What the service does by itself as long as it runs."""
    tasks = []
    if settings.backups is not None:
        tasks.append(asyncio.create_task(back_up_regularly(settings.storage, settings.backups)))
    if settings.notices.targets():
        watch = KillWatch(database, settings.notices, processes)
        tasks.append(asyncio.create_task(watch.look_regularly()))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def _middleware(settings: WebSettings, shelf: PageShelf) -> list[Middleware]:
    return [
        Middleware(NotedAnswers, shelf=shelf),
        Middleware(TrustedHostMiddleware, allowed_hosts=["*"] if settings.public else LOOPBACK),
        Middleware(SecurityHeaders, https=settings.https),
        Middleware(Endings),
        Middleware(
            SessionMiddleware,
            secret_key=settings.key,
            session_cookie="cenote",
            max_age=int(UNUSED.total_seconds()),
            same_site="lax",
            https_only=settings.https,
        ),
        Middleware(KeptPages, shelf=shelf),
    ]
