public struct Location: Sendable { public var line: Int; public var column: Int }
extension Source {
  public static let maximumSize = 16 << 20
  public convenience init(name: String, bytes: [UInt8]) throws(Diagnostics) { self.init(name: name, text: String(decoding: bytes, as: UTF8.self)) }
  public func location(of offset: Int) -> Location { Location(line: 0, column: 0) }
}
extension SourceRange { public var start: Location { source.location(of: lowerBound) } }
public final class DiagnosticCollector {
  public private(set) var items: [Diagnostic] = []
  public init() {}
  public var isEmpty: Bool { items.isEmpty }
  public func report(_ d: Diagnostic) { items.append(d) }
  public func throwIfAny() throws(Diagnostics) { if !items.isEmpty { throw Diagnostics(items) } }
}
public struct MappingReader {
  public let diagnostics: DiagnosticCollector
  public let entries: [Node.Entry]
  public let range: SourceRange
  public init?(_ node: Node, _ what: String, _ diagnostics: DiagnosticCollector, named: SourceRange? = nil) { return nil }
  public mutating func value(_ key: String) -> Node? { nil }
  public mutating func entry(_ key: String) -> Node.Entry? { nil }
  public mutating func require(_ key: String) -> Node? { nil }
  public mutating func finish() {}
}
extension Node { public var kindName: String { "" } }
public func suggestion(for name: String, among names: some Sequence<String>) -> String? { nil }
public func parse(_ source: Source) throws(Diagnostics) -> Node { throw Diagnostics() }
public indirect enum Emitted { case text(String), literal(String), sequence([Emitted]), mapping([(key: String, value: Emitted)]) }
public func emit(_ e: Emitted) -> String { "" }
public struct TextStyle: Sendable {
  public static let plain = TextStyle(), ansi = TextStyle()
  public func bold(_ s: String) -> String { s }
  public func red(_ s: String) -> String { s }
  public func green(_ s: String) -> String { s }
  public func yellow(_ s: String) -> String { s }
  public func blue(_ s: String) -> String { s }
}
extension Diagnostics { public func rendered(style: TextStyle) -> String { "" } }
extension String { public var printable: String { self } }
extension Scalar {
  public enum Resolved: Equatable { case null, bool(Bool), int(Int64), double(Double), string }
  public var resolved: Resolved { .string }
  public static func resolve(plain: String) -> Resolved { .string }
}
extension Diagnostic.Code { public static let missingKey = Self("missing-key"), wrongKind = Self("wrong-kind"), fileNotFound = Self("file-not-found"), unreadable = Self("unreadable") }
