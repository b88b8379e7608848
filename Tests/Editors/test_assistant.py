"""The server for assistants, as the Model Context Protocol's own library for Python speaks to it."""

import os

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


@pytest.mark.asyncio
async def test_tools_are_listed_and_called(folder):
    server = StdioServerParameters(
        command=os.environ.get("SUAS_RUN", "suas-run"), args=["mcp", "--root", str(folder)]
    )
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        names = [tool.name for tool in (await session.list_tools()).tools]
        assert {"check", "run", "explore", "docs"} <= set(names)

        found = (await session.call_tool("check", {"files": ["todo.yaml"]})).structured_content
        assert found["status"] == "passed"
        assert found["report"]["summary"]["sound"] == 1

        found = (await session.call_tool("run", {"files": ["."]})).structured_content
        assert found["report"]["summary"]["failed"] == 0

        refused = await session.call_tool("check", {"files": ["../todo.yaml"]})
        assert refused.is_error

        pages = (await session.list_resources()).resources
        page = next(page for page in pages if page.name == "for-agents")
        (text,) = (await session.read_resource(page.uri)).contents
        assert text.text.startswith("# For agents")
