/// The variables of an environment, by name.
///
/// Environments are copied to add a name or two: a few recent variables are searched one by one,
/// and they join the table that the copies share only when they become too many.
struct Variables: Sendable {
  private typealias Entry = (name: String, variable: Environment.Variable)

  private var table: [String: Environment.Variable] = [:]
  /// The variables that take precedence over the table's; each name occurs once.
  private var recent: [Entry] = []
  private static let mostRecent = 8
  /// The variables over which the others take precedence; copies share them.
  private var outer: Outer?

  private final class Outer: Sendable {
    let variables: Variables

    init(_ variables: Variables) { self.variables = variables }
  }

  subscript(name: String) -> Environment.Variable? {
    for index in recent.indices where recent[index].name == name {
      return recent[index].variable
    }
    return (table.isEmpty ? nil : table[name]) ?? outer?.variables[name]
  }

  mutating func declare(_ name: String, _ variable: Environment.Variable) {
    if let index = recent.firstIndex(where: { $0.name == name }) {
      recent[index].variable = variable
      return
    }
    if recent.isEmpty { recent.reserveCapacity(4) }
    recent.append((name, variable))
    guard recent.count > Self.mostRecent else { return }
    moveToTable()
  }

  /// Lets copies share what is declared by now, whatever is declared in them afterwards.
  mutating func share() {
    moveToTable()
    let shared = Outer(self)
    self = Variables()
    outer = shared
  }

  private mutating func moveToTable() {
    for (name, variable) in recent { table[name] = variable }
    recent = []
  }

  var names: [String] {
    let own =
      recent.map(\.name) + table.keys.filter { name in !recent.contains { $0.name == name } }
    guard let outer else { return own }
    let hidden = Set(own)
    return own + outer.variables.names.filter { !hidden.contains($0) }
  }
}
