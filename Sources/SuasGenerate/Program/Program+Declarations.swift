import SuasProgram
import YAML

extension Program {
  /// The lines of a comment in generated code, without its marks.
  private static func lines(of description: String?) -> [String] {
    description?.wrapped(to: 80) ?? []
  }

  /// The lines of a part's description; empty if it has none.
  package func description(_ kind: Declarations.Kind, _ name: String) -> [String] {
    Self.lines(of: declarations[kind, name]?.description)
  }

  /// The lines of the description of the whole spec; empty if it has none.
  package var description: [String] { Self.lines(of: spec.declarations.description) }

  /// The lines of a field's description; empty if it has none.
  package func description(of field: RecordLayout.Field, in layout: RecordLayout) -> [String] {
    Self.lines(of: declaration(of: field.name, in: layout)?.description)
  }

  /// The declaration of a field or a variant's case; for the field of a store or of a selected value,
  /// that of its reducer or selector.
  package func declaration(of field: String, in layout: RecordLayout) -> Declarations.Entry? {
    switch layout.role {
    case .action(let name), .effect(let name): declarations[.payloadField, field, of: name]
    case .store:
      spec.reducers.first { $0.stateKey == field }.flatMap { declarations[.reducer, $0.name] }
    case .selected(let path):
      declarations[.selector, path.split(separator: " ").first.map(String.init) ?? path]
    default: declarations[.field, field, of: layout.name]
    }
  }
}
