import SuasSpec
import YAML

/// A file that scenario files include: fragments, and includes of its own.
struct FragmentFile: Sendable {
  let source: Source
  var includes: [Scalar]
  var fragments: [Fragment]
}

/// Steps that scenarios use, with parameters.
struct Fragment: Sendable {
  struct Parameter: Sendable {
    var name: Scalar
    var type: TypeSyntax
    /// The value for a use that gives none; nil if each has to.
    var fallback: Node?
  }

  var name: Scalar
  var parameters: [Parameter]
  var steps: [Node]
}

extension FragmentFile {
  static let form = ScenarioForm(
    "an included file",
    [
      .optional("include", .paths, "More such files."),
      .optional("fragments", .fragments, "Steps that scenarios use."),
    ])

  /// Reads a tree as a file of fragments.
  ///
  /// - Throws: errors for everything in it that is neither a fragment nor an `include`.
  init(decoding tree: Node) throws(Diagnostics) {
    let sink = DiagnosticSink()
    self.init(decoding: tree, into: sink)
    try sink.throwErrors()
  }

  /// Reads as much of a tree as is a file of fragments.
  init(decoding tree: Node, into sink: DiagnosticSink) {
    source = tree.range.source
    var file = MappingReader(tree, Self.form, into: sink)
    includes = file.value("include")?.scalars("an included file's path", sink) ?? []
    let entries = file.value("fragments")?.entries(as: "'fragments'", into: sink) ?? []
    file.finish()
    fragments = entries.compactMap { Fragment($0.key, $0.value, sink) }
  }
}

extension Fragment {
  static let form = ScenarioForm(
    "a fragment",
    [
      .optional("description", .prose, "A text for people."),
      .optional("params", .parameters, "What the steps leave open: types, maybe with defaults."),
      .required("steps", .steps, "The steps."),
    ])

  fileprivate init?(_ name: Scalar, _ node: Node, _ sink: DiagnosticSink) {
    self.name = name
    var mapping = MappingReader(node, Self.form, under: name, into: sink)
    _ = mapping.text("description")
    let parameters = mapping.value("params")?.entries(as: "'params'", into: sink) ?? []
    steps = mapping.require("steps")?.steps("the steps", sink) ?? []
    mapping.finish()
    self.parameters = parameters.compactMap { entry in
      guard Names.isName(entry.key.text) else {
        sink.report(.invalidColumn(entry.key))
        return nil
      }
      guard let scalar = entry.value.scalar("a parameter's type", sink),
        let (type, fallback) = FieldDeclaration.typeAndDefault(scalar, sink)
      else { return nil }
      return Parameter(name: entry.key, type: type, fallback: fallback)
    }
  }

  /// The use of a fragment by a step.
  struct Use {
    var name: Scalar
    /// The names of the parameters that the step gives.
    var arguments: [Scalar]
  }

  /// The fragments that the steps use, except those with computed names.
  var uses: [Use] { Self.uses(in: steps) }

  private static func uses(in steps: [Node]) -> [Use] {
    steps.compactMap(\.mapping).flatMap { step in
      step.flatMap { entry -> [Use] in
        switch entry.key.text {
        case "use":
          guard let name = entry.value.scalar, !name.text.holdsInterpolation else { return [] }
          let arguments = step.first { $0.key.text == "with" }?.value.mapping ?? []
          return [Use(name: name, arguments: arguments.map(\.key))]
        case "steps": return uses(in: entry.value.sequence ?? [])
        default: return []
        }
      }
    }
  }
}
