"""The action for GitHub: its steps are run as a runner does it."""
import os
import subprocess

import pytest
import yaml

from conftest import ROOT, interpolated

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


def run(project, releases, **inputs):
    """Runs the steps until one fails, and returns its exit code and all output."""
    values = {f"inputs.{name}": str(given["default"]) for name, given in ACTION["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in inputs.items()}
    base = "inputs.releases || format('{0}/{1}/releases/download', github.server_url, github.action_repository)"
    values[base] = releases.parent.as_uri()
    work = project.parent / "runner"
    work.mkdir()
    added = work / "path"
    added.touch()
    output = ""
    for step in ACTION["runs"]["steps"]:
        assert step["shell"] == "bash"
        if "if" in step:
            assert step["if"] == "inputs.files != ''"
            if not values["inputs.files"]:
                continue
        environment = os.environ | {
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_PATH": str(added),
            "RUNNER_TEMP": str(work),
            "PATH": ":".join([*added.read_text().split(), os.environ["PATH"]]),
        }
        environment |= {name: interpolated(value, values) for name, value in step["env"].items()}
        script = work / "step.sh"
        script.write_text(step["run"])
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            cwd=project, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        output += done.stdout
        if done.returncode:
            return done.returncode, output
    return 0, output


def test_checks_and_runs_a_project_and_writes_reports(project, releases):
    code, output = run(project, releases)
    assert code == 0, output
    assert sorted(os.listdir(project / "suas-run-reports")) == [
        "check.sarif", "report.html", "report.json", "report.xml"
    ]


def test_annotates_the_line_that_fails(broken, releases):
    code, output = run(broken, releases)
    assert code == 1
    assert "::error file=todo/broken.scenario.yaml,line=8" in output


def test_a_spec_with_an_error_fails_before_anything_runs(project, releases):
    spec = project / "todo" / "todo.yaml"
    spec.write_text(spec.read_text().replace("list(TodoItem)", "list(TodoItm)"))
    code, output = run(project, releases)
    assert code == 2
    assert "::error file=todo/todo.yaml,line=11" in output
    assert (project / "suas-run-reports" / "check.sarif").exists()
    assert not (project / "suas-run-reports" / "report.json").exists()


def test_takes_several_files_and_options(project, releases):
    code, output = run(
        project, releases, files="todo/todo.scenario.yaml\ntodo", options="--shard=1/2\n--filter=Toggling",
        reports="out of the way",
    )
    assert code == 0, output
    assert (project / "out of the way" / "report.json").exists()


def test_installs_only_where_no_files_are_given(project, releases):
    code, output = run(project, releases, files="")
    assert (code, output) == (0, "")
    assert (project.parent / "runner" / "suas-run" / "bin" / "suas-run").exists()
    assert not (project / "suas-run-reports").exists()


def test_an_input_is_no_part_of_a_script(project, releases):
    code, output = run(project, releases, files='$(touch pwned) "; touch pwned; "')
    assert code == 2
    assert not (project / "pwned").exists()


@pytest.mark.parametrize("version", ["9.9.9", "../../etc"])
def test_a_version_that_is_not_there_is_an_error(project, releases, version):
    code, output = run(project, releases, version=version)
    assert code != 0
    assert "curl" in output


def test_an_archive_that_was_altered_is_refused(project, releases):
    archive = next(releases.glob("*.tar.gz"))
    archive.write_bytes(archive.read_bytes() + b"\0")
    code, output = run(project, releases)
    assert code != 0
    assert "FAILED" in output
    assert not (project.parent / "runner" / "suas-run").exists()
