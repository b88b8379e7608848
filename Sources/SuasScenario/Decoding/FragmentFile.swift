import SuasSpec
import YAML

/// A file that scenario files include: fragments, and what it includes itself.
struct FragmentFile: Sendable {
  let source: Source
  var includes: [Scalar]
  var fragments: [Fragment]
}

/// Steps that scenarios use, with the names of what they leave open.
struct Fragment: Sendable {
  struct Parameter: Sendable {
    var name: Scalar
    var type: Scalar
  }

  var name: Scalar
  var parameters: [Parameter]
  var steps: [Node]
}

extension FragmentFile {
  /// Reads a tree as a file of fragments.
  ///
  /// - Throws: everything in it that is neither a fragment nor an `include`.
  init(decoding tree: Node) throws(Diagnostics) {
    let findings = Findings()
    source = tree.range.source
    var file = MappingReader(tree, as: "an included file", into: findings)
    includes = file.value("include")?.scalars("an included file's path", findings) ?? []
    let entries = file.value("fragments")?.entries(as: "'fragments'", into: findings) ?? []
    file.finish()
    fragments = entries.compactMap { Fragment($0.key, $0.value, findings) }
    try findings.throwErrors()
  }
}

extension Fragment {
  fileprivate init?(_ name: Scalar, _ node: Node, _ findings: Findings) {
    self.name = name
    var mapping = MappingReader(node, as: "a fragment", under: name, into: findings)
    _ = mapping.text("description")
    let parameters = mapping.value("params")?.entries(as: "'params'", into: findings) ?? []
    steps = mapping.require("steps")?.steps("the steps", findings) ?? []
    mapping.finish()
    self.parameters = parameters.compactMap { entry in
      guard Examples.isName(entry.key.text) else {
        findings.report(.invalidColumn(entry.key))
        return nil
      }
      return entry.value.scalar("a parameter's type", findings).map {
        Parameter(name: entry.key, type: $0)
      }
    }
  }

  /// The names of the fragments that the steps use, where they are written as they are.
  var uses: [Scalar] {
    steps.compactMap { step in
      step.mapping?.first { $0.key.text == "use" }?.value.scalar
    }.filter { !$0.text.contains("${") }
  }
}
