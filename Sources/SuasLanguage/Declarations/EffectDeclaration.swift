import SuasProgram
import YAML

/// An effect: an asynchronous operation with an outcome, dispatched like an action.
package struct EffectDeclaration: Sendable {
  package var name: Name
  package var fields: [FieldDeclaration]
  package var run: RunDeclaration
  /// The time without a newer dispatch that must pass before the effect starts.
  package var debounce: Node?
  /// True if a newer run of the effect discards the outcome of an older one.
  package var isLatest: Bool
  /// The key of its runs.
  package var key: ExpressionSyntax?
  /// The key `stream`, if it is true.
  package var stream: Scalar?
  package var isSensitive: Bool
  package var retry: RetryDeclaration?
  package var onSuccess: OutcomeDeclaration?
  package var onFailure: OutcomeDeclaration?
  package var onEnd: OutcomeDeclaration?
  package var description: String?
}

/// The steps that follow the success or the failure of an effect.
package struct OutcomeDeclaration: Sendable {
  var key: Scalar
  package var steps: [ReactionDeclaration]
}

/// The operation of an effect.
package enum RunDeclaration: Sendable {
  case http(HTTPDeclaration)
  case delay(Node)
  case every(Node)
  case readFile(path: Node)
  case writeFile(path: Node, value: Node)
  case custom(name: Name, input: Node?, result: TypeSyntax?)
}

package struct HTTPDeclaration: Sendable {
  package var method: Scalar?
  package var url: Scalar
  /// The names and values, in their order.
  var query: [Node.Entry]
  var headers: [Node.Entry]
  var body: Node.Entry?
  package var timeout: Node?
  /// The statuses that count as success.
  var expected: [ClosedRange<Int64>]
  /// The type that the body of an answer is read as.
  package var response: TypeSyntax?
}

package struct RetryDeclaration: Sendable {
  /// The number of retries after the first try.
  package var times: Int
  package var delay: Node?
}

extension EffectDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "an effect",
    [
      .optional("payload", .fields, "The fields of its payload."),
      .optional("sensitive", .flag, "Whether its payload and answers are kept out of logs."),
      .required("run", .run, "What it does."),
      .optional(
        "debounce", .duration, "It starts after that much quiet; a newer one replaces it."),
      .optional("stream", .flag, "Whether answers do not end it."),
      .optional(
        "key", .expression,
        "A string, int or bool from `action`: `latest` and `debounce` are about equal keys only."),
      .optional("latest", .flag, "Whether a newer one takes the older one's outcome away."),
      .optional(
        "retry", .mapping(RetryDeclaration.form), "For no answer, timeouts, status 429 and 5xx."),
      .optional("on-success", .dispatches, "What follows; `response` is the answer."),
      .optional("on-end", .dispatches, "What follows the last answer of a stream."),
      .optional(
        "on-failure", .dispatches, "What follows a failure; `error` has `code` and `message`."),
      .description,
    ])

  init?(name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    guard mapping.isMapping else { return nil }
    fields =
      mapping.value("payload").flatMap {
        FieldDeclaration.list($0, "the payload of '\(name.text)'", sink)
      } ?? []
    let run = mapping.requireEntry("run").flatMap {
      RunDeclaration($0.value, under: $0.key, sink)
    }
    debounce = mapping.value("debounce")
    isLatest = mapping.flag("latest") ?? false
    self.key = mapping.value("key").flatMap { ExpressionSyntax($0, "'key'", sink) }
    let streams = mapping.flag("stream") ?? false
    stream = streams ? mapping.entry("stream")?.key : nil
    isSensitive = mapping.flag("sensitive") ?? false
    retry = mapping.entry("retry").flatMap { RetryDeclaration($0.value, under: $0.key, sink) }
    onSuccess = mapping.entry("on-success").map { OutcomeDeclaration($0, sink) }
    onFailure = mapping.entry("on-failure").map { OutcomeDeclaration($0, sink) }
    onEnd = mapping.entry("on-end").map { OutcomeDeclaration($0, sink) }
    description = mapping.text("description")
    mapping.finish { entry in
      let key = entry.key.text.lowercased()
      if key == "on" { return "it is dispatched as an action is: dispatch: \(name.text)" }
      let isOfErrors = ["error", "failed", "catch"].contains { key.hasSuffix($0) }
      return isOfErrors ? "what an error leads to is under 'on-failure'" : nil
    }
    guard let run else { return nil }
    self.name = name
    self.run = run
    if let stream {
      if case .custom = run {
      } else {
        sink.report(.streamOfOtherRun(run.kind.rawValue, at: stream.range))
      }
    } else if let onEnd {
      sink.report(.endWithoutStream(at: onEnd.key.range))
    }
  }
}

extension OutcomeDeclaration {
  init(_ entry: Node.Entry, _ sink: DiagnosticSink) {
    key = entry.key
    steps = ReactionDeclaration.list(entry.value, sink)
  }
}

extension RunDeclaration {
  /// The operations; `run` has exactly one of them.
  package static let form = MappingForm<SpecValueKind>(
    "'run'",
    [
      .optional("http", .http, "A request."),
      .optional("delay", .duration, "Some time that passes."),
      .optional("every", .duration, "An outcome each time that so much time has passed."),
      .optional("read-file", .file, "The path of a file to read."),
      .optional("write-file", .mapping(writeFileForm), "A file to write."),
      .optional("custom", .mapping(customForm), "Something that the host does in Swift."),
    ])

