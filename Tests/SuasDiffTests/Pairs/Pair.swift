import Testing

/// Two versions of a small spec, and all that differs between them.
struct Pair: Sendable, CustomTestStringConvertible {
  let name: String
  let old: String
  let new: String
  /// The declared differences: `breaking removed field note of TodoItem`.
  let declared: [String]
  /// The differences in behaviour, with the number of steps of the shortest scenario and the last of
  /// them: `2 Add: state counter.count`, `0: state counter.count`.
  let behaviour: [String]
  /// True if all there is can be tried.
  let isWhole: Bool

  init(
    _ name: String, _ old: String, _ new: String, declared: [String] = [],
    behaviour: [String] = [], isWhole: Bool = false
  ) {
    self.name = name
    self.old = old
    self.new = new
    self.declared = declared
    self.behaviour = behaviour
    self.isWhole = isWhole
  }

  /// Makes the new version by replacing a text, which stands in the old one.
  init(
    _ name: String, _ old: String, replacing text: String, with other: String,
    declared: [String] = [], behaviour: [String] = [], isWhole: Bool = false
  ) {
    precondition(old.contains(text), "\(name): '\(text)' is not in the old version")
    self.init(
      name, old, old.replacing(text, with: other), declared: declared, behaviour: behaviour,
      isWhole: isWhole)
  }

  var testDescription: String { name }
}
