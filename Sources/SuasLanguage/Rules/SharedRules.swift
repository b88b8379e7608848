import SuasProgram
import YAML

/// The shared rules of a spec, by name, as the rules that use them see them.
final class SharedRules {
  /// The parts of a shared rule that a use depends on.
  struct Signature {
    let name: Name
    let record: RecordType
    let parameters: [RecordType.Field]
    /// The index among the rules that have been checked.
    let index: Int
    /// True if the rules, or those that they use, read the whole store.
    let readsStore: Bool
    /// The slots of the record's fields that the rule writes; nil for all of them.
    let written: Set<Int>?
  }

  private var signatures: [String: Signature] = [:]
  /// The number of rules that have been checked.
  var count: Int { signatures.count }
  /// The names of all declared rules, in the order of the spec.
  private let names: [String]
  /// The names that are used.
  private(set) var used: Set<String> = []

  init(_ names: [String]) { self.names = names }

  init(copying other: SharedRules) {
    signatures = other.signatures
    names = other.names
  }

  /// Adds a rule that has been checked, together with those that it uses.
  func add(_ signature: Signature) { signatures[signature.name.text] = signature }

  /// The rule with a name, if it has been checked.
  subscript(name: String) -> Signature? { signatures[name] }

  /// Returns the rule with a name, which is then used; nil if there is none, which is reported, or
  /// if something is wrong with it, which has been reported.
  func use(_ name: Name, _ sink: DiagnosticSink) -> Signature? {
    used.insert(name.text)
    sink.note(name, .sharedRule, requesting: .sharedRule, isKnown: names.contains(name.text))
    if let signature = signatures[name.text] { return signature }
    if !names.contains(name.text) { sink.report(.unknownRule(name, among: names)) }
    return nil
  }
}

extension SharedRules {
  /// Returns the slots of the record's fields that rules write; nil for all of them.
  func fieldsWritten(by rules: [CheckedRule]) -> Set<Int>? {
    var written: Set<Int> = []
    for rule in rules {
      var slots: Set<Int>? = []
      let target =
        if case .use(let use) = rule.operation { use.target } else { rule.operation.target }
      if let target {
        if case .field(let slot)? = target.components.first {
          slots = [slot]
        } else if case .use(let use) = rule.operation {
          slots = signatures[use.name]?.written
        } else {
          slots = nil
        }
      }
      guard let slots else { return nil }
      written.formUnion(slots)
      for list in rule.operation.ruleLists {
        guard let inner = fieldsWritten(by: list) else { return nil }
        written.formUnion(inner)
      }
    }
    return written
  }
}
