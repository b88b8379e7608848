import SuasProgram

extension Program {
  /// The widest line of a comment in generated code, without its mark.
  private static let width = 80

  /// The lines of a part's description; empty if it has none.
  package func description(_ kind: Descriptions.Kind, _ name: String = "") -> [String] {
    spec.descriptions[kind, name].map(Self.lines) ?? []
  }

  /// The lines of a field's description; empty if it has none.
  package func description(of field: Layout.Field, in layout: Layout) -> [String] {
    let text =
      switch layout.role {
      case .action(let name), .effect(let name):
        spec.descriptions[.payloadField, field.name, of: name]
      default: spec.descriptions[.field, field.name, of: layout.name]
      }
    return text.map(Self.lines) ?? []
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
