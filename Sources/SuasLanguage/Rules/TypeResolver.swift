import SuasProgram
import YAML

/// Resolves written types.
package struct TypeResolver {
  /// The type for each name that takes no arguments.
  private let named: [String: FieldType]
  private let variants: Set<String>
  /// The candidates to suggest for an unknown name, in the order of declaration.
  private let names: [String]
  private var sink: DiagnosticSink

  /// - Parameters:
  ///   - records: The records, variants included.
  ///   - names: The types that an author can name, in the order of declaration.
  package init(
    enums: some Sequence<String>, records: some Sequence<String>, variants: Set<String>,
    names: [String], sink: DiagnosticSink
  ) {
    var named = Dictionary(uniqueKeysWithValues: Self.builtin)
    named.reserveCapacity(named.count + names.count)
    named.merge(enums.lazy.map { ($0, .enumeration($0)) }) { first, _ in first }
    named.merge(records.lazy.map { ($0, .record($0)) }) { first, _ in first }
    self.named = named
    self.variants = variants
    self.names = names
    self.sink = sink
  }

  package init(_ types: TypeTable, _ sink: DiagnosticSink) {
    let names = (Array(types.enums.keys) + Array(types.records.keys)).filter { !$0.contains(".") }
      .sorted()
    self.init(
      enums: types.enums.keys, records: types.records.keys,
      variants: Set(types.records.values.lazy.filter(\.isVariant).map(\.name)), names: names,
      sink: sink)
  }

  /// The same resolver, which reports to another sink.
  func reporting(to sink: DiagnosticSink) -> TypeResolver {
    var resolver = self
    resolver.sink = sink
    return resolver
  }

  package func resolve(_ syntax: TypeSyntax) -> FieldType? {
    switch syntax.kind {
    case .optional(let wrapped):
      return resolve(wrapped).map { if case .optional = $0 { $0 } else { .optional($0) } }
    case .name(let name):
      return resolve(name, at: syntax.range)
    case .application("list", let arguments) where arguments.count == 1:
      return resolve(arguments[0]).map(FieldType.list)
    case .application("map", let arguments) where arguments.count == 1:
      return resolve(arguments[0]).map { .map(key: .string, value: $0) }
    case .application("map", let arguments) where arguments.count == 2:
      guard let key = resolve(arguments[0]), let value = resolve(arguments[1]) else { return nil }
      guard key.isMapKey else {
        sink.report(.notAMapKey(key, at: arguments[0].range))
        return nil
      }
      return .map(key: key, value: value)
    case .application("partial", let arguments) where arguments.count == 1:
      guard let type = resolve(arguments[0]) else { return nil }
      guard case .record(let name) = type, !variants.contains(name) else {
        sink.report(.partOfNoRecord(type, at: arguments[0].range))
        return nil
      }
      return .partial(name)
    case .application(let name, _):
      if FamiliarWords.typesWithArguments[name] == nil {
        report(name, at: syntax.range)
      } else {
        sink.report(.familiarType(name, written: syntax.inOwnWords, at: syntax.range))
      }
      return nil
    }
  }

  /// The built-in types without arguments, by name.
  package static let builtin: [(String, FieldType)] = [
    ("bool", .bool), ("int", .int), ("double", .double), ("string", .string),
    ("timestamp", .timestamp), ("duration", .duration), ("any", .any),
  ]

  private func resolve(_ name: String, at range: SourceRange) -> FieldType? {
    if let type = named[name] {
      if let journal = sink.readings {
        switch type {
        case .enumeration, .record: journal.mention(Symbol(.type, name), at: range)
        default: break
        }
      }
      return type
    }
    sink.readings?.request(.type, at: range)
    report(name, at: range)
    return nil
  }

  /// Reports a name that is not a type, or that takes other arguments.
  private func report(_ name: String, at range: SourceRange) {
    switch name {
    case "list": sink.report(.wrongTypeArguments(of: name, takes: "list(T)", at: range))
    case "map":
      sink.report(.wrongTypeArguments(of: name, takes: "map(T) or map(K, T)", at: range))
    case "partial": sink.report(.wrongTypeArguments(of: name, takes: "partial(R)", at: range))
    default:
      let names = names + Self.builtin.map(\.0) + ["list", "map", "partial"]
      sink.report(.unknownType(name, among: names, at: range))
    }
  }
}
