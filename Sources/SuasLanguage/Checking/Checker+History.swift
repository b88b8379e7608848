import CEL
import SuasProgram
import YAML

/// Histories of reducers' states.
extension Checker {
  /// Checks the expressions for the groups of entries, which decide on the types of the histories.
  func checkHistoryGroups(
    of reducers: [ReducerDeclaration], _ types: TypeTable, _ actions: [CheckedAction]
  ) -> HistoryGroups {
    guard reducers.contains(where: { $0.history != nil }) else { return HistoryGroups() }
    let known = Dictionary(actions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let celTypes = types.cel.adding(actions.map(\.payload.shape))
    var groups = HistoryGroups()
    for reducer in reducers {
      for group in reducer.history?.groups ?? [] {
        guard let action = action(group.action, among: known) else { continue }
        groups[reducer.name.text][action.id] = self.group(
          group.value, on: action.payload, celTypes, types)
      }
    }
    return groups
  }

  /// Returns the action with a name, or reports that there is none.
  private func action(
    _ name: Name, among actions: [String: CheckedAction]
  ) -> CheckedAction? {
    sink.note(name, .action, requesting: .reducible, isKnown: actions[name.text] != nil)
    if let action = actions[name.text] { return action }
    sink.report(spec.unreducible(name, among: spec.actions.map(\.name.text)))
    return nil
  }

  /// Returns the types together with those of the histories.
  func addingHistories(to types: TypeTable, _ groups: HistoryGroups) -> TypeTable {
    var types = types
    let reducers = spec.reducers.filter { $0.history != nil }
    let sensitive = Set(
      reducers.filter { groups.readSensitiveValues(in: $0.name.text) }.map(\.state.text))
    for state in Set(reducers.map(\.state.text)).sorted() where types.records[state] != nil {
      let type = CheckedHistory.type(of: state, isGroupSensitive: sensitive.contains(state))
      types.insert(type)
      types.findTraits(of: [type])
    }
    return types
  }

  /// Returns the reducer that owns a history, which is empty in the beginning.
  func historyReducer(
    of reducer: ReducerDeclaration, _ state: RecordType, _ types: TypeTable
  ) -> [CheckedReducer] {
    [types.records[CheckedHistory.typeName(of: state.name)]].compactMap(\.self).map { type in
      CheckedReducer(
        name: "the history of \(reducer.name.text)",
        stateKey: CheckedHistory.stateKey(of: reducer.key.text), state: type,
        initial: Record(type.shape, ContiguousArray(type.fields.map { $0.default ?? .null })),
        isHistory: true)
    }
  }

  /// Checks the effect of a reducer's actions on its history.
  ///
  /// - Parameter handled: The ids of the actions for which the reducer has rules.
  func history(
    _ declaration: HistoryDeclaration, of reducer: Name, _ actions: [String: CheckedAction],
    _ groups: [Int: CheckedHistory.Group], handled: some Sequence<Int>
  ) -> CheckedHistory {
    var roles: [Int: CheckedHistory.Role] = [:]
    let ignored = Set(declaration.ignored.compactMap { action($0, among: actions)?.id })
    let only = declaration.only.map { Set($0.compactMap { action($0, among: actions)?.id }) }
    for id in handled {
      let makesEntries = only?.contains(id) ?? !ignored.contains(id)
      roles[id] = makesEntries ? .record(group: groups[id]) : .ignore
    }
    var first: [Int: HistoryDeclaration.Move] = [:]
    var outcomes: [Int: Int] = [:]
    survey.owner = .history(reducer: reducer.text)
    defer { survey.owner = nil }
    for move in declaration.moves {
      guard let action = action(move.action, among: actions) else { continue }
      if let other = first.updateValue(move, forKey: action.id) {
        sink.report(
          .twoMoves(
            move.action, move.kind.rawValue, first: other.action, other.kind.rawValue))
      }
      roles[action.id] = role(of: move, action)
      outcomes[action.id] = survey.add(.move, move.kind.rawValue, at: move.action.range)
    }
    return CheckedHistory(limit: declaration.limit, roles: roles, outcomes: outcomes)
  }

  private func role(
    of move: HistoryDeclaration.Move, _ action: CheckedAction
  ) -> CheckedHistory.Role {
    switch move.kind {
    case .undo: return .undo
    case .redo: return .redo
    case .clear: return .clear
    case .jump:
      guard let slot = action.payload.shape.slot(of: "by"),
        action.payload.fields[slot].type == .int
      else {
        sink.report(.noDistance(of: move.action))
        return .jump(field: 0)
      }
      usage.noteReading("by", of: action.payload)
      return .jump(field: slot)
    }
  }

  private func group(
    _ syntax: ExpressionSyntax, on payload: RecordType, _ types: CEL.Types, _ table: TypeTable
  ) -> CheckedHistory.Group? {
    var environment = Environment(types: types)
    environment.declare("action", .record(payload.shape.name))
    var reader = ValueReader(types: table, environment: environment, sink: sink)
    reader.vocabulary = Vocabulary(usage, table)
    reader.vocabulary?["action"] = .record(payload)
    return reader.template(syntax, as: .any).map {
      CheckedHistory.Group(value: $0, place: syntax.range)
    }
  }
}

/// The expressions for the groups of entries, by the names of their reducers and the ids of actions.
struct HistoryGroups {
  private var groups: [String: [Int: CheckedHistory.Group]] = [:]

  subscript(reducer: String) -> [Int: CheckedHistory.Group] {
    get { groups[reducer] ?? [:] }
    set { groups[reducer] = newValue }
  }

  /// Returns true if a group of a reducer's history is made from sensitive values, or has some.
  func readSensitiveValues(in reducer: String) -> Bool {
    self[reducer].values.contains(where: \.value.hasSensitiveValues)
  }
}

extension Spec {
  /// The names of the actions that go through histories.
  var historyMoves: [String] {
    reducers.compactMap(\.history).flatMap(\.moves).map(\.action.text)
  }
}
