import os
import pathlib
import shutil

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

SPECS = pathlib.Path(__file__).parents[2] / "specs"


@pytest.fixture
def folder(tmp_path):
    """A copy of a spec with its scenarios and golden files."""
    shutil.copytree(SPECS / "todo", tmp_path / "todo")
    return tmp_path / "todo"


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ.get("SUAS_RUN", "suas-run"), "lsp"]),
    params=["visual-studio-code", "neovim", "emacs"],
)
async def client(request, folder, lsp_client: LanguageClient):
    for request_of_server in [
        types.CLIENT_REGISTER_CAPABILITY,
        types.WORKSPACE_CODE_LENS_REFRESH,
        types.WORKSPACE_INLAY_HINT_REFRESH,
    ]:
        lsp_client.feature(request_of_server)(lambda *_: None)
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="todo")],
        )
    )
    yield
    await lsp_client.shutdown_session()
