"""All of the protocol that the server speaks, as three editors speak it."""

import pytest
from lsprotocol import types


def document(path):
    return types.TextDocumentIdentifier(uri=path.as_uri())


def position(text, part):
    before = text[: text.index(part)]
    return types.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)


async def opened(client, path, text=None):
    text = path.read_text() if text is None else text
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(
                uri=path.as_uri(), language_id="yaml", version=1, text=text
            )
        )
    )
    await client.wait_for_notification("textDocument/publishDiagnostics")
    return text


@pytest.mark.asyncio
async def test_mistakes_are_marked_and_mended(client, folder):
    path = folder / "todo.yaml"
    text = await opened(client, path, path.read_text().replace("].isCompleted", "].isComplete"))
    (found,) = client.diagnostics[path.as_uri()]
    assert found.code == "unknown-field"
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document(path),
            range=found.range,
            context=types.CodeActionContext(diagnostics=[found]),
        )
    )
    mend, explain = actions
    assert mend.title == "Replace with 'isCompleted'"
    assert "isComplete" in text
    assert explain.title == "Explain 'unknown-field'"
    answer = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=explain.command, arguments=explain.arguments)
    )
    assert answer["text"].startswith("unknown-field: ")


@pytest.mark.asyncio
async def test_completion_goes_on_after_a_dot(client, folder):
    path = folder / "todo.yaml"
    text = path.read_text().split("action.")[0] + "action."
    await opened(client, path, text)
    last = text.rsplit("\n", 1)[1]
    answer = await client.text_document_completion_async(
        types.CompletionParams(
            text_document=document(path),
            position=types.Position(line=text.count("\n"), character=len(last)),
        )
    )
    labels = [item.label for item in answer.items]
    assert {"text", "title", "index"} & set(labels)


@pytest.mark.asyncio
async def test_names_are_found_and_renamed(client, folder):
    path = folder / "todo.yaml"
    text = await opened(client, path)
    place = position(text, "isCompleted")
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=document(path), position=place)
    )
    assert "isCompleted: bool" in hover.contents.value
    definition = await client.text_document_definition_async(
        types.DefinitionParams(text_document=document(path), position=place)
    )
    assert definition.range.start == place
    references = await client.text_document_references_async(
        types.ReferenceParams(
            text_document=document(path),
            position=place,
            context=types.ReferenceContext(include_declaration=True),
        )
    )
    assert {reference.uri for reference in references} >= {
        path.as_uri(),
        (folder / "todo.scenario.yaml").as_uri(),
    }
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document(path), position=place, new_name="isDone")
    )
    changed = edit.changes or {c.text_document.uri: c.edits for c in edit.document_changes}
    assert any("golden" in uri for uri in changed)
    assert path.read_text() == text


@pytest.mark.asyncio
async def test_the_structure_of_a_file_is_told(client, folder):
    path = folder / "todo.yaml"
    text = await opened(client, path)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=document(path))
    )
    assert "reducers" in [symbol.name for symbol in symbols]
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="todo"))
    assert await client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=document(path))
    )
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=document(path))
    )
    assert tokens.data and len(tokens.data) % 5 == 0
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=document(path),
            options=types.FormattingOptions(tab_size=2, insert_spaces=True),
        )
    )
    assert not edits
    assert text


@pytest.mark.asyncio
async def test_scenarios_run_from_lenses(client, folder):
    path = folder / "todo.scenario.yaml"
    await opened(client, path)
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=document(path))
    )
    command = next(lens.command for lens in lenses if lens.command.title == "run scenario")
    result = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=command.command, arguments=command.arguments)
    )
    result = result if isinstance(result, dict) else result._asdict()
    assert (result["passed"], result["failed"]) == (1, 0)
