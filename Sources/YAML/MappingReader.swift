/// Reads a mapping strictly: each key is asked for by name, and what nobody asked for is an error.
///
/// ```swift
/// var reducer = MappingReader(node, as: "a reducer", into: findings)
/// let state = reducer.require("state")
/// let key = reducer.value("stateKey")
/// reducer.finish()
/// ```
///
/// A null scalar is an empty mapping. Another kind is reported as `wrong-kind`, and then nothing
/// more is: keys are neither missed nor unknown.
public struct MappingReader {
  /// What is read, with its article, as messages name it.
  private let what: String
  public let findings: Findings
  public let entries: [Node.Entry]
  /// Where a missing key is reported: the key of the mapping, or its first key.
  private let place: SourceRange
  /// Whether there is a mapping at all.
  public let isMapping: Bool
  private var asked: [String] = []
  private var acceptsAnyKey = false

  /// - Parameters:
  ///   - key: the key that the mapping is the value of, to point at if a key is missing.
  ///   - help: what to write, for who wrote something else than a mapping.
  public init(
    _ node: Node, as what: String, under key: Scalar? = nil,
    help: @autoclosure () -> String? = nil, into findings: Findings
  ) {
    self.what = what
    self.findings = findings
    entries = node.mapping ?? []
    isMapping = node.mapping != nil || node.isNull
    place = key?.range ?? (entries.isEmpty ? node.range : entries[0].key.range)
    asked.reserveCapacity(8)
    if !isMapping { findings.report(.wrongKind(what, is: "a mapping", not: node, help: help())) }
  }

  /// The entry of a key, if it is there.
  public mutating func entry(_ key: String) -> Node.Entry? {
    index(of: key).map { entries[$0] }
  }

  /// Takes a key for one that was asked for.
  public mutating func pass(_ key: String) { asked.append(key) }

  /// Where the entry of a key is among the entries; what is not the one is not copied.
  private mutating func index(of key: String) -> Int? {
    asked.append(key)
    return entries.indices.first { entries[$0].key.text == key }
  }

  /// The value of a key, if it is there.
  public mutating func value(_ key: String) -> Node? {
    index(of: key).map { entries[$0].value }
  }

  /// The value of a key; reports `missing-key` if it is not there.
  public mutating func require(_ key: String, help: String? = nil) -> Node? {
    requireEntry(key, help: help)?.value
  }

  /// The entry of a key; reports `missing-key` if it is not there.
  public mutating func requireEntry(_ key: String, help: String? = nil) -> Node.Entry? {
    let found = entry(key)
    if found == nil, isMapping {
      findings.report(.missingKey(key, in: what, at: place, help: help))
    }
    return found
  }

  /// Reports the key that is nearly one of those of which one is needed, where none is there.
  ///
  /// - Returns: whether there is such a key, and so nothing more to be said of the missing one.
  public func reportMisspelt(_ keys: [String]) -> Bool {
    guard !entries.contains(where: { keys.contains($0.key.text) }),
      let near = entries.first(where: { suggestion(for: $0.key.text, among: keys) != nil })
    else { return false }
    findings.report(.unknownKey(near.key, in: what, known: keys))
    return true
  }

  /// The entries that nobody asked for so far, in the order of the file.
  public var remaining: [Node.Entry] {
    if acceptsAnyKey { return [] }
    return entries.indices.filter { !asked.contains(entries[$0].key.text) }.map { entries[$0] }
  }

  /// Takes the entries that nobody asked for so far, where any key may stand.
  public mutating func takeRemaining() -> [Node.Entry] {
    defer { acceptsAnyKey = true }
    return remaining
  }

  /// Reports each key that was never asked for as `unknown-key`.
  ///
  /// - Parameter help: what to write instead of such an entry, where no known key is near.
  public func finish(help: (Node.Entry) -> String? = { _ in nil }) {
    for entry in remaining {
      findings.report(.unknownKey(entry.key, in: what, known: asked, help: help(entry)))
    }
  }
}
