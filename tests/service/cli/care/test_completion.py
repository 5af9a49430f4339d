"""What a shell suggests."""

import subprocess
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from generator import family_names
from service.cli import cli
from service.cli.care.completion import VARIABLE
from tests.service.conftest import CENOTE, Invoke


def suggested(words: str) -> set[str]:
    """What the last word may become, which ends where the cursor is."""
    *before, last = words.split(" ")
    items = ShellComplete(cli, {}, "cenote", VARIABLE).get_completions(before, last)
    return {str(item.value) for item in items}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("exp", {"export"}),
        ("best --fam", {"--family"}),
        ("best --family ", {*family_names()}),
        ("solve levels.xsb --family li", {"linjat"}),
        ("atlas --family s", {"sokoban"}),
        ("run --family w", {"watersort"}),
        ("run --type b --policy la", {"last"}),
        ("best --family sokoban --type fr", {"free"}),
        ("best --family linjat --type fr", set()),
        ("best --objective deep-", {"deep-narrow", "deep-wide"}),
        ("rescore --objective dec", {"deceptive"}),
        ("best -f x", {"xsb"}),
        ("export --family linjat -f ", {"rows", "json"}),
        ("convert a.xsb b --to sl", {"slc"}),
        ("run --family nosuch --pre", {"--preset"}),
    ],
)
def test_commands_options_and_their_values(words: str, expected: set[str]) -> None:
    assert suggested(words) == expected


def test_sessions_of_the_database_that_is_named(evolved: str, folder: Path) -> None:
    for command in ("resume ", "best --session ", "verify --session "):
        assert suggested(f"--storage {evolved} {command}") == {"1"}
        assert suggested(command) == set(), "there is no database here"


@pytest.mark.parametrize(("shell", "word"), [("bash", "complete -o"), ("zsh", "#compdef cenote"), ("fish", "complete")])
def test_each_shell_gets_its_script(cenote: Invoke, shell: str, word: str) -> None:
    script = cenote("completion", shell).stdout
    assert word in script
    assert f"{VARIABLE}={shell}_complete" in script


@pytest.mark.process
def test_bash_completes_by_the_script() -> None:
    program = f"""PATH={CENOTE.parent}:$PATH; eval "$(cenote completion bash)"
COMP_WORDS=(cenote best --family lin); COMP_CWORD=3; _cenote_completion cenote; echo "${{COMPREPLY[@]}}" """
    answer = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["linjat"]