  var kind: EffectKind {
    switch self {
    case .http: .http
    case .delay: .delay
    case .every: .every
    case .readFile: .readFile
    case .writeFile: .writeFile
    case .custom: .custom
    }
  }

  /// True if there is nothing to read in an answer, and no `response`.
  var isWithoutResponse: Bool {
    if case .custom(_, _, nil) = self { true } else { false }
  }

  package static let writeFileForm = MappingForm<SpecValueKind>(
    "'write-file'",
    [
      .required("path", .file, "The file's path."), .required("value", .value, "What is written."),
    ])

  package static let customForm = MappingForm<SpecValueKind>(
    "'custom'",
    [
      .required("name", .name, "The name that the host knows."),
      .optional("input", .input, "What the host is given."),
      .optional(
        "result", .type, "The type of what it answers; without it, there is no `response`."),
    ])

  fileprivate init?(_ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    guard mapping.isMapping else { return nil }
    let kinds = Self.form.names.compactMap { mapping.entry($0) }
    mapping.finish()
    guard let kind = kinds.first else {
      if mapping.remaining.isEmpty { sink.report(.noRun(at: key.range)) }
      return nil
    }
    if kinds.count > 1 {
      sink.report(
        .conflictingKeys(
          kinds[1].key.text, kind.key.text, at: kinds[1].key.range, other: kind.key.range))
    }
    switch kind.key.text {
    case "http":
      guard let http = HTTPDeclaration(kind.value, under: kind.key, sink) else { return nil }
      self = .http(http)
    case "delay": self = .delay(kind.value)
    case "every": self = .every(kind.value)
    case "read-file": self = .readFile(path: kind.value)
    case "write-file":
      var file = MappingReader(kind.value, Self.writeFileForm, under: kind.key, into: sink)
      let path = file.require("path")
      let value = file.require("value")
      file.finish()
      guard let path, let value else { return nil }
      self = .writeFile(path: path, value: value)
    default:
      var custom = MappingReader(kind.value, Self.customForm, under: kind.key, into: sink)
      let name = custom.require("name").flatMap {
        Name(declaring: $0, "a custom effect", sink)
      }
      let input = custom.value("input")
      let result = custom.value("result").map { TypeSyntax($0, sink) }
      custom.finish()
      guard let name else { return nil }
      if case .some(nil) = result { return nil }
      self = .custom(name: name, input: input, result: result ?? nil)
    }
  }
}

extension HTTPDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "'http'",
    [
      .optional("method", .text, "GET without it."),
      .required("url", .url, "The address; `${…}` in its path is percent-encoded."),
      .optional("query", .texts, "Query parameters."),
      .optional("headers", .texts, "Header fields."),
      .optional("body", .value, "What is sent."),
      .optional("timeout", .duration, "30s without it."),
      .optional("expect", .statuses, "The statuses that are no failure; 200..299 without it."),
      .optional("response", .type, "The type that the body of an answer is read as."),
    ])

  fileprivate init?(_ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    guard mapping.isMapping else { return nil }
    method = mapping.value("method").flatMap { $0.scalar("a method", sink) }
    let url = mapping.require("url").flatMap { $0.scalar("a url", sink) }
    query = mapping.value("query")?.entries(as: "'query'", into: sink) ?? []
    headers = mapping.value("headers")?.entries(as: "'headers'", into: sink) ?? []
    body = mapping.entry("body")
    timeout = mapping.value("timeout")
    expected = mapping.value("expect").flatMap { Self.statuses($0, sink) } ?? [200...299]
    response = mapping.value("response").flatMap { TypeSyntax($0, sink) }
    mapping.finish()
    guard let url else { return nil }
    self.url = url
  }

  /// Reads a status, a range such as `200..299`, or a list of them.
  private static func statuses(
    _ node: Node, _ sink: DiagnosticSink
  ) -> [ClosedRange<Int64>]? {
    if node.sequence?.isEmpty == true { sink.report(.notAStatus(at: node.range)) }
    var ranges: [ClosedRange<Int64>] = []
    for item in node.sequence ?? [node] {
      let parts = item.scalar?.text.split(separator: "..", omittingEmptySubsequences: false) ?? []
      let bounds = parts.compactMap { Int64($0) }
      guard (1...2).contains(bounds.count), bounds.count == parts.count,
        let first = bounds.first, let last = bounds.last, first <= last, first >= 100, last <= 599
      else {
        sink.report(.notAStatus(at: item.range))
        return nil
      }
      ranges.append(first...last)
    }
    return ranges
  }
}

extension RetryDeclaration {
  /// The maximum number of retries of an effect.
  private static let maximumTimes: Int64 = 100

  package static let form = MappingForm<SpecValueKind>(
    "'retry'",
    [
      .required("times", .count(0...maximumTimes), "How many tries more."),
      .optional("delay", .duration, "The time before each of them."),
    ])

  fileprivate init?(_ node: Node, under key: Scalar, _ sink: DiagnosticSink) {
    var mapping = MappingReader(node, Self.form, under: key, into: sink)
    guard mapping.isMapping else { return nil }
    let entry = mapping.requireEntry("times")
    let times = entry == nil ? nil : mapping.integer("times")
    delay = mapping.value("delay")
    mapping.finish()
    guard let entry, let times else { return nil }
    guard 0...Self.maximumTimes ~= times else {
      sink.report(.retriesOutOfRange(limit: Self.maximumTimes, at: entry.value.range))
      return nil
    }
    self.times = Int(times)
  }
}
