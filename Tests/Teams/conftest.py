import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tarfile

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = pathlib.Path(os.environ["SUAS_RUN"]).resolve()
VERSION = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout.split()[0]


@pytest.fixture
def releases(tmp_path):
    """A folder with a release of the program, as .ci/release makes it."""
    folder = tmp_path / "releases" / f"v{VERSION}"
    folder.mkdir(parents=True)
    name = f"suas-run-{VERSION}-linux-{platform.machine()}"
    archive = folder / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        tar.add(PROGRAM, f"{name}/bin/suas-run")
    checksum = hashlib.sha256(archive.read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_text(f"{checksum}  {archive.name}\n")
    return folder


@pytest.fixture
def project(tmp_path):
    """A project with a spec, of which all scenarios pass."""
    folder = tmp_path / "project"
    shutil.copytree(ROOT / "specs" / "todo", folder / "todo")
    return folder


@pytest.fixture
def broken(project):
    """The same project with a scenario that fails."""
    scenario = project / "todo" / "broken.scenario.yaml"
    scenario.write_text(
        "spec: todo.yaml\nscenarios:\n  - name: Nothing is added\n    steps:\n      - dispatch: AddTodo\n"
        "        with: { text: Milk }\n        expect:\n          state: { TodoList: { todos: [] } }\n"
    )
    return project


def interpolated(text, values):
    """A text with values in place of expressions such as `${{ inputs.files }}`."""
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda match: values[match.group(1)], text)
