import YAML

/// An effect: something that takes time and has an outcome, dispatched as an action is.
struct EffectDeclaration: Sendable {
  var name: Name
  var fields: [FieldDeclaration]
  var run: RunDeclaration
  /// How long nothing newer must come before the effect starts.
  var debounce: Node?
  /// Whether a newer one takes an older one's outcome away.
  var isLatest: Bool
  var retry: RetryDeclaration?
  var onSuccess: OutcomeDeclaration?
  var onFailure: OutcomeDeclaration?
  var description: String?
}

/// What follows of an outcome.
struct OutcomeDeclaration: Sendable {
  var key: Scalar
  var steps: [DispatchDeclaration]
}

/// What an effect does.
enum RunDeclaration: Sendable {
  case http(HTTPDeclaration)
  case delay(Node)
  case readFile(path: Node)
  case writeFile(path: Node, value: Node)
  case custom(name: Name, input: Node?, result: TypeSyntax)
}

struct HTTPDeclaration: Sendable {
  var method: Scalar?
  var url: Scalar
  /// Names with values, in their order.
  var query: [Node.Entry]
  var headers: [Node.Entry]
  var body: Node.Entry?
  var timeout: Node?
  /// The statuses that are no failure.
  var expected: [ClosedRange<Int64>]
}

struct RetryDeclaration: Sendable {
  /// How many tries there are after the first.
  var times: Int
  var delay: Node?
}

extension EffectDeclaration {
  init?(name: Name, _ node: Node, under key: Scalar, _ findings: Findings) {
    var mapping = MappingReader(node, as: "an effect", under: key, into: findings)
    guard mapping.isMapping else { return nil }
    fields =
      mapping.value("payload").flatMap {
        FieldDeclaration.list($0, "the payload of '\(name.text)'", findings)
      } ?? []
    let run = mapping.requireEntry("run").flatMap {
      RunDeclaration($0.value, under: $0.key, findings)
    }
    debounce = mapping.value("debounce")
    isLatest = mapping.flag("latest") ?? false
    retry = mapping.entry("retry").flatMap { RetryDeclaration($0.value, under: $0.key, findings) }
    onSuccess = mapping.entry("on-success").map { OutcomeDeclaration($0, findings) }
    onFailure = mapping.entry("on-failure").map { OutcomeDeclaration($0, findings) }
    description = mapping.text("description")
    mapping.finish()
    guard let run else { return nil }
    self.name = name
    self.run = run
  }
}

extension OutcomeDeclaration {
  fileprivate init(_ entry: Node.Entry, _ findings: Findings) {
    key = entry.key
    steps = DispatchDeclaration.list(entry.value, findings)
  }
}

extension RunDeclaration {
  /// The keys of which one says what an effect does.
  private static let kinds = ["http", "delay", "read-file", "write-file", "custom"]

  fileprivate init?(_ node: Node, under key: Scalar, _ findings: Findings) {
    var mapping = MappingReader(node, as: "'run'", under: key, into: findings)
    guard mapping.isMapping else { return nil }
    let kinds = Self.kinds.compactMap { mapping.entry($0) }
    mapping.finish()
    guard let kind = kinds.first else {
      if mapping.remaining.isEmpty { findings.report(.noRun(at: key.range)) }
      return nil
    }
    if kinds.count > 1 {
      findings.report(
        .conflictingKeys(
          kinds[1].key.text, kind.key.text, at: kinds[1].key.range, other: kind.key.range))
    }
    switch kind.key.text {
    case "http":
      guard let http = HTTPDeclaration(kind.value, under: kind.key, findings) else { return nil }
      self = .http(http)
    case "delay": self = .delay(kind.value)
    case "read-file": self = .readFile(path: kind.value)
    case "write-file":
      var file = MappingReader(kind.value, as: "'write-file'", under: kind.key, into: findings)
      let path = file.require("path")
      let value = file.require("value")
      file.finish()
      guard let path, let value else { return nil }
      self = .writeFile(path: path, value: value)
    default:
      var custom = MappingReader(kind.value, as: "'custom'", under: kind.key, into: findings)
      let name = custom.require("name").flatMap {
        Name(declaring: $0, "a custom effect", findings)
      }
      let input = custom.value("input")
      let result = custom.require("result").flatMap { TypeSyntax($0, findings) }
      custom.finish()
      guard let name, let result else { return nil }
      self = .custom(name: name, input: input, result: result)
    }
  }
}

extension HTTPDeclaration {
  fileprivate init?(_ node: Node, under key: Scalar, _ findings: Findings) {
    var mapping = MappingReader(node, as: "'http'", under: key, into: findings)
    guard mapping.isMapping else { return nil }
    method = mapping.value("method").flatMap { $0.scalar("a method", findings) }
    let url = mapping.require("url").flatMap { $0.scalar("a url", findings) }
    query = mapping.value("query")?.entries(as: "'query'", into: findings) ?? []
    headers = mapping.value("headers")?.entries(as: "'headers'", into: findings) ?? []
    body = mapping.entry("body")
    timeout = mapping.value("timeout")
    expected = mapping.value("expect").flatMap { Self.statuses($0, findings) } ?? [200...299]
    mapping.finish()
    guard let url else { return nil }
    self.url = url
  }

  /// Reads a status, a range as `200..299`, or a list of them.
  private static func statuses(
    _ node: Node, _ findings: Findings
  ) -> [ClosedRange<Int64>]? {
    if node.sequence?.isEmpty == true { findings.report(.notAStatus(at: node.range)) }
    var ranges: [ClosedRange<Int64>] = []
    for item in node.sequence ?? [node] {
      let parts = item.scalar?.text.split(separator: "..", omittingEmptySubsequences: false) ?? []
      let bounds = parts.compactMap { Int64($0) }
      guard (1...2).contains(bounds.count), bounds.count == parts.count,
        let first = bounds.first, let last = bounds.last, first <= last, first >= 100, last <= 599
      else {
        findings.report(.notAStatus(at: item.range))
        return nil
      }
      ranges.append(first...last)
    }
    return ranges
  }
}

extension RetryDeclaration {
  /// The most that an effect is tried again.
  private static let maximumTimes: Int64 = 100

  fileprivate init?(_ node: Node, under key: Scalar, _ findings: Findings) {
    var mapping = MappingReader(node, as: "'retry'", under: key, into: findings)
    guard mapping.isMapping else { return nil }
    let entry = mapping.requireEntry("times")
    let times = entry == nil ? nil : mapping.integer("times")
    delay = mapping.value("delay")
    mapping.finish()
    guard let entry, let times else { return nil }
    guard 0...Self.maximumTimes ~= times else {
      findings.report(.retriesOutOfRange(limit: Self.maximumTimes, at: entry.value.range))
      return nil
    }
    self.times = Int(times)
  }
}
