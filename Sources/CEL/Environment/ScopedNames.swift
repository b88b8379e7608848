/// The meanings of the names in scope.
///
/// Scopes are copied to add a name or two: a few recent names are searched one by one, and they join
/// the table that the copies share only when they become too many.
package struct ScopedNames<Meaning> {
  private typealias Entry = (name: String, meaning: Meaning)

  private var table: [String: Meaning] = [:]
  /// The names that take precedence over the table's; each occurs once.
  private var recent: [Entry] = []
  private static var mostRecent: Int { 8 }
  /// The names over which the others take precedence; copies share them.
  private var outer: Outer?

  fileprivate final class Outer {
    let names: ScopedNames

    init(_ names: ScopedNames) { self.names = names }
  }

  package init() {}

  package subscript(name: String) -> Meaning? {
    for index in recent.indices where recent[index].name == name {
      return recent[index].meaning
    }
    return (table.isEmpty ? nil : table[name]) ?? outer?.names[name]
  }

  package mutating func declare(_ name: String, _ meaning: Meaning) {
    if let index = recent.firstIndex(where: { $0.name == name }) {
      recent[index].meaning = meaning
      return
    }
    if recent.isEmpty { recent.reserveCapacity(4) }
    recent.append((name, meaning))
    guard recent.count > Self.mostRecent else { return }
    moveToTable()
  }

  /// Lets copies share the names declared so far; names declared later in one copy stay in it.
  package mutating func share() {
    moveToTable()
    let shared = Outer(self)
    self = ScopedNames()
    outer = shared
  }

  private mutating func moveToTable() {
    for (name, meaning) in recent { table[name] = meaning }
    recent = []
  }

  var names: [String] {
    let own =
      recent.map(\.name) + table.keys.filter { name in !recent.contains { $0.name == name } }
    guard let outer else { return own }
    let hidden = Set(own)
    return own + outer.names.names.filter { !hidden.contains($0) }
  }
}

extension ScopedNames: Sendable where Meaning: Sendable {}
extension ScopedNames.Outer: Sendable where Meaning: Sendable {}
