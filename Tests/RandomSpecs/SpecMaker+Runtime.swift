/// Makes selectors, effects, middleware, listeners, invariants and transitions.
extension SpecMaker {
  // MARK: Selectors

  mutating func makeSelectors() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...3) {
      var scope = SpecScope()
      addStore(to: &scope)
      let own = name(selectorNames)
      let type = type(1, keepsNull: false)
      var keys = [Piece.Entry("value", .value(term(type, scope, 1)))]
      let isConditional = dice.oneIn(3)
      if isConditional {
        keys.insert(Piece.Entry("when", .expression(term(.bool, scope, 1))), at: 0)
        count("selector when")
      }
      entries.append(Piece.Entry(own, .mapping(keys)))
      if !isConditional { selectors.append(Selector(name: own, type: type)) }
      selectorNames.append(own)
    }
    // Drawn apart, so that the other parts of a spec do not depend on it.
    var apart = self
    if apart.dice.oneIn(3) {
      var scope = SpecScope()
      apart.addStore(to: &scope)
      let own = apart.name(selectorNames)
      entries.append(
        Piece.Entry(own, .mapping([Piece.Entry("value", apart.mapping(scope, depth: 2))])))
      counts = apart.counts
    }
    return .mapping(entries)
  }

  /// A selector's value with names as its keys, some of which have such values themselves.
  private mutating func mapping(_ scope: SpecScope, depth: Int) -> Piece {
    count("selector mapping")
    var names: [String] = []
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(1...3) {
      let own = name(names)
      names.append(own)
      let isMapping = depth > 0 && dice.oneIn(3)
      let type = type(1, keepsNull: false)
      entries.append(
        Piece.Entry(
          own, isMapping ? mapping(scope, depth: depth - 1) : .value(term(type, scope, 1))))
    }
    return .mapping(entries)
  }

  // MARK: Dispatches

  /// A step that dispatches an action or an effect.
  private mutating func dispatch(
    _ scope: SpecScope, key: String = "dispatch", isGuarded: Bool = true, onlyActions: Bool = false
  ) -> Piece {
    let all = actions + (onlyActions || dice.oneIn(2) ? [] : effects.map { ($0.name, $0.fields) })
    guard let target = dice.pick(all) else { return .plain("next") }
    count(key)
    var keys = [Piece.Entry(key, .text(target.name))]
    var with: [Piece.Entry] = []
    for field in target.fields where !field.hasDefault || dice.oneIn(2) {
      with.append(Piece.Entry(field.name, value(field.type, scope)))
    }
    if !with.isEmpty { keys.append(Piece.Entry("with", .mapping(with))) }
    if isGuarded, dice.oneIn(2) {
      keys.append(
        Piece.Entry(dice.oneIn(3) ? "unless" : "when", .expression(term(.bool, scope, 1))))
    }
    return .mapping(keys)
  }

  private mutating func cancellation(_ scope: SpecScope) -> Piece? {
    guard let effect = dice.pick(effects) else { return nil }
    count("cancel")
    var keys = [Piece.Entry("cancel", .text(effect.name))]
    if let key = effect.key, dice.oneIn(2) {
      keys.append(Piece.Entry("key", .expression(term(key, scope, 2))))
    }
    return .mapping(keys)
  }

  private mutating func steps(_ scope: SpecScope, from range: ClosedRange<Int>) -> Piece {
    var steps: [Piece] = []
    for _ in 0..<dice.number(range) {
      if dice.oneIn(5), let step = cancellation(scope) {
        steps.append(step)
      } else {
        steps.append(dispatch(scope))
      }
    }
    return .sequence(steps)
  }

  // MARK: Effects

  mutating func declareEffects() {
    for _ in 0..<dice.number(0...3) {
      let own = name(actions.map(\.name) + effects.map(\.name), prefix: "F")
      var fields: [Field] = []
      for _ in 0..<dice.number(0...2) {
        fields.append(Field(name: name(fields.map(\.name)), type: type(1), hasDefault: false))
      }
      let key =
        dice.oneIn(3) ? fields.first { [.int, .string, .bool].contains($0.type) }?.type : nil
      effects.append((own, fields, key))
    }
  }

  private func effectScope(_ fields: [Field]) -> SpecScope {
    var scope = SpecScope()
    for field in fields {
      read("action.\(field.name)", field.type, in: &scope, root: "action")
    }
    return scope
  }

  mutating func makeEffects() -> Piece {
    var entries: [Piece.Entry] = []
    for effect in effects {
      var keys: [Piece.Entry] = []
      if !effect.fields.isEmpty {
        keys.append(
          Piece.Entry(
            "payload",
            .mapping(effect.fields.map { Piece.Entry($0.name, .plain($0.type.text)) })))
      }
      var scope = effectScope(effect.fields)
      addStore(to: &scope)
      scope.add("now", .timestamp, root: "now")
      scope.add("uuid()", .string, root: "uuid")
      var (run, answered, kind) = run(scope)
      keys.append(Piece.Entry("run", run))
      count("effect \(kind)")
      let isStream = kind == "custom" && dice.oneIn(3)
      if isStream { keys.append(Piece.Entry("stream", .plain("true"))) }
      if dice.oneIn(3) { keys.append(Piece.Entry("debounce", .plain("300ms"))) }
      if dice.oneIn(3) { keys.append(Piece.Entry("latest", .plain("true"))) }
      if let key = effect.key, let field = effect.fields.first(where: { $0.type == key }) {
        keys.append(Piece.Entry("key", .expression(Term(key, "action.\(field.name)"))))
      }
      if !isStream, kind == "http" || kind == "custom", dice.oneIn(3) {
        keys.append(
          Piece.Entry(
            "retry",
            .mapping([
              Piece.Entry("times", .plain("\(dice.number(1...2))")),
              Piece.Entry("delay", .plain("1s")),
            ])))
      }
      for option in ["debounce", "latest", "key", "retry", "stream"]
      where keys.contains(where: { $0.key == option }) { count("effect \(option)") }
      for (text, type) in answered { read(text, type, in: &scope, root: "response") }
      keys.append(Piece.Entry("on-success", steps(scope, from: 1...2)))
      if kind != "delay", kind != "every", dice.oneIn(2) {
        answered = []
        var failed = effectScope(effect.fields)
        addStore(to: &failed)
        failed.add("error.code", .string, root: "error")
        failed.add("error.message", .string, root: "error")
        keys.append(Piece.Entry("on-failure", steps(failed, from: 1...2)))
        count("on-failure")
      }
      if isStream, dice.oneIn(2) {
        var ended = effectScope(effect.fields)
        addStore(to: &ended)
        keys.append(Piece.Entry("on-end", steps(ended, from: 1...1)))
        count("on-end")
      }
      entries.append(Piece.Entry(effect.name, .mapping(keys)))
    }
    return .mapping(entries)
  }

  /// The operation of an effect, and the parts of its answer.
  private mutating func run(
    _ scope: SpecScope
  ) -> (piece: Piece, answered: [(String, SpecType)], kind: String) {
    func one(_ key: String, _ value: Piece) -> Piece { .mapping([Piece.Entry(key, value)]) }
    switch dice.number(0...5) {
    case 0: return (one("delay", .plain(dice.oneIn(2) ? "1s" : "400ms")), [], "delay")
    case 1: return (one("every", .plain("1s")), [], "every")
    case 2:
      var keys = [
        Piece.Entry("url", .interpolation("https://a.example/", term(.string, scope, 2)))
      ]
      if dice.oneIn(2) {
        keys.append(Piece.Entry("method", .text("POST")))
        keys.append(Piece.Entry("body", .mapping([Piece.Entry("n", value(.int, scope))])))
      }
      if dice.oneIn(2) {
        keys.append(Piece.Entry("query", .mapping([Piece.Entry("q", value(.string, scope))])))
      }
      if dice.oneIn(2) { keys.append(Piece.Entry("timeout", .plain("3s"))) }
      var answered: [(String, SpecType)] = [("response.status", .int)]
      if dice.oneIn(2) {
        let type = type(1)
        keys.append(Piece.Entry("response", .plain(type.text)))
        answered.append(("response.body", type))
        count("effect response")
      }
      return (one("http", .mapping(keys)), answered, "http")
    case 3: return (one("read-file", .text("a.txt")), [("response.text", .string)], "read-file")
    default:
      let type = type(1)
      var keys = [Piece.Entry("name", .text("work"))]
      if dice.oneIn(2) { keys.append(Piece.Entry("input", value(.any, scope))) }
      if dice.oneIn(4) {
        count("effect no result")
        return (one("custom", .mapping(keys)), [], "custom")
      }
      keys.append(Piece.Entry("result", .plain(type.text)))
      return (one("custom", .mapping(keys)), [("response.result", type)], "custom")
    }
  }

  // MARK: Middleware

  mutating func makeMiddleware() -> Piece {
    var items: [Piece] = effects.isEmpty ? [] : [.text("async")]
    if dice.oneIn(4) { items.insert(.text("logger"), at: 0) }
    var names: [String] = []
    for _ in 0..<dice.number(0...3) {
      let own = name(names, prefix: dice.oneIn(2) ? "m-" : "")
      names.append(own)
      var keys = [Piece.Entry("name", .text(own))]
      var scope = SpecScope()
      addStore(to: &scope)
      if !dice.oneIn(4), let action = dice.pick(actions) {
        keys.append(Piece.Entry("on", .sequence([.text(action.name)])))
        for field in action.fields {
          read("action.\(field.name)", field.type, in: &scope, root: "action")
        }
      }
      scope.add("actionType", .string, root: "actionType")
      scope.add("now", .timestamp, root: "now")
      if dice.oneIn(2) {
        keys.append(Piece.Entry("when", .expression(term(.bool, scope, 1))))
        count("middleware when")
      }
      var steps: [Piece] = []
      if dice.oneIn(3) { steps.append(dispatch(scope)) }
      if dice.oneIn(5), let step = cancellation(scope) { steps.append(step) }
      switch dice.number(0...5) {
      case 0: count("middleware stops")
      case 1:
        count("next other")
        steps.append(dispatch(scope, key: "next", isGuarded: true, onlyActions: true))
      case 2, 3:
        count("on-refused")
        var refused = scope
        refused.add("error.code", .string, root: "error")
        refused.add("error.message", .string, root: "error")
        steps.append(
          .mapping([
            Piece.Entry("next", .text("same")),
            Piece.Entry("on-refused", self.steps(refused, from: 1...2)),
          ]))
      default: steps.append(.plain("next"))
      }
      if dice.oneIn(4) { steps.append(dispatch(scope)) }
      if steps.isEmpty { steps = [.plain("next")] }
      keys.append(Piece.Entry("do", .sequence(steps)))
      items.append(.mapping(keys))
    }
    return .sequence(items)
  }

  // MARK: Listeners

  mutating func makeListeners() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...4) {
      let own = name(entries.map(\.key))
      var keys: [Piece.Entry] = []
      var scope = SpecScope()
      switch dice.number(0...2) {
      case 0:
        addStore(to: &scope, prefix: "new")
        addStore(to: &scope, prefix: "old")
      case 1:
        guard let reducer = dice.pick(reducers) else { continue }
        keys.append(Piece.Entry("stateKey", .text(reducer.key)))
        for field in fieldsOfRecord(reducer.state) {
          read("new.\(field.name)", field.type, in: &scope, root: "new")
          read("old.\(field.name)", field.type, in: &scope, root: "old")
        }
      default:
        guard let selector = dice.pick(selectorNames) else { continue }
        keys.append(Piece.Entry("selector", .text(selector)))
        count("listener selector")
      }
      if dice.oneIn(3) {
        keys.append(Piece.Entry("filter", .text(dice.oneIn(3) ? "always" : "changed")))
      } else if dice.oneIn(2), keys.first?.key != "selector" {
        count("listener filter")
        keys.append(Piece.Entry("filter", .expression(term(.bool, scope, 1))))
      }
      if dice.oneIn(2) {
        count("listener do")
        if keys.first?.key != "selector" { scope.add("now", .timestamp, root: "now") }
        keys.append(Piece.Entry("do", steps(scope, from: 1...1)))
      }
      entries.append(Piece.Entry(own, .mapping(keys)))
    }
    return .mapping(entries)
  }

  // MARK: Promises

  mutating func makeInvariants() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...2) {
      var scope = SpecScope()
      addStore(to: &scope)
      let own = name(entries.map(\.key), prefix: dice.oneIn(2) ? "is-" : "")
      // Most conditions would not hold of the initial state.
      let bound = dice.number(20...60)
      let sizes = scope.readings[.int] ?? []
      guard let reading = dice.pick(sizes), reading.root == "store" else { continue }
      entries.append(
        Piece.Entry(
          own, .expression(Term(.bool, [part(Term(.int, reading.text)), .text(" < \(bound)")]))))
    }
    return .mapping(entries)
  }

  mutating func makeGoals() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...1) {
      var scope = SpecScope()
      addStore(to: &scope)
      entries.append(Piece.Entry(name([]), .expression(term(.bool, scope, 1))))
    }
    return .mapping(entries)
  }

  /// Promises at rest, which hold unless a state grows or many effects are under way.
  mutating func makeRest() -> Piece {
    guard dice.oneIn(4) else { return .mapping([]) }
    var scope = SpecScope()
    addStore(to: &scope)
    let sizes = (scope.readings[.int] ?? []).filter { $0.root == "store" }
    let effect = dice.pick(effects)?.name
    guard let text = effect.map({ "pending.\($0)" }) ?? dice.pick(sizes)?.text else {
      return .mapping([])
    }
    let bound = dice.number(20...60)
    return .mapping([
      Piece.Entry(
        name([]), .expression(Term(.bool, [part(Term(.int, text)), .text(" < \(bound)")])))
    ])
  }

  mutating func makeWaysOut() -> Piece {
    guard !actions.isEmpty, dice.oneIn(3) else { return .mapping([]) }
    var scope = SpecScope()
    addStore(to: &scope)
    let end = Piece.expression(term(.bool, scope, 1))
    guard dice.oneIn(2) else { return .mapping([Piece.Entry(name([]), end)]) }
    let way = Piece.mapping([
      Piece.Entry("from", .expression(term(.bool, scope, 1))), Piece.Entry("to", end),
    ])
    return .mapping([Piece.Entry(name([]), way)])
  }

  mutating func makeTransitions() -> Piece {
    var entries: [Piece.Entry] = []
    for _ in 0..<dice.number(0...2) {
      var scope = SpecScope()
      addStore(to: &scope, prefix: "new")
      addStore(to: &scope, prefix: "old")
      var keys: [Piece.Entry] = []
      if dice.oneIn(2), let action = dice.pick(actions) {
        keys.append(Piece.Entry("on", .sequence([.text(action.name)])))
        for field in action.fields {
          read("action.\(field.name)", field.type, in: &scope, root: "action")
        }
      }
      let left = term(.bool, scope, 2)
      keys.append(
        Piece.Entry(
          "that", .expression(Term(.bool, ["(", .term(left), " || ", part(.bool, scope, 2), ")"]))))
      let own = name(entries.map(\.key), prefix: "t-")
      entries.append(Piece.Entry(own, .mapping(keys)))
    }
    return .mapping(entries)
  }
}
