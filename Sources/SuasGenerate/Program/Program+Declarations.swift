import SuasProgram

extension Program {
  /// The widest line of a comment in generated code, without its mark.
  private static let width = 80

  /// The lines of a part's description; empty if it has none.
  package func description(_ kind: Declarations.Kind, _ name: String) -> [String] {
    declarations[kind, name]?.description.map(Self.lines) ?? []
  }

  /// The lines of the description of the whole spec; empty if it has none.
  package var description: [String] { spec.declarations.description.map(Self.lines) ?? [] }

  /// The lines of a field's description; empty if it has none.
  package func description(of field: RecordLayout.Field, in layout: RecordLayout) -> [String] {
    declaration(of: field.name, in: layout)?.description.map(Self.lines) ?? []
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

  /// Breaks a text between words into lines that are not too wide.
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + word.count >= width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
