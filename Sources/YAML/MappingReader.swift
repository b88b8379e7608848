/// Reads a mapping strictly: each key is requested by name, and any other key is an error.
///
/// ```swift
/// var reducer = MappingReader(node, as: "a reducer", into: findings)
/// let state = reducer.require("state")
/// let key = reducer.value("stateKey")
/// reducer.finish()
/// ```
///
/// A null scalar is an empty mapping. Any other kind of node is reported as `wrong-kind`, and then
/// neither missing nor unknown keys are reported.
public struct MappingReader {
  /// The description of the mapping with its article, for messages.
  private let what: String
  public let sink: DiagnosticSink
  public let entries: [Node.Entry]
  /// The place for reports of missing keys: the key of the mapping, or its first key.
  private let place: SourceRange
  /// True if the node is a mapping or null.
  public let isMapping: Bool
  private var asked: [String] = []
  /// The keys that may be requested; nil for any.
  private let keys: [String]?
  /// True if all of these keys are requested before the end.
  private let requestsAll: Bool
  /// The keys that are no error, although they were not requested.
  private var ignored: Set<String> = []
  private var acceptsAnyKey = false

  /// - Parameters:
  ///   - key: The key whose value the mapping is, at which missing keys are reported.
  ///   - help: The help for an author who wrote something other than a mapping.
  public init(
    _ node: Node, as what: String, under key: Scalar? = nil,
    help: @autoclosure () -> String? = nil, into sink: DiagnosticSink
  ) {
    self.init(node, as: what, keys: nil, under: key, help: help(), into: sink)
  }

  /// Creates a reader for a mapping whose keys are known beforehand.
  ///
  /// - Parameters:
  ///   - keys: The keys that may be requested later, which a debug build asserts.
  ///   - requestsAll: True if each of them is, whatever the mapping has.
  ///   - meant: The mapping that an author may have meant who wrote something else.
  package init(
    _ node: Node, as what: String, keys: [String]?, requestsAll: Bool = false,
    under key: Scalar? = nil, help: @autoclosure () -> String? = nil,
    meant: @autoclosure () -> String? = nil, into sink: DiagnosticSink
  ) {
    self.keys = keys
    self.requestsAll = requestsAll
    self.what = what
    self.sink = sink
    entries = node.mapping ?? []
    isMapping = node.mapping != nil || node.isNull
    place = key?.range ?? (entries.isEmpty ? node.range : entries[0].key.range)
    asked.reserveCapacity(8)
    guard !isMapping else { return }
    let meant = meant()
    var diagnostic = Diagnostic.wrongKind(
      what, is: "a mapping", not: node, help: meant.map { "write \($0)" } ?? help())
    diagnostic.fixes = meant.map { [Diagnostic.Fix(node.range, replacement: $0)] } ?? []
    sink.report(diagnostic)
  }

  /// The entry for a key, if there is one.
  public mutating func entry(_ key: String) -> Node.Entry? {
    index(of: key).map { entries[$0] }
  }

  /// Marks a key as requested.
  public mutating func pass(_ key: String) {
    assert(keys?.contains(key) ?? true, "'\(key)' is no key of \(what)")
    asked.append(key)
  }

  /// The index of the entry for a key; the other entries are not copied.
  private mutating func index(of key: String) -> Int? {
    pass(key)
    return entries.indices.first { entries[$0].key.isName(key) }
  }

  /// The value for a key, if there is one.
  public mutating func value(_ key: String) -> Node? {
    index(of: key).map { entries[$0].value }
  }

  /// The value for a key; reports `missing-key` if there is none.
  public mutating func require(_ key: String, help: String? = nil) -> Node? {
    requireEntry(key, help: help)?.value
  }

  /// The entry for a key; reports `missing-key` if there is none.
  public mutating func requireEntry(_ key: String, help: String? = nil) -> Node.Entry? {
    let found = entry(key)
    if found == nil, isMapping {
      sink.report(.missingKey(key, in: what, at: place, help: help))
    }
    return found
  }

  /// Reports a key that is nearly one of `keys`, if one of these is needed and none is there.
  ///
  /// - Returns: True if there is such a key, so that the missing one need not be reported.
  public func reportMisspelt(_ keys: [String]) -> Bool {
    guard !entries.contains(where: { keys.contains($0.key.text) }),
      let near = entries.first(where: { suggestion(for: $0.key.text, among: keys) != nil })
    else { return false }
    sink.report(.unknownKey(near.key, in: what, known: keys))
    return true
  }

  /// The entries that were not requested so far, in the order of the file.
  public var remaining: [Node.Entry] {
    if acceptsAnyKey { return [] }
    return entries.indices.filter { index in
      let key = entries[index].key
      return !asked.contains(where: key.isName) && !ignored.contains(where: key.isName)
    }.map { entries[$0] }
  }

  /// Accepts keys that the mapping does not have, without naming them in messages.
  package mutating func ignore(_ keys: Set<String>) { ignored.formUnion(keys) }

  /// Takes the entries that were not requested so far, in a mapping that allows any key.
  public mutating func takeRemaining() -> [Node.Entry] {
    defer { acceptsAnyKey = true }
    return remaining
  }

  /// Reports each key that was never requested as `unknown-key`.
  ///
  /// - Parameter help: The help for such an entry, if no known key is similar.
  public func finish(help: (Node.Entry) -> String? = { _ in nil }) {
    assert(
      !requestsAll || keys?.allSatisfy(asked.contains) ?? true, "\(what) has further keys")
    for entry in remaining {
      sink.report(.unknownKey(entry.key, in: what, known: asked, help: help(entry)))
    }
  }
}

extension Scalar {
  /// Returns true if the scalar has the same code points as a name.
  fileprivate func isName(_ name: String) -> Bool { text.utf8.elementsEqual(name.utf8) }
}
