import CEL
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The mutations of values that are written as they are.
extension MutationSource {
  /// Changes each scalar of a tree that is no expression.
  mutating func mutateScalars(
    of node: Node, _ kind: MutationOperator, reaching: [Int]? = nil
  ) {
    switch node.content {
    case .scalar(let scalar):
      for text in others(than: scalar) {
        add(kind, at: scalar.range, reaching: reaching) { $0.replacing(scalar, with: text) }
      }
    case .sequence(let items):
      for item in items { mutateScalars(of: item, kind, reaching: reaching) }
    case .mapping(let entries):
      for entry in entries { mutateScalars(of: entry.value, kind, reaching: reaching) }
    }
  }

  /// The texts that a scalar could have in the place of its own.
  func others(than scalar: Scalar) -> [String] {
    switch scalar.resolved {
    case .bool(let bool): return ["\(!bool)"]
    case .int(let int) where "\(int)" == scalar.text:
      return (int < .max ? ["\(int + 1)"] : []) + (int > .min ? ["\(int - 1)"] : [])
    case .string where !scalar.text.holdsInterpolation: return [another(than: scalar.text)]
    default: return []
    }
  }

  /// Another case of the enum or variant that a text is a case of, or another text.
  private func another(than text: String) -> String {
    if let other = enums.lazy.compactMap({ $0.another(than: text) }).first { return other }
    for variant in variants {
      let names = variant.fields.map(\.name)
      if let place = names.firstIndex(of: text), names.count > 1 {
        return names[(place + 1) % names.count]
      }
    }
    return text.isEmpty ? "a" : ""
  }

  /// Changes the default in `TYPE = DEFAULT`, or in the long form of a field.
  mutating func mutateDefault(of field: Node) {
    switch field.content {
    case .scalar(let scalar):
      guard let sign = scalar.text.firstRange(of: " = ") else { return }
      let written = String(scalar.text[sign.upperBound...])
      let value = Scalar(
        written.unquoted, style: written.isQuoted ? .doubleQuoted : .plain, at: scalar.range)
      let part = scalar.text.utf8.count - written.utf8.count..<scalar.text.utf8.count
      for text in others(than: value) {
        let text = written.isQuoted || text.isEmpty ? "\"\(text)\"" : text
        add(.changeDefault, at: scalar.range) {
          $0.replacing(scalar, part, with: text)
        }
      }
    case .mapping(let entries):
      for entry in entries where entry.key.text == "default" {
        mutateScalars(of: entry.value, .changeDefault)
      }
      for entry in entries where entry.key.text == "where" {
        add(.dropPromise, at: entry.key.range) { $0.removingEntry(at: entry.key.range) }
      }
    case .sequence: break
    }
  }
}

extension String {
  fileprivate var isQuoted: Bool {
    utf8.count > 1 && (first == "\"" || first == "'") && first == last
  }
  fileprivate var unquoted: String { isQuoted ? String(dropFirst().dropLast()) : self }
}
