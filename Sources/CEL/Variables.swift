/// The variables of an environment, by their names.
///
/// Environments are copied to add a name or two: what is new is looked through, and joins the table
/// of those that copies share only when there is more of it.
struct Variables: Sendable {
  private typealias Entry = (name: String, variable: Environment.Variable)

  private var table: [String: Environment.Variable] = [:]
  /// Those that win over the table's; none stands here twice.
  private var recent: [Entry] = []
  private static let mostRecent = 8

  subscript(name: String) -> Environment.Variable? {
    for index in recent.indices where recent[index].name == name {
      return recent[index].variable
    }
    return table.isEmpty ? nil : table[name]
  }

  mutating func declare(_ name: String, _ variable: Environment.Variable) {
    if let index = recent.firstIndex(where: { $0.name == name }) {
      recent[index].variable = variable
      return
    }
    if recent.isEmpty { recent.reserveCapacity(4) }
    recent.append((name, variable))
    guard recent.count > Self.mostRecent else { return }
    for (name, variable) in recent { table[name] = variable }
    recent = []
  }

  var names: [String] {
    recent.map(\.name) + table.keys.filter { name in !recent.contains { $0.name == name } }
  }
}
