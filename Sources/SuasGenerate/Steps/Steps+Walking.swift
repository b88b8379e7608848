import SuasProgram

extension Steps {
  /// The steps and those inside of them, from the outside in.
  private func walk(_ visit: (Step) -> Void) {
    for step in steps {
      visit(step)
      for inner in step.inner { inner.walk(visit) }
    }
  }

  /// The places of the rules whose own steps can fail, in their order.
  package var failingPlaces: [RulePlace] {
    var places: [RulePlace] = []
    walk { step in
      if case .rule(let place, let steps) = step, steps.facts.failsHere { places.append(place) }
    }
    return places
  }

  /// The locals that the steps name, those of macros left out.
  package var localNames: [Local] {
    var locals: [Local] = []
    walk { locals += $0.locals }
    return locals
  }
}

extension Step {
  /// The locals that the step itself names.
  var locals: [Local] {
    switch self {
    case .bind(let local, _): return [local]
    case .open(let path): return path.checks.compactMap(\.local)
    case .write(let write): return write.path.checks.compactMap(\.local)
    case .call(let call): return call.path.checks.compactMap(\.local)
    case .within(let entry): return entry.path.checks.compactMap(\.local)
    case .choose(let choice): return choice.cases.compactMap(\.contents)
    case .loop(let loop):
      let names = [loop.key, loop.item].compactMap(\.self)
      guard case .places(_, (let key, _)?) = loop.range else { return names }
      return names + [key]
    default: return []
    }
  }
}

extension Steps {
  /// The expressions of the steps and of those inside of them.
  package var codes: [LoweredExpression] {
    var codes: [LoweredExpression] = []
    walk { codes += $0.codes }
    return codes
  }
}

extension Step {
  /// The expressions of the step, those of steps inside of it left out.
  fileprivate var codes: [LoweredExpression] {
    switch self {
    case .bind(_, let code), .evaluate(let code), .branch(let code, _, _): [code]
    case .open(let path): path.codes
    case .write(let write):
      write.path.codes + [write.fallback, write.change.element?.code].compactMap(\.self)
        + write.change.codes
    case .choose(let choice): [choice.subject]
    case .loop(let loop): loop.range.codes
    case .call(let call): call.path.codes + call.arguments
    case .within(let entry): entry.path.codes + [entry.value]
    case .travel(let move): [move.distance]
    case .refuse(_, let message, _): [message]
    case .rule, .checkConstraints, .count: []
    }
  }

  /// The lists of steps inside of the step.
  var inner: [Steps] {
    switch self {
    case .rule(_, let steps): [steps]
    case .branch(_, let then, let otherwise): [then, otherwise]
    case .choose(let choice): choice.cases.map(\.steps) + [choice.otherwise].compactMap(\.self)
    case .loop(let loop): [loop.body]
    case .within(let entry): [entry.body]
    case .bind, .evaluate, .open, .write, .call, .travel, .checkConstraints, .count, .refuse: []
    }
  }
}

extension OpenedPath {
  fileprivate var codes: [LoweredExpression] { checks.flatMap(\.codes) }
}

extension Loop.Range {
  fileprivate var codes: [LoweredExpression] {
    switch self {
    case .places(let place, let test): [place, test?.condition].compactMap(\.self)
    case .elements(let code): [code]
    }
  }
}
