/// Makes constants, functions, states, actions, shared rules and reducers.
extension SpecMaker {
  // MARK: Constants and functions

  private static let bannedNames =
    namesOfCEL + [
      "state", "action", "store", "selected", "old", "new", "now", "item", "index", "key", "it",
      "response", "self", "set", "actionType",
    ]

  mutating func makeConstants() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...3) {
      let used = Self.bannedNames + constants.map(\.name)
      let type = type(1, keepsNull: false)
      let name = name(used, prefix: dice.oneIn(2) ? "c_" : "")
      var value = literal(type, 1)
      if dice.oneIn(3), let scalar = [SpecType.int, .string, .bool].first(where: { $0 == type }) {
        value = .value(term(scalar, SpecScope(), 2))
      }
      entries.append(
        Piece.Entry(
          name,
          .mapping([Piece.Entry("type", .plain(type.text)), Piece.Entry("value", value)])))
      constants.append(Field(name: name, type: type, hasDefault: true))
    }
    return .mapping(entries)
  }

  mutating func makeFunctions() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...3) {
      var parameters: [Field] = []
      var pieces: [Piece.Entry] = []
      var scope = SpecScope()
      for _ in 0..<dice.number(0...2) {
        let type = type(1)
        let name = name(Self.namesOfCEL + parameters.map(\.name))
        parameters.append(Field(name: name, type: type, hasDefault: false))
        pieces.append(Piece.Entry(name, .plain(type.text)))
        read(name, type, in: &scope, root: name)
      }
      let result = type(1, keepsNull: false)
      let used = Self.bannedNames + constants.map(\.name) + functions.map(\.name)
      let name = name(used, prefix: dice.oneIn(2) ? "f_" : "")
      scope.hide(name)
      var keys: [Piece.Entry] = []
      if !pieces.isEmpty { keys.append(Piece.Entry("params", .mapping(pieces))) }
      keys.append(Piece.Entry("returns", .plain(result.text)))
      keys.append(Piece.Entry("value", .expression(term(result, scope, 1))))
      entries.append(Piece.Entry(name, .mapping(keys)))
      functions.append(Function(name: name, parameters: parameters, result: result))
    }
    return .mapping(entries)
  }

  // MARK: States and actions

  mutating func makeStates() -> Piece {
    var entries: [Piece.Entry] = []
    for index in 0..<dice.number(1...3) {
      let own = name(
        enums.map(\.name) + records.map(\.name) + variants.map(\.name) + states.map(\.name),
        prefix: dice.oneIn(3) ? "" : "S\(index)")
      var fields: [Field] = []
      var pieces: [Piece.Entry] = []
      for _ in 0..<dice.number(2...6) {
        let (field, piece) = field(fields.map(\.name), mayLackDefault: false)
        fields.append(field)
        pieces.append(Piece.Entry(field.name, piece))
      }
      states.append((own, fields))
      entries.append(Piece.Entry(own, .mapping(pieces)))
    }
    return .mapping(entries)
  }

  mutating func declareReducers() {
    for state in states {
      let own = name(reducers.map(\.name), prefix: "R")
      let used = reducers.map(\.key)
      let key =
        used.contains(state.name) || dice.oneIn(3)
        ? name(used + states.map(\.name), prefix: "k") : state.name
      reducers.append(
        Reducer(name: own, state: state.name, key: key, hasHistory: dice.oneIn(3)))
    }
    if dice.oneIn(4), let state = dice.pick(states) {
      let own = name(reducers.map(\.name), prefix: "R")
      let used = reducers.map(\.key) + states.map(\.name)
      reducers.append(Reducer(name: own, state: state.name, key: name(used, prefix: "k")))
    }
  }

  mutating func makeActions() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(2...5) {
      let own = name(actions.map(\.name), prefix: "A")
      var fields: [Field] = []
      var pieces: [Piece.Entry] = []
      for _ in 0..<dice.number(0...3) {
        if dice.oneIn(10), let record = dice.pick(records) {
          let partial = SpecType.partial(record.name)
          count("type partial")
          let partName = name(fields.map(\.name))
          fields.append(Field(name: partName, type: partial, hasDefault: false))
          pieces.append(Piece.Entry(partName, .plain(partial.text)))
          continue
        }
        let (field, piece) = field(fields.map(\.name), mayLackDefault: true, late: true)
        fields.append(field)
        pieces.append(Piece.Entry(field.name, piece))
      }
      actions.append((own, fields))
      entries.append(Piece.Entry(own, .mapping(pieces)))
    }
    if reducers.contains(where: \.hasHistory) {
      for own in ["Undo", "Redo", "Clear"] {
        actions.append((own, []))
        entries.append(Piece.Entry(own, .mapping([])))
      }
      actions.append(("Jump", [Field(name: "by", type: .int, hasDefault: false)]))
      entries.append(Piece.Entry("Jump", .mapping([Piece.Entry("by", .plain("int"))])))
    }
    return .mapping(entries)
  }

  private var ordinaryActions: [(name: String, fields: [Field])] {
    actions.filter { !["Undo", "Redo", "Clear", "Jump"].contains($0.name) }
  }

  // MARK: Shared rules

  mutating func makeSharedRules() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...3) {
      guard
        let record = dice.pick(
          records.map { ($0.name, $0.fields) } + states.map { ($0.name, $0.fields) })
      else { continue }
      let fieldNames = record.1.map(\.name)
      var scope = SpecScope()
      scope.isShared = true
      addFields(of: record.0, to: &scope)
      scope.hide("action")
      addStore(to: &scope)
      var parameters: [Field] = []
      var pieces: [Piece.Entry] = []
      for _ in 0..<dice.number(0...2) {
        let own = name(
          fieldNames + parameters.map(\.name) + Self.bannedNames)
        let type = type(1)
        let hasDefault = dice.oneIn(3)
        parameters.append(Field(name: own, type: type, hasDefault: hasDefault))
        pieces.append(
          Piece.Entry(
            own,
            hasDefault
              ? .mapping([
                Piece.Entry("type", .plain(type.text)), Piece.Entry("default", literal(type, 1)),
              ]) : .plain(type.text)))
        scope.hide(own)
        read(own, type, in: &scope, root: own)
      }
      let own = name(sharedRules.map(\.name))
      var keys = [Piece.Entry("of", .text(record.0))]
      if !pieces.isEmpty { keys.append(Piece.Entry("params", .mapping(pieces))) }
      var rules = rules(scope, 1)
      if dice.oneIn(2), let used = dice.pick(sharedRules.filter { $0.record == record.0 }),
        case .sequence(let items) = rules
      {
        count("nested use")
        rules = .sequence(items + [.mapping(use(of: used, scope))])
      }
      keys.append(Piece.Entry("do", rules))
      entries.append(Piece.Entry(own, .mapping(keys)))
      sharedRules.append(SharedRule(name: own, record: record.0, parameters: parameters))
    }
    return .mapping(entries)
  }

  // MARK: Reducers

  mutating func makeReducers() -> Piece {
    var entries: [Piece.Entry] = []
    for reducer in reducers {
      var keys = [Piece.Entry("state", .text(reducer.state))]
      if reducer.key != reducer.state { keys.append(Piece.Entry("stateKey", .text(reducer.key))) }
      if dice.oneIn(3), let field = dice.pick(fieldsOfRecord(reducer.state)) {
        count("initial")
        keys.append(
          Piece.Entry("initial", .mapping([Piece.Entry(field.name, literal(field.type, 1))])))
      }
      if reducer.hasHistory { keys.append(Piece.Entry("history", history())) }
      var handlers: [Piece.Entry] = []
      for action in dice.some(of: ordinaryActions) {
        let scope = scope(of: reducer, action: action.fields)
        handlers.append(Piece.Entry(action.name, rules(scope)))
      }
      if reducer.hasHistory, dice.oneIn(6) {
        let scope = scope(of: reducer, action: [])
        handlers.append(Piece.Entry("Undo", rules(scope, 1)))
        count("rules after undo")
      }
      keys.append(Piece.Entry("on", .mapping(handlers)))
      entries.append(Piece.Entry(reducer.name, .mapping(keys)))
    }
    return .mapping(entries)
  }

  private mutating func history() -> Piece {
    count("history")
    var keys: [Piece.Entry] = [
      Piece.Entry("undo", .text("Undo")), Piece.Entry("redo", .text("Redo")),
    ]
    if dice.oneIn(2) { keys.append(Piece.Entry("jump", .text("Jump"))) }
    if dice.oneIn(2) { keys.append(Piece.Entry("clear", .text("Clear"))) }
    if dice.oneIn(2) {
      keys.append(Piece.Entry("limit", .plain("\(dice.number(1...4))")))
      count("history limit")
    }
    if dice.oneIn(3), let action = dice.pick(ordinaryActions) {
      let key = dice.oneIn(2) ? "ignore" : "only"
      count("history \(key)")
      keys.append(Piece.Entry(key, .sequence([.text(action.name)])))
    }
    if dice.oneIn(3), let action = dice.pick(ordinaryActions.filter { !$0.fields.isEmpty }),
      let field = dice.pick(action.fields.filter { [.int, .string, .bool].contains($0.type) })
    {
      count("history group")
      keys.append(
        Piece.Entry(
          "group",
          .mapping([
            Piece.Entry(action.name, .expression(Term(field.type, "action.\(field.name)")))
          ])))
    }
    return .mapping(keys)
  }
}
