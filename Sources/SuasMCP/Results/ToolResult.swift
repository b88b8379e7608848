import SuasSpec

/// The result of a call, as structured content and as text.
struct ToolResult {
  /// The members of the structured content, in order.
  private(set) var members: [(key: String, value: JSON)] = []
  /// True if the tool has nothing to report but the reason why.
  let isError: Bool

  /// The largest structured content, in bytes: some twenty thousand tokens.
  static let mostBytes = 60_000
  /// The largest text in it, in bytes; every page of the manual is shorter.
  static let mostText = 40_000
  /// The largest text beside a report, in bytes.
  static let mostTextBesideReport = 16_000

  /// The outcome of a call.
  enum Status: String, CaseIterable {
    /// The command ended with success.
    case passed
    /// It ended, and found something: a failure, a broken promise, an error in a file.
    case failed
    /// It was ended when its time was over, and reports what it has found.
    case interrupted
    /// It has nothing to report but the reason why.
    case error
  }

  init(_ status: Status, _ members: [(key: String, value: JSON?)] = []) {
    isError = status == .error
    self.members = [("status", .string(status.rawValue))]
    for case (let key, let value?) in members { self.members.append((key, value)) }
  }

  /// A result with the reason why there is no other.
  static func error(
    _ message: String, code: String? = nil, diagnostics: JSON? = nil
  ) -> ToolResult {
    ToolResult(
      .error,
      [
        ("message", .string(message)), ("code", code.map(JSON.string)),
        ("diagnostics", diagnostics),
      ])
  }

  /// The answer to `tools/call`, in which long texts and lists are shortened.
  var json: JSON {
    var bounded = BoundedJSON()
    let hasReport = members.contains { $0.key == "report" }
    let mostText = hasReport ? Self.mostTextBesideReport : Self.mostText
    var texts: [(key: String, value: JSON)] = []
    var others: [(key: String, value: JSON)] = []
    var left = Self.mostBytes
    for (key, value) in members {
      guard case .string(let text) = value else {
        others.append((key, value))
        continue
      }
      let shortened = bounded.shorten(text, to: mostText, at: "/\(key)")
      texts.append((key, .string(shortened)))
      left -= shortened.utf8.count
    }
    let content = JSON.object(texts) + bounded.fit(.object(others), into: left)
    var text = JSONText()
    text.write(json: content)
    let result: JSON = [
      "content": [["type": "text", "text": .string(text.text)]], "structuredContent": content,
    ]
    return isError ? result + ["isError": true] : result + ["isError": false]
  }
}
