/// The values that can be read at a place of a spec, and those that can be written.
struct SpecScope {
  /// A place in the state that a rule may write.
  struct Target {
    var term: Term
    /// True if the path ends in a map's key, which may be missing.
    var endsInKey = false
    /// The name that the path begins with.
    var root: String
    /// True if the path has no index or key, so that it lies outside of every list.
    var isFixed = true
    /// True if the path begins at the element of a rule around it.
    var isElement = false
  }

  private(set) var readings: [SpecType: [Reading]] = [:]
  private(set) var types: [SpecType] = []
  var targets: [Target] = []
  /// True where a shared rule may be used, and actions are rules.
  var isShared = false
  /// True where rules run on a part of the state.
  var isInside = false

  struct Reading {
    var text: String
    var root: String
  }

  /// Makes what a name stood for unreadable.
  mutating func hide(_ name: String) {
    for type in types { readings[type]?.removeAll { $0.root == name } }
    targets.removeAll { $0.root == name }
  }

  mutating func add(_ text: String, _ type: SpecType, root: String) {
    if readings[type] == nil {
      readings[type] = []
      types.append(type)
    }
    readings[type]?.append(Reading(text: text, root: root))
  }

  /// The types of which there is something to read.
  var readableTypes: [SpecType] { types.filter { readings[$0]?.isEmpty == false } }
}
