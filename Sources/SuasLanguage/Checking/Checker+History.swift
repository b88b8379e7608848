import CEL
import SuasProgram
import YAML

/// Histories of reducers' states.
extension Checker {
  /// Returns the types together with those of the histories.
  func addingHistories(to types: TypeTable) -> TypeTable {
    var types = types
    for state in Set(spec.reducers.filter { $0.history != nil }.map(\.state.text)).sorted()
    where types.records[state] != nil {
      let type = CheckedHistory.type(of: state)
      types.insert(type)
      types.findTraits(of: [type])
    }
    return types
  }

  /// Returns the reducer that owns a history, which is empty in the beginning.
  func historyReducer(
    of reducer: ReducerDeclaration, _ state: RecordType, _ types: TypeTable
  ) -> [CheckedReducer] {
    let name = CheckedHistory.type(of: state.name).name
    return [types.records[name]].compactMap(\.self).map { type in
      CheckedReducer(
        name: "the history of \(reducer.name.text)",
        stateKey: CheckedHistory.stateKey(of: reducer.key.text), state: type,
        initial: Record(type.shape, ContiguousArray(type.fields.map { $0.default ?? .null })),
        isHistory: true)
    }
  }

  /// Checks what a reducer's actions do to its history.
  ///
  /// - Parameter handled: The ids of the actions for which the reducer has rules.
  func history(
    _ declaration: HistoryDeclaration, of reducer: Name, _ types: CEL.Types, _ table: TypeTable,
    _ actions: [String: CheckedAction], handled: some Sequence<Int>
  ) -> CheckedHistory {
    func action(_ name: Name) -> CheckedAction? {
      if let action = actions[name.text] { return action }
      sink.report(spec.unreducible(name, among: spec.actions.map(\.name.text)))
      return nil
    }
    var roles: [Int: CheckedHistory.Role] = [:]
    let ignored = Set(declaration.ignored.compactMap { action($0)?.id })
    let only = declaration.only.map { Set($0.compactMap { action($0)?.id }) }
    var groups: [Int: CheckedHistory.Group] = [:]
    for group in declaration.groups {
      guard let action = action(group.action) else { continue }
      groups[action.id] = self.group(group.value, on: action.payload, types, table)
    }
    for id in handled {
      let makesEntries = only?.contains(id) ?? !ignored.contains(id)
      roles[id] = makesEntries ? .record(group: groups[id]) : .ignore
    }
    var first: [Int: HistoryDeclaration.Move] = [:]
    var outcomes: [Int: Int] = [:]
    survey.owner = .history(reducer: reducer.text)
    defer { survey.owner = nil }
    for move in declaration.moves {
      guard let action = action(move.action) else { continue }
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

extension Spec {
  /// The names of the actions that go through histories.
  var historyMoves: [String] {
    reducers.compactMap(\.history).flatMap(\.moves).map(\.action.text)
  }
}
