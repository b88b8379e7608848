import SuasSpec

extension Tool {
  /// The description of the tool in the answer to `tools/list`.
  var json: JSON {
    [
      "name": .string(name), "title": .string(title), "description": .string(summary),
      "inputSchema": [
        "type": "object",
        "properties": .object(parameters.map { (key: $0.name, value: $0.schema) }),
        "required": .strings(parameters.filter(\.isRequired).map(\.name)),
        "additionalProperties": false,
      ],
      "outputSchema": ToolResult.schema(of: work),
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(writing.isEmpty), "destructiveHint": false,
        "idempotentHint": true, "openWorldHint": false,
      ],
    ]
  }
}

extension ToolResult {
  /// Returns the JSON Schema of the results of a tool.
  fileprivate static func schema(of work: Tool.Work) -> JSON {
    let own: [String] =
      switch work {
      case .manual: ["text", "pages", "sections"]
      case .command(_, .json): ["report", "text", "diagnostics"]
      case .command(_, .text): ["text", "diagnostics"]
      case .command(_, .files): ["written", "removed", "text", "diagnostics"]
      }
    return [
      "type": "object",
      "properties": .object(
        (["status", "message", "code"] + own + ["truncated"]).map { name in
          (key: name, value: member(name))
        }),
      "required": ["status"],
    ]
  }

  /// Returns the schema of a member.
  private static func member(_ name: String) -> JSON {
    switch name {
    case "status":
      [
        "type": "string", "enum": .strings(Status.allCases.map(\.rawValue)),
        "description": """
        failed: something was found; interrupted: the time was over, the report has what was found \
        until then; error: there is no report
        """,
      ]
    case "message": ["type": "string", "description": "the reason for an error"]
    case "code": ["type": "string", "description": "the code of an error"]
    case "report": ["type": "object"]
    case "pages", "sections": ["type": "array"]
    case "written", "removed": ["type": "array", "items": ["type": "string"]]
    case "diagnostics":
      ["type": "array", "items": ["type": "object"], "description": "the errors in the files"]
    case "truncated":
      [
        "type": "array", "items": ["type": "object"],
        "description": """
        the lists and texts that were shortened: where, how many elements or bytes were kept, of \
        how many
        """,
      ]
    default: ["type": "string"]
    }
  }
}
