"""The template for GitLab: its jobs are run one after the other, as a runner with bash does it."""
import os
import shutil
import subprocess

import pytest
import yaml

from conftest import ROOT, VERSION

TEMPLATE = yaml.safe_load((ROOT / ".gitlab" / "suas-run.yml").read_text())

# The jobs install into /usr/local, so that each gets one of its own.
NAMESPACE = ["unshare", "--mount", "bash", "-euo", "pipefail", "-c"]
needs_namespace = pytest.mark.skipif(
    subprocess.run([*NAMESPACE, "true"], capture_output=True).returncode != 0,
    reason="no mount namespace can be made",
)


def run(job, project, releases, **variables):
    stubs = project.parent / "stubs"
    stubs.mkdir(exist_ok=True)
    stub = stubs / "apt-get"
    stub.write_text("#!/bin/sh\n")
    stub.chmod(0o755)
    environment = os.environ | {name: str(value) for name, value in TEMPLATE["variables"].items()}
    environment |= {"SUAS_RUN_RELEASES": releases.parent.as_uri(), "SUAS_RUN_VERSION": VERSION}
    environment |= variables
    environment["PATH"] = f"{stubs}:{environment['PATH']}"
    lines = [*TEMPLATE[TEMPLATE[job]["extends"]]["before_script"], *TEMPLATE[job]["script"]]
    script = "mount -t tmpfs tmpfs /usr/local; export PATH=\"$PATH:/usr/local/bin\"\n" + "\n".join(lines)
    done = subprocess.run(
        [*NAMESPACE, script], cwd=project, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    return done.returncode, done.stdout


@needs_namespace
def test_checks_runs_in_parts_and_joins_their_reports(project, releases):
    code, output = run("suas-run check", project, releases)
    assert code == 0, output
    assert (project / "check.sarif").exists()
    for index in ["1", "2"]:
        code, output = run(
            "suas-run scenarios", project, releases, CI_NODE_INDEX=index, CI_NODE_TOTAL="2"
        )
        assert code == 0, output
    code, output = run(
        "suas-run report", project, releases, SUAS_RUN_REPORT_OPTIONS="--coverage-min 100"
    )
    assert code == 0, output
    assert (project / "report.html").exists()


@needs_namespace
def test_a_part_that_fails_fails_the_joined_report_too(broken, releases):
    codes = [
        run("suas-run scenarios", broken, releases, CI_NODE_INDEX=index, CI_NODE_TOTAL="2")[0]
        for index in ["1", "2"]
    ]
    assert sorted(codes) == [0, 1]
    code, output = run("suas-run report", broken, releases)
    assert code == 1
    assert "Nothing is added" in output


@needs_namespace
def test_a_release_that_is_not_there_fails_the_job(project, releases):
    shutil.rmtree(releases)
    code, output = run("suas-run check", project, releases)
    assert code != 0
    assert "curl" in output
