import CEL
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The mutations of the expressions in functions, selectors, listeners, middleware and effects.
extension MutationSource {
  mutating func mutateRuntime() {
    for case .function(let function) in spec.definitions { mutate(function.body) }
    for selector in spec.selectors {
      if let test = selector.condition {
        mutate(condition: test.expression, reaching: [test.point, test.point + 1])
      }
      mutate(selector.value, reaching: [selector.point])
    }
    for listener in spec.listeners {
      if case .expression(let test) = listener.filter {
        mutate(condition: test.expression, reaching: [test.point, test.point + 1])
      }
      for reaction in listener.reactions { mutate(reaction) }
    }
    for case .declared(let middleware) in spec.middleware { mutate(middleware) }
    for effect in spec.effects { mutate(effect) }
    for reaction in spec.saved?.reactions ?? [] { mutate(reaction) }
  }

  private mutating func mutate(_ middleware: CheckedMiddleware.Declared) {
    if let test = middleware.condition {
      mutate(condition: test.expression, reaching: [test.point, test.point + 1])
    }
    for step in middleware.steps {
      switch step {
      case .next(let condition, let place, let point, let outcome):
        mutateStep(at: place, condition, point)
        mutate(outcome)
      case .replace(let dispatch, let outcome):
        mutate(dispatch)
        mutate(outcome)
      case .react(let reaction): mutate(reaction)
      }
    }
  }

  private mutating func mutate(_ effect: CheckedEffect) {
    let reaching = [effect.point]
    switch effect.run {
    case .http(let http):
      for case .computed(let expression) in http.url.pieces {
        mutate(expression, reaching: reaching)
      }
      for field in http.query + http.headers { mutate(field.value, reaching: reaching) }
      if let body = http.body { mutate(body, reaching: reaching) }
    case .delay(let value), .every(let value), .readFile(path: let value),
      .custom(_, input: let value):
      mutate(value, reaching: reaching)
    case .writeFile(let path, let value):
      mutate(path, reaching: reaching)
      mutate(value, reaching: reaching)
    }
    for outcome in [effect.onSuccess, effect.onFailure, effect.onEnd] { mutate(outcome) }
  }

  private mutating func mutate(_ outcome: CheckedOutcome?) {
    for step in outcome?.steps ?? [] { mutate(step) }
  }

  private mutating func mutate(_ reaction: CheckedReaction) {
    switch reaction {
    case .dispatch(let dispatch): mutate(dispatch)
    case .cancel(let cancel):
      mutateStep(at: cancel.place, cancel.condition, cancel.point)
      if let key = cancel.key { mutate(key.expression, reaching: [cancel.point]) }
    }
  }

  private mutating func mutate(_ dispatch: CheckedDispatch) {
    mutateStep(at: dispatch.place, dispatch.condition, dispatch.point)
    mutate(dispatch.payload, reaching: [dispatch.point])
  }

  /// Mutates the guard of a step, and leaves the step out.
  private mutating func mutateStep(at place: SourceRange, _ condition: CheckedGuard?, _ point: Int)
  {
    mutate(condition, besides: place)
    add(.dropStep, at: place, reaching: [point]) { $0.removingItem(at: place) }
  }
}
