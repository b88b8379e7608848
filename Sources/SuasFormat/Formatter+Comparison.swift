import CEL
import SuasProgram
import SuasScenario
import SuasSpec
import YAML

/// Comparison of a file with its formatted text.
extension Formatter {
  /// True if two trees have the same values, in the same order except for the language's keys, and
  /// expressions that are the same when they are laid out.
  static func isSame(_ old: Node, _ new: Node, _ grammar: KeyGrammar) -> Bool {
    switch (old.content, new.content) {
    case (.scalar(let old), .scalar(let new)):
      return Scalar.haveSameValue(old, new)
        && (old.text.utf8.elementsEqual(new.text.utf8)
          || GrammarPass.text(of: old.text, grammar).utf8.elementsEqual(new.text.utf8))
    case (.sequence(let old), .sequence(let new)):
      return old.count == new.count && zip(old, new).allSatisfy { isSame($0, $1, grammar) }
    case (.mapping(let old), .mapping(let new)):
      guard old.count == new.count else { return false }
      let form = grammar.form(of: old.map(\.key.text))
      for (index, entry) in old.enumerated() {
        let other =
          form?.isOrdered != true ? new[index] : new.first { $0.key.text == entry.key.text }
        guard let other, entry.key.text.utf8.elementsEqual(other.key.text.utf8),
          Scalar.haveSameValue(entry.key, other.key),
          isSame(entry.value, other.value, grammar.below(entry.key.text, in: form))
        else { return false }
      }
      return true
    default: return false
    }
  }

  /// True if two trees have the same scalars in the same order, and the same of them in quotes, so
  /// that nothing that reads them can tell one from the other.
  static func isWrittenAlike(_ old: Node, _ new: Node) -> Bool {
    haveSameShape(old, new, .free()) { old, new, _ in
      old.style == new.style && old.text.utf8.elementsEqual(new.text.utf8)
    }
  }

  /// True if two trees have the same values in the same order, and the same expressions, however
  /// these are written, so that a check that reads them comes to the same program.
  static func isReadAlike(_ old: Node, _ new: Node, _ grammar: KeyGrammar) -> Bool {
    haveSameShape(old, new, grammar, scalars: isReadAlike)
  }

  /// True if two trees have the same shape, and scalars that a test takes for alike.
  private static func haveSameShape(
    _ old: Node, _ new: Node, _ grammar: KeyGrammar,
    scalars areAlike: (Scalar, Scalar, KeyGrammar) -> Bool
  ) -> Bool {
    switch (old.content, new.content) {
    case (.scalar(let old), .scalar(let new)): return areAlike(old, new, grammar)
    case (.sequence(let old), .sequence(let new)):
      return old.count == new.count
        && zip(old, new).allSatisfy { haveSameShape($0, $1, grammar, scalars: areAlike) }
    case (.mapping(let old), .mapping(let new)):
      guard old.count == new.count else { return false }
      let form = grammar.form(of: old.map(\.key.text))
      return zip(old, new).allSatisfy {
        areAlike($0.key, $1.key, .free())
          && haveSameShape(
            $0.value, $1.value, grammar.below($0.key.text, in: form), scalars: areAlike)
      }
    default: return false
    }
  }

  private static func isReadAlike(_ old: Scalar, _ new: Scalar, _ grammar: KeyGrammar) -> Bool {
    guard Scalar.haveSameValue(old, new) else { return false }
    if old.text.utf8.elementsEqual(new.text.utf8) {
      // Without quotes, a text is refused that looks like an expression.
      return old.style == new.style || !old.text.utf8.contains { ".[(".utf8.contains($0) }
    }
    if case .expression = grammar.content, !old.text.utf8.starts(with: "${".utf8) {
      return areSame(old.text, new.text)
    }
    guard case .success(let parts) = Interpolation.segments(of: old.text),
      case .success(let others) = Interpolation.segments(of: new.text),
      parts.count == others.count
    else { return false }
    return zip(parts, others).allSatisfy { part, other in
      switch (part, other) {
      case (.text(let part), .text(let other)): part.utf8.elementsEqual(other.utf8)
      case (.expression(let part), .expression(let other)):
        areSame(old.text.utf8Part(part), new.text.utf8Part(other))
      default: false
      }
    }
  }

  /// The environment in which expressions are parsed, which need not know any name.
  private static let environment = CEL.Environment()

  /// True if two texts are the same expression.
  private static func areSame(_ old: String, _ new: String) -> Bool {
    guard let old = try? environment.parse(old), let new = try? environment.parse(new) else {
      return false
    }
    return old.isSame(as: new)
  }

  /// True if two specs do the same, or have the same errors.
  static func isSameProgram(_ old: Node, _ new: Node) -> Bool {
    meaning(of: old) == meaning(of: new)
  }

  private static func meaning(of tree: Node) -> Meaning {
    do throws(Diagnostics) {
      let checked = try CheckedSpec(checking: try Spec(decoding: tree))
      return .program(ProgramPacker.meaning(of: checked))
    } catch {
      return .errors(error.items.map(\.code.rawValue).sorted())
    }
  }

  private enum Meaning: Equatable {
    case program([UInt8])
    case errors([String])
  }
}
