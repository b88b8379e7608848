import CEL

/// The choice of rules by the present case of a value.
package struct Match: Sendable {
  package let subject: Subject
  /// The path or expression as the author wrote it.
  package let text: String
  /// The name of the case's record in the rules.
  package let itemName: String
  package let cases: [Case]
  /// The rules for values that no case is for; nil if there are none.
  package let otherwise: [CheckedRule]?
  /// The number of the outcome of the first case; those of the others, and of `else`, follow.
  package let point: Int

  package init(
    subject: Subject, text: String, itemName: String, cases: [Case], otherwise: [CheckedRule]?,
    point: Int
  ) {
    self.subject = subject
    self.text = text
    self.itemName = itemName
    self.cases = cases
    self.otherwise = otherwise
    self.point = point
  }

  /// The value whose case decides.
  package enum Subject: Sendable {
    /// The value at a place; the slots keep the indices and keys on the path, and a copy of a
    /// variant.
    case place(Target, pathSlots: [Int], itemSlot: Int?)
    /// The value of an expression; the slot keeps a copy of a variant.
    case value(CheckedExpression, itemSlot: Int?)
  }

  package struct Case: Sendable {
    package let label: Label
    package let rules: [CheckedRule]

    package init(label: Label, rules: [CheckedRule]) {
      self.label = label
      self.rules = rules
    }
  }

  package enum Label: Sendable, Equatable {
    /// The case of a variant, by its slot and name.
    case variant(Int, String)
    /// The text of an enum's case or of an `any`, a bool, or null.
    case value(Value)
  }
}

/// A place that rules are run on, by a name.
package struct OpenedPlace: Sendable {
  package let target: Target
  /// The slots that keep the indices and keys on the path.
  package let pathSlots: [Int]
  package let itemName: String
  /// The slot for a copy of the value at the place.
  package let itemSlot: Int

  package init(target: Target, pathSlots: [Int], itemName: String, itemSlot: Int) {
    self.target = target
    self.pathSlots = pathSlots
    self.itemName = itemName
    self.itemSlot = itemSlot
  }
}

extension Target {
  /// The same place with its indices and keys read from slots.
  package func pinned(to slots: [Int]) -> Target {
    var rest = slots[...]
    let components = components.map { component -> Component in
      guard case .element = component, let slot = rest.popFirst() else { return component }
      return .element(.bound(slot))
    }
    return Target(
      components: components, type: type, text: text, items: items, endsInKey: endsInKey,
      fallback: fallback)
  }
}
