import CEL
import SuasSpec
import YAML

/// Reads the arguments for the use of a fragment, each by its parameter's type.
struct ArgumentReader {
  private let types: TypeTable
  private let sink: DiagnosticSink
  private let budget: EvaluationBudget

  /// The maximum depth of an argument.
  private static let maximumDepth = 128

  init(_ types: TypeTable, _ sink: DiagnosticSink, _ budget: EvaluationBudget) {
    self.types = types
    self.sink = sink
    self.budget = budget
  }

  /// Reports parameters whose types do not exist, and defaults that are not of their type.
  func checkParameters(of fragment: Fragment) {
    for parameter in fragment.parameters {
      guard let type = TypeResolver(types, sink).resolve(parameter.type) else { continue }
      if let fallback = parameter.fallback { _ = binding(parameter.name.text, fallback, type) }
    }
  }

  /// Returns the parameters with their values; nil, once reported, if there are errors.
  ///
  /// - Parameter use: the range of the fragment's use.
  func names(of fragment: Fragment, _ arguments: Node?, at use: SourceRange) -> Names? {
    var entries: [Node.Entry] = []
    if let arguments {
      guard let written = arguments.entries(as: "'with'", into: sink) else { return nil }
      entries = written
    }
    let known = fragment.parameters.map(\.name.text)
    let what = "the fragment '\(fragment.name.text)'"
    var meant: Set<String> = []
    var isSound = true
    for entry in entries {
      sink.note(
        entry.key, .parameter, in: fragment.name.text, requesting: .word(known),
        isKnown: known.contains(entry.key.text))
    }
    for entry in entries where !known.contains(entry.key.text) {
      sink.report(.unknownParameter(entry.key, of: what, known: known))
      if let near = suggestion(for: entry.key.text, among: known) { meant.insert(near) }
      isSound = false
    }
    let bindings = fragment.parameters.compactMap { parameter -> Names.Binding? in
      guard let type = TypeResolver(types, sink).resolve(parameter.type) else { return nil }
      if let entry = entries.first(where: { $0.key.text == parameter.name.text }) {
        return binding(parameter.name.text, entry.value, type)
      }
      if let fallback = parameter.fallback {
        return binding(parameter.name.text, fallback, type)
      }
      if case .optional = type {
        return binding(parameter.name.text, Node(plain: .null, at: use), type)
      }
      if !meant.contains(parameter.name.text) {
        sink.report(.missingParameter(parameter.name.text, of: what, at: use))
      }
      return nil
    }
    guard isSound, bindings.count == fragment.parameters.count else { return nil }
    return Names(
      bindings.map { binding in
        var binding = binding
        binding.symbol = Symbol(.parameter, binding.name, in: fragment.name.text)
        return binding
      })
  }

  private func binding(_ name: String, _ literal: Node, _ type: FieldType) -> Names.Binding? {
    guard literal.depth <= Self.maximumDepth else {
      sink.report(.argumentTooDeep(limit: Self.maximumDepth, at: literal.range))
      return nil
    }
    let reader = ValueReader(
      constantsOf: types, failure: .invalidLiteral, sink: sink, budget: budget)
    return reader.readConstant(literal, as: type).map {
      Names.Binding(name: name, value: $0, type: type.cel, literal: literal)
    }
  }
}
