"""What CI systems read, judged by their schemas; and the hooks, by pre-commit itself."""
import os
import re
import subprocess
import sys

import pytest

from conftest import PROGRAM, ROOT, VERSION

GUIDE = ROOT / "docs" / "guides" / "in-ci.md"


def judge(schema, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *arguments],
        capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_action_follows_the_schema():
    judge("vendor.github-actions", str(ROOT / "action.yml"))


def test_the_action_installs_the_version_that_it_belongs_to():
    assert f"default: {VERSION}\n" in (ROOT / "action.yml").read_text()
    assert f"SUAS_RUN_VERSION: {VERSION}\n" in (ROOT / ".gitlab" / "suas-run.yml").read_text()
    assert f"\n## {VERSION}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_template_for_gitlab_follows_the_schema():
    judge("vendor.gitlab-ci", "--data-transform", "gitlab-ci", str(ROOT / ".gitlab" / "suas-run.yml"))


def blocks(marker):
    return re.findall(r"```yaml\n(# " + re.escape(marker) + r"\n.*?)```", GUIDE.read_text(), re.DOTALL)


@pytest.mark.parametrize("marker,schema,arguments", [
    (".github/workflows/suas-run.yml", "vendor.github-workflows", []),
    (".gitlab-ci.yml", "vendor.gitlab-ci", ["--data-transform", "gitlab-ci"]),
])
def test_the_examples_of_the_guide_follow_the_schemas(tmp_path, marker, schema, arguments):
    found = blocks(marker)
    assert found
    for index, block in enumerate(found):
        file = tmp_path / f"{index}.yml"
        file.write_text(block)
        judge(schema, *arguments, str(file))


def pre_commit(*arguments, folder):
    environment = os.environ | {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PRE_COMMIT_HOME": str(folder / "home"),
        "GIT_CONFIG_GLOBAL": str(folder / "gitconfig"),
    }
    # Where CI is set, `fmt` only says what it would change.
    environment.pop("CI", None)
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments], cwd=folder / "project", env=environment,
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )


@pytest.fixture
def repository(project):
    """The project as a repository of git, with the program on the path of programs."""
    folder = project.parent
    (folder / "bin").mkdir()
    (folder / "bin" / "suas-run").symlink_to(PROGRAM)
    (folder / "gitconfig").write_text("[user]\nname = Test\nemail = test@example.com\n")
    for arguments in [["init", "--quiet"], ["add", "."]]:
        subprocess.run(["git", *arguments], cwd=project, check=True)
    return folder


@pytest.fixture(scope="module")
def hooks(tmp_path_factory):
    """A repository with nothing but the hooks, which pre-commit clones."""
    folder = tmp_path_factory.mktemp("hooks")
    (folder / ".pre-commit-hooks.yaml").write_bytes((ROOT / ".pre-commit-hooks.yaml").read_bytes())
    for arguments in [
        ["init", "--quiet"], ["add", "."],
        ["-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", "Hooks"],
    ]:
        subprocess.run(["git", *arguments], cwd=folder, check=True)
    return folder


def test_the_manifest_of_the_hooks_is_valid(repository):
    done = pre_commit("validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"), folder=repository)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("hook", ["suas-run-fmt", "suas-run-check"])
def test_a_hook_passes_on_sound_files(repository, hooks, hook):
    done = pre_commit("try-repo", str(hooks), hook, "--all-files", folder=repository)
    assert done.returncode == 0, done.stdout


def test_a_hook_rewrites_a_file_and_fails(repository, hooks):
    spec = repository / "project" / "todo" / "todo.yaml"
    before = spec.read_text()
    spec.write_text(before.replace("{ text: string }", "{text: string}"))
    done = pre_commit("try-repo", str(hooks), "suas-run-fmt", "--all-files", folder=repository)
    assert done.returncode == 1, done.stdout
    assert spec.read_text() == before


def test_a_hook_shows_an_error(repository, hooks):
    spec = repository / "project" / "todo" / "todo.yaml"
    spec.write_text(spec.read_text().replace("list(TodoItem)", "list(TodoItm)"))
    done = pre_commit("try-repo", str(hooks), "suas-run-check", "--all-files", folder=repository)
    assert done.returncode == 1
    assert "TodoItm" in done.stdout
