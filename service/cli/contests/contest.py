"""`cenote contest`: contests from their announcement to the tables of who solved their levels best."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from generator import defaults, get_declaration, get_family
from service.cli.output.console import CompilingNotice, printed, standard_output, tell
from service.cli.output.fitted_table import FittedTable
from service.cli.parameters.options import FILE, POSITIVE, force_option, format_option, storage_option
from service.contests.announcements import announcement, chosen_level, known_solution
from service.contests.names import meant, skeleton
from service.contests.ranking import Standing, champions, copies, rankings
from service.contests.submissions import accepted, boards_of, entrant, require_answer, require_open
from service.contests.verdicts import judged
from service.errors import ContestError
from service.figures import exact
from service.levels.files import new_binary_file, read_moves
from service.levels.json_objects import dumped, shown
from service.settings import user_name
from storage import contests, submissions
from storage.audit import Actor
from storage.contests import Part
from storage.database import Database
from storage.people.players import erase_emails, release_name
from storage.queries import get_level
from storage.submissions import SubmissionRow


class PartName(click.ParamType[Part]):
    """A part of a contest."""

    name = "part"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Part:
        try:
            return Part(value)
        except ValueError:
            self.fail(f"{value!r} is no part of a contest; parts are: {', '.join(Part)}, extra3 and so on", param, ctx)


PARTS = PartName()

contest_argument = click.argument("contest", type=POSITIVE)
"""The id of a contest."""


@click.group()
def contest_command() -> None:
    """Run contests: levels, answers and rankings.

    Example: cenote contest list
    """


@contest_command.command()
@click.argument("title")
@click.option("--opens", required=True, metavar="TIME", help="when it opens, such as '2026-05-01 12:00' (UTC)")
@click.option("--closes", required=True, metavar="TIME", help="when it closes")
@click.option("--text", default="", help="the announcement for players")
@storage_option
def create(title: str, opens: str, closes: str, text: str, storage: str) -> None:
    """Announce a contest, still without levels.

    Example: cenote contest create "May" --opens "2026-05-01 12:00" --closes "2026-05-22 12:00"
    """
    announced = announcement(title, text, opens, closes)
    with Database.create(storage) as database:
        number = contests.create_contest(database, announced, _user())
    click.echo(f"contest {number}; give it levels: cenote contest add-level {number} main LEVEL")


@contest_command.command()
@contest_argument
@click.option("--title", help="another title")
@click.option("--opens", metavar="TIME", help="another time to open")
@click.option("--closes", metavar="TIME", help="another time to close")
@click.option("--text", help="another announcement for players")
@storage_option
def edit(
    contest: int, title: str | None, opens: str | None, closes: str | None, text: str | None, storage: str
) -> None:
    """Change the announcement of a contest.

    Example: cenote contest edit 1 --closes "2026-05-29 12:00"
    """
    with Database.open(storage) as database:
        row = contests.get_contest(database, contest)
        changed = announcement(
            row.title if title is None else title,
            row.text if text is None else text,
            opens or row.opens_at,
            closes or row.closes_at,
        )
        contests.change_contest(database, contest, changed, _user())
    click.echo(f"contest {contest}: {changed.title}, {_moment(changed.opens_at)} to {_moment(changed.closes_at)}")


@contest_command.command("add-level")
@contest_argument
@click.argument("part", type=PARTS)
@click.argument("level", type=POSITIVE)
@click.option("--answer", metavar="MOVES", help="the best known answer, or its file [the stored solution]")
@storage_option
def add_level(contest: int, part: str, level: int, answer: str | None, storage: str) -> None:
    """Copy a stored level into a part of a contest.

    The best known answer is checked and kept hidden. A part has one level, which a new one replaces as long
    as no answers have come in.

    Example: cenote contest add-level 1 main 85
    """
    with Database.open(storage) as database:
        row = get_level(database, level)
        family = get_family(row.family)
        with CompilingNotice():
            moves = known_solution(row) if answer is None else read_moves(answer)
            checked = defaults.check(family, family.parse(row.text), moves)
        replaced = [each.level_id for each in contests.contest_levels(database, contest) if each.part == part]
        contests.put_level(database, contest, chosen_level(row, Part(part), checked), _user())
    instead = "".join(f" instead of level {other}" for other in replaced if other not in (level, None))
    click.echo(f"contest {contest}: {part} is level {level}{instead}; best known answer: {_figures(checked.metrics)}")


@contest_command.command("remove-level")
@contest_argument
@click.argument("part", type=PARTS)
@storage_option
def remove_level(contest: int, part: str, storage: str) -> None:
    """Remove the level from a part of a contest.

    Example: cenote contest remove-level 1 special
    """
    with Database.open(storage) as database:
        contests.remove_level(database, contest, Part(part), _user())
    click.echo(f"contest {contest}: {part} has no level")


@contest_command.command()
@contest_argument
@storage_option
def remove(contest: int, storage: str) -> None:
    """Delete a contest that has received no answers.

    Example: cenote contest remove 1
    """
    with Database.open(storage) as database:
        contests.remove_contest(database, contest, _user())
    click.echo(f"contest {contest} was deleted")


@contest_command.command("list")
@format_option("table", "json")
@storage_option
def list_contests(format_: str, storage: str) -> None:
    """List contests, those that open last first.

    Example: cenote contest list
    """
    with Database.open_readonly(storage) as database:
        rows, now = contests.list_contests(database), database.now()
    if format_ == "json":
        click.echo(dumped([{**asdict(row), "state": row.state(now)} for row in rows]))
        return
    columns = ("id", "right"), ("state", "left"), ("opens", "left"), ("closes", "left"), ("title", "text")
    table = FittedTable(columns, drops=("opens", "closes", "state"))
    for row in rows:
        table.add_row(str(row.id), row.state(now), _moment(row.opens_at), _moment(row.closes_at), row.title)
    printed(standard_output(), table if rows else "no contest yet; announce one with: cenote contest create")


@contest_command.command()
@contest_argument
@click.option("--answers", is_flag=True, help="include the best known answers")
@format_option("text", "json")
@storage_option
def show(contest: int, answers: bool, format_: str, storage: str) -> None:
    """Show a contest with its levels, and what looks like copied answers.

    Example: cenote contest show 1 --answers
    """
    with Database.open_readonly(storage) as database:
        row, levels = contests.get_contest(database, contest), contests.contest_levels(database, contest)
        known = contests.known_answers(database, contest) if answers else {}
        sent, now = submissions.submissions(database, contest), database.now()
    if format_ == "json":
        objects = [{**shown(level), **(asdict(known[level.part]) if answers else {})} for level in levels]
        click.echo(dumped({**asdict(row), "state": row.state(now), "levels": objects, "answers": len(sent)}))
        return
    lines = [f"{row.title}: {row.state(now)}, {_moment(row.opens_at)} to {_moment(row.closes_at)}, answers {len(sent)}"]
    lines += [row.text] if row.text else []
    for level in levels:
        lines += ["", f"{level.part}: {level.title or f'level {level.level_id}'}", level.text.strip("\n")]
        lines += [_figures(known[level.part].metrics), known[level.part].answer] if answers else []
    lines += [_copied(group) for group in copies(sent)]
    click.echo("\n".join(lines))


@contest_command.command()
@contest_argument
@click.argument("answer")
@click.option("--name", required=True, help="name of the player")
@click.option("--country", default="", help="country of the player")
@click.option("--email", default="", help="email address of the player")
@click.option("--code", default="", help="reserves the name: whoever uses it again must know the code")
@storage_option
def submit(contest: int, answer: str, name: str, country: str, email: str, code: str, storage: str) -> None:
    """Submit an answer while a contest is open.

    ANSWER is as for cenote check. It is tried on every level of the contest.

    Example: cenote contest submit 1 answer.txt --name anian --country China
    """
    sender = entrant(name, country, email, code)
    moves = read_moves(answer)
    with Database.open(storage) as database:
        received_at = database.now()
        require_open(contests.get_contest(database, contest), received_at)
        levels = contests.contest_levels(database, contest)
        require_answer(moves)
        boards = boards_of(levels, contests.known_answers(database, contest))
        with CompilingNotice():
            verdicts = list(judged(boards, moves))
        receipt = accepted(database, levels, verdicts, sender, received_at)
    told = "accepted" if receipt.is_new else "already received"
    click.echo(f"{told}: {receipt.level.part}, {_figures(receipt.solution.metrics)}")


@contest_command.command()
@contest_argument
@click.option("--limit", type=POSITIVE, default=100, show_default=True, help="how many")
@click.option("--after", type=POSITIVE, help="only answers with ids after this one")
@format_option("table", "json")
@storage_option
def answers(contest: int, limit: int, after: int | None, format_: str, storage: str) -> None:
    """List the answers received, with their ids.

    Example: cenote contest answers 1 --after 100
    """
    with Database.open_readonly(storage) as database:
        contests.get_contest(database, contest)
        rows = submissions.submission_page(database, contest, limit, after or 0)
    if format_ == "json":
        click.echo(dumped([asdict(row) for row in rows]))
        return
    columns = (
        ("id", "right"),
        ("part", "left"),
        ("player", "text"),
        ("email", "text"),
        ("figures", "text"),
        ("received", "left"),
    )
    table = FittedTable(columns, drops=("received", "email", "figures", "part"))
    for row in rows:
        figures = _figures(row.metrics)
        table.add_row(str(row.id), row.part, row.player, row.email, figures, _moment(row.received_at))
    printed(standard_output(), table if rows else "no answer has come in yet")


@contest_command.command("remove-answer")
@contest_argument
@click.argument("answer", type=POSITIVE)
@storage_option
def remove_answer(contest: int, answer: int, storage: str) -> None:
    """Remove an answer by its id, which the audit log remembers.

    Example: cenote contest remove-answer 1 17
    """
    with Database.open(storage) as database:
        submissions.remove_submission(database, contest, answer, _user())
    click.echo(f"contest {contest}: answer {answer} is removed")


@contest_command.command("release-name")
@click.argument("name")
@storage_option
def free_name(name: str, storage: str) -> None:
    """Delete the code of a player's name, so that anybody can use the name again.

    Example: cenote contest release-name anian
    """
    with Database.open(storage) as database:
        release_name(database, name, skeleton(name), _user())
    click.echo(f"{name} may be used by anybody")


@contest_command.command("erase-emails")
@click.argument("whom")
@storage_option
def forget_emails(whom: str, storage: str) -> None:
    """Delete the email addresses of a player from the answers to all contests.

    WHOM is his name or one of the addresses. The audit log remembers it without them.

    Example: cenote contest erase-emails anian
    """
    with Database.open(storage) as database:
        count = erase_emails(database, meant(whom), _user())
    click.echo(f"email addresses erased from answers: {count}")


@contest_command.command("ranking")
@contest_argument
@click.option("--part", type=PARTS, default=str(Part.MAIN), show_default=True, help="which level")
@format_option("table", "json")
@storage_option
def ranking_command(contest: int, part: str, format_: str, storage: str) -> None:
    """List who solved a level best, in every ranking of its puzzle.

    Example: cenote contest ranking 1 --part extra
    """
    with Database.open_readonly(storage) as database:
        orders = get_declaration(contests.contest_level(database, contest, part).family).rankings
        tables = rankings((row for row in submissions.submissions(database, contest) if row.part == part), orders)
    if format_ == "json":
        click.echo(dumped({name: [asdict(standing) for standing in table] for name, table in tables.items()}))
        return
    if not tables:
        click.echo("no answer has come in yet")
    for name, table in tables.items():
        printed(standard_output(), f"by {name}:", _table(table))
    if best := champions(tables):
        click.echo("; ".join(f"champion of {name}: {player or 'nobody'}" for name, player in best.items()))


@contest_command.command()
@contest_argument
@storage_option
def publish(contest: int, storage: str) -> None:
    """Publish the answers of a closed contest on its page.

    Example: cenote contest publish 1
    """
    with Database.open(storage) as database:
        contests.publish_answers(database, contest, _user())
    click.echo(f"contest {contest}: its answers are public")


@contest_command.command()
@contest_argument
@click.option("--answers", is_flag=True, help="include the best known answers")
@click.option("-o", "--output", type=FILE, metavar="FILE", required=True, help="the zip file to write")
@force_option
@storage_option
def export(contest: int, answers: bool, output: Path, force: bool, storage: str) -> None:
    """Write a contest as a zip file: levels in every format, links to players, pictures, a manifest.

    Example: cenote contest export 1 -o may.zip
    """
    from service.contests.bundle import write_bundle

    with Database.open_readonly(storage) as database:
        row, levels = contests.get_contest(database, contest), contests.contest_levels(database, contest)
        known = contests.known_answers(database, contest) if answers else {}
    if not levels:
        raise ContestError(
            "contest {contest} has no levels yet; give it some: cenote contest add-level", contest=contest
        )
    with new_binary_file(output, force) as file:
        write_bundle(file, row, levels, known, {})
    tell(f"contest {contest} written to {output}")


def _user() -> Actor:
    return Actor(user_name())


def _table(standings: Sequence[Standing]) -> FittedTable:
    names = [*standings[0].metrics]
    titles = [name.replace("_", " ") for name in names]
    columns = (
        ("rank", "right"),
        ("player", "text"),
        ("country", "text"),
        *((title, "right") for title in titles),
        ("received", "left"),
    )
    table = FittedTable(columns, drops=("received", *reversed(titles[1:]), "country"))
    for one in standings:
        counts = (exact(one.metrics[name]) for name in names)
        table.add_row(str(one.rank), one.player, one.country, *counts, _moment(one.received_at))
    return table


def _figures(metrics: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {exact(count)}" for name, count in metrics.items())


def _copied(group: Sequence[SubmissionRow]) -> str:
    players = ", ".join(dict.fromkeys(row.player for row in group))
    return f"equal answers of several players to {group[0].part}: {players}"


def _moment(time: str) -> str:
    return f"{datetime.fromisoformat(time):%Y-%m-%d %H:%M:%S} UTC"
